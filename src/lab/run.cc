#include "lab/run.h"

#include <algorithm>
#include <chrono>

#include "base/limits.h"
#include "formats/format.h"
#include "formats/print_text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

constexpr int32_t kProgressEvery = 256;  // steps

int64_t now_micros() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

// Collects the rows of every sink with the step that is running, and what the sink's format writes for them.
class Collector final : public SinkConsumer {
 public:
  explicit Collector(Run& run, bool keep_messages) : run_(run), keep_messages_(keep_messages) {
    for (const std::shared_ptr<SinkNode>& sink : run.plan->sinks) encoders_.push_back(encoder(*sink));
  }
  // A row that cannot be written fails the job before it is out.
  void on_change(int32_t sink, RowKind kind, const RowPtr& row) override {
    Output& output = run_.outputs[run_.output_of[static_cast<size_t>(sink)]];
    if (Encoder* encoder = encoders_[sink].get()) {
      // A Kafka message without value; its key is not shown.
      bool tombstone = output.connector == "upsert-kafka" && is_retract(kind);
      std::string message = tombstone ? "null" : encoder->encode(kind, *row).or_throw();
      if (keep_messages_) output.messages.push_back(std::move(message));
    }
    output.changes.push_back(OutputChange{step, kind, row});
  }
  int32_t step = 0;

 private:
  // Null: the sink has no format, or one that is not here. The print connector is one itself.
  std::unique_ptr<Encoder> encoder(const SinkNode& sink) const {
    if (!sink.table) return nullptr;
    FormatConfig config;
    for (const Column& column : sink.table->columns) {
      if (column.kind == ColumnKind::kPhysical) config.physical.push_back({column.name, column.type});
    }
    if (sink.table->connector == "print") return make_print_encoder(sink.table->options, config.physical);
    if (sink.table->format.empty()) return nullptr;
    config.options = sink.table->options;
    config.zone = &run_.zone();
    Result<std::unique_ptr<Encoder>> encoder = make_encoder(sink.table->format, config);
    return encoder ? std::move(*encoder) : nullptr;
  }

  Run& run_;
  bool keep_messages_;
  std::vector<std::unique_ptr<Encoder>> encoders_;
};

std::vector<int32_t> key_columns(const SinkNode& sink) {
  return sink.table ? sink.primary_key : std::vector<int32_t>{};
}

void make_outputs(Run& run) {
  for (size_t i = 0; i < run.plan->sinks.size(); ++i) {
    const std::shared_ptr<SinkNode>& sink = run.plan->sinks[i];
    // What several INSERTs write into one table is one output.
    const auto known = std::find_if(run.outputs.begin(), run.outputs.end(), [&](const Output& output) {
      return sink->table && output.name == sink->name && run.plan->sinks[output.sink]->table;
    });
    run.output_of.push_back(static_cast<size_t>(known - run.outputs.begin()));
    if (known != run.outputs.end()) continue;
    Output output;
    output.sink = i;
    output.name = sink->name;
    output.connector = sink->table ? sink->table->connector : "";
    output.type = sink->type;
    output.key = key_columns(*sink);
    run.outputs.push_back(std::move(output));
  }
}

Result<ScriptOptions> script_options(const Scenario& scenario) {
  ScriptOptions options;
  std::optional<FlinkVersion> version = parse_flink_version(scenario.flink);
  if (!version) {
    return Error{"scenario/flink-version",
                 "Flink " + scenario.flink + " is not a version that rowkind knows",
                 {},
                 "use one of " + flink_versions().front() + " to " + flink_versions().back()};
  }
  options.flink_version = *version;
  options.table_modes = scenario.table_modes;
  for (const auto& [key, value] : scenario.options) {
    if (key == "pair-updates") continue;  // of the input
    if (key != "consumer") {
      options.settings[key] = value;
    } else if (value == "retract") {
      options.consumer = Consumer::kRetract;
    } else if (value == "upsert") {
      options.consumer = Consumer::kUpsert;
    } else if (value == "append") {
      options.consumer = Consumer::kAppend;
    } else {
      return Error{"scenario/consumer", "Unknown consumer '" + value + "'.", {}, "retract, upsert or append"};
    }
  }
  return options;
}

