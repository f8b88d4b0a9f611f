#include "changelog/table.h"

#include "changelog/notation.h"
#include "doctest/doctest.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {

const RowType kType = {{"id", LogicalType::integer()}, {"name", LogicalType::string()}};

struct Fixture {
  explicit Fixture(std::vector<int32_t> key) : table(std::move(key)) {}
  Fixture& apply(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) table.apply(*parse_change(line, kType, TimeZone::utc()));
    return *this;
  }
  std::string arrival() const {
    std::string out;
    for (const RowPtr& row : table.rows()) out += print_row(*row, kType, TimeZone::utc());
    return out;
  }
  std::string text() const { return table.to_text(kType, TimeZone::utc()); }
  MaterializedTable table;
};

}  // namespace

TEST_CASE("a keyed table puts and removes by key") {
  Fixture f({0});
  f.apply({"+I[2, b]", "+I[1, a]", "+U[2, c]"});
  CHECK(f.arrival() == "[2, c][1, a]");
  CHECK(f.text() == "[1, a]\n[2, c]\n");
  f.apply({"-U[1, whatever]"});
  CHECK(f.text() == "[2, c]\n");
  f.apply({"+U[1, z]", "-D[9, x]"});
  CHECK(f.arrival() == "[2, c][1, z]");
  CHECK(f.table.unmatched() == 1);
}

TEST_CASE("a bag counts equal rows") {
  Fixture f({});
  f.apply({"+I[1, a]", "+I[2, b]", "+I[1, a]", "-D[1, a]"});
  CHECK(f.arrival() == "[1, a][2, b]");
  f.apply({"-U[1, a]", "-U[1, a]", "-D[1, b]"});
  CHECK(f.arrival() == "[2, b]");
  CHECK(f.table.unmatched() == 2);
  CHECK(f.table.size() == 1);
}

TEST_CASE("many changes stay fast and keep the order of arrival") {
  for (bool keyed : {true, false}) {
    MaterializedTable table(keyed ? std::vector<int32_t>{0} : std::vector<int32_t>{});
    auto row = [](int64_t id, int64_t v) { return make_row({Value::integer(id), Value::integer(v)}); };
    constexpr int64_t kRows = 100000;
    for (int64_t i = 0; i < kRows; ++i) table.apply({RowKind::kInsert, row(i, 0)});
    for (int64_t i = 0; i < kRows; ++i) {
      if (i % 1000 != 0) table.apply({RowKind::kDelete, row(i, 0)});
    }
    for (int64_t round = 0; round < 1000; ++round) {
      table.apply({RowKind::kUpdateBefore, row(5000, round)});
      table.apply({RowKind::kUpdateAfter, row(5000, round + 1)});
    }
    REQUIRE(table.size() == 100);
    REQUIRE(table.rows().size() == 100);
    CHECK(table.unmatched() == 0);
    CHECK(table.rows()[0]->equals(*row(0, 0)));
    CHECK(table.rows()[5]->equals(*row(6000, 0)));
    CHECK(table.rows()[99]->equals(*row(5000, 1000)));
  }
}
