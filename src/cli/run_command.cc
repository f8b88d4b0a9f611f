#include <algorithm>

#include "cli/commands.h"
#include "expr/function.h"
#include "formats/forms.h"
#include "lab/check.h"
#include "lab/export.h"

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

namespace {

struct RunArguments {
  std::string path, form = "notation";
};

// Empty: fine; else what is wrong.
std::string read_arguments(const std::vector<std::string>& args, RunArguments& out) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--format" && i + 1 < args.size()) {
      out.form = args[++i];
    } else if (!out.path.empty() || (args[i].size() > 1 && args[i][0] == '-')) {
      return "run takes one file and --format FORM";
    } else {
      out.path = args[i];
    }
  }
  if (out.path.empty()) return "run takes one file";
  const std::vector<std::string>& forms = changelog_forms();
  if (std::find(forms.begin(), forms.end(), out.form) != forms.end()) return "";
  std::string known;
  for (const std::string& form : forms) known += (known.empty() ? "" : ", ") + form;
  return "unknown format '" + out.form + "': " + known;
}

// What an output holds, in the form asked for; the table in those that have one.
std::string output_text(const Run& run, size_t index, const std::string& form) {
  const Output& output = run.outputs[index];
  if (form == "notation") return changelog_text(run, output) + "\n" + table_text(run, output);
  std::string out = export_text(run, index, ExportPart::kChangelog, form, run.steps).or_throw();
  const std::vector<std::string>& tables = table_forms();
  if (std::find(tables.begin(), tables.end(), form) == tables.end()) return out;
  return out + "\n" + export_text(run, index, ExportPart::kTable, form, run.steps).or_throw();
}

}  // namespace

int run_command(const std::vector<std::string>& args, CliHost& host) {
  RunArguments arguments;
  std::string wrong = read_arguments(args, arguments);
  if (!wrong.empty()) return usage_error(host, wrong);
  int code = 0;
  std::unique_ptr<Run> run = load_and_run(arguments.path, host, code);
  if (!run) return code;
  if (run->pipeline && arguments.form != "notation")
    return usage_error(host, "a pipeline is printed as notation and events");
  for (size_t i = 0; i < run->outputs.size(); ++i) {
    if (run->outputs.size() > 1) host.out("-- " + run->outputs[i].name + "\n");
    try {
      host.out(output_text(*run, i, arguments.form));
    } catch (const Failure& failure) {
      host.err("rowkind: " + to_text(failure.error) + "\n");
      return 1;
    }
    if (run->outputs.size() > 1) host.out("\n");
  }
  if (run->pipeline) {
    host.out(run->pipeline->changelog);
    host.out("\n" + run->pipeline->events);
  }
  if (!run->error) return 0;
  host.err(located_error(arguments.path, *run));
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
