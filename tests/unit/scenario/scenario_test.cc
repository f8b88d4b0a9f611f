#include "scenario/scenario.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "doctest/doctest.h"

using namespace rowkind;

namespace {

std::string with_input(const std::string& input) {
  return "sql: SELECT 1\n" + input;
}

Error error_of(const std::string& yaml) {
  Result<Scenario> scenario = read_scenario(yaml);
  REQUIRE_FALSE(scenario.ok());
  return scenario.error();
}

void check_error(const std::string& yaml, const std::string& code, int line, int column,
                 const std::string& text) {
  Error error = error_of(yaml);
  CAPTURE(to_text(error, yaml));
  CHECK(error.code == code);
  LineColumn at = locate(yaml, error.span.offset);
  CHECK(at.line == line);
  CHECK(at.column == column);
  CHECK(to_text(error, yaml).find(text) != std::string::npos);
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// Everything but the places, as text that can be compared.
std::string dump(const Scenario& s) {
  std::string out = s.title + "|" + s.description + "|" + s.flink + "|" + s.flink_cdc + "|" + s.verified;
  auto add = [&](const std::string& name, const std::string& value) { out += "\n<" + name + "> " + value; };
  for (const std::string& tag : s.tags) add("tag", tag);
  if (s.sql) add("sql", s.sql->text);
  if (s.pipeline) add("pipeline", s.pipeline->text);
  for (const auto& [name, schema] : s.table_schemas) add(name, schema);
  for (const auto& [name, mode] : s.table_modes) {
    add(name, std::string() + (mode.insert ? "I" : "") + (mode.update_before ? "UB" : "") +
                  (mode.update_after ? "UA" : "") + (mode.deletes ? "D" : "") +
                  (mode.key_only_deletes ? "P" : ""));
  }
  for (const auto& [name, value] : s.options) add(name, value);
  for (const InputItem& item : s.input) {
    add("item " + std::to_string(static_cast<int>(item.kind)),
        item.table + "|" + item.format + "|" + item.text.text);
  }
  if (!s.expect) return out;
  const Expect& e = *s.expect;
  for (const auto* texts : {&e.changelog, &e.table, &e.messages, &e.events}) {
    for (const auto& [sink, text] : *texts) add("expect " + sink, text);
    add("end", "");
  }
  if (e.error) add("error", e.error->contains + std::to_string(e.error->line));
  if (e.plan) add("plan", *e.plan);
  if (e.advice) {
    for (const std::string& code : *e.advice) add("advice", code);
  }
  add("order", std::to_string(static_cast<int>(e.order)));
  return out;
}

}  // namespace

TEST_CASE("a whole scenario is read, with the places of its texts") {
  std::string yaml =
      "# a comment\n"
      "title: Counting\n"
      "tags: [aggregate, 'null']\n"
      "flink: 2.4\n"
      "sql: |\n"
      "  CREATE TABLE t (id INT);\n"
      "  SELECT * FROM t;\n"
      "tables:\n"
      "  t: {changelog-mode: [I, UA, PD]}\n"
      "options: {consumer: upsert, table.local-time-zone: Asia/Tokyo}\n"
      "input:\n"
      "  - {table: t, rows: \"+I[1]\"}\n"
      "  - table: t\n"
      "    format: json\n"
      "    rows: |\n"
      "\n"
      "      {\"id\":1}\n"
      "  - clock: '2024-01-01 10:00:00'\n"
      "  - {table: t, watermark: '2024-01-01 10:00:00'}\n"
      "  - end\n"
      "expect:\n"
      "  changelog:\n"
      "    s1: |\n"
      "      @1 +I[1]\n"
      "    s2: ''\n"
      "  error: {contains: oh, line: 3}\n"
      "  order: any\n"
      "  advice: []\n";
  Result<Scenario> read = read_scenario(yaml);
  REQUIRE(read.ok());
  const Scenario& s = *read;
  CHECK(s.title == "Counting");
  CHECK(s.tags == std::vector<std::string>{"aggregate", "null"});
  CHECK(s.flink == "2.4");
  CHECK(s.sql->text == "CREATE TABLE t (id INT);\nSELECT * FROM t;\n");
  CHECK(s.sql->line == 6);
  CHECK(s.sql->column == 3);
  LineColumn from = place_in_file(*s.sql, {2, 15});
  CHECK(from.line == 7);
  CHECK(from.column == 17);
  ChangelogMode mode = s.table_modes.at("t");
  CHECK(mode.key_only_deletes);
  CHECK_FALSE(mode.update_before);
  CHECK(s.options.size() == 2);
  REQUIRE(s.input.size() == 5);
  CHECK(s.input[0].text.text == "+I[1]");
  CHECK(s.input[0].text.line == 12);
  CHECK(s.input[0].text.column == 23);
  CHECK(s.input[1].format == "json");
  CHECK(s.input[1].text.text == "\n{\"id\":1}\n");
  CHECK(s.input[1].text.line == 16);
  CHECK(place_in_file(s.input[1].text, {2, 1}).line == 17);
  CHECK(s.input[3].kind == InputKind::kWatermark);
  CHECK(s.input[4].kind == InputKind::kEnd);
  REQUIRE(s.expect);
  CHECK(s.expect->changelog ==
        std::vector<std::pair<std::string, std::string>>{{"s1", "@1 +I[1]\n"}, {"s2", ""}});
  CHECK(s.expect->error->line == 3);
  CHECK(s.expect->order == ExpectOrder::kAny);
  CHECK(s.expect->advice->empty());
  CHECK(dump(*read_scenario(write_scenario(s))) == dump(s));
}

TEST_CASE("places count characters, also behind a byte order mark and text beyond ASCII") {
  std::string yaml = "title: \"Zürich – 東京\"\nsql: |\n    SELECT 'é';\ninput:\n  - {table: t, rowz: x}\n";
  check_error(yaml, "scenario/unknown-key", 5, 16, "did you mean 'rows'?");
  Result<Scenario> read = read_scenario("\xEF\xBB\xBFsql: |\n    SELECT 'é';\n");
  REQUIRE(read.ok());
  CHECK(read->sql->line == 2);
  CHECK(read->sql->column == 5);
}

TEST_CASE("bad scenarios are errors with a place and a hint") {
  check_error("tittle: x\nsql: SELECT 1\n", "scenario/unknown-key", 1, 1, "did you mean 'title'?");
  check_error("zzzzzzzz: x\nsql: SELECT 1\n", "scenario/unknown-key", 1, 1, "one of: title, description");
  check_error("SELECT 1", "scenario/not-a-scenario", 1, 1, "put the script under `sql: |`");
  check_error("[1, 2]", "scenario/not-a-scenario", 1, 1, "a list");
  check_error("", "scenario/no-program", 1, 1, "needs sql or pipeline");
  check_error("title: x\n", "scenario/no-program", 1, 1, "needs sql or pipeline");
  check_error("sql: SELECT 1\npipeline: x\n", "scenario/both-programs", 2, 11, "not both");
  check_error("title: x\nsql: ''\n", "scenario/no-program", 2, 6, "sql is empty");
  check_error("sql:\n  a: b\n", "scenario/wrong-type", 2, 3, "sql must be a text, but this is a mapping");
  check_error("sql: SELECT 1\ntags: x\n", "scenario/wrong-type", 2, 7,
              "tags must be a list, but this is a text");
  check_error("sql: SELECT 1\nflink: 1.9\n", "scenario/value", 2, 8, "flink cannot be '1.9'");
  check_error("sql: SELECT 1\nflink-cdc: '3.5'\n", "scenario/unknown-key", 2, 12, "goes with pipeline");
  check_error("sql: SELECT 1\nsql: SELECT 2\n", "scenario/duplicate-key", 2, 1, "occurs twice");
  check_error("sql: SELECT 1\ntables: {t: {changelog-mode: [I, X]}}\n", "scenario/value", 2, 34, "not 'X'");
  check_error("sql: SELECT 1\ntables: {t: 'id INT'}\n", "scenario/wrong-type", 2, 13, "changelog-mode");
  check_error("sql: SELECT 1\noptions: {consumer: retrakt}\n", "scenario/value", 2, 21,
              "did you mean 'retract'?");
  check_error(with_input("input:\n  - ende\n"), "scenario/value", 3, 5, "not 'ende'");
  check_error(with_input("input:\n  - {table: t}\n"), "scenario/missing", 3, 5,
              "needs rows, clock, watermark or ddl");
  check_error(with_input("input:\n  - {rows: x}\n"), "scenario/missing", 3, 5, "needs the table");
  check_error(with_input("input:\n  - {table: t, clock: '1'}\n"), "scenario/unknown-key", 3, 13,
              "an item with clock has no key 'table'");
  check_error(with_input("input:\n  - {table: t, rows: x, watermark: y}\n"), "scenario/value", 3, 25,
              "either rows or watermark");
  check_error(with_input("input:\n  - {ddl: ALTER}\n"), "scenario/value", 3, 11, "this scenario has sql");
  check_error(with_input("input:\n  - end\n  - end\n"), "scenario/after-end", 4, 5,
              "nothing can come after end");
  check_error(with_input("expect:\n  error: {contains: x, line: y}\n"), "scenario/wrong-type", 3, 30,
              "must be a number");
  check_error(with_input("expect:\n  error: x\n"), "scenario/wrong-type", 3, 10,
              "write `error: {contains: …}`");
  check_error(with_input("expect:\n  changelogs: x\n"), "scenario/unknown-key", 3, 3,
              "did you mean 'changelog'?");
}

TEST_CASE("text that is not YAML is an error with a place") {
  check_error("sql: 'SELECT\n", "scenario/yaml", 2, 1, "unexpected end of stream");
  check_error("sql: SELECT 1\n\tx: y\n", "scenario/yaml", 2, 1, "tab");
  check_error("sql: a\n--- \nsql: b\n", "scenario/yaml", 2, 1, "second one starts here");
  check_error("sql: &a x\n", "scenario/yaml", 1, 6, "anchors");
  check_error("sql: *a\n", "scenario/yaml", 1, 6, "aliases");
  check_error("sql: \"a\x01\"\n", "scenario/yaml", 1, 8, "control characters");
  check_error("sql: \"a\xFF\"\n", "scenario/yaml", 1, 8, "UTF-8");
}

TEST_CASE("size and depth have limits") {
  std::string deep(10000, '[');
  CHECK(error_of(deep).code == "scenario/too-deep");
  std::string nested;
  for (int i = 0; i < 1000; ++i) nested += std::string(static_cast<size_t>(i), ' ') + "-\n";
  CHECK(error_of(nested).code == "scenario/too-deep");
  CHECK(error_of(std::string(40 << 20, 'x')).code == "scenario/too-large");
  CHECK(error_of(std::string(10 << 20, '{')).code == "scenario/too-deep");
  std::string many;
  for (int i = 0; i < 100000; ++i) many += "k" + std::to_string(i) + ": x\n";
  CHECK(error_of(many).code == "scenario/unknown-key");
}

TEST_CASE("every golden file survives reading and writing") {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/golden")) {
    if (entry.path().extension() != ".yaml") continue;
    CAPTURE(entry.path().string());
    ++files;
    std::string yaml = file_text(entry.path());
    Result<Scenario> first = read_scenario(yaml);
    if (!first) FAIL(to_text(first.error(), yaml));
    std::string written = write_scenario(*first);
    Result<Scenario> second = read_scenario(written);
    if (!second) FAIL(to_text(second.error(), written));
    CHECK(dump(*first) == dump(*second));
    CHECK(write_scenario(*second) == written);
    // Replacing the expectation by itself changes nothing else.
    std::string replaced = replace_expect(yaml, *first->expect);
    Result<Scenario> third = read_scenario(replaced);
    if (!third) FAIL(to_text(third.error(), replaced));
    CHECK(dump(*first) == dump(*third));
    CHECK(replaced.substr(0, yaml.find("\nexpect:")) == yaml.substr(0, yaml.find("\nexpect:")));
  }
  CHECK(files > 1000);
}

