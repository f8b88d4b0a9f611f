#include "support.h"

using namespace rowkind;

TEST_CASE("binlog: a flag tells additions from removals") {
  FormatTest t{"binlog", "id VARCHAR, `count` BIGINT, changelog BOOLEAN", {{"with-changelog", "true"}}};
  CHECK(t(R"({"data":[{"id":"0001","count":"1"}],"type":"INSERT"})") == "+I[0001, 1, TRUE]");
  CHECK(t(R"({"data":[{"id":"0001","count":"2"}],"old":[{"count":"1"}],"type":"UPDATE"})") ==
        "+I[0001, 2, TRUE]");
  CHECK(t(R"({"data":[{"id":"0001","count":"2"}],"type":"DELETE"})") == "+I[0001, 2, FALSE]");
  CHECK(t(R"({"before":{"id":"0001","count":1},"after":null,"op":"d"})") == "+I[0001, 1, FALSE]");
  CHECK(t(R"({"type":"insert","data":{"id":"0001","count":1}})") == "+I[0001, 1, TRUE]");
  CHECK(t(R"({"op":"-D","data":{"id":"0001","count":1}})") == "+I[0001, 1, FALSE]");
  CHECK(t("+ 0001, 2, false") == "+I[0001, 2, FALSE]");
  CHECK(t("- 0001, 2") == "+I[0001, 2, FALSE]");
  CHECK(contains(t("{\"a\":1}"), "It is no message of canal, debezium, maxwell or changelog-json"));
  FormatTest before{"binlog", t.columns, {{"with-changelog", "true"}, {"update-before", "true"}}};
  CHECK(before(R"({"data":[{"id":"0001","count":"2"}],"old":[{"count":"1"}],"type":"UPDATE"})") ==
        "+I[0001, 1, FALSE] +I[0001, 2, TRUE]");
  FormatTest named{"binlog",
                   "id VARCHAR, op BOOLEAN, off BIGINT, at TIMESTAMP(3)",
                   {{"with-changelog", "true"},
                    {"changelog-name", "op"},
                    {"with-offset", "true"},
                    {"offset-name", "off"},
                    {"with-timestamp", "true"},
                    {"timestamp-name", "at"}}};
  CHECK(named(R"({"data":[{"id":"1","op":"x"}],"type":"INSERT","es":1717200000000})") ==
        "+I[1, TRUE, 0, 2024-06-01 00:00:00.000]");
  CHECK(FormatTest{"binlog", "id VARCHAR, changelog BOOLEAN"}(
            R"({"data":[{"id":"1","changelog":"true"}],"type":"DELETE"})") == "+I[1, TRUE]");
  CHECK(contains(FormatTest{"binlog", "id VARCHAR", {{"with-changelog", "true"}}}("{}"),
                 "which the table does not have"));
}
