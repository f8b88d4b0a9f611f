#include <algorithm>
#include <map>
#include <set>

#include "cli/commands.h"
#include "cli/reporter.h"
#include "lab/check.h"

namespace rowkind {
namespace {

struct TestOptions {
  std::string reporter = "line";
  bool update = false, dump = false;
  std::string pending;
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

// "path reason" a line, paths relative to the list's own folder.
bool read_pending(const std::string& list, CliHost& host, std::map<std::string, std::string>& pending) {
  std::string text;
  if (!host.read_file(list, &text)) return false;
  size_t slash = list.rfind('/');
  std::string folder = slash == std::string::npos ? "" : list.substr(0, slash + 1);
  size_t start = 0;
  while (start < text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    start = end + 1;
    if (line.empty() || line[0] == '#') continue;
    size_t blank = line.find(' ');
    pending[folder + line.substr(0, blank)] =
        blank == std::string::npos ? "no reason given" : line.substr(blank + 1);
  }
  return true;
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
    if (!output.messages.empty()) out += "-- messages of " + output.name + "\n" + output.messages;
  }
  if (run.plan) out += "-- plan\n" + explain(*run.plan);
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
  result.passed = mismatches.empty();
  result.detail = detail_of(mismatches);
  if (!result.passed && options.update) {
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
    bool takes_value = arg == "--reporter" || arg == "--pending";
    if (takes_value && i + 1 == args.size()) return usage_error(host, arg + " needs a value");
    if (arg == "--reporter") {
      options.reporter = args[++i];
    } else if (arg == "--pending") {
      options.pending = args[++i];
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
  std::map<std::string, std::string> pending;
  if (!options.pending.empty() && !read_pending(options.pending, host, pending))
    return usage_error(host, "cannot read " + options.pending);

  int32_t passed = 0, failed = 0, pending_count = 0;
  bool unreadable = false;
  reporter->begin(files.size());
  for (const std::string& path : files) {
    std::string text;
    TestResult result;
    auto listed = pending.find(path);
    if (host.read_file(path, &text)) {
      result = test_file(path, text, options, host);
    } else {
      result.path = path;
      result.detail = "cannot read the file\n";
      unreadable = true;
    }
    if (listed != pending.end()) {
      if (result.passed) {
        result.passed = false;
        result.detail = "it passes now: take it out of " + options.pending + "\n";
      } else {
        result.pending_reason = listed->second;
      }
      pending.erase(listed);
    }
    reporter->report(result);
    ++(result.passed ? passed : result.pending_reason.empty() ? failed : pending_count);
  }
  reporter->end(passed, failed, pending_count);
  return unreadable ? 2 : failed > 0 ? 1 : 0;
}

}  // namespace rowkind