TEST_CASE("texts that a literal block cannot hold are written all the same") {
  for (const char* text : {"",
                           " ",
                           "\n",
                           "\n\n",
                           " a",
                           " a\n",
                           "\n a\n b",
                           "a\n",
                           "a\n\n",
                           "a\n\n\n",
                           "a\nb",
                           "a\r\nb\n",
                           "\tx\ny\n",
                           "null",
                           "~",
                           "12",
                           "a: b",
                           "a #b",
                           "# no\nb\n",
                           "'q'",
                           "\"q\"",
                           "a\x7F",
                           "\xC2\x85",
                           "\xE2\x80\xA8 \n",
                           "--- \n...\n",
                           "  \n  x\n",
                           "a\n  \n",
                           "- a\n- b\n",
                           "x\n \t \n\n y"}) {
    Scenario s;
    s.flink = "2.3";
    s.title = s.description = s.verified = text;
    s.tags = {text, "b"};
    s.sql = Located{"SELECT 1;\n", 0, 0};
    s.options = {{"table.x", text}};
    InputItem item;
    item.table = "t";
    item.text.text = text;
    s.input = {item};
    s.expect = Expect{};
    s.expect->table = {{"a b", text}, {"c", text}};
    s.expect->plan = text;
    s.expect->error = ExpectedError{text, 0};
    std::string written = write_scenario(s);
    Result<Scenario> read = read_scenario(written);
    CAPTURE(written);
    if (!read) FAIL(to_text(read.error(), written));
    CHECK(dump(*read) == dump(s));
  }
}

TEST_CASE("replacing the expectation keeps the rest of the file") {
  Expect expect;
  expect.changelog = {{"", "@1 +I[2]\n"}};
  CHECK(replace_expect("# head\nsql: x   # why\nexpect:\n  changelog: |\n    @1 +I[1]\n  # gone\n\n# before "
                       "verified\nverified: flink 2.3.0\n# tail\n",
                       expect) ==
        "# head\nsql: x   # why\nexpect:\n  changelog: |\n    @1 +I[2]\n\n# before "
        "verified\nverified: flink 2.3.0\n# tail\n");
  CHECK(replace_expect("sql: x\nverified: y\n", expect) ==
        "sql: x\nexpect:\n  changelog: |\n    @1 +I[2]\nverified: y\n");
  CHECK(replace_expect("sql: x", expect) == "sql: x\nexpect:\n  changelog: |\n    @1 +I[2]\n");
  CHECK(replace_expect("expect: {table: ''}\nsql: x\n", expect) ==
        "expect:\n  changelog: |\n    @1 +I[2]\nsql: x\n");
  CHECK(replace_expect("{sql: x, expect: {table: ''}}", expect) ==
        "sql: x\nexpect:\n  changelog: |\n    @1 +I[2]\n");
}
