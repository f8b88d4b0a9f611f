#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "types/text.h"

namespace rowkind {
namespace {

TEST_CASE("doubles print as Java's Double.toString") {
  CHECK(java_double(0.0) == "0.0");
  CHECK(java_double(-0.0) == "-0.0");
  CHECK(java_double(1) == "1.0");
  CHECK(java_double(0.1) == "0.1");
  CHECK(java_double(0.1 + 0.2) == "0.30000000000000004");
  CHECK(java_double(0.001) == "0.001");
  CHECK(java_double(0.000999) == "9.99E-4");
  CHECK(java_double(9999999) == "9999999.0");
  CHECK(java_double(1e7) == "1.0E7");
  CHECK(java_double(12345678.9) == "1.23456789E7");
  CHECK(java_double(1e22) == "1.0E22");
  CHECK(java_double(4.9e-324) == "4.9E-324");
  CHECK(java_double(2.2250738585072014e-308) == "2.2250738585072014E-308");
  CHECK(java_double(1.7976931348623157e308) == "1.7976931348623157E308");
  CHECK(java_double(9007199254740993.0) == "9.007199254740992E15");
  CHECK(java_double(std::ldexp(1.0, 90)) == "1.2379400392853803E27");
  CHECK(java_double(NAN) == "NaN");
  CHECK(java_double(-INFINITY) == "-Infinity");
}

TEST_CASE("where the digits of Java 17 are not the shortest") {
  CHECK(java_double(2e23) == "1.9999999999999998E23");
  CHECK(java_double(9.88e-324) == "1.0E-323");
  CHECK(java_double(std::ldexp(1.0, -44)) == "5.6843418860808015E-14");
  CHECK(java_float(2147483647.0f) == "2.14748365E9");
  CHECK(java_float(123456789.0f) == "1.23456792E8");
}

TEST_CASE("floats have digits of their own") {
  CHECK(java_float(0.1f) == "0.1");
  CHECK(java_float(3.4028235e38f) == "3.4028235E38");
  CHECK(java_float(1e10f) == "1.0E10");
  CHECK(java_float(16777216.0f) == "1.6777216E7");
  CHECK(java_float(1.4e-45f) == "1.4E-45");
  CHECK(java_double(static_cast<double>(0.1f)) == "0.10000000149011612");
}

TEST_CASE("every printed double reads back") {
  uint64_t state = 42;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t bits = state ^ (state >> 29);
    double v, back = 0;
    static_assert(sizeof v == sizeof bits);
    __builtin_memcpy(&v, &bits, sizeof v);
    if (!std::isfinite(v)) continue;
    REQUIRE(parse_java_double(java_double(v), back));
    REQUIRE(back == v);
  }
}

TEST_CASE("what Double.parseDouble takes") {
  auto parsed = [](const char* text) {
    double v = 0;
    return parse_java_double(text, v) ? java_double(v) : "-";
  };
  CHECK(parsed(" 1.5\t") == "1.5");
  CHECK(parsed("+1.") == "1.0");
  CHECK(parsed(".5") == "0.5");
  CHECK(parsed("1e3") == "1000.0");
  CHECK(parsed("1E+3") == "1000.0");
  CHECK(parsed("1.5f") == "1.5");
  CHECK(parsed("1D") == "1.0");
  CHECK(parsed("0x1p3") == "8.0");
  CHECK(parsed("0x.8P1f") == "1.0");
  CHECK(parsed("-0x1.fffffffffffff8p0") == "-2.0");
  CHECK(parsed("NaN") == "NaN");
  CHECK(parsed("-Infinity") == "-Infinity");
  CHECK(parsed("1e400") == "Infinity");
  CHECK(parsed("1e-400") == "0.0");
  CHECK(parsed("-0") == "-0.0");
  for (const char* bad : {"", " ", ".", "e5", "1e", "1e+", "nan", "inf", "infinity", "0x10", "0x1p", "1_0",
                          "1 2", "1.2.3", "--1", "1ff", "0x", "f"}) {
    CAPTURE(bad);
    CHECK(parsed(bad) == "-");
  }
}

}  // namespace
}  // namespace rowkind
