#include "plan/op_mapping.h"

#include <doctest/doctest.h>

namespace rowkind {
namespace {

using Codes = std::vector<std::string>;

TEST_CASE("code lists are cut and trimmed as Java does") {
  CHECK(split_codes("c, r") == Codes{"c", "r"});
  CHECK(split_codes("  first load ,\tr") == Codes{"first load", "r"});
  CHECK(split_codes(",c,,r") == Codes{"", "c", "", "r"});
  CHECK(split_codes("c,,") == Codes{"c"});
  CHECK(split_codes("") == Codes{""});
  CHECK(split_codes(",").empty());
}

TEST_CASE("operations have one name each, in upper case") {
  CHECK(change_operation("UPDATE_BEFORE") == RowKind::kUpdateBefore);
  CHECK_FALSE(change_operation("insert"));
  CHECK(operation_name(RowKind::kDelete) == "DELETE");
}

}  // namespace
}  // namespace rowkind
