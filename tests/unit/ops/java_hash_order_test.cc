#include "ops/java_hash_order.h"

#include <doctest/doctest.h>

namespace rowkind {
namespace {

// The order in which a real Flink 2.3.0 flushed these groups.
TEST_CASE("keys come in the order of Flink's hash map") {
  RowType type = {Field{"shop", LogicalType::string()}};
  RowPtr north = make_row({Value::string("north")}), south = make_row({Value::string("south")}),
         west = make_row({Value::string("west")});
  std::vector<size_t> order = java_hash_order({north.get(), south.get(), west.get()}, type);
  CHECK(order == std::vector<size_t>{1, 2, 0});
}

// The order in which a real Flink 2.3.0 listed the codes of a FROM_CHANGELOG.
TEST_CASE("strings come in the order of Flink's hash map") {
  CHECK(java_string_hash_order({"c", "first load", "d"}) == std::vector<size_t>{2, 1, 0});
  CHECK(java_string_hash_order({"c", "", "r", "d"}) == std::vector<size_t>{2, 1, 3, 0});
  CHECK(java_string_hash_order({"c", "r", "ub", "ua", "d"}) == std::vector<size_t>{1, 2, 3, 4, 0});
}

TEST_CASE("nested keys keep their order of arrival") {
  RowType type = {Field{"a", LogicalType::array(LogicalType::integer())}};
  RowPtr a = make_row({Value::array({Value::integer(2)})}), b = make_row({Value::array({Value::integer(1)})});
  CHECK(java_hash_order({a.get(), b.get()}, type) == std::vector<size_t>{0, 1});
}

}  // namespace
}  // namespace rowkind
