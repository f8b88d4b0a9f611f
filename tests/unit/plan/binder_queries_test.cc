// Queries whose trees were recorded from Flink 2.3.0 (binder_queries.txt: DDL, then "## name", the query,
// "=>", the tree or "! error").
#include <cstdlib>

#include "doctest/doctest.h"
#include "plan/tree_text.h"

using namespace rowkind::testing;

TEST_CASE("queries bind to the trees of Flink") {
  std::istringstream lines(read_file("tests/unit/plan/binder_queries.txt"));
  const char* only = std::getenv("GOLDEN");
  std::string line, ddl, name, sql, expected, report;
  int32_t equal = 0, differ = 0, known = 0;
  enum class Part { kDdl, kSql, kTree } part = Part::kDdl;
  const auto flush = [&] {
    if (!name.empty() && (only == nullptr || name.find(only) != std::string::npos)) {
      const std::string script_text = ddl + sql;
      const auto script = rowkind::compile_script(script_text, {});
      const std::string got = script.ok() ? logical_text(*script) : "! " + script.error().message + "\n";
      const std::string wanted = comparable(expected);
      // Of a refusal, ours has to hold Flink's first words.
      const bool refused =
          wanted[0] == '!' && got.find(wanted.substr(2, wanted.size() - 3)) != std::string::npos;
      if (got == wanted || refused) {
        ++equal;
      } else if (known_difference(name) != nullptr) {
        ++known;
      } else {
        ++differ;
        report += "DIFFERS " + name + ": " + sql + "--- flink\n" + wanted + "--- ours\n" + got;
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
      part = Part::kTree;
    } else if (!line.empty()) {
      (part == Part::kDdl ? ddl : part == Part::kSql ? sql : expected) += line + "\n";
    }
  }
  flush();
  MESSAGE(report << equal << " equal, " << known << " known to differ, " << differ << " differ");
  CHECK(differ == 0);
}
