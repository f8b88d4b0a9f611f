// MIN, MAX, FIRST_VALUE, LAST_VALUE and SINGLE_VALUE where one value (and a count) is enough: append-only
// inputs.
#include "expr/aggregates/aggregators.h"
#include "expr/compare.h"

namespace rowkind {

namespace {

class OneValue : public Aggregator {
 public:
  explicit OneValue(int32_t arg) : arg_(arg) {}
  void create(Value* slots) const override { slots[0] = Value::null(); }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    take(slots[0], input[arg_]);
  }
  void retract(Value*, const Row&, EvalContext&) const override {}  // never planned for inputs that retract
  Value result(const Value* slots, EvalContext&) const override { return slots[0]; }
  void merge(Value* slots, const Value* other, EvalContext&) const override { take(slots[0], other[0]); }
  void copy(const Value* slots, Value* to) const override { to[0] = slots[0]; }
  std::string describe(const Value* slots) const override { return describe_value(slots[0]); }

 protected:
  virtual void take(Value& kept, const Value& v) const = 0;
  int32_t arg_;
};

class Extreme final : public OneValue {
 public:
  Extreme(int32_t arg, bool is_max) : OneValue(arg), is_max_(is_max) {}

 private:
  void take(Value& kept, const Value& v) const override {
    if (v.is_null()) return;
    if (!kept.is_null()) {
      int c = v.kind() == ValueKind::kInt ? (v.integer() > kept.integer()) - (v.integer() < kept.integer())
                                          : compare_values(v, kept);
      if (is_max_ ? c <= 0 : c >= 0) return;
    }
    kept = v;
  }
  bool is_max_;
};

class FirstLast final : public OneValue {
 public:
  FirstLast(int32_t arg, bool is_last) : OneValue(arg), is_last_(is_last) {}

 private:
  void take(Value& kept, const Value& v) const override {
    if (!v.is_null() && (is_last_ || kept.is_null())) kept = v;
  }
  bool is_last_;
};

class SingleValue final : public Aggregator {
 public:
  explicit SingleValue(int32_t arg) : arg_(arg) { slots_ = 2; }
  void create(Value* slots) const override {
    slots[0] = Value::null();
    slots[1] = Value::integer(0);
  }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    if (slots[1].integer() > 0) more_than_one();
    slots[0] = input[arg_];
    slots[1] = Value::integer(slots[1].integer() + 1);
  }
  void retract(Value* slots, const Row&, EvalContext&) const override {
    if (slots[1].integer() != 0 && slots[1].integer() != 1) more_than_one();
    slots[0] = Value::null();
    slots[1] = Value::integer(slots[1].integer() - 1);
  }
  Value result(const Value* slots, EvalContext&) const override { return slots[0]; }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    int64_t count = slots[1].integer(), more = other[1].integer();
    if (count + more > 1) more_than_one();
    if (count + more == 0) {
      slots[0] = count == 0 || more > 0 ? other[0] : Value::null();
    } else {
      slots[0] = other[0];
    }
    slots[1] = Value::integer(count + more);
  }
  void copy(const Value* slots, Value* to) const override {
    to[0] = slots[0];
    to[1] = slots[1];
  }
  std::string describe(const Value* slots) const override {
    return describe_value(slots[0]) + ", count " + std::to_string(slots[1].integer());
  }

 private:
  [[noreturn]] static void more_than_one() {
    throw Failure("run/single-value", "SingleValueAggFunction received more than one element.", {},
                  "a scalar sub-query must give one row: add an aggregate or LIMIT 1");
  }
  int32_t arg_;
};

}  // namespace

AggregatorPtr make_extreme(int32_t arg, bool is_max) {
  return std::make_unique<Extreme>(arg, is_max);
}
AggregatorPtr make_first_last(int32_t arg, bool is_last) {
  return std::make_unique<FirstLast>(arg, is_last);
}
AggregatorPtr make_single_value(int32_t arg) {
  return std::make_unique<SingleValue>(arg);
}

}  // namespace rowkind
