#include "ops/row_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "ops/row_list.h"
#include "ops/timer_queue.h"

namespace rowkind {
namespace {

RowPtr row(int64_t a, const std::string& b) {
  return make_row({Value::integer(a), Value::string(b)});
}

TEST_CASE("a view of columns finds what the key row holds") {
  RowMap<int> map;
  std::vector<int32_t> columns = {2, 0};
  RowPtr wide =
      make_row({Value::string("a text longer than fourteen bytes"), Value::null(), Value::integer(7)});
  KeyView view(*wide, columns);
  CHECK(map.find(view) == nullptr);
  map.insert(view.to_row())->value = 5;
  RowPtr key = make_row({Value::integer(7), Value::string("a text longer than fourteen bytes")});
  REQUIRE(map.find(key) != nullptr);
  CHECK(map.find(key)->value == 5);
  CHECK(view.hash() == key->hash());
  CHECK(view.equals(*key));
  RowPtr none = make_row({});
  CHECK(KeyView(*wide, std::vector<int32_t>{}).hash() == none->hash());
  CHECK(KeyView(*wide, std::vector<int32_t>{}).equals(*none));
}

TEST_CASE("a map does what std::map does, through growth and removal") {
  RowMap<int> map;
  std::map<int, int> truth;
  std::srand(7);
  for (int i = 0; i < 50000; ++i) {
    int k = std::rand() % 700;
    RowPtr key = row(k, "k");
    auto* entry = map.find(key);
    CHECK((entry != nullptr) == (truth.count(k) == 1));
    if (std::rand() % 2 == 0) {
      if (entry == nullptr) entry = map.insert(key);
      entry->value = i;
      truth[k] = i;
    } else if (entry != nullptr) {
      REQUIRE(entry->value == truth[k]);
      map.erase(entry);
      truth.erase(k);
    }
    REQUIRE(map.size() == static_cast<int64_t>(truth.size()));
  }
}

TEST_CASE("a list of rows keeps arrival order, counts nothing twice, and survives becoming long") {
  for (bool whole : {true, false}) {
    RowList list;
    std::vector<int32_t> first = {0};
    auto view = [&](const RowPtr& r) { return whole ? KeyView(*r) : KeyView(*r, first); };
    std::vector<int64_t> truth;
    std::srand(3);
    for (int i = 0; i < 20000; ++i) {
      RowPtr r = row(std::rand() % 60, "x");
      RowList::Item* item = list.find(view(r));
      auto at = std::find(truth.begin(), truth.end(), r[0].integer());
      REQUIRE((item != nullptr) == (at != truth.end()));
      if (item == nullptr) {
        list.append(view(r), r);
        truth.push_back(r[0].integer());
      } else if (std::rand() % 3 != 0 || (i / 3000) % 2 == 1) {
        list.remove(item, view(r));
        truth.erase(at);
      }
      std::vector<int64_t> seen;
      for (const RowList::Item& it : list) {
        if (it.row) seen.push_back(it.row[0].integer());
      }
      REQUIRE(seen == truth);
      REQUIRE(list.size() == static_cast<int32_t>(truth.size()));
    }
  }
}

TEST_CASE("timers fire by time, each once") {
  TimerQueue timers;
  int64_t sequence = 0;
  RowPtr a = row(1, "a"), b = row(2, "b"), c = row(3, "c");
  timers.add(b, 20, ++sequence);
  timers.add(a, 20, ++sequence);
  timers.add(c, 10, ++sequence);
  timers.add(b, 20, ++sequence);  // there already
  timers.add(c, 20, ++sequence);
  timers.remove(a, 20);
  timers.remove(a, 99);
  std::string fired;
  while (!timers.empty()) {
    fired += std::to_string(timers.next_time());
    fired += timers.pop()[1].string();
  }
  CHECK(fired == "10c20b20c");
}

TEST_CASE("timers of one time fire in the order of Flink's heap") {
  TimerQueue timers;
  int64_t sequence = 0;
  for (char name : std::string("abcde")) timers.add(row(1, std::string(1, name)), 5, ++sequence);
  for (char name : std::string("fgh")) timers.add(row(1, std::string(1, name)), 9, ++sequence);
  std::string fired;
  while (!timers.empty()) fired += timers.pop()[1].string();
  CHECK(fired == "abdechgf");
}

}  // namespace
}  // namespace rowkind
