// Settings of a job that operators look at, read once from Flink's option texts.
#pragma once

#include <cstdint>

#include "plan/config.h"

namespace rowkind {

enum class LengthEnforcer : uint8_t { kIgnore, kTrimPad, kError };

struct OperatorOptions {
  int64_t state_ttl_millis = 0;                     // table.exec.state.ttl
  bool mini_batch = false;                          // table.exec.mini-batch.enabled
  int64_t mini_batch_size = 0;                      // table.exec.mini-batch.size, rows; 0: never full
  bool drop_null_rows = false;                      // table.exec.sink.not-null-enforcer = DROP
  LengthEnforcer length = LengthEnforcer::kIgnore;  // table.exec.sink.type-length-enforcer
  bool dedup_first_row_is_insert = true;  // table.exec.deduplicate.insert-update-after-sensitive-enabled
  bool dedup_compact_changes = false;     // table.exec.deduplicate.mini-batch.compact-changes-enabled
};

OperatorOptions read_operator_options(const Options& settings);

}  // namespace rowkind
