// Values of functions, from the goldens in tests/golden/function, types and cast.
#include "doctest/doctest.h"
#include "expr/lisp.h"

using rowkind::testing::error_of;
using rowkind::testing::eval;
using rowkind::testing::eval_on;

namespace {

struct Fact {
  const char* lisp;
  const char* value;
};

using TestRow = std::vector<std::pair<std::string, std::string>>;

template <size_t N>
void check(const Fact (&facts)[N], const TestRow& row = {}, const char* zone = "UTC") {
  for (const Fact& fact : facts) {
    std::string value = eval_on(fact.lisp, row, zone), wanted = fact.value, lisp = fact.lisp;
    INFO(lisp);
    CHECK(value == wanted);
  }
}

}  // namespace

TEST_CASE("arithmetic") {
  const Fact kFacts[] = {
      {"(/ i 2)", "1073741823"},
      {"(/ (neg i) 2)", "-1073741823"},
      {"(% i 3)", "1"},
      {"(+ i 1)", "-2147483648"},
      {"(* i i)", "1"},
      {"(+ b i)", "-9223372034707292162"},
      {"(+ si si)", "-2"},
      {"(* d d)", "99999800.0001"},
      {"(/ d 3)", "3333.3300000000000"},
      {"(+ d i)", "2147493646.99"},
      {"(% d 2)", "1.99"},
      {"(/ i 2.0)", "1073741823.500000"},
      {"(/ i 0)", "! / by zero"},
      {"(/ f 0)", "Infinity"},
      {"(+ fl 1)", "1.1"},
      {"(abs -5)", "5"},
  };
  check(kFacts, {{"i", "2147483647"},
                 {"b", "9223372036854775807"},
                 {"si", "32767"},
                 {"d", "9999.99"},
                 {"f", "1"},
                 {"fl", "0.1"}});
}

TEST_CASE("math") {
  const Fact kFacts[] = {
      {"(sqrt f)", "1.4142135623730951"},
      {"(power f 2)", "4.0"},
      {"(exp f)", "7.38905609893065"},
      {"(ln f)", "0.6931471805599453"},
      {"(log10 f)", "0.3010299956639812"},
      {"(log2 f)", "1.0"},
      {"(log 3 f)", "0.6309297535714574"},
      {"(sin f)", "0.9092974268256817"},
      {"(cos f)", "-0.4161468365471424"},
      {"(tan f)", "-2.185039863261519"},
      {"(cot f)", "-0.45765755436028577"},
      {"(atan f)", "1.1071487177940904"},
      {"(atan2 f 2)", "0.7853981633974483"},
      {"(sinh f)", "3.626860407847019"},
      {"(cosh f)", "3.7621956910836314"},
      {"(tanh f)", "0.9640275800758169"},
      {"(degrees f)", "114.59155902616465"},
      {"(radians f)", "0.03490658503988659"},
      {"(pi)", "3.141592653589793"},
      {"(e)", "2.718281828459045"},
      {"(round 2.5e0 0)", "3.0"},
      {"(round -2.5e0 0)", "-3.0"},
      {"(round 0.05e0 1)", "0.1"},
      {"(round d 1)", "-2.6"},
      {"(round d 0)", "-3"},
      {"(round d -1)", "0"},
      {"(round 25 -1)", "30"},
      {"(truncate d 1)", "-2.5"},
      {"(truncate 2.55e0 1)", "2.5"},
      {"(ceil f)", "2.0"},
      {"(ceil d)", "-2"},
      {"(floor d)", "-3"},
      {"(sign d)", "-1.00"},
      {"(bin 10)", "1010"},
      {"(bin -1)", "1111111111111111111111111111111111111111111111111111111111111111"},
      {"(hex 255)", "FF"},
      {"(hex -1)", "FFFFFFFFFFFFFFFF"},
      {"(greatest 10 3 255)", "255"},
      {"(least i 3)", "null"},
      {"(mod 10 4)", "2"},
  };
  check(kFacts, {{"f", "2"}, {"d", "-2.55"}});
}

