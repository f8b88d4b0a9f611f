#include "ops/options.h"

namespace rowkind {

OperatorOptions read_operator_options(const Options& settings) {
  OperatorOptions options;
  options.state_ttl_millis = duration_option(settings, "table.exec.state.ttl", 0);
  options.mini_batch = bool_option(settings, "table.exec.mini-batch.enabled", false);
  options.mini_batch_size = integer_option(settings, "table.exec.mini-batch.size", 0);
  options.drop_null_rows = enum_option(settings, "table.exec.sink.not-null-enforcer", "ERROR") == "DROP";
  std::string length = enum_option(settings, "table.exec.sink.type-length-enforcer", "IGNORE");
  if (length == "TRIM_PAD") options.length = LengthEnforcer::kTrimPad;
  if (length == "ERROR") options.length = LengthEnforcer::kError;
  options.dedup_first_row_is_insert =
      bool_option(settings, "table.exec.deduplicate.insert-update-after-sensitive-enabled", true);
  options.dedup_compact_changes =
      bool_option(settings, "table.exec.deduplicate.mini-batch.compact-changes-enabled", false);
  return options;
}

}  // namespace rowkind
