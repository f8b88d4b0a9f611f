#include <string>

#include "doctest/doctest.h"
#include "sql/keywords.h"
#include "sql/token.h"

namespace rowkind::sql {
namespace {

// "kind:text" of each token, the end left out.
std::string dump(std::string_view text, Dialect dialect = Dialect::kFlink) {
  static constexpr const char* kNames[] = {"name", "key",  "res",  "quoted",  "int",  "dec",
                                           "app",  "str",  "pre",  "uni",     "bin",  "raw",
                                           "sym",  "hint", "tnih", "comment", "error"};
  std::string out;
  for (const Token& token : tokenize(text, dialect)) {
    if (token.kind == TokenKind::kEnd) break;
    if (!out.empty()) out += ' ';
    out += std::string(kNames[static_cast<size_t>(token.kind)]) + ":" + std::string(token.text(text));
  }
  return out;
}

}  // namespace

TEST_CASE("words are names, keywords or reserved") {
  CHECK(dump("select Foo key _a $b x1") == "res:select name:Foo key:key name:_a name:$b name:x1");
  CHECK(dump("`a``b` `select`") == "quoted:`a``b` quoted:`select`");
  CHECK(dump("列 é") == "name:列 name:é");
  CHECK(dump("raw") == "res:raw");
  CHECK(dump("raw", Dialect::kCalcite) == "name:raw");
}

TEST_CASE("numbers") {
  CHECK(dump("1 1.5 .5 5. 1e3 1.5E-3 1a 1.2.3 1e") ==
        "int:1 dec:1.5 dec:.5 dec:5. app:1e3 app:1.5E-3 int:1 name:a dec:1.2 dec:.3 int:1 name:e");
}

TEST_CASE("texts") {
  CHECK(dump("'it''s' N'x' _UTF8'y' U&'\\0041' x'0A' u") ==
        "str:'it''s' pre:N'x' pre:_UTF8'y' uni:U&'\\0041' bin:x'0A' name:u");
}

TEST_CASE("comments and hints") {
  CHECK(dump("a -- b\nc // d\n/* e\n */ f /*+ g */ h */") ==
        "name:a comment:-- b name:c comment:// d comment:/* e\n */ name:f hint:/*+ name:g tnih:*/ name:h "
        "sym:* sym:/");
}

TEST_CASE("the key and value of an unquoted SET are read as they stand") {
  CHECK(dump("SET a.b-c = hdfs://x;set 'a' = 'b';/* x */ SeT a='b c';SET") ==
        "res:SET raw:a.b-c sym:= raw:hdfs://x sym:; res:set str:'a' sym:= str:'b' sym:; comment:/* x */ "
        "res:SeT raw:a "
        "sym:= str:'b c' sym:; res:SET");
  CHECK(dump("UPDATE t SET a = 1") == "res:UPDATE name:t res:SET name:a sym:= int:1");
}

TEST_CASE("symbols, longest first") {
  CHECK(dump("<>=!===>||->$ ^") == "sym:<> sym:= sym:!= sym:= sym:=> sym:|| sym:- sym:> sym:$ sym:^");
}

TEST_CASE("what no rule accepts is an error token, and nothing is lost") {
  CHECK(dump("a ， @") == "name:a error:， error:@");
  CHECK(dump("'abc") == "error:'abc");
  CHECK(dump("`abc") == "error:`abc");
  CHECK(dump("/* abc") == "error:/* abc");
  std::string text = "\xFF\xFE select \xE5";
  int32_t covered = 0;
  for (const Token& token : tokenize(text)) covered += token.span.length;
  CHECK(covered == 9);
}

TEST_CASE("word classes") {
  CHECK(word_class("Count") == WordClass::kReservedFunction);
  CHECK(word_class("current_timestamp") == WordClass::kReservedVariable);
  CHECK(word_class("offset") == WordClass::kReserved);
  CHECK(word_class("metadata") == WordClass::kKeyword);
  CHECK(word_class("customer") == WordClass::kName);
  CHECK(is_reserved("Value"));
  CHECK_FALSE(is_reserved("name"));
  CHECK_FALSE(is_reserved(std::string(1000, 'a')));
  CHECK(keyword_list().size() > 450);
}

}  // namespace rowkind::sql
