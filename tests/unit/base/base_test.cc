#include <doctest/doctest.h>

#include "base/error.h"
#include "base/utf8.h"

namespace rowkind {
namespace {

TEST_CASE("places count characters, not bytes") {
  std::string text = "a\näöü x";
  LineColumn at = locate(text, static_cast<int32_t>(text.find('x')));
  CHECK(at.line == 2);
  CHECK(at.column == 5);
  CHECK(locate(text, 1000).line == 2);
  CHECK(to_text(Error{"x/y", "Wrong.", Span{2, 1}, "do it"}, text) == "line 2, column 1: Wrong. (do it)");
  CHECK(to_text(Error{"x/y", "Wrong."}) == "Wrong.");
  CHECK(cover(Span{3, 2}, Span{7, 1}).length == 5);
  CHECK(cover(Span{}, Span{7, 1}).offset == 7);
}

TEST_CASE("suggestions are near or none") {
  CHECK(did_you_mean("custmer", {"order", "customer"}) == "did you mean 'customer'?");
  CHECK(did_you_mean("CUSTOMER", {"customer"}) == "did you mean 'customer'?");
  CHECK(did_you_mean("xyz", {"customer"}) == "");
}

TEST_CASE("UTF-8") {
  std::string text = "ä€😀x";
  CHECK(utf8_length(text) == 4);
  CHECK(utf8_offset(text, 2) == 5);
  CHECK(utf8_offset(text, 99) == text.size());
  size_t pos = 5;
  CHECK(utf8_next(text, pos) == 0x1F600);
  CHECK(pos == 9);
  CHECK(utf8_valid(text));
  CHECK(utf8_valid("\xEF\xBF\xBD"));
  for (const char* bad :
       {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"}) {
    CAPTURE(bad);
    CHECK_FALSE(utf8_valid(bad));
  }
  std::string out;
  for (uint32_t code : {0x24u, 0xE4u, 0x20ACu, 0x1F600u}) utf8_append(out, code);
  CHECK(out == "$ä€😀");
}

TEST_CASE("malformed bytes are repaired as Java decodes them") {
  CHECK(utf8_repair("ok ä") == "ok ä");
  CHECK(utf8_repair("\xC3") == "\xEF\xBF\xBD");
  CHECK(utf8_repair("\xE2\x82") == "\xEF\xBF\xBD");
  CHECK(utf8_repair("\xE2(\xA1") == "\xEF\xBF\xBD(\xEF\xBF\xBD");
  CHECK(utf8_repair("\xF0\x9F\x98") == "\xEF\xBF\xBD");
  CHECK(utf8_repair("\xFF\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(utf8_repair("\xED\xA0\x80") == "\xEF\xBF\xBD");
  CHECK(utf8_repair("\xF4\x90\x80\x80").size() == 12);
}

TEST_CASE("ASCII helpers") {
  CHECK(ascii_lower("AbC-Ä") == "abc-Ä");
  CHECK(ascii_upper("abz") == "ABZ");
  CHECK(ascii_iequals("Select", "sELECT"));
  CHECK_FALSE(ascii_iequals("a", "ab"));
  CHECK(trim(" \t a b\n") == "a b");
  CHECK(trim("  ").empty());
}

}  // namespace
}  // namespace rowkind
