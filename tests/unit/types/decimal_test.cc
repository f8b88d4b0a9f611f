#include "types/decimal.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

namespace rowkind {
namespace {

// "12.50" as a Decimal of that scale.
Decimal dec(std::string_view text) {
  size_t point = text.find('.');
  int32_t scale = point == std::string_view::npos ? 0 : static_cast<int32_t>(text.size() - point - 1);
  Decimal out;
  REQUIRE(parse_decimal(text, 38, scale, out) == DecimalParse::kOk);
  return out;
}

std::string text(const std::optional<Decimal>& v) {
  return v ? decimal_text(*v) : "NULL";
}

std::string parsed(std::string_view input, int32_t precision, int32_t scale) {
  Decimal out;
  switch (parse_decimal(input, precision, scale, out)) {
    case DecimalParse::kOk:
      return decimal_text(out);
    case DecimalParse::kSyntax:
      return "syntax";
    default:
      return "overflow";
  }
}

const char* const kLargest = "99999999999999999999999999999999999999";

TEST_CASE("arithmetic of the recorded scenario") {
  CHECK(text(decimal_add(dec("10.25"), dec("3.000"), 8, 3)) == "13.250");
  CHECK(text(decimal_subtract(dec("-1.05"), dec("0.500"), 8, 3)) == "-1.550");
  CHECK(text(decimal_multiply(dec("9999.99"), dec("99.999"), 12, 5)) == "999989.00001");
  CHECK(text(decimal_divide(dec("10.25"), dec("3.000"), 15, 8)) == "3.41666667");
  CHECK(text(decimal_divide(dec("-1.05"), dec("0.500"), 15, 8)) == "-2.10000000");
  CHECK(text(decimal_divide(dec("9999.99"), dec("99.999"), 15, 8)) == "100.00090001");
  CHECK(text(decimal_mod(dec("-7.125"), dec("2"), 8, 3)) == "-1.125");
}

TEST_CASE("more digits than the type has are NULL") {
  CHECK(text(decimal_add(dec(kLargest), dec("1"), 38, 0)) == "NULL");
  CHECK(text(decimal_add(dec(kLargest), dec(kLargest), 38, 0)) == "NULL");
  CHECK(text(decimal_subtract(dec(kLargest), dec(kLargest), 38, 0)) == "0");
  CHECK(text(decimal_multiply(dec(kLargest), dec("10"), 38, 0)) == "NULL");
  CHECK(text(decimal_multiply(dec(kLargest), dec("0.1"), 38, 0)) == "10000000000000000000000000000000000000");
  CHECK(text(decimal_divide(dec(kLargest), dec("0.1"), 38, 0)) == "NULL");
  CHECK(text(decimal_divide(dec(kLargest), dec(kLargest), 38, 6)) == "1.000000");
  CHECK(text(decimal_divide(dec("1"), dec(kLargest), 38, 37)) == "0." + std::string(37, '0'));
  CHECK(text(decimal_divide(dec("2"), dec("3"), 38, 37)) == "0." + std::string(36, '6') + "7");
}

TEST_CASE("rescaling rounds half up, away from zero") {
  CHECK(text(decimal_rescale(dec("10.25"), 6, 1)) == "10.3");
  CHECK(text(decimal_rescale(dec("-1.05"), 6, 1)) == "-1.1");
  CHECK(text(decimal_rescale(dec("1.04"), 6, 1)) == "1.0");
  CHECK(text(decimal_rescale(dec("9.99"), 2, 1)) == "NULL");
  CHECK(text(decimal_rescale(dec("0.00000000000000000000000000000000000001"), 38, 0)) == "0");
  CHECK(text(decimal_rescale(dec("1"), 38, 38)) == "NULL");
  CHECK(text(decimal_rescale(dec("0"), 38, 38)) == "0." + std::string(38, '0'));
}

TEST_CASE("comparison across scales") {
  CHECK(decimal_compare(dec("1.0"), dec("1.000")) == 0);
  CHECK(decimal_compare(dec("-1.01"), dec("-1.001")) == -1);
  CHECK(decimal_compare(dec(kLargest), dec("0.00000000000000000000000000000000000001")) == 1);
  CHECK(decimal_compare(dec("-1"), dec("0.5")) == -1);
}

TEST_CASE("rounding functions") {
  CHECK(text(decimal_round(dec("-2.555"), 8, 2)) == "-2.56");
  CHECK(text(decimal_round(dec("2.500"), 8, 0)) == "3");
  CHECK(text(decimal_round(dec("2.500"), 8, -1)) == "0");
  CHECK(text(decimal_round(dec("1256.500"), 8, -2)) == "1300");
  CHECK(text(decimal_round(dec("1256.500"), 8, -60)) == "0");
  CHECK(text(decimal_truncate(dec("-2.555"), 1)) == "-2.5");
  CHECK(text(decimal_truncate(dec("1299.9"), -2)) == "1200");
  CHECK(text(decimal_floor(dec("-2.500"))) == "-3");
  CHECK(text(decimal_ceil(dec("-2.500"))) == "-2");
  CHECK(text(decimal_ceil(dec("2.001"))) == "3");
  CHECK(decimal_to_integer(dec("-2.999")) == -2);
}

TEST_CASE("text as BigDecimal reads it") {
  CHECK(parsed("1.005", 5, 2) == "1.01");
  CHECK(parsed("-.5e1", 5, 2) == "-5.00");
  CHECK(parsed("12.", 5, 2) == "12.00");
  CHECK(parsed("1e-3", 5, 2) == "0.00");
  CHECK(parsed("5e-3", 5, 2) == "0.01");
  CHECK(parsed("0.0049", 5, 2) == "0.00");
  CHECK(parsed("999.995", 5, 2) == "overflow");
  CHECK(parsed("999.994", 5, 2) == "999.99");
  CHECK(parsed("0e2000000000", 5, 2) == "0.00");
  CHECK(parsed("1e2000000000", 5, 2) == "overflow");
  CHECK(parsed("1e-2000000000", 5, 2) == "0.00");
  for (const char* bad : {"", "-", ".", "1e", "1e+", " 1", "1 ", "1x", "1.2.3", "NaN", "e5"}) {
    CAPTURE(bad);
    CHECK(parsed(bad, 5, 2) == "syntax");
  }
}

TEST_CASE("BigDecimal.toString") {
  CHECK(decimal_java_text(Decimal{990, 2}) == "9.90");
  CHECK(decimal_java_text(Decimal{1, 7}) == "1E-7");
  CHECK(decimal_java_text(Decimal{0, 10}) == "0E-10");
  CHECK(decimal_java_text(Decimal{-123, 10}) == "-1.23E-8");
  CHECK(decimal_java_text(Decimal{1, 6}) == "0.000001");
  CHECK(decimal_java_text(Decimal{1, -2}) == "1E+2");
}

TEST_CASE("result types") {
  auto type = [](int32_t p, int32_t s) { return LogicalType::decimal(p, s); };
  CHECK(decimal_add_type(type(6, 2), type(5, 3)).to_string() == "DECIMAL(8, 3)");
  CHECK(decimal_multiply_type(type(8, 3), type(8, 3)).to_string() == "DECIMAL(17, 6)");
  CHECK(decimal_divide_type(type(6, 2), type(5, 3)).to_string() == "DECIMAL(15, 8)");
  CHECK(decimal_divide_type(exact_decimal(LogicalType::integer()), type(2, 1)).to_string() ==
        "DECIMAL(17, 6)");
  CHECK(decimal_mod_type(type(8, 3), type(10, 0)).to_string() == "DECIMAL(8, 3)");
  CHECK(decimal_multiply_type(exact_decimal(LogicalType::bigint()), type(8, 3)).to_string() ==
        "DECIMAL(28, 3)");
  CHECK(decimal_multiply_type(type(38, 18), type(38, 18)).to_string() == "DECIMAL(38, 6)");
  CHECK(decimal_add_type(type(38, 10), type(38, 10)).to_string() == "DECIMAL(38, 9)");
  CHECK(decimal_round_type(type(8, 3), 2).to_string() == "DECIMAL(8, 2)");
  CHECK(decimal_round_type(type(8, 3), -1).to_string() == "DECIMAL(6, 0)");
  CHECK(decimal_avg_type(type(8, 3)).to_string() == "DECIMAL(38, 6)");
}

TEST_CASE("decimals as doubles") {
  CHECK(decimal_to_double(dec("0.1"), 10) == 0.1);
  CHECK(decimal_to_double(dec("-123456789012345678901234567890.5"), 38) == -123456789012345678901234567890.5);
}

std::string type_text(const LogicalType& type) {
  return std::to_string(type.precision()) + "," + std::to_string(type.scale());
}

TEST_CASE("random arithmetic as Flink 2.3 computes it") {
  std::ifstream in("tests/unit/types/decimals.txt");
  REQUIRE(in.good());
  int checked = 0;
  for (std::string line; std::getline(in, line); ++checked) {
    if (line[0] == '#') continue;
    CAPTURE(line);
    std::vector<std::string> want;
    std::istringstream parts(line);
    for (std::string part; std::getline(parts, part, '|');) want.push_back(part);
    REQUIRE(want.size() == 21);
    auto type = [](const std::string& s) { return *parse_type("DECIMAL(" + s + ")"); };
    LogicalType x_type = type(want[0]), y_type = type(want[2]);
    Decimal x = *decimal_rescale(dec(want[1]), 38, x_type.scale()),
            y = *decimal_rescale(dec(want[3]), 38, y_type.scale());
    LogicalType result = decimal_add_type(x_type, y_type);
    CHECK(type_text(result) == want[4]);
    CHECK(text(decimal_add(x, y, result.precision(), result.scale())) == want[5]);
    CHECK(text(decimal_subtract(x, y, result.precision(), result.scale())) == want[6]);
    result = decimal_multiply_type(x_type, y_type);
    CHECK(type_text(result) == want[7]);
    CHECK(text(decimal_multiply(x, y, result.precision(), result.scale())) == want[8]);
    result = decimal_divide_type(x_type, y_type);
    CHECK(type_text(result) == want[9]);
    CHECK(text(decimal_divide(x, y, result.precision(), result.scale())) == want[10]);
    result = decimal_mod_type(x_type, y_type);
    CHECK(type_text(result) == want[11]);
    CHECK(text(decimal_mod(x, y, result.precision(), result.scale())) == want[12]);
    CHECK(std::to_string(decimal_compare(x, y)) == want[13]);
    CHECK(text(decimal_round(x, x_type.precision(), std::stoi(want[14]))) == want[15]);
    CHECK(text(decimal_floor(x)) == want[16]);
    CHECK(text(decimal_ceil(x)) == want[17]);
    CHECK(std::to_string(decimal_to_integer(x)) == want[18]);
    double v = decimal_to_double(x, x_type.precision());
    CHECK(Value::floating(v).integer() == std::stoll(want[19]));
    CHECK(decimal_java_text(x) == want[20]);
  }
  CHECK(checked > 150);
}

}  // namespace
}  // namespace rowkind
