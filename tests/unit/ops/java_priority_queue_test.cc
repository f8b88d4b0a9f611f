#include "ops/java_priority_queue.h"

#include <doctest/doctest.h>

#include <string>

namespace rowkind {
namespace {

// A key and a name: elements with one key are equal.
struct Element {
  int key = 0;
  char name = ' ';
};
struct SmallerKey {
  bool operator()(const Element& a, const Element& b) const { return a.key < b.key; }
};
using Queue = JavaPriorityQueue<Element, SmallerKey>;

std::string drain(Queue queue) {
  std::string out;
  while (!queue.empty()) out += queue.poll().name;
  return out;
}

TEST_CASE("equal elements come out as java.util.PriorityQueue gives them") {
  Queue queue;
  for (const char name : std::string("abc")) queue.add({1, name});
  CHECK(drain(queue) == "acb");
  queue.add({0, 'x'});
  CHECK(drain(queue) == "xbca");
  std::string heap;
  for (const Element& element : queue) heap += element.name;
  CHECK(heap == "xacb");
}

TEST_CASE("what survives a removal is made a heap anew") {
  Queue queue;
  for (const char name : std::string("abcdef")) queue.add({name < 'd' ? 2 : 1, name});
  queue.remove_if([](const Element& element) { return element.name == 'd'; });
  CHECK(queue.size() == 5);
  CHECK(queue.peek().key == 1);
  queue.remove_if([](const Element&) { return false; });
  CHECK(drain(queue).size() == 5);
}

}  // namespace
}  // namespace rowkind
