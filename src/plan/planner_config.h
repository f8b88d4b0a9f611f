// Typed access to the table.* options a plan depends on. Defaults are Flink's (ExecutionConfigOptions,
// OptimizerConfigOptions).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/error.h"
#include "base/flink_version.h"

namespace rowkind {

struct PlannerConfig {
  FlinkVersion version;
  bool mini_batch = false;                // table.exec.mini-batch.enabled
  int64_t mini_batch_latency_millis = 0;  // table.exec.mini-batch.allow-latency
  int64_t mini_batch_size = -1;           // table.exec.mini-batch.size
  enum class AggPhase : uint8_t {
    kAuto,
    kOnePhase,
    kTwoPhase
  } agg_phase = AggPhase::kAuto;  // table.optimizer.agg-phase-strategy
  bool split_distinct = false;    // table.optimizer.distinct-agg.split.enabled
  int64_t split_buckets = 1024;   // table.optimizer.distinct-agg.split.bucket-num
  bool incremental_agg = true;    // table.optimizer.incremental-agg-enabled
  bool cdc_duplicates = false;    // table.exec.source.cdc-events-duplicate
  int64_t state_ttl_millis = 0;   // table.exec.state.ttl
  enum class Materialize : uint8_t {
    kAuto,
    kForce,
    kNone
  } upsert_materialize = Materialize::kAuto;  // table.exec.sink.upsert-materialize
  bool require_on_conflict = true;            // table.exec.sink.require-on-conflict (on only in 2.3)
  bool not_null_drop = false;                 // table.exec.sink.not-null-enforcer = DROP
  bool resolve_updates = false;          // table.optimizer.non-deterministic-update.strategy = TRY_RESOLVE
  bool multi_join = false;               // table.optimizer.multi-join.enabled
  bool early_fire = false;               // table.exec.emit.early-fire.enabled
  int64_t early_fire_delay_millis = -1;  // not set
  bool late_fire = false;                // table.exec.emit.late-fire.enabled
  int64_t late_fire_delay_millis = -1;
  int64_t allow_lateness_millis = -1;  // table.exec.emit.allow-lateness
};

// Failure config/bad-value for a value that Flink would not parse. Unknown keys are not looked at.
PlannerConfig planner_config(const std::map<std::string, std::string>& settings, FlinkVersion version = {});

// "1 h", "10min", "500 ms", "1000" (milliseconds) as milliseconds; Failure config/bad-value.
int64_t duration_millis(const std::string& key, const std::string& text);

}  // namespace rowkind
