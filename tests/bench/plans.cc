#include "plans.h"

#include "plan/planner.h"

namespace rowkind::bench {
namespace {

constexpr const char* kTables = R"(
CREATE TABLE c (id INT, g INT, v INT, ts INT) WITH ('connector' = 'bench');
CREATE TABLE u (id INT, g INT, v INT, ts INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'bench');
CREATE TABLE d (g INT, name STRING, PRIMARY KEY (g) NOT ENFORCED) WITH ('connector' = 'bench');
CREATE TABLE a (id INT, v INT, ts INT, pt AS PROCTIME()) WITH ('connector' = 'bench');
CREATE TABLE e (id INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'bench');
CREATE TABLE f (id INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'bench');
)";

}  // namespace

PhysicalPlan plan_of(const std::string& sql) {
  ScriptOptions options;
  options.table_modes["c"] = ChangelogMode::retract();
  options.table_modes["u"] = ChangelogMode::upsert();
  auto script = compile_script(kTables + sql, options);
  auto plan = optimize(script.or_throw());
  return std::move(plan.or_throw());
}

}  // namespace rowkind::bench
