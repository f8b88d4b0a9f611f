#include "changelog/notation.h"
#include "cli/commands.h"
#include "expr/function.h"
#include "lab/check.h"

namespace rowkind {

int usage_error(CliHost& host, const std::string& message) {
  host.err("rowkind: " + message + "\nTry 'rowkind help'.\n");
  return 2;
}

std::string located_error(const std::string& path, const Run& run) {
  const RunError& failure = *run.error;
  int32_t line = 0;
  if (failure.source == ErrorSource::kSql && failure.error.span.known() && run.scenario.sql) {
    line = run.scenario.sql->line + locate(run.scenario.sql->text, failure.error.span.offset).line - 1;
  } else if (failure.source == ErrorSource::kPipeline && failure.error.span.known()) {
    const Located& pipeline = *run.scenario.pipeline;
    line = pipeline.line + locate(pipeline.text, failure.error.span.offset).line - 1;
  } else if (failure.source == ErrorSource::kInput) {
    line = failure.line;
  }
  std::string text = path + (line > 0 ? ":" + std::to_string(line) : "") + ": " + failure.error.message;
  if (failure.step >= 0)
    text = path + (line > 0 ? ":" + std::to_string(line) : "") + ": step " + std::to_string(failure.step) +
           ": " + failure.error.message;
  if (!failure.error.hint.empty()) text += " (" + failure.error.hint + ")";
  return text + " [" + failure.error.code + "]\n";
}

std::unique_ptr<Run> load_and_run(const std::string& path, CliHost& host, int& code) {
  std::string text;
  if (path == "-") {
    text = host.read_stdin();
  } else if (!host.read_file(path, &text)) {
    host.err("rowkind: cannot read " + path + "\n");
    code = 2;
    return nullptr;
  }
  Result<Scenario> scenario = read_scenario(text);
  if (!scenario) {
    const Error& error = scenario.error();
    LineColumn at = locate(text, error.span.offset);
    host.err(path +
             (error.span.known() ? ":" + std::to_string(at.line) + ":" + std::to_string(at.column) : "") +
             ": " + to_text(error) + " [" + error.code + "]\n");
    code = 1;
    return nullptr;
  }
  code = 0;
  return run_scenario(std::move(*scenario), RunOptions{});
}

int run_command(const std::vector<std::string>& args, CliHost& host) {
  if (args.size() != 1) return usage_error(host, "run takes one file");
  int code = 0;
  std::unique_ptr<Run> run = load_and_run(args[0], host, code);
  if (!run) return code;
  for (const Output& output : run->outputs) {
    if (run->outputs.size() > 1) host.out("-- " + output.name + "\n");
    host.out(changelog_text(*run, output));
    host.out("\n");
    host.out(table_text(*run, output));
    if (run->outputs.size() > 1) host.out("\n");
  }
  if (run->pipeline) {
    host.out(run->pipeline->changelog);
    host.out("\n" + run->pipeline->events);
  }
  if (!run->error) return 0;
  host.err(located_error(args[0], *run));
  return 1;
}

int explain_command(const std::vector<std::string>& args, CliHost& host) {
  if (args.size() != 1) return usage_error(host, "explain takes one file");
  int code = 0;
  std::unique_ptr<Run> run = load_and_run(args[0], host, code);
  if (!run) return code;
  if (run->plan) {
    host.out(run->plan_text);
    return 0;
  }
  host.err(located_error(args[0], *run));
  return 1;
}

int functions_command(const std::vector<std::string>& args, CliHost& host) {
  if (!args.empty()) return usage_error(host, "functions takes no arguments");
  for (const FunctionInfo& function : all_functions()) {
    host.out(function.signature + "\n    " + function.summary + " [" + function.category + "]\n");
  }
  return 0;
}

}  // namespace rowkind
