#include "changelog/notation.h"

#include "doctest/doctest.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {

LogicalType type_of(const std::string& text) {
  return parse_type(text).or_throw();
}

RowType columns(const std::vector<std::string>& types) {
  RowType out;
  for (size_t i = 0; i < types.size(); ++i)
    out.push_back({std::string(1, static_cast<char>('a' + i)), type_of(types[i])});
  return out;
}

// What a line reads as, printed again; or its error.
std::string echo(const std::string& line, const RowType& type, const char* zone = "UTC") {
  const TimeZone& z = *TimeZone::find(zone);
  Result<Change> change = parse_change(line, type, z);
  if (!change) return to_text(change.error(), line);
  return print_change(change->kind, *change->row, type, z);
}

}  // namespace

TEST_CASE("canonical rows print as they were read") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{"INT", "STRING"}, "+I[1, ann]"},
      {{"INT", "STRING"}, "-U[-2147483648, null]"},
      {{"BIGINT", "STRING"}, "+U[9223372036854775807, 'null']"},
      {{"TINYINT", "SMALLINT", "BOOLEAN"}, "-D[-128, 32767, TRUE]"},
      {{"STRING", "STRING"}, "+I['', 'a, b']"},
      {{"STRING", "STRING"}, "+I['it''s', ' x ']"},
      {{"STRING", "STRING"}, "+I['a\\\\b', 'l1\\nl2\\r\\tx']"},
      {{"STRING", "STRING"}, "+I[ä€😀, a:b;c|d]"},
      {{"STRING", "STRING"}, "+I['[x]', 'a=b']"},
      {{"STRING"}, "+I['\xE3\x80\x80x']"},  // an ideographic space at the edge
      {{"DECIMAL(10, 2)", "DECIMAL(38, 10)"}, "+I[-12.50, 1234567890123456789012345678.0123456789]"},
      {{"DOUBLE", "FLOAT"}, "+I[1.0E10, 0.1]"},
      {{"DOUBLE", "DOUBLE"}, "+I[NaN, -Infinity]"},
      {{"DATE", "TIME", "TIMESTAMP(3)"}, "+I[2024-02-29, 10:00:00, 2024-01-01 10:00:00.000]"},
      {{"TIMESTAMP(0)", "TIMESTAMP(9)"}, "+I[2024-01-01 10:00:00, 2024-01-01 10:00:00.123456789]"},
      {{"BYTES", "BINARY(2)"}, "+I[x'0A1F', x'']"},
      {{"ARRAY<INT>", "ARRAY<STRING>"}, "+I[[1, null, 3], ['a, b', '']]"},
      {{"MAP<STRING, INT>", "MULTISET<STRING>"}, "+I[{a=1, b=null}, {x=2}]"},
      {{"ROW<x INT, y ROW<z STRING>>", "ARRAY<ROW<p INT>>"}, "+I[(1, (q)), [(1), (null)]]"},
      {{"ARRAY<INT>", "MAP<STRING, INT>"}, "+I[[], {}]"},
  };
  for (const auto& [types, line] : rows) CHECK(echo(line, columns(types)) == line);
}

TEST_CASE("other spellings become canonical") {
  RowType two = columns({"INT", "STRING"});
  CHECK(echo("  +I[ 1 ,  ann  ] ", two) == "+I[1, ann]");
  CHECK(echo("+I['1', 'ann']", two) == "+I[1, ann]");
  CHECK(echo("+I[1, O'Brien]", two) == "+I[1, 'O''Brien']");
  CHECK(echo("+I[b:ann, a:1]", two) == "+I[1, ann]");
  CHECK(echo("+I[a: 1, b: 'x, y']", two) == "+I[1, 'x, y']");
  CHECK(echo("+I[b:null]", two) == "+I[null, null]");
  CHECK(echo("+I[1, c:d]", two) == "+I[1, c:d]");
  CHECK(echo("+I[1, 'b:d']", two) == "+I[1, b:d]");
  CHECK(echo("+I[true]", columns({"BOOLEAN"})) == "+I[TRUE]");
  CHECK(echo("+I[1e10]", columns({"DOUBLE"})) == "+I[1.0E10]");
  CHECK(echo("+I[12.345]", columns({"DECIMAL(10, 2)"})) == "+I[12.35]");
  CHECK(echo("+I[2024-1-2 3:04:05.6789]", columns({"TIMESTAMP(3)"})) == "+I[2024-01-02 03:04:05.678]");
  CHECK(echo("+I[{b=1, a=2, b=3}]", columns({"MAP<STRING, INT>"})) == "+I[{a=2, b=3}]");
  CHECK(echo("+I[+I(1, x)]", columns({"ROW<x INT, y STRING>"})) == "+I[(1, x)]");
  CHECK(echo("+I[+I[1, x]]", columns({"ROW<x INT, y STRING>"})) == "+I[(1, x)]");
  CHECK(echo("+I[abc]", columns({"BYTES"})) == "+I[x'616263']");
  CHECK(echo("+I[a:[1, 2], b:x]", columns({"ARRAY<INT>", "STRING"})) == "+I[[1, 2], x]");
  CHECK(echo("+I[a:x'00', b:x]", columns({"BYTES", "STRING"})) == "+I[x'00', x]");
}

