// BITMAP_*_AGG: how often each number was seen, and in how many bitmaps.
#include "expr/bitmap.h"

#include <map>

#include "expr/aggregates/aggregators.h"

namespace rowkind {

namespace {

struct Counts final : HeapObject {
  std::map<uint32_t, int64_t> numbers;
  int64_t rows = 0;
};

class Bitmap final : public Aggregator {
 public:
  Bitmap(std::string_view name, int32_t arg)
      : arg_(arg), op_(name[7]), counts_(name.find("CARDINALITY") != std::string_view::npos) {}
  void create(Value* slots) const override { slots[0] = Value::object(new Counts); }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override { add(slots, input, 1); }
  void retract(Value* slots, const Row& input, EvalContext&) const override { add(slots, input, -1); }
  Value result(const Value* slots, EvalContext&) const override {
    const Counts& acc = counts(slots);
    if (acc.rows <= 0) return Value::null();
    BitmapNumbers out;
    for (const auto& [number, count] : acc.numbers) {
      const bool in = op_ == 'A' ? count == acc.rows : op_ == 'X' ? count % 2 != 0 : count > 0;
      if (in) out.push_back(number);
    }
    return counts_ ? Value::integer(static_cast<int64_t>(out.size())) : bitmap_value(out);
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    const Counts& more = counts(other);
    counts(slots).rows += more.rows;
    for (const auto& [number, count] : more.numbers) add(counts(slots), number, count);
  }
  void copy(const Value* slots, Value* to) const override {
    auto* acc = new Counts;
    acc->numbers = counts(slots).numbers;
    acc->rows = counts(slots).rows;
    to[0] = Value::object(acc);
  }
  std::string describe(const Value* slots) const override {
    std::string out = "{";
    for (const auto& [number, count] : counts(slots).numbers)
      out += (out.size() > 1 ? ", " : "") + std::to_string(number) + "=" + std::to_string(count);
    return out + "}, count " + std::to_string(counts(slots).rows);
  }

 private:
  static Counts& counts(Value* slots) { return *static_cast<Counts*>(slots[0].object()); }
  static const Counts& counts(const Value* slots) { return *static_cast<const Counts*>(slots[0].object()); }
  static void add(Counts& acc, uint32_t number, int64_t by) {
    const auto it = acc.numbers.try_emplace(number, 0).first;
    if ((it->second += by) == 0) acc.numbers.erase(it);
  }
  void add(Value* slots, const Row& input, int64_t by) const {
    const Value& v = input[arg_];
    if (v.is_null()) return;
    Counts& acc = counts(slots);
    acc.rows += by;
    if (op_ == 'B') {
      add(acc, static_cast<uint32_t>(v.integer()), by);
    } else {
      for (uint32_t number : bitmap_numbers(v)) add(acc, number, by);
    }
  }
  int32_t arg_;
  char op_;  // BUILD, AND, OR or XOR
  bool counts_;
};

}  // namespace

AggregatorPtr make_bitmap(std::string_view name, int32_t arg) {
  return std::make_unique<Bitmap>(name, arg);
}

}  // namespace rowkind