TEST_CASE("three-valued logic") {
  const Fact kFacts[] = {
      {"(= i b)", "null"},
      {"(is_distinct_from i b)", "TRUE"},
      {"(is_not_distinct_from i b)", "FALSE"},
      {"(between i 1 b)", "null"},
      {"(in i 1 2 b)", "null"},
      {"(not (in i 1 b))", "null"},
      {"(is_null i)", "TRUE"},
      {"(is_unknown (= i b))", "TRUE"},
      {"(is_not_true (= i b))", "TRUE"},
      {"(or (= i 1) (= b 1))", "TRUE"},
      {"(and (= i 1) (= b 1))", "null"},
      {"(and (= i 1) (= b 2))", "FALSE"},
      {"(coalesce i (char_length s) -1)", "1"},
      {"(ifnull i 7)", "7"},
      {"(nullif b 1)", "null"},
      {"(case (> b 1) 'big' (= b 1) 'one' null)", "one"},
      {"(if (> b 1) 'y' 'n')", "n"},
      {"(greatest i 1)", "null"},
      {"(symmetric_between b 5 1)",
       "! No match found for function signature SYMMETRIC_BETWEEN(<NUMERIC>, <NUMERIC>, <NUMERIC>)"},
      {"(typeof (case bo 1 2.5))", "DECIMAL(11, 1) NOT NULL"},
      {"(if bo 1 2.5)", "2.5"},
      {"(coalesce i 2.5)", "2.5"},
      {"(coalesce b 2.5)", "1.0"},
  };
  check(kFacts, {{"i", "null"}, {"b", "1"}, {"s", "x"}});
}

