#include "types/value.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "types/row.h"

namespace rowkind {
namespace {

const std::string kLong = "a text of more than fourteen bytes";

TEST_CASE("texts of every length keep their bytes") {
  for (size_t n = 0; n <= kLong.size(); ++n) {
    std::string text = kLong.substr(0, n);
    Value value = Value::string(text);
    CHECK(value.string() == text);
    CHECK(value.equals(Value::string(text)));
    CHECK(value.hash() == Value::string(text).hash());
    CHECK_FALSE(value.equals(Value::bytes(text)));
    CHECK_FALSE(value.equals(Value::string(text + "x")));
    for (size_t cut = 0; cut <= n; ++cut) {
      CHECK(Value::string(text.substr(0, cut), text.substr(cut)).equals(value));
    }
  }
}

TEST_CASE("copies share, moves leave NULL") {
  Value a = Value::string(kLong);
  Value b = a;
  CHECK(a.string().data() == b.string().data());
  Value c = std::move(a);
  CHECK(a.is_null());  // NOLINT: the moved-from state is a promise
  CHECK(a.equals(Value::null()));
  CHECK(c.string() == kLong);
  b = b;
  CHECK(b.string() == kLong);
  b = Value::integer(7);
  CHECK(c.string() == kLong);
}

TEST_CASE("doubles are the same by bits") {
  double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(Value::floating(nan).equals(Value::floating(-nan)));
  CHECK_FALSE(Value::floating(0.0).equals(Value::floating(-0.0)));
  CHECK_FALSE(Value::floating(1.0).equals(Value::integer(1)));
}

TEST_CASE("decimals go to the heap when they need more than 64 bits") {
  Int128 big = static_cast<Int128>(std::numeric_limits<int64_t>::max());
  for (Int128 unscaled : {Int128(0), Int128(-1), big, big + 1, -big - 1, -big - 2, big * big}) {
    Value value = Value::decimal(Decimal{unscaled, 3});
    CHECK(value.decimal().unscaled == unscaled);
    CHECK(value.decimal().scale == 3);
    CHECK(value.equals(Value::decimal(Decimal{unscaled, 3})));
    CHECK(value.hash() == Value::decimal(Decimal{unscaled, 3}).hash());
    CHECK_FALSE(value.equals(Value::decimal(Decimal{unscaled + 1, 3})));
  }
}

TEST_CASE("maps are equal in any order, arrays only in the same") {
  Value one = Value::integer(1), two = Value::integer(2), key = Value::string(kLong);
  Value map = Value::map({{one, key}, {key, two}});
  CHECK(map.equals(Value::map({{key, two}, {one, key}})));
  CHECK(map.hash() == Value::map({{key, two}, {one, key}}).hash());
  CHECK_FALSE(map.equals(Value::map({{key, one}, {one, key}})));
  CHECK_FALSE(map.equals(Value::map({{one, key}})));
  CHECK(Value::array({one, two}).equals(Value::array({one, two})));
  CHECK_FALSE(Value::array({one, two}).equals(Value::array({two, one})));
}

TEST_CASE("rows are equal by content, the hash follows") {
  RowPtr a = make_row({Value::integer(1), Value::string(kLong), Value::null()});
  RowPtr b = make_row({Value::integer(1), Value::string(kLong), Value::null()});
  CHECK_FALSE(a.same(b));
  CHECK(same_row(a, b));
  CHECK(a->hash() == b->hash());
  CHECK(same_row(nullptr, nullptr));
  CHECK_FALSE(same_row(a, nullptr));
  RowPtr other = make_row({Value::integer(1), Value::string(kLong), Value::integer(0)});
  CHECK_FALSE(same_row(a, other));
  CHECK(a->hash() != other->hash());
  RowPtr keys = project(*a, {1, 0});
  CHECK(keys->arity() == 2);
  CHECK(keys[0].string() == kLong);
  CHECK(hash_columns(*a, {1, 0}) == keys->hash());
  CHECK(equal_columns(*a, {1, 0}, *keys));
  CHECK_FALSE(equal_columns(*a, {0, 1}, *keys));
  CHECK(Value::row(a).equals(Value::row(b)));
  CHECK(Value::row(a).row_ptr().same(a));
}

TEST_CASE("rows of any width come from and go to the pool") {
  for (int round = 0; round < 3; ++round) {
    std::vector<RowPtr> rows;
    for (int32_t arity = 0; arity < 100; ++arity) {
      RowBuilder builder(arity);
      for (int32_t i = 0; i < arity; ++i) builder.set(i, Value::integer(arity * 1000 + i));
      rows.push_back(builder.finish());
    }
    for (int32_t arity = 0; arity < 100; ++arity) {
      REQUIRE(rows[arity]->arity() == arity);
      for (int32_t i = 0; i < arity; ++i) REQUIRE(rows[arity][i].integer() == arity * 1000 + i);
    }
  }
}

TEST_CASE("hashes of near values spread over the low bits") {
  std::vector<int> buckets(1024);
  for (int64_t i = 0; i < 4096; ++i) {
    ++buckets[make_row({Value::integer(i)})->hash() & 1023];
    ++buckets[make_row({Value::floating(static_cast<double>(i))})->hash() & 1023];
    ++buckets[make_row({Value::string("user-" + std::to_string(i))})->hash() & 1023];
  }
  int most = 0;
  for (int n : buckets) most = std::max(most, n);
  CHECK(most < 36);  // 12 on average
}

}  // namespace
}  // namespace rowkind
