#include <algorithm>

#include "cli/commands.h"
#include "cli/reporter.h"
#include "lab/check.h"

namespace rowkind {
namespace {

struct TestOptions {
  std::string reporter = "line";
  bool update = false, dump = false;
  std::vector<std::string> paths;
};

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Folders become the .yaml files below them.
bool expand(const std::vector<std::string>& paths, CliHost& host, std::vector<std::string>& files) {
  for (const std::string& path : paths) {
    std::vector<std::string> below;
    if (!host.list_files(path, &below)) {
      files.push_back(path);
      continue;
    }
    for (const std::string& file : below) {
      if (ends_with(file, ".yaml")) files.push_back(file);
    }
  }
  return !files.empty();
}

std::string detail_of(const std::vector<Mismatch>& mismatches) {
  std::string detail;
  for (const Mismatch& mismatch : mismatches)
    detail += mismatch.what + ":\n" + diff_text(mismatch.expected, mismatch.actual);
  return detail;
}

// Everything a run gave, for comparing builds.
std::string dump_text(const Run& run) {
  std::string out;
  for (const Output& output : run.outputs) {
    out += "-- changelog of " + output.name + "\n" + changelog_text(run, output);
    out += "-- table of " + output.name + "\n" + table_text(run, output);
    if (!output.messages.empty()) out += "-- messages of " + output.name + "\n" + messages_text(run, output);
  }
  if (run.pipeline) out += "-- changelog\n" + run.pipeline->changelog + "-- events\n" + run.pipeline->events;
  if (run.plan) out += "-- plan\n" + run.plan_text;
  if (run.error) out += "-- error [" + run.error->error.code + "] " + run.error->error.message + "\n";
  return out;
}

TestResult test_file(const std::string& path, const std::string& text, const TestOptions& options,
                     CliHost& host) {
  TestResult result;
  result.path = path;
  Result<Scenario> scenario = read_scenario(text);
  if (!scenario) {
    result.detail = to_text(scenario.error(), text) + "\n";
    return result;
  }
  std::unique_ptr<Run> run = run_scenario(std::move(*scenario), RunOptions{});
  std::vector<Mismatch> mismatches = check_run(*run);
  const bool checks = expects_anything(*run);
  result.passed = mismatches.empty();
  result.detail = detail_of(mismatches);
  if (result.passed && !checks) result.detail = "expects nothing: --update writes down what comes out\n";
  if ((!result.passed || !checks) && options.update) {
    Expect recorded = record_run(*run, run->scenario.expect ? *run->scenario.expect : Expect{});
    result.passed = host.write_file(path, replace_expect(text, recorded));
    result.detail = result.passed ? "" : "cannot write " + path + "\n";
  }
  return result;
}

int dump(const std::vector<std::string>& files, CliHost& host) {
  for (const std::string& path : files) {
    std::string text;
    if (!host.read_file(path, &text)) return usage_error(host, "cannot read " + path);
    host.out("== " + path + "\n");
    Result<Scenario> scenario = read_scenario(text);
    host.out(scenario ? dump_text(*run_scenario(std::move(*scenario), RunOptions{}))
                      : to_text(scenario.error(), text) + "\n");
  }
  return 0;
}

int parse_options(const std::vector<std::string>& args, CliHost& host, TestOptions& options) {
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--reporter") {
      if (i + 1 == args.size()) return usage_error(host, "--reporter needs a value");
      options.reporter = args[++i];
    } else if (arg == "--update") {
      options.update = true;
    } else if (arg == "--dump") {
      options.dump = true;
    } else if (arg.rfind("--", 0) == 0) {
      return usage_error(host, "unknown option " + arg);
    } else {
      options.paths.push_back(arg);
    }
  }
  return 0;
}

}  // namespace

int test_command(const std::vector<std::string>& args, CliHost& host) {
  TestOptions options;
  if (int code = parse_options(args, host, options)) return code;
  std::vector<std::string> files;
  if (!expand(options.paths, host, files))
    return usage_error(host, "test needs scenario files or folders that hold some");
  if (options.dump) return dump(files, host);
  std::unique_ptr<Reporter> reporter = make_reporter(options.reporter, host);
  if (!reporter) return usage_error(host, "unknown reporter '" + options.reporter + "': line, tap or junit");

  int32_t passed = 0, failed = 0;
  bool unreadable = false;
  reporter->begin(files.size());
  for (const std::string& path : files) {
    std::string text;
    TestResult result;
    if (host.read_file(path, &text)) {
      result = test_file(path, text, options, host);
    } else {
      result.path = path;
      result.detail = "cannot read the file\n";
      unreadable = true;
    }
    reporter->report(result);
    ++(result.passed ? passed : failed);
  }
  reporter->end(passed, failed);
  return unreadable ? 2 : failed > 0 ? 1 : 0;
}

}  // namespace rowkind