TEST_CASE("texts") {
  const Fact kFacts[] = {
      {"(upper 'straße')", "STRASSE"},
      {"(lower 'ÄÖ')", "äö"},
      {"(initcap 'straße')", "StraßE"},
      {"(initcap ' Ab c ')", " Ab C "},
      {"(trim :BOTH ' ' ' Ab c ')", "Ab c"},
      {"(ltrim ' Ab c ')", "Ab c "},
      {"(rtrim ' Ab c ')", " Ab c"},
      {"(btrim 'xxhellox' 'x ')", "hello"},
      {"(trim :LEADING 'x' 'xxhellox')", "hellox"},
      {"(trim :TRAILING 'x' 'xxhellox')", "xxhello"},
      {"(lpad 'xxhellox' 6 '*')", "xxhell"},
      {"(lpad '' 6 '*')", "******"},
      {"(rpad 'ab' 5 'xy')", "abxyx"},
      {"(reverse 'straße')", "eßarts"},
      {"(repeat 'ab' 2)", "abab"},
      {"(char_length 'straße')", "6"},
      {"(substring 'abcabc' 2)", "bcabc"},
      {"(substring 'abcabc' -2 2)", "bc"},
      {"(substring 'abcabc' 0 2)", "ab"},
      {"(substr 'abcabc' 9)", ""},
      {"(left 'abcabc' -2)", ""},
      {"(right 'abcabc' 2)", "bc"},
      {"(right 'abcabc' 9)", "abcabc"},
      {"(overlay 'abcabc' '##' 2)", "a##abc"},
      {"(overlay 'abcabc' '##' 2 3)", "a##bc"},
      {"(position 'c' 'abcabc')", "3"},
      {"(instr 'abcabc' 'c')", "3"},
      {"(locate 'c' 'abcabc' 4)", "6"},
      {"(instr 'abcabc' 'c' -1)", "6"},
      {"(concat 'a' '-' s)", "null"},
      {"(concat_ws '-' 'a' s 'z')", "a-z"},
      {"(split_index 'p,q,r' ',' 1)", "q"},
      {"(split 'k1=v1,k2' ',')", "[k1=v1, k2]"},
      {"(split '' ',')", "[]"},
      {"(str_to_map 'k1=v1,k2=v2')", "{k1=v1, k2=v2}"},
      {"(str_to_map 'k:1;l:2' ';' ':')", "{k=1, l=2}"},
      {"(str_to_map 'k:1;l:2')", "{k:1;l:2=NULL}"},
      {"(str_to_map '')", "{}"},
      {"(elt 2 'a' 'b')", "b"},
      {"(replace 'k1=v1' 'k' 'K')", "K1=v1"},
      {"(translate 'k1=v1' 'kv' 'KV')", "K1=V1"},
      {"(like 'abc' 'a%')", "TRUE"},
      {"(like 'a%c' 'a!%c' '!')", "TRUE"},
      {"(like 'abc' 'a!%c' '!')", "FALSE"},
      {"(like 'äbc' '_bc')", "TRUE"},
      {"(similar 'b' 'a|b')", "TRUE"},
      {"(similar 'ab' 'a|b')", "FALSE"},
      {"(startswith 'abc' 'ab')", "TRUE"},
      {"(endswith 'abc' 'ab')", "FALSE"},
      {"(ascii '')", "0"},
      {"(chr 97)", "a"},
      {"(to_base64 'a b%20c+é')", "YSBiJTIwYyvDqQ=="},
      {"(from_base64 'YSBiJTIwYyvDqQ==')", "a b%20c+é"},
      {"(hex 'a b%20c+é')", "612062253230632BC3A9"},
      {"(decode (unhex '6162') 'UTF-8')", "ab"},
      {"(url_encode 'a b%20c+é')", "a+b%2520c%2B%C3%A9"},
      {"(url_decode 'a b%20c+é')", "a b c é"},
      {"(parse_url 'http://user@shop.example:80/a/b?k=v&x=1#frag' 'HOST')", "shop.example"},
      {"(parse_url 'http://user@shop.example:80/a/b?k=v&x=1#frag' 'QUERY' 'k')", "v"},
      {"(parse_url 'http://shop.example/a#frag' 'REF')", "frag"},
      {"(parse_url '' 'HOST')", "null"},
      {"(inet_aton '127.0.0.1')", "2130706433"},
      {"(inet_ntoa 2130706433)", "127.0.0.1"},
      {"(printf '%05d|%-4s|%,d' 42 'x' 1234567)", "00042|x   |1,234,567"},
      {"(md5 'abc')", "900150983cd24fb0d6963f7d28e17f72"},
      {"(sha1 'abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"},
      {"(sha256 'abc')", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"(sha224 '')", "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"},
      {"(sha2 '' 384)",
       "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"},
      {"(sha512 'abc')",
       "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4"
       "423643ce80e2a9ac94fa54ca49f"},
      {"(regexp 'ab12c3' '[0-9]+')", "TRUE"},
      {"(regexp_extract 'ab12c3' '([a-z]+)([0-9]+)' 2)", "12"},
      {"(regexp_extract 'ABC' '[a-z]+')", "null"},
      {"(regexp_replace 'ab12c3' '[0-9]' '#')", "ab##c#"},
      {"(regexp_count 'ab12c3' '[a-z]')", "3"},
      {"(regexp_extract_all 'ab12c3' '([a-z])([0-9])' 2)", "[1, 3]"},
      {"(regexp_instr 'ab12c3' '[0-9]')", "3"},
      {"(regexp_substr 'ab12c3' '[0-9]+')", "12"},
      {"(regexp_extract 'a' '[')", "null"},
      {"(regexp 'a' '(?=a)')",
       "! The regular expression '(?=a)' uses look-ahead ((?=, (?!), which this engine (RE2) does not "
       "support."},
  };
  check(kFacts);
}

