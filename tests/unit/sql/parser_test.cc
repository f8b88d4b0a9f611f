// Trees: spans, values of literals, flags that the canonical text does not show.
#include "sql/parser.h"

#include <string>

#include "doctest/doctest.h"
#include "sql/operators.h"
#include "sql/unparser.h"

namespace rowkind::sql {
namespace {

ExprPtr expr(const std::string& text) {
  Result<ExprPtr> result = parse_expression(text);
  REQUIRE_MESSAGE(result.ok(), result.error().message);
  return *result;
}

StatementPtr statement(const std::string& text) {
  Result<Script> result = parse_script(text);
  REQUIRE_MESSAGE(result.ok(), result.error().message);
  REQUIRE(result->statements.size() == 1);
  return result->statements[0];
}

const Select& select(const StatementPtr& statement) {
  const auto* query = node_cast<QueryStatement>(statement);
  REQUIRE(query != nullptr);
  const auto* body = node_cast<Select>(query->query->body);
  REQUIRE(body != nullptr);
  return *body;
}

std::string at(const std::string& text, Span span) {
  return text.substr(static_cast<size_t>(span.offset), static_cast<size_t>(span.length));
}

int64_t amount(const std::string& text) {
  ExprPtr e = expr(text);
  const auto* interval = node_cast<Interval>(e);
  REQUIRE(interval != nullptr);
  return interval->amount;
}

std::string literal(const std::string& text) {
  ExprPtr e = expr(text);
  const auto* value = node_cast<Literal>(e);
  REQUIRE(value != nullptr);
  return value->text;
}

}  // namespace

TEST_CASE("every node knows its place") {
  std::string text = "SELECT a.b + 1 AS c, COUNT(*) FROM t AS x WHERE d BETWEEN 1 AND 2";
  StatementPtr node = statement(text);
  CHECK(at(text, node->span) == text);
  const Select& query = select(node);
  CHECK(at(text, query.items[0].span) == "a.b + 1 AS c");
  CHECK(at(text, query.items[0].expr->span) == "a.b + 1");
  CHECK(at(text, query.items[0].alias->span) == "c");
  CHECK(at(text, query.items[1].expr->span) == "COUNT(*)");
  CHECK(at(text, query.from->span) == "t AS x");
  CHECK(at(text, query.where->span) == "d BETWEEN 1 AND 2");
  const auto* plus = node_cast<Operator>(query.items[0].expr);
  REQUIRE(plus != nullptr);
  CHECK(at(text, plus->op_span) == "+");
  CHECK(at(text, plus->operands[0]->span) == "a.b");
}

TEST_CASE("AND and OR are flat, other chains lean left") {
  ExprPtr e = expr("a AND b AND c OR d");
  const auto* disjunction = node_cast<Operator>(e);
  REQUIRE(disjunction != nullptr);
  CHECK(disjunction->op == Op::kOr);
  CHECK(disjunction->operands.size() == 2);
  const auto* conjunction = node_cast<Operator>(disjunction->operands[0]);
  REQUIRE(conjunction != nullptr);
  CHECK(conjunction->operands.size() == 3);
  ExprPtr minus = expr("a - b - c");
  CHECK(node_cast<Operator>(node_cast<Operator>(minus)->operands[0]) != nullptr);
}

TEST_CASE("intervals are months or milliseconds") {
  CHECK(amount("INTERVAL '1' DAY") == 86'400'000);
  CHECK(amount("INTERVAL -'1' DAY") == -86'400'000);
  CHECK(amount("INTERVAL - '-1' DAY") == 86'400'000);
  CHECK(amount("INTERVAL '1 10:30' DAY TO MINUTE") == 86'400'000 + 10 * 3'600'000 + 30 * 60'000);
  CHECK(amount("INTERVAL '1 2:3:4.5' DAY TO SECOND") == 93'784'500);
  CHECK(amount("INTERVAL '1.2345' SECOND") == 1'234);
  CHECK(amount("INTERVAL '2-3' YEAR TO MONTH") == 27);
  CHECK(amount("INTERVAL '2' QUARTER") == 6);
  CHECK(amount("INTERVAL '1' WEEK") == 7 * 86'400'000);
  CHECK(amount("INTERVAL '5' MINUTES") == 300'000);
  CHECK(amount("INTERVAL a HOUR") == 3'600'000);
  CHECK(parse_expression("INTERVAL '100' DAY").error().message ==
        "Interval field value 100 exceeds precision of DAY(2) field");
  CHECK(parse_expression("INTERVAL '10000' SECOND").error().message ==
        "Interval field value 10,000 exceeds precision of SECOND(2) field");
  CHECK(parse_expression("INTERVAL '1 25:00' DAY TO MINUTE").error().message ==
        "Illegal interval literal format '1 25:00' for INTERVAL DAY TO MINUTE");
  CHECK(parse_expression("INTERVAL '1.123456789' SECOND(2, 3)").error().message ==
        "Illegal interval literal format '1.123456789' for INTERVAL SECOND(2, 3)");
}

TEST_CASE("literals carry their value") {
  CHECK(literal("'it''s'") == "it's");
  CHECK(literal("'a'\n'b'") == "ab");
  CHECK(literal("U&'\\00e4 \\D83D\\DE00'") == "ä 😀");
  CHECK(literal("X'0aF1'") == "0AF1");
  CHECK(literal("DATE '2024-2-29'") == "2024-02-29");
  CHECK(literal("TIMESTAMP '2024-01-01'") == "2024-01-01 00:00:00");
  CHECK(literal("TIMESTAMP '2024-01-01  1:2:3.4'") == "2024-01-01 01:02:03.4");
  for (const char* bad : {"DATE '2023-02-29'", "DATE '2024-13-01'", "DATE '2024-01-01 '", "TIME '25:00:00'",
                          "TIME '10:00'", "TIMESTAMP '2024-01-01T10:00:00'",
                          "TIMESTAMP '2024-01-01 10:00:00 '", "X'0'", "X'0g'", "'a' 'b'", "_KLINGON'x'"}) {
    CAPTURE(bad);
    CHECK(parse_expression(bad).error().code == "sql/literal");
  }
}

TEST_CASE("types of columns") {
  StatementPtr node = statement(
      "CREATE TABLE t (a INT NOT NULL, b TIMESTAMP(3) WITH LOCAL TIME ZONE, c ROW<x INT NOT NULL, `y z` "
      "ARRAY<STRING>>, "
      "d DECIMAL, e CHAR, f VARCHAR, g INT NOT NULL ARRAY, h MAP<STRING, BYTES> NOT NULL)");
  const auto* table = node_cast<CreateTable>(node);
  REQUIRE(table != nullptr);
  const char* wanted[] = {"INT NOT NULL",
                          "TIMESTAMP_LTZ(3)",
                          "ROW<`x` INT NOT NULL, `y z` ARRAY<STRING>>",
                          "DECIMAL(10, 0)",
                          "CHAR(1)",
                          "STRING",
                          "ARRAY<INT NOT NULL>",
                          "MAP<STRING, BYTES> NOT NULL"};
  for (size_t i = 0; i < table->columns.size(); ++i)
    CHECK(table->columns[i].type.type.to_string() == wanted[i]);
  // A precision that is too large is cut; a scale is not.
  StatementPtr cut = statement("CREATE TABLE t (a DECIMAL(39), b TIMESTAMP(10), c TIME(9), d VARCHAR(0))");
  const char* cut_to[] = {"DECIMAL(38, 0)", "TIMESTAMP(9)", "TIME(3)", "VARCHAR(0)"};
  const auto* cut_table = node_cast<CreateTable>(cut);
  for (size_t i = 0; i < 4; ++i) CHECK(cut_table->columns[i].type.type.to_string() == cut_to[i]);
  CHECK(parse_script("CREATE TABLE t (a DECIMAL(40, 39))").error().message ==
        "Decimal scale must be between 0 and the precision 38 (both inclusive).");
  CHECK(parse_script("CREATE TABLE t (a DECIMAL(0))").error().message ==
        "Decimal precision must be between 1 and 38 (both inclusive).");
  CHECK(parse_script("CREATE TABLE t (a TEXT)").error().hint == "did you mean 'STRING'?");
}

TEST_CASE("columns and constraints of CREATE TABLE") {
  StatementPtr node = statement(
      "CREATE TEMPORARY TABLE IF NOT EXISTS db.t (a INT PRIMARY KEY NOT ENFORCED COMMENT 'x', b AS a + 1, "
      "c STRING METADATA FROM 'k' VIRTUAL, CONSTRAINT u UNIQUE (c), WATERMARK FOR a.b AS a) COMMENT 'y' "
      "DISTRIBUTED BY HASH(a) INTO 3 BUCKETS PARTITIONED BY (a) WITH ('k' = 'v') LIKE u (EXCLUDING ALL)");
  const auto* table = node_cast<CreateTable>(node);
  REQUIRE(table != nullptr);
  CHECK(table->temporary);
  CHECK(table->if_not_exists);
  CHECK(table->name.text() == "db.t");
  CHECK(table->columns[0].comment == "x");
  CHECK(table->columns[1].kind == ColumnKind::kComputed);
  CHECK(table->columns[2].metadata_key == "k");
  CHECK(table->columns[2].is_virtual);
  CHECK(table->constraints[0].columns[0].name == "a");
  CHECK(table->constraints[0].enforced == false);
  CHECK(table->constraints[1].kind == ConstraintKind::kUnique);
  CHECK_FALSE(table->constraints[1].enforced.has_value());
  CHECK(table->watermarks[0].column.text() == "a.b");
  CHECK(table->distribution->buckets == "3");
  CHECK(table->options[0].value == "v");
  CHECK(table->like->options[0].strategy == MergingStrategy::kExcluding);
}

TEST_CASE("SET and RESET in both forms") {
  Result<Script> script = parse_script(
      "SET 'a.b' = 'c d';SET table.local-time-zone=UTC;\nSET pipeline.jars = hdfs://x/y;SET k = 'v w' ; "
      "RESET 'a'; RESET "
      "a.b-c; SET; RESET");
  REQUIRE_MESSAGE(script.ok(), script.error().message);
  auto option = [&](size_t i) { return node_cast<SetStatement>(script->statements[i])->option; };
  CHECK(option(0)->value == "c d");
  CHECK(option(1)->key == "table.local-time-zone");
  CHECK(option(1)->value == "UTC");
  CHECK(option(2)->value == "hdfs://x/y");
  CHECK(option(3)->value == "v w");
  CHECK(node_cast<ResetStatement>(script->statements[4])->key == "a");
  CHECK(node_cast<ResetStatement>(script->statements[5])->key == "a.b-c");
  CHECK_FALSE(option(6).has_value());
  CHECK(script->statements.size() == 8);
  CHECK(parse_script("SET 'a' = b").ok() == false);
  CHECK(parse_script("SET a").ok() == false);
  CHECK(parse_script("SET a = ;").ok() == false);
  CHECK(parse_script("SET a = 'x").ok() == false);
}

TEST_CASE("statement sets") {
  for (const char* text : {"EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END;",
                           "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END"}) {
    StatementPtr node = statement(text);
    const auto* set = node_cast<StatementSet>(node);
    REQUIRE(set != nullptr);
    CHECK(set->inserts.size() == 2);
    CHECK(set->inserts[1]->target.text() == "b");
    CHECK(statement_spans(text).size() == 1);
  }
}

TEST_CASE("statements known by name only") {
  const char* samples[][3] = {
      {"CREATE TEMPORARY SYSTEM FUNCTION f AS 'a.b'", "CREATE TEMPORARY SYSTEM FUNCTION", "f"},
      {"CREATE CATALOG c WITH ('a' = 'b')", "CREATE CATALOG", "c"},
      {"ALTER TABLE a.t ADD x INT", "ALTER TABLE", "a.t"},
      {"DROP FUNCTION IF EXISTS f", "DROP FUNCTION", "f"},
      {"SHOW CREATE TABLE t", "SHOW CREATE TABLE", "t"},
      {"SHOW TABLES", "SHOW TABLES", ""},
      {"USE CATALOG c", "USE CATALOG", "c"},
      {"USE db", "USE", "db"},
      {"DESCRIBE t", "DESCRIBE", "t"},
      {"EXECUTE PLAN '/x'", "EXECUTE PLAN", ""},
      {"DELETE FROM t WHERE a = 1", "DELETE FROM", "t"}};
  for (const auto& sample : samples) {
    StatementPtr node = statement(sample[0]);
    const auto* other = node_cast<OtherStatement>(node);
    REQUIRE_MESSAGE(other != nullptr, sample[0]);
    CHECK(other->name == sample[1]);
    CHECK(other->object.text() == sample[2]);
    CHECK(other->text == sample[0]);
  }
}

TEST_CASE("joins and aliases") {
  StatementPtr node = statement("SELECT * FROM a LEFT JOIN b USING (x, y), c AS d (e, f)");
  const auto* comma = node_cast<JoinTable>(select(node).from);
  REQUIRE(comma != nullptr);
  CHECK(comma->type == JoinType::kComma);
  const auto* left = node_cast<JoinTable>(comma->left);
  REQUIRE(left != nullptr);
  CHECK(left->type == JoinType::kLeft);
  CHECK(left->using_columns[1].name == "y");
  CHECK(comma->right->alias->name == "d");
  CHECK(comma->right->alias_columns[0].name == "e");
}

TEST_CASE("table functions") {
  StatementPtr node = statement(
      "SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)), f(input => TABLE u "
      "PARTITION BY "
      "(a, b) ORDER BY c) AS x");
  const auto* comma = node_cast<JoinTable>(select(node).from);
  const auto* tumble = node_cast<FunctionTable>(comma->left);
  REQUIRE(tumble != nullptr);
  CHECK(tumble->wrapped);
  const auto* call = node_cast<Call>(tumble->call);
  CHECK(node_cast<TableArgument>(call->arguments[0].value)->table.text() == "t");
  CHECK(node_cast<Descriptor>(call->arguments[1].value)->columns[0].text() == "ts");
  const auto* other = node_cast<FunctionTable>(comma->right);
  const auto* argument = node_cast<TableArgument>(node_cast<Call>(other->call)->arguments[0].value);
  REQUIRE(argument != nullptr);
  CHECK(argument->partition_by.size() == 2);
  CHECK(argument->order_by.size() == 1);
}

TEST_CASE("patterns") {
  StatementPtr node = statement(
      "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.x AS y ONE ROW PER MATCH AFTER "
      "MATCH SKIP TO "
      "LAST b PATTERN (A B{2,}? (C | D)*) WITHIN INTERVAL '1' HOUR SUBSET s = (A, B) DEFINE B AS B.x > 1) AS "
      "m");
  const auto* match = node_cast<MatchTable>(select(node).from);
  REQUIRE(match != nullptr);
  CHECK(match->after_match == AfterMatch::kToLast);
  CHECK(match->after_variable.name == "b");
  CHECK(match->pattern->kind == PatternKind::kSequence);
  const Pattern& repeat = *match->pattern->parts[1];
  CHECK(repeat.min == 2);
  CHECK(repeat.max == -1);
  CHECK(repeat.reluctant);
  CHECK(match->pattern->parts[2]->parts[0]->kind == PatternKind::kAlternation);
  CHECK(node_cast<Interval>(match->within)->amount == 3'600'000);
  CHECK(match->alias->name == "m");
}

TEST_CASE("ON CONFLICT, PARTITION and column list of INSERT") {
  StatementPtr node =
      statement("INSERT OVERWRITE t PARTITION (p = 'x') (a, b) SELECT 1, 2 ON CONFLICT DO NOTHING");
  const auto* insert = node_cast<Insert>(node);
  REQUIRE(insert != nullptr);
  CHECK(insert->overwrite);
  CHECK(insert->partition[0].column.name == "p");
  CHECK(insert->columns[1].name == "b");
  CHECK(insert->on_conflict == OnConflict::kNothing);
}

TEST_CASE("Calcite's own dialect, as Flink CDC reads it") {
  CHECK(parse_script("SELECT a != 1, raw AS string FROM tb", Dialect::kCalcite).ok());
  CHECK_FALSE(parse_script("SELECT a != 1 FROM tb").ok());
  Result<Script> reserved = parse_script("SELECT id, 1 AS one FROM TB", Dialect::kCalcite);
  CHECK(reserved.error().message.find("Encountered \"one\" at line 1, column 17.") != std::string::npos);
  Result<Script> open = parse_script("SELECT * FROM TB WHERE id >", Dialect::kCalcite);
  CHECK(open.error().message.find("Encountered \"> <EOF>\" at line 1, column 27.") != std::string::npos);
}

TEST_CASE("names are quoted when they must be") {
  CHECK(quote_name("a_1") == "a_1");
  CHECK(quote_name("raw") == "`raw`");
  CHECK(quote_name("a`b") == "`a``b`");
  CHECK(quote_name("1a") == "`1a`");
  CHECK(quote_name("") == "``");
  CHECK(quote_text("it's") == "'it''s'");
  CHECK(std::string(op_name(Op::kIsNotNull)) == "IS NOT NULL");
}

}  // namespace rowkind::sql
