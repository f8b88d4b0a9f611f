// Binds the SQL of every golden scenario and compares with what Flink 2.3.0 prints under "== Abstract Syntax
// Tree ==" (files in tests/unit/plan/ast, one a family). Where Flink refuses the statement, so must we, here
// or later in the planner.
#include <cstdlib>

#include "doctest/doctest.h"
#include "plan/tree_text.h"

namespace {

using rowkind::CompiledScript;
using rowkind::Result;
using namespace rowkind::testing;

struct Source {
  std::string sql, flink = "2.3";
};

// The room that reads scenario files lies above this one: only the SQL block and the version are picked out
// here.
Source read_source(const std::filesystem::path& path) {
  std::istringstream lines(read_file(path));
  Source out;
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (inside && (line.empty() || line[0] == ' ')) {
      out.sql += line.substr(line.empty() ? 0 : 2) + "\n";
      continue;
    }
    inside = line == "sql: |";
    if (line.compare(0, 8, "flink: \"") == 0) out.flink = line.substr(8, line.size() - 9);
  }
  return out;
}

Result<CompiledScript> compile(const Source& source) {
  rowkind::ScriptOptions options;
  options.flink_version = rowkind::parse_flink_version(source.flink).value();
  return rowkind::compile_script(source.sql, options);
}

struct Tally {
  int32_t equal = 0, known = 0, differs = 0, refused = 0;
  std::string report;
};

void check(const std::filesystem::path& golden, const std::string& name, const std::string& expected,
           bool verbose, Tally& tally) {
  const Source source = read_source(golden / (name + ".yaml"));
  if (source.sql.empty() || source.flink != "2.3") return;
  const std::string where = golden.filename().string() + "/" + name;
  const Result<CompiledScript> script = compile(source);
  if (expected[0] == '!') {
    if (verbose && !script.ok())
      tally.report +=
          "REFUSED " + where + "\n  flink " + expected + "  ours  " + script.error().message + "\n";
    if (verbose && script.ok()) tally.report += "LATER " + where + "\n  flink " + expected;
    return;
  }
  if (known_difference(where) != nullptr) {
    ++tally.known;
    return;
  }
  if (!script.ok()) {
    ++tally.refused;
    tally.report += "ERROR " + where + ": " + rowkind::to_text(script.error(), source.sql) + "\n";
    return;
  }
  const std::string got = logical_text(*script), wanted = comparable(expected);
  if (got == wanted) {
    ++tally.equal;
    return;
  }
  ++tally.differs;
  tally.report += "DIFFERS " + where + "\n--- flink\n" + wanted + "--- ours\n" + got;
}

}  // namespace

TEST_CASE("goldens bind to the trees of Flink") {
  const char* only = std::getenv("GOLDEN");
  const bool verbose = std::getenv("GOLDEN_VERBOSE") != nullptr;
  Tally tally;
  for (const auto& file : std::filesystem::directory_iterator("tests/unit/plan/ast")) {
    const std::string family = file.path().stem().string();
    std::istringstream lines(read_file(file.path()));
    std::string line, name, expected;
    const auto flush = [&] {
      if (!name.empty() && (only == nullptr || (family + "/" + name).find(only) != std::string::npos))
        check("tests/golden/" + family, name, expected, verbose, tally);
      expected.clear();
    };
    while (std::getline(lines, line)) {
      if (line.compare(0, 3, "## ") == 0) {
        flush();
        name = line.substr(3);
      } else if (!line.empty()) {
        expected += line + "\n";
      }
    }
    flush();
  }
  MESSAGE(tally.report << tally.equal << " equal, " << tally.known << " known to differ, " << tally.differs
                       << " differ, " << tally.refused << " refused");
  CHECK(tally.differs + tally.refused == 0);
}