TEST_CASE("points in time") {
  const Fact kFacts[] = {
      {"(+ ts (interval 1 MONTH))", "2024-02-29 10:00:00.000"},
      {"(- ts (interval 86400000 DAY))", "2024-01-30 10:00:00.000"},
      {"(timestampadd :WEEK 1 ts)", "2024-02-07 10:00:00.000"},
      {"(timestampadd :QUARTER 1 ts)", "2024-04-30 10:00:00.000"},
      {"(timestampdiff :SECOND ts @2024-02-29T09:59:59.999)", "2505599"},
      {"(timestampdiff :HOUR ts @2024-02-29T09:59:59.999)", "695"},
      {"(timestampdiff :DAY ts @2024-02-29T09:59:59.999)", "28"},
      {"(timestampdiff :MONTH ts @2024-02-29T09:59:59.999)", "0"},
      {"(timestampdiff :MONTH @2024-02-29T00:00:00 @2023-02-28T00:00:00)", "-12"},
      {"(timestampdiff :YEAR @2024-02-29T00:00:00 @2023-02-28T00:00:00)", "-1"},
      {"(overlaps @2024-01-01T10:00:00 (interval 3600000 HOUR) @2024-01-01T10:30:00 (interval 3600000 HOUR))",
       "TRUE"},
      {"(overlaps ts (interval 3600000 HOUR) @2024-02-29T09:59:59 (interval 3600000 HOUR))", "FALSE"},
      {"(extract :YEAR @2024-12-30T23:59:58.123)", "2024"},
      {"(week @2024-12-30T23:59:58.123)", "1"},
      {"(dayofweek @2024-12-30T23:59:58.123)", "2"},
      {"(extract :ISOYEAR @2024-12-30T23:59:58.123)", "2025"},
      {"(extract :MILLISECOND @2024-12-30T23:59:58.123)", "123"},
      {"(extract :EPOCH @2024-12-30T23:59:58.123)", "1735603198"},
      {"(extract :CENTURY @2024-12-30T23:59:58.123)", "21"},
      {"(extract :YEAR @1969-12-31T12:00:00)", "1970"},
      {"(hour @1969-12-31T12:00:00)", "-12"},
      {"(week @2023-01-01T00:00:00)", "52"},
      {"(extract :ISODOW @2023-01-01T00:00:00)", "7"},
      {"(floor @2024-05-15T13:45:59.123 :QUARTER)", "2024-04-01 00:00:00.000"},
      {"(floor @2024-05-15T13:45:59.123 :WEEK)", "2024-05-12 00:00:00.000"},
      {"(ceil @2024-05-15T13:45:59.123 :WEEK)", "2024-05-19 00:00:00.000"},
      {"(ceil @2024-05-15T13:45:59.123 :HOUR)", "2024-05-15 14:00:00.000"},
      {"(floor @1969-12-31T23:59:59.999 :YEAR)", "1970-01-01 00:00:00.000"},
      {"(floor @1969-12-31T23:59:59.999 :WEEK)", "1969-12-28 00:00:00.000"},
      {"(floor @1969-12-31T23:59:59.999 :DAY)", "1969-12-31 00:00:00.000"},
      {"(date_format ts 'yyyy/MM/dd HH:mm')", "2024/01/31 10:00"},
      {"(current_timestamp)", "2024-01-01 00:00:00.000"},
      {"(> ts '2024-01-01 00:00:00')", "TRUE"},
      {"(= dt '2024-05-06')", "TRUE"},
  };
  check(kFacts, {{"ts", "2024-01-31 10:00:00"}, {"dt", "2024-05-06"}});
}

TEST_CASE("times from text and numbers in a zone") {
  const Fact kFacts[] = {
      {"(to_date '2024-05-06')", "2024-05-06"},
      {"(to_date 'bad')", "null"},
      {"(to_date '06.05.2024' 'dd.MM.yyyy')", "2024-05-06"},
      {"(to_date '2024-05-06' 'dd.MM.yyyy')", "5471-09-27"},
      {"(to_timestamp '2024-05-06')", "2024-05-06 00:00:00.000"},
      {"(to_timestamp '2024-05-06 07:08:09.123456')", "2024-05-06 07:08:09.123"},
      {"(to_timestamp '2024-05-06' 'dd.MM.yyyy')", "2024-05-06 00:00:00.000"},
      {"(to_timestamp '06.05.2024' 'dd.MM.yyyy')", "2024-05-06 00:00:00.000"},
      {"(to_timestamp '06.05.2024')", "null"},
      {"(to_timestamp '2024-05-06 07:08:09.123456' 'dd.MM.yyyy')", "2024-05-06 07:08:09.123"},
      {"(to_timestamp_ltz 1717200000 0)", "2024-06-01 02:00:00.000"},
      {"(to_timestamp_ltz 1717200000 3)", "1970-01-20 22:00:00.000"},
      {"(to_timestamp_ltz -1 3)", "1970-01-01 00:59:59.999"},
      {"(from_unixtime 1717200000)", "2024-06-01 02:00:00"},
      {"(from_unixtime 0 'dd.MM.yyyy HH:mm')", "01.01.1970 01:00"},
      {"(unix_timestamp '2024-05-06 07:08:09.123456')", "1714972089"},
      {"(unix_timestamp '06.05.2024' 'dd.MM.yyyy')", "1714946400"},
      {"(unix_timestamp 'bad')", "-9223372036854775808"},
      {"(convert_tz '2024-03-31 02:30:00' 'UTC' 'Asia/Shanghai')", "2024-03-31 10:30:00"},
      {"(floor z :DAY)", "2024-03-30 23:00:00.000"},
      {"(hour z)", "3"},
      {"(date_format z 'HH:mm')", "03:00"},
      {"(+ z (interval 3600000 HOUR))", "2024-03-31 04:00:00.000"},
      {"(cast z DATE)", "2024-03-31"},
  };
  check(kFacts, {{"z", "2024-03-31 03:00:00"}}, "Europe/Berlin");
}