TEST_CASE("TIMESTAMP_LTZ is read and printed in the session zone") {
  RowType type = {{"t", LogicalType::timestamp_ltz(3)}};
  const TimeZone& tokyo = *TimeZone::find("Asia/Tokyo");
  Result<Change> change = parse_change("+I[2024-01-01 09:00:00]", type, tokyo);
  REQUIRE(change.ok());
  CHECK((*change->row)[0].timestamp().millis == 1704067200000);
  CHECK(print_change(RowKind::kInsert, *change->row, type, TimeZone::utc()) == "+I[2024-01-01 00:00:00.000]");
}

TEST_CASE("errors of a row have a place and a way out") {
  RowType two = columns({"INT", "STRING"});
  auto check = [&](const std::string& line, const std::string& code, int32_t offset,
                   const std::string& text) {
    Result<Change> change = parse_change(line, two, TimeZone::utc());
    REQUIRE_FALSE(change.ok());
    CAPTURE(to_text(change.error(), line));
    CHECK(change.error().code == code);
    CHECK(change.error().span.offset == offset);
    CHECK(to_text(change.error(), line).find(text) != std::string::npos);
  };
  check("1, ann", "rows/syntax", 0, "A row starts with +I, -U, +U or -D");
  check("", "rows/syntax", 0, "A row starts with");
  check("+X[1]", "rows/syntax", 0, "A row starts with");
  check("+I(1, x)", "rows/syntax", 2, "Expected [");
  check("+I[1, x", "rows/syntax", 7, "ends too early");
  check("+I[1, x] y", "rows/syntax", 9, "Text after the row");
  check("+I[1, 'x]", "rows/syntax", 6, "Unclosed quote");
  check("+I[1, f(x)]", "rows/syntax", 7, "put the text in quotes");
  check("+I[1]", "rows/arity", 0, "The row has 1 value, the table has 2 columns (columns: a, b)");
  check("+I[1, Smith, John]", "rows/arity", 0, "The row has 3 values, the table has 2 columns");
  check("+I[x, y]", "rows/value", 3, "Column a: ");
  check("+I[3000000000, y]", "rows/value", 3, "Column a: ");
  check("+I[1, [x]]", "rows/value", 6, "Unexpected brackets for STRING");
  check("+I[1, " + std::string(10000, '[') + "]", "rows/syntax", 206, "nested deeper than 200 levels");
  CHECK(parse_change("+I[x]", columns({"ARRAY<INT>"}), TimeZone::utc()).error().code == "rows/value");
  CHECK(parse_change("+I[(1)]", columns({"ROW<a INT, b INT>"}), TimeZone::utc()).error().code ==
        "rows/value");
  CHECK(parse_change("+I[{a}]", columns({"MAP<STRING, INT>"}), TimeZone::utc()).error().code == "rows/value");
  CHECK(parse_change("+I[x'0']", columns({"BYTES"}), TimeZone::utc()).error().code == "rows/value");
}

TEST_CASE("Java's order of strings puts surrogates before U+E000") {
  CHECK(compare_java("a", "b") < 0);
  CHECK(compare_java("a", "a") == 0);
  CHECK(compare_java("a", "ab") < 0);
  CHECK(compare_java("\xF0\x9F\x98\x80", "\xEF\xBF\xBD") < 0);
  CHECK(compare_java("\xEF\xBF\xBD", "\xF0\x9F\x98\x80") > 0);
  CHECK(compare_java("\xF0\x9F\x98\x80", "\xED\x9F\xBF") > 0);
  CHECK(compare_java("\xF0\x9F\x98\x80", "\xF0\x9F\x98\x81") < 0);
}

TEST_CASE("changelog modes print as plans show them") {
  CHECK(ChangelogMode::append().to_string() == "[I]");
  CHECK(ChangelogMode::retract().to_string() == "[I,UB,UA,D]");
  CHECK(ChangelogMode{true, false, true, true, true}.to_string() == "[I,UA,PD]");
  CHECK(ChangelogMode{}.to_string() == "[NONE]");
}
