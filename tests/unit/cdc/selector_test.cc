#include "cdc/selector.h"

#include "doctest/doctest.h"

using namespace rowkind;
using namespace rowkind::cdc;

namespace {

bool matches(const char* selector, const char* table) {
  return Selector(selector).matches(*parse_table_id(table).or_throw());
}

std::string error_of(const char* selector) {
  try {
    Selector made{selector};
  } catch (const Failure& failure) {
    return failure.error.message;
  }
  return "";
}

// The sink tables, joined with blanks; or the error.
std::string routed(const char* from, const char* to, const char* table, Version version,
                   std::optional<std::string> symbol = std::nullopt) {
  RouteRule rule;
  rule.source_table.text = from;
  rule.sink_table.text = to;
  rule.replace_symbol = symbol;
  try {
    std::string out;
    for (const TableIdPtr& sink : Router({rule}, false, version).route(parse_table_id(table).or_throw()))
      out += (out.empty() ? "" : " ") + sink->text;
    return out;
  } catch (const Failure& failure) {
    return failure.error.message;
  }
}

}  // namespace

TEST_CASE("a selector matches part by part, whatever the case") {
  CHECK(matches("db.orders", "db.orders"));
  CHECK(matches("DB.Orders", "db.orders"));
  CHECK(matches("db.\\.*", "db.orders"));
  CHECK(matches("db.order_[0-9]+", "db.order_12"));
  CHECK(matches("a.b, db.orders", "db.orders"));
  CHECK_FALSE(matches("db.order", "db.orders"));
  CHECK_FALSE(matches("db\\.orders", "db.orders"));
}

TEST_CASE("parts of a selector that the id does not have are passed over, the other way round not") {
  CHECK(matches("\\.*.\\.*", "t"));
  CHECK(matches("a.b.c", "b.c"));
  CHECK(matches("a.b.c", "c"));
  CHECK_FALSE(matches("\\.*", "db.t"));
  CHECK_FALSE(matches("\\.*.\\.*", "ns.db.t"));
}

TEST_CASE("a selector that cannot be read says why") {
  CHECK(error_of("a.b.c.d") == "Invalid table inclusion pattern: a.b.c.d");
  CHECK(error_of("") == "Invalid table inclusion pattern cannot be null or empty");
  CHECK(error_of(" ") == "Invalid table inclusion pattern:  ");
  CHECK(error_of("db.t\\").find("Unterminated escape sequence") == 0);
  CHECK(error_of("db.order_.*").find("Dangling meta character '*'") == 0);
}

TEST_CASE("a route takes groups since 3.6 and the text as it is before") {
  CHECK(routed("db.(o)_1", "ods.$1", "db.o_1", Version::k37) == "ods.o");
  CHECK(routed("db.o_1", "ods.$1", "db.o_1", Version::k35) == "ods.$1");
  CHECK(routed("db.t", "ods.<>", "db.t", Version::k35, "<>") == "ods.t");
  CHECK(routed("db.t", "a.b.c.d", "db.t", Version::k37) == "Invalid tableId: a.b.c.d");
  CHECK(routed("x.y", "ods.t", "db.t", Version::k37) == "db.t");
  // The pattern is looked for inside the id: the rest of the name stays.
  CHECK(routed("db.order, db.orders", "ods.all", "db.orders", Version::k37) == "ods.alls");
}
