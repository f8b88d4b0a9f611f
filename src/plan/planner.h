// The way from SQL text to a physical plan. Borders of the room:
//   compile_script  text -> catalog + logical plan (parser, DDL, binder)
//   optimize        logical plan -> physical plan (rules, changelog modes, upsert keys)
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/flink_version.h"
#include "plan/catalog.h"
#include "plan/config.h"
#include "plan/physical.h"
#include "plan/rel.h"

namespace rowkind {

// What a bare SELECT is collected by (scenario `options.consumer`).
enum class Consumer : uint8_t { kRetract, kUpsert, kAppend };

struct ScriptOptions {
  Options settings;                                  // from the scenario; SET statements come on top
  std::map<std::string, ChangelogMode> table_modes;  // scenario `tables: {t: {changelog-mode: [...]}}`
  Consumer consumer = Consumer::kRetract;
  FlinkVersion flink_version;
};

struct CompiledScript {
  std::vector<std::shared_ptr<const CatalogTable>> tables;  // in DDL order
  LogicalPlan logical;
  Options settings;  // scenario settings and SET, last one wins
  ScriptOptions options;
  // EXPLAIN statements of the script: their logical plans and details, in order.
  struct Explain {
    LogicalPlan logical;
    std::vector<std::string> details;  // CHANGELOG_MODE, PLAN_ADVICE, ...
  };
  std::vector<Explain> explains;
};

// All spans and error places are offsets into `sql`.
Result<CompiledScript> compile_script(std::string_view sql, const ScriptOptions& options);
Result<PhysicalPlan> optimize(const CompiledScript& script);
// The plan that the script's EXPLAIN number `index` shows: a bare SELECT has no sink there, so its root asks
// for no -U where it can.
Result<PhysicalPlan> optimize_explain(const CompiledScript& script, size_t index);

}  // namespace rowkind
