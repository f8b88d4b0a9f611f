// Queries whose physical plans were recorded from Flink 2.3.0 (optimize_queries.txt: DDL, then "## name", the
// script, "=>", the plan with changelog modes or "! words of the error").
#include <cstdlib>

#include "doctest/doctest.h"
#include "plan/tree_text.h"

using namespace rowkind::testing;

TEST_CASE("queries plan as Flink plans them") {
  std::istringstream lines(read_file("tests/unit/plan/optimize_queries.txt"));
  const char* only = std::getenv("GOLDEN");
  std::string line, ddl, name, sql, expected, report;
  int32_t equal = 0, differ = 0;
  enum class Part { kDdl, kSql, kPlan } part = Part::kDdl;
  const auto flush = [&] {
    if (!name.empty() && (only == nullptr || name.find(only) != std::string::npos)) {
      const auto script = rowkind::compile_script(ddl + sql, {});
      std::string got;
      if (script.ok()) {
        const auto plan = rowkind::optimize(*script);
        got = plan.ok() ? rowkind::explain(*plan) : "! " + plan.error().message + "\n";
      } else {
        got = "! " + script.error().message + "\n";
      }
      const bool refused =
          expected[0] == '!' && got.find(expected.substr(2, expected.size() - 3)) != std::string::npos;
      if (got == expected || refused) {
        ++equal;
      } else {
        ++differ;
        report += "DIFFERS " + name + ": " + sql + "--- flink\n" + expected + "--- ours\n" + got;
      }
    }
    sql.clear();
    expected.clear();
  };
  while (std::getline(lines, line)) {
    if (line.compare(0, 3, "## ") == 0) {
      flush();
      name = line.substr(3);
      part = Part::kSql;
    } else if (line == "=>") {
      part = Part::kPlan;
    } else {
      (part == Part::kDdl ? ddl : part == Part::kSql ? sql : expected) += line + "\n";
    }
  }
  flush();
  MESSAGE(report << equal << " equal, " << differ << " differ");
  CHECK(differ == 0);
}