// Text -> plan. False when run.error says why not.
bool plan_script(Run& run) {
  Result<ScriptOptions> options = script_options(run.scenario);
  if (!options) {
    run.error = RunError{options.error(), ErrorSource::kScenario, -1, -1, 0};
    return false;
  }
  Result<CompiledScript> script = compile_script(run.scenario.sql->text, *options);
  if (!script) {
    run.error = RunError{script.error(), ErrorSource::kSql, -1, -1, 0};
    return false;
  }
  run.script = std::move(*script);
  Result<PhysicalPlan> plan = optimize(*run.script);
  if (!plan) {
    run.error = RunError{plan.error(), ErrorSource::kSql, -1, -1, 0};
    return false;
  }
  run.plan = std::make_shared<const PhysicalPlan>(std::move(*plan));
  run.plan_text = explain(*run.plan);
  for (size_t i = 0; i < run.script->explains.size(); ++i) {
    Result<PhysicalPlan> explained = optimize_explain(*run.script, i);
    if (!explained) {
      run.error = RunError{explained.error(), ErrorSource::kSql, -1, -1, 0};
      return false;
    }
    const std::vector<std::string>& details = run.script->explains[i].details;
    const bool modes = std::find(details.begin(), details.end(), "CHANGELOG_MODE") != details.end();
    if (!run.plan_text.empty()) run.plan_text += "\n";
    run.plan_text += explain(*explained, modes);
  }
  return true;
}

Status run_item(Job& job, const FeedItem& item, int32_t source) {
  switch (item.kind) {
    case InputKind::kRows:
      return job.push(source, item.changes);
    case InputKind::kClock:
      return job.advance_clock(item.time);
    case InputKind::kWatermark:
      return job.watermark(source, item.time);
    case InputKind::kEnd:
      return job.finish();
    case InputKind::kDdl:
      break;
  }
  return Error{"scenario/ddl", "A ddl item belongs to a pipeline, not to SQL.", {}, "remove the item"};
}

void run_feed(Run& run, Collector& collector, const Progress& progress) {
  std::vector<int32_t> sources;
  for (const auto& table : run.script->tables) sources.push_back(run.job->source(table->name));
  if (Status started = run.job->start(); !started) {
    run.error = RunError{started.error(), ErrorSource::kSql, 0, -1, 0};
    return;
  }
  const int32_t total = static_cast<int32_t>(run.feed.items.size());
  for (const FeedItem& item : run.feed.items) {
    if (progress && run.steps % kProgressEvery == 0) progress(run.steps, total);
    collector.step = ++run.steps;
    if (item.error) {
      run.error = RunError{*item.error, ErrorSource::kInput, run.steps, item.item, item.line};
      return;
    }
    int32_t source = item.table < 0 ? -1 : sources[item.table];
    if (Status status = run_item(*run.job, item, source); !status) {
      run.error = RunError{status.error(), ErrorSource::kSql, run.steps, item.item, item.line};
      return;
    }
  }
}

}  // namespace

const TimeZone& Run::zone() const {
  static const std::string kKey = "table.local-time-zone";
  if (script) {
    auto it = script->settings.find(kKey);
    const TimeZone* found = it == script->settings.end() ? nullptr : TimeZone::find(it->second);
    if (found) return *found;
  }
  return TimeZone::utc();
}

std::unique_ptr<Run> run_scenario(Scenario scenario, const RunOptions& options) {
  auto run = std::make_unique<Run>();
  run->scenario = std::move(scenario);
  int64_t begun = now_micros();
  if (run->scenario.pipeline) {
    run_pipeline(*run);
    run->run_micros = now_micros() - begun;
    return run;
  }
  bool planned = plan_script(*run);
  run->plan_micros = now_micros() - begun;
  if (!planned) return run;
  make_outputs(*run);

  const std::optional<Expect>& expect = run->scenario.expect;
  Collector collector(*run, options.trace || (expect && !expect->messages.empty()));
  JobOptions job_options;
  job_options.settings = run->script->settings;
  run->feed = build_feed(run->scenario, run->script->tables, run->zone(),
                         options.trace || (expect && expect->advice));
  job_options.trace = options.trace && static_cast<int64_t>(run->feed.items.size()) <= limits::kTracedSteps;
  Result<std::unique_ptr<Job>> job = Job::create(run->plan, job_options, &collector);
  if (!job) {
    run->error = RunError{job.error(), ErrorSource::kSql, -1, -1, 0};
    return run;
  }
  run->job = std::move(*job);
  begun = now_micros();
  run_feed(*run, collector, options.progress);
  run->run_micros = now_micros() - begun;
  return run;
}

}  // namespace rowkind
