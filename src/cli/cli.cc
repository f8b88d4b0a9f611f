#include "cli/cli.h"

#include "cli/commands.h"

namespace rowkind {
namespace {

constexpr std::string_view kUsage =
    "rowkind: Apache Flink changelog streams, step by step\n"
    "\n"
    "  rowkind run FILE                 run a scenario; print each output's changelog and table\n"
    "      --format FORM                as notation (default), tableau, print, named, docs, changelog-json,\n"
    "                                   debezium-json or canal-json\n"
    "  rowkind test PATH...             check what scenario files expect (folders: every .yaml below)\n"
    "      --reporter line|tap|junit    how results are shown (default line)\n"
    "      --update                     write what came out into the files that differ\n"
    "      --dump                       print every result in full instead (to compare builds byte by byte)\n"
    "  rowkind explain FILE             print the physical plan with changelog modes\n"
    "  rowkind functions                list the built-in functions\n"
    "  rowkind help\n"
    "\n"
    "FILE may be - for standard input. Exit code: 0 fine, 1 the scenario or a test failed, 2 wrong usage or "
    "an unreadable file.\n";

}  // namespace

int run_cli(const std::vector<std::string>& args, CliHost& host) {
  if (args.empty()) {
    host.err(kUsage);
    return 2;
  }
  const std::string& command = args[0];
  std::vector<std::string> rest(args.begin() + 1, args.end());
  if (command == "run") return run_command(rest, host);
  if (command == "test") return test_command(rest, host);
  if (command == "explain") return explain_command(rest, host);
  if (command == "functions") return functions_command(rest, host);
  if (command == "help" || command == "--help" || command == "-h") {
    host.out(kUsage);
    return 0;
  }
  std::string hint = did_you_mean(command, {"run", "test", "explain", "functions", "help"});
  host.err("rowkind: unknown command '" + command + "'" + (hint.empty() ? "" : " (" + hint + ")") + "\n\n");
  host.err(kUsage);
  return 2;
}

}  // namespace rowkind
