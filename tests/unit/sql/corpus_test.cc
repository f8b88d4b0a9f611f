// The parser against what the parser of Flink 2.3.0 accepts, refuses and makes of each text.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "sql/parser.h"
#include "sql/unparser.h"

namespace rowkind::sql {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Sample {
  std::string input;
  std::string wanted;
};

// Pairs of lines: the text, and the wanted result behind two blanks.
std::vector<Sample> samples(const std::string& name) {
  std::vector<Sample> result;
  std::istringstream lines(read("tests/unit/sql/" + name));
  std::string line;
  while (std::getline(lines, line)) {
    if (line.empty() || line.rfind("# ", 0) == 0) continue;
    if (line.rfind("  ", 0) == 0) {
      result.back().wanted = line.substr(2);
    } else {
      result.push_back(Sample{line, ""});
    }
  }
  REQUIRE(result.size() > 20);
  return result;
}

std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ';')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string canonical(const std::string& text, bool expression) {
  if (expression) {
    Result<ExprPtr> result = parse_expression(text);
    return result.ok() ? unparse(**result) : "error: " + result.error().message;
  }
  Result<Script> result = parse_script(text);
  return result.ok() ? one_line(unparse(*result)) : "error: " + result.error().message;
}

void check_accepted(const std::string& name, bool expression) {
  for (const Sample& sample : samples(name)) {
    CAPTURE(sample.input);
    CHECK(canonical(sample.input, expression) == sample.wanted);
    CHECK(canonical(sample.wanted, expression) == sample.wanted);
  }
}

void check_refused(const std::string& name, bool expression) {
  for (const Sample& sample : samples(name)) {
    CAPTURE(sample.input);
    std::string result = canonical(sample.input, expression);
    CHECK_MESSAGE(result.find(sample.wanted) != std::string::npos, result, " wanted: ", sample.wanted);
    CHECK(result.rfind("error: ", 0) == 0);
  }
}

// The literal block of the key `sql` and whether the file expects an error.
std::string sql_of(const std::string& scenario) {
  size_t at = scenario.rfind("sql: |", 0) == 0 ? 0 : scenario.find("\nsql: |");
  if (at == std::string::npos) return "";
  std::istringstream lines(scenario.substr(scenario.find('\n', at + 1) + 1));
  std::string line;
  std::string sql;
  while (std::getline(lines, line)) {
    if (!line.empty() && line[0] != ' ') break;
    sql += (line.size() > 2 ? line.substr(2) : "") + "\n";
  }
  return sql;
}

// The quoted text of expect.error.contains, or "".
std::string expected_error(const std::string& scenario) {
  size_t at = scenario.find("contains: '");
  if (at == std::string::npos) return "";
  std::string gist;
  for (at += 11; at < scenario.size(); ++at) {
    if (scenario[at] == '\'' && scenario[++at] != '\'') break;
    gist += scenario[at];
  }
  return gist;
}

}  // namespace

TEST_CASE("expressions that Flink accepts") {
  check_accepted("expressions.accepted.txt", true);
}
TEST_CASE("statements that Flink accepts") {
  check_accepted("statements.accepted.txt", false);
}
TEST_CASE("expressions that Flink refuses") {
  check_refused("expressions.refused.txt", true);
}
TEST_CASE("statements that Flink refuses") {
  check_refused("statements.refused.txt", false);
}

TEST_CASE("the SQL of every golden scenario parses, and reads back the same") {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/golden")) {
    if (entry.path().extension() != ".yaml") continue;
    std::string scenario = read(entry.path());
    std::string sql = sql_of(scenario);
    if (sql.empty()) continue;
    CAPTURE(entry.path().string());
    ++count;
    Result<Script> script = parse_script(sql);
    if (!script.ok()) {
      // A parse error must be the one that was recorded.
      std::string gist = expected_error(scenario);
      REQUIRE_MESSAGE(!gist.empty(), to_text(script.error(), sql));
      CHECK_MESSAGE(script.error().message.find(gist) != std::string::npos, script.error().message,
                    " wanted: ", gist);
      continue;
    }
    std::string text = unparse(*script);
    Result<Script> again = parse_script(text);
    REQUIRE_MESSAGE(again.ok(), to_text(again.error(), text));
    CHECK(unparse(*again) == text);
    std::vector<Span> spans = statement_spans(sql);
    REQUIRE(spans.size() == script->statements.size());
    for (size_t i = 0; i < spans.size(); ++i) {
      CHECK(spans[i].offset == script->statements[i]->span.offset);
      CHECK(spans[i].length == script->statements[i]->span.length);
    }
  }
  CHECK(count > 500);
}

}  // namespace rowkind::sql
