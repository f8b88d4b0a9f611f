#include "lab/lab.h"

#include <map>
#include <utility>

#include "base/flink_version.h"
#include "expr/function.h"
#include "formats/format.h"
#include "formats/paste.h"
#include "lab/check.h"
#include "lab/export.h"
#include "lab/views.h"

namespace rowkind {
namespace {

constexpr const char* kVersion = "0.1.0";
constexpr int64_t kDefaultRows = 200;  // of one table view

struct Session {
  std::unique_ptr<Run> run;
  std::vector<TableHistory> histories;
};

Json ok() {
  return {{"ok", true}};
}

Json failed(const Error& error, std::string_view text = {}) {
  return {{"ok", false}, {"error", diagnostic_json(error, "scenario", text)}};
}

std::string text_argument(const Json& request, const char* name) {
  if (!request.contains(name) || !request[name].is_string())
    throw Failure("lab/request", std::string("The request needs a text '") + name + "'.");
  return request[name].get<std::string>();
}

int64_t number_argument(const Json& request, const char* name) {
  if (!request.contains(name) || !request[name].is_number_integer()) {
    throw Failure("lab/request", std::string("The request needs a whole number '") + name + "'.");
  }
  return request[name].get<int64_t>();
}

Json version() {
  return {{"ok", true}, {"version", kVersion}, {"flink", flink_versions()}, {"formats", format_names()}};
}

Json test(const Json& request) {
  std::string yaml = text_argument(request, "scenario");
  Result<Scenario> scenario = read_scenario(yaml);
  if (!scenario) return failed(scenario.error(), yaml);
  std::unique_ptr<Run> run = run_scenario(std::move(*scenario), RunOptions{});
  Json mismatches = Json::array();
  for (const Mismatch& mismatch : check_run(*run)) {
    mismatches.push_back(
        {{"what", mismatch.what}, {"expected", mismatch.expected}, {"actual", mismatch.actual}});
  }
  Json out = ok();
  out["passed"] = mismatches.empty();
  out["mismatches"] = std::move(mismatches);
  return out;
}

// A document as a scenario file.
Json write(const Json& request) {
  Result<Scenario> scenario = from_document(request.contains("document") ? request["document"] : Json());
  if (!scenario) return failed(scenario.error());
  Json out = ok();
  out["scenario"] = write_scenario(*scenario);
  return out;
}

Json functions() {
  Json list = Json::array();
  for (const FunctionInfo& function : all_functions()) {
    list.push_back({{"name", function.name},
                    {"category", function.category},
                    {"signature", function.signature},
                    {"summary", function.summary},
                    {"aggregate", function.aggregate}});
  }
  Json out = ok();
  out["functions"] = std::move(list);
  return out;
}

int64_t limit_of(const Json& request) {
  return request.contains("limit") ? number_argument(request, "limit") : kDefaultRows;
}

// The likely format of pasted rows.
Json detect(const Json& request) {
  Json out = ok();
  out["format"] = detect_format(text_argument(request, "text"));
  return out;
}

}  // namespace

struct Lab::Impl {
  std::map<int64_t, Session> sessions;
  int64_t next_session = 1;
  Progress progress;

  Json answer(const Json& request) {
    std::string method = text_argument(request, "method");
    if (method == "version") return version();
    if (method == "open") return open(request);
    if (method == "step") return step(request);
    if (method == "rows") return rows(request);
    if (method == "text") return text(request);
    if (method == "close") {
      sessions.erase(number_argument(request, "session"));
      return ok();
    }
    if (method == "test") return test(request);
    if (method == "write") return request.contains("session") ? write_test(request) : write(request);
    if (method == "functions") return functions();
    if (method == "detect") return detect(request);
    std::string hint = did_you_mean(
        method, {"version", "open", "step", "rows", "text", "close", "test", "write", "functions", "detect"});
    throw Failure("lab/request", "Unknown method '" + method + "'.", {}, hint);
  }

  Json open(const Json& request) {
    std::string yaml;
    Result<Scenario> scenario = Error{};
    if (request.contains("document")) {
      scenario = from_document(request["document"]);
    } else {
      yaml = text_argument(request, "scenario");
      scenario = read_scenario(yaml);
    }
    if (!scenario) return failed(scenario.error(), yaml);
    Session session;
    session.run = run_scenario(std::move(*scenario), RunOptions{true, progress});
    for (const Output& output : session.run->outputs) session.histories.emplace_back(output);
    Json out = ok();
    out["session"] = next_session;
    out.update(open_json(*session.run));
    sessions[next_session++] = std::move(session);
    return out;
  }

  Session& session_of(const Json& request) {
    auto found = sessions.find(number_argument(request, "session"));
    if (found == sessions.end())
      throw Failure("lab/session", "The session is closed.", {}, "open the scenario again");
    return found->second;
  }

  // What was run as a scenario file that expects what came out.
  Json write_test(const Json& request) {
    const Run& run = *session_of(request).run;
    Scenario scenario = run.scenario;
    scenario.expect = record_run(run, scenario.expect.value_or(Expect{}));
    scenario.verified.clear();
    Json out = ok();
    out["scenario"] = write_scenario(scenario);
    return out;
  }

  // The session and the step that a request names.
  std::pair<Session&, int32_t> place(const Json& request) {
    Session& session = session_of(request);
    int64_t index = number_argument(request, "index");
    const Run& run = *session.run;
    if (run.pipeline ? !run.pipeline->pipeline : !run.job || !run.job->trace())
      throw Failure("lab/no-trace", "The scenario has no trace to step through.");
    if (index < 0 || index > session.run->steps) {
      throw Failure("lab/step", "There is no step " + std::to_string(index) + ": steps go from 0 to " +
                                    std::to_string(session.run->steps) + ".");
    }
    return {session, static_cast<int32_t>(index)};
  }

  Json step(const Json& request) {
    auto [session, index] = place(request);
    Json out = ok();
    out.update(step_json(*session.run, session.histories, index, limit_of(request)));
    return out;
  }

  Json text(const Json& request) {
    auto [session, index] = place(request);
    std::string part = text_argument(request, "part");
    if (part != "changelog" && part != "table")
      throw Failure("lab/request", "Unknown part '" + part + "'.", {}, "changelog or table");
    Json out = ok();
    out["text"] = export_text(*session.run, static_cast<size_t>(number_argument(request, "output")),
                              part == "table" ? ExportPart::kTable : ExportPart::kChangelog,
                              text_argument(request, "form"), index)
                      .or_throw();
    return out;
  }

  Json rows(const Json& request) {
    auto [session, index] = place(request);
    const int64_t state = number_argument(request, "state");
    if (state < 0 || state >= state_count(*session.run))
      throw Failure("lab/state", "There is no state " + std::to_string(state) + ".");
    Json out = ok();
    out.update(rows_json(*session.run, index, static_cast<int32_t>(state), number_argument(request, "offset"),
                         limit_of(request)));
    return out;
  }
};

Lab::Lab() : impl_(std::make_unique<Impl>()) {}
Lab::~Lab() = default;

void Lab::on_progress(Progress listener) {
  impl_->progress = std::move(listener);
}

std::string Lab::call(std::string_view request) {
  Json parsed = Json::parse(request, nullptr, /*allow_exceptions=*/false);
  Json answer;
  if (!parsed.is_object()) {
    answer = failed(Error{"lab/request", "A request is a JSON object with a method."});
  } else {
    try {
      answer = impl_->answer(parsed);
    } catch (const Failure& failure) {
      answer = failed(failure.error);
    }
  }
  // Bytes that are no UTF-8 (a cut multi-byte text) print as U+FFFD.
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rowkind