TEST_CASE("collections") {
  const Fact kFacts[] = {
      {"(cardinality (array 3 2 2 1))", "4"},
      {"(item (array 3 2 2 1) 1)", "3"},
      {"(item (array 3) 9)", "null"},
      {"(array_contains (array 3 2) 2)", "TRUE"},
      {"(array_distinct (array 3 2 2 1))", "[3, 2, 1]"},
      {"(array_position (array 3 2 2 1) 2)", "2"},
      {"(array_remove (array 3 2 2 1) 2)", "[3, 1]"},
      {"(array_reverse (array 3 2 2 1))", "[1, 2, 2, 3]"},
      {"(array_slice (array 3 2 2 1) 2 3)", "[2, 2]"},
      {"(array_sort (array 3 2 2 1))", "[1, 2, 2, 3]"},
      {"(array_sort (array i 2))", "[NULL, 2]"},
      {"(array_sort (array i 2) false)", "[2, NULL]"},
      {"(array_union (array 3 2 2 1) (array 2 9))", "[3, 2, 1, 9]"},
      {"(array_except (array 3 2 2 1) (array 2 9))", "[3, 1]"},
      {"(array_intersect (array 3 2 2 1) (array 2 9))", "[2]"},
      {"(array_concat (array 3 2) (array 2 9))", "[3, 2, 2, 9]"},
      {"(array_max (array 3 2 i))", "3"},
      {"(array_min (array 3 2 i))", "2"},
      {"(array_append (array 3) 7)", "[3, 7]"},
      {"(array_prepend (array 3) 7)", "[7, 3]"},
      {"(array_join (array 'p' 'q' s) '/')", "p/q"},
      {"(array_join (array 'p' s) '/' '-')", "p/-"},
      {"(item (map 'a' 1) 'a')", "1"},
      {"(map_keys (map 'a' 1))", "[a]"},
      {"(map_values (map 'a' 1))", "[1]"},
      {"(map_union (map 'a' 1) (map 'z' 26))", "{a=1, z=26}"},
      {"(map_from_arrays (array 'p' 'q') (array 1 2))", "{p=1, q=2}"},
      {"(map_entries (map 'a' 1))", "[(a, 1)]"},
      {"(row 1 'x')", "(1, x)"},
      {"(cardinality a)", "null"},
      {"(element (array 5))", "5"},
      {"(item (parse_json '{\"a\":[1,2]}') 'a')", "[1,2]"},
  };
  check(kFacts);
}

