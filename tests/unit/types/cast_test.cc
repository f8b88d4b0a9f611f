#include <doctest/doctest.h>

#include <fstream>

#include "types/datetime.h"
#include "types/decimal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

std::string from_hex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return out;
}

std::string to_hex(std::string_view data) {
  std::string out;
  for (char c : data) {
    char text[3];
    std::snprintf(text, sizeof text, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    out += text;
  }
  return out;
}

// The neutral form of a value in the record: numbers, raw text, hexadecimal bytes, millis:nanos.
Value read_value(const std::string& text, const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(text == "true");
    case TypeRoot::kFloat: {
      float v = 0;
      parse_java_float(text, v);
      return Value::floating(static_cast<double>(v));
    }
    case TypeRoot::kDouble: {
      double v = 0;
      parse_java_double(text, v);
      return Value::floating(v);
    }
    case TypeRoot::kDecimal: {
      Decimal v;
      parse_decimal(text, type.precision(), type.scale(), v);
      return Value::decimal(v);
    }
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return Value::string(text);
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return Value::bytes(from_hex(text));
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz: {
      size_t colon = text.find(':');
      return Value::timestamp(
          Timestamp{std::stoll(text.substr(0, colon)), std::stoi(text.substr(colon + 1))});
    }
    default:
      return Value::integer(std::stoll(text));
  }
}

std::string write_value(const Value& value, const LogicalType& type) {
  if (value.is_null()) return "NULL";
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeRoot::kFloat:
      return java_float(static_cast<float>(value.floating()));
    case TypeRoot::kDouble:
      return java_double(value.floating());
    case TypeRoot::kDecimal:
      return decimal_text(value.decimal());
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return std::string(value.string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return to_hex(value.string());
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return std::to_string(value.timestamp().millis) + ":" +
             std::to_string(value.timestamp().nanos_of_millis);
    default:
      return std::to_string(value.integer());
  }
}

// Lines "from|value|to|result" as Flink 2.3.0 computed them in America/Los_Angeles; "! message" for an error.
void check_record(const char* file, bool legacy) {
  std::ifstream in(file);
  REQUIRE(in.good());
  CastOptions options{TimeZone::find("America/Los_Angeles"), legacy};
  REQUIRE(options.zone != nullptr);
  int checked = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    size_t a = line.find('|'), b = line.find('|', a + 1), c = line.find('|', b + 1);
    LogicalType from = *parse_type(line.substr(0, a)), to = *parse_type(line.substr(b + 1, c - b - 1));
    Value value = read_value(line.substr(a + 1, b - a - 1), from);
    Result<Value> result = cast_value(value, from, to, options);
    std::string got = result.ok() ? write_value(*result, to) : "! " + result.error().message;
    CAPTURE(line);
    CHECK(got == line.substr(c + 1));
    ++checked;
  }
  CHECK(checked > 100);
}

TEST_CASE("casts as Flink 2.3 computes them") {
  check_record("tests/unit/types/casts.txt", false);
}
TEST_CASE("legacy casts as Flink 2.3 computes them") {
  check_record("tests/unit/types/casts_legacy.txt", true);
}

}  // namespace
}  // namespace rowkind