TEST_CASE("JSON") {
  const TestRow kRow = {{"s", R"({"a":1,"b":{"d":[1,2],"c":"x"},"l":[true,null,"s"],"n":1.50})"}};
  const Fact kFacts[] = {
      {"(json_value s '$.a')", "1"},
      {"(json_value s 'lax $.b.c')", "x"},
      {"(json_value s 'strict $.b.c' :NULL :EMPTY :DEFAULT 'bad' :ERROR)", "x"},
      {"(json_value s 'strict $.x.c' :NULL :EMPTY :DEFAULT 'bad' :ERROR)", "bad"},
      {"(json_value s '$.b')", "null"},
      {"(json_value s '$.n')", "1.50"},
      {"(json_query s '$.b')", R"({"c":"x","d":[1,2]})"},
      {"(json_query s '$.a' :WITH_UNCONDITIONAL_ARRAY)", "[1]"},
      {"(json_query s '$.l[0]' :WITH_CONDITIONAL_ARRAY)", "[true]"},
      {"(json_query s '$.l' :WITHOUT_ARRAY :EMPTY_ARRAY)", R"([true,null,"s"])"},
      {"(json_query s '$.zz' :WITHOUT_ARRAY :EMPTY_ARRAY)", "null"},
      {"(json_exists s '$.b')", "TRUE"},
      {"(json_exists s 'strict $.zz' :TRUE)", "TRUE"},
      {"(json_exists s '$.zz')", "FALSE"},
      {"(json_query s '$.b.d[*]')", "[1,2]"},
      {"(json_query s '$..c')", R"(["x"])"},
      {"(json_value s '$.l[-1]')", "s"},
      {"(json_object :NULL_ON_NULL 'a' 1 's' i)", R"({"a":1,"s":null})"},
      {"(json_object :ABSENT_ON_NULL 'a' 1 's' i)", R"({"a":1})"},
      {"(json_array :ABSENT_ON_NULL 1 i true)", "[1,true]"},
      {"(json_array :NULL_ON_NULL i 'é')", R"([null,"é"])"},
      {"(json_string 'q')", R"("q")"},
      {"(json_object :NULL_ON_NULL 'n' (json_object :NULL_ON_NULL 'x' 1) 'l' (json_array :ABSENT_ON_NULL "
       "'s'))",
       R"({"l":["s"],"n":{"x":1}})"},
      {"(json_quote 'é/')", R"("\u00e9\/")"},
      {"(json_unquote '\"a\"')", "a"},
      {"(is_json_object s)", "TRUE"},
      {"(is_json_array s)", "FALSE"},
      {"(is_json_value 'x')", "FALSE"},
      {"(json_string (array 1 2))", "[1,2]"},
      {"(json_string (row 1 'x'))", R"({"EXPR$0":1,"EXPR$1":"x"})"},
  };
  check(kFacts, kRow);
}

TEST_CASE("types as text") {
  const Fact kFacts[] = {
      {"(typeof i)", "INT"},
      {"(typeof v)", "VARCHAR(5)"},
      {"(typeof d)", "DECIMAL(6, 2)"},
      {"(typeof z)", "TIMESTAMP_LTZ(3)"},
      {"(typeof 1)", "INT NOT NULL"},
      {"(typeof 'abc')", "CHAR(3) NOT NULL"},
      {"(typeof 1.50)", "DECIMAL(3, 2) NOT NULL"},
      {"(typeof 1e0)", "DOUBLE NOT NULL"},
      {"(typeof null)", "NULL"},
      {"(typeof (interval 86400000 DAY))", "INTERVAL SECOND(3) NOT NULL"},
      {"(typeof true)", "BOOLEAN NOT NULL"},
      {"(typeof (current_date))", "DATE NOT NULL"},
      {"(typeof (/ i 2))", "INT"},
      {"(typeof (* d d))", "DECIMAL(13, 4)"},
      {"(typeof (+ d i))", "DECIMAL(13, 2)"},
      {"(typeof (+ si si))", "SMALLINT"},
      {"(typeof (/ i 2.0))", "DECIMAL(17, 6)"},
      {"(typeof (* b d))", "DECIMAL(26, 2)"},
  };
  check(kFacts);
}

TEST_CASE("refusals") {
  CHECK(error_of("(uppercase s)") ==
        "sql/unknown-function: No match found for function signature UPPERCASE(<CHARACTER>)");
  CHECK(
      error_of("(upper i)") ==
      "sql/wrong-arguments: Cannot apply 'UPPER' to arguments of type 'UPPER(<INTEGER>)'. Supported form(s): "
      "'UPPER(<CHARACTER>)'");
  CHECK(error_of("(= i s)") ==
        "sql/implicit-cast: implicit type conversion between INTEGER and VARCHAR is not supported now");
  CHECK(error_of("(+ s i)") ==
        "sql/wrong-arguments: Cannot apply '+' to arguments of type '<VARCHAR(2147483647)> + <INTEGER>'. "
        "Supported "
        "form(s): '<NUMERIC> + <NUMERIC>'");
  CHECK(error_of("(item a 0)") ==
        "sql/wrong-arguments: Array element access needs an index starting at 1 but was 0.");
  CHECK(error_of("(timestampdiff :HOUR ts z)") ==
        "sql/wrong-arguments: TIMESTAMP_LTZ only supports diff between the same type.");
  CHECK(error_of("(sum i)").substr(0, 26) == "sql/aggregate-misplaced: A");
  CHECK(eval("(cast 'x' INT)") == "! For input string: 'x'. Invalid character found.");
  CHECK(eval("(try 'x' INT)") == "null");
}
