// COUNT, SUM, $SUM0, AVG, variances: a few numbers per group, no allocation per row.
#include <cmath>

#include "expr/aggregates/aggregators.h"
#include "expr/compare.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {

namespace {

// Aggregators whose slots are plain values.
class PlainAggregator : public Aggregator {
 public:
  void copy(const Value* slots, Value* to) const final {
    for (int32_t i = 0; i < slots_; ++i) to[i] = slots[i];
  }
};

class Count final : public PlainAggregator {
 public:
  explicit Count(int32_t arg) : arg_(arg) {}
  void create(Value* slots) const override { slots[0] = Value::integer(0); }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override { add(slots, input, 1); }
  void retract(Value* slots, const Row& input, EvalContext&) const override { add(slots, input, -1); }
  Value result(const Value* slots, EvalContext&) const override { return slots[0]; }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    slots[0] = Value::integer(slots[0].integer() + other[0].integer());
  }
  std::string describe(const Value* slots) const override { return std::to_string(slots[0].integer()); }

 private:
  void add(Value* slots, const Row& input, int64_t by) const {
    if (arg_ >= 0 && input[arg_].is_null()) return;
    slots[0] = Value::integer(slots[0].integer() + by);
  }
  int32_t arg_;
};

// Adds and subtracts in one numeric type; a DECIMAL that does not fit becomes NULL.
class Adder {
 public:
  explicit Adder(const LogicalType& type)
      : root_(type.root()), precision_(type.precision()), scale_(type.scale()) {}
  Value zero() const {
    if (root_ == TypeRoot::kDecimal) return Value::decimal(Decimal{0, scale_});
    return floating() ? Value::floating(0) : Value::integer(0);
  }
  Value add(const Value& a, const Value& b, bool subtract) const {
    if (root_ == TypeRoot::kBigInt || root_ == TypeRoot::kInt) {
      uint64_t x = static_cast<uint64_t>(a.integer()), y = static_cast<uint64_t>(b.integer());
      int64_t sum = static_cast<int64_t>(subtract ? x - y : x + y);
      return Value::integer(root_ == TypeRoot::kInt ? static_cast<int32_t>(sum) : sum);
    }
    return add_other(a, b, subtract);
  }

 private:
  bool floating() const { return root_ == TypeRoot::kDouble || root_ == TypeRoot::kFloat; }
  Value add_other(const Value& a, const Value& b, bool subtract) const {
    if (floating()) {
      double x = to_double(a), y = to_double(b);
      double sum = subtract ? x - y : x + y;
      return Value::floating(root_ == TypeRoot::kFloat ? static_cast<float>(sum) : sum);
    }
    if (root_ == TypeRoot::kDecimal) {
      if (a.is_null() || b.is_null()) return Value::null();
      Decimal x = a.decimal(), y = b.decimal();
      std::optional<Decimal> sum =
          subtract ? decimal_subtract(x, y, precision_, scale_) : decimal_add(x, y, precision_, scale_);
      return sum ? Value::decimal(*sum) : Value::null();
    }
    int64_t sum = subtract ? a.integer() - b.integer() : a.integer() + b.integer();
    return Value::integer(root_ == TypeRoot::kTinyInt ? static_cast<int8_t>(sum) : static_cast<int16_t>(sum));
  }
  TypeRoot root_;
  int32_t precision_, scale_;
};

// SumAggFunction: NULL until the first value.
class Sum final : public PlainAggregator {
 public:
  Sum(const LogicalType& type, int32_t arg) : adder_(type), arg_(arg) {}
  void create(Value* slots) const override { slots[0] = Value::null(); }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override { add(slots, input[arg_]); }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    const Value& v = input[arg_];
    if (!v.is_null()) slots[0] = adder_.add(slots[0].is_null() ? adder_.zero() : slots[0], v, true);
  }
  Value result(const Value* slots, EvalContext&) const override { return slots[0]; }
  void merge(Value* slots, const Value* other, EvalContext&) const override { add(slots, other[0]); }
  std::string describe(const Value* slots) const override { return describe_value(slots[0]); }

 private:
  void add(Value* slots, const Value& v) const {
    if (v.is_null()) return;
    slots[0] = slots[0].is_null() ? v : adder_.add(slots[0], v, false);
  }
  Adder adder_;
  int32_t arg_;
};

// SumWithRetractAggFunction: NULL when no value is left.
class SumRetract final : public PlainAggregator {
 public:
  SumRetract(const LogicalType& type, int32_t arg) : adder_(type), arg_(arg) { slots_ = 2; }
  void create(Value* slots) const override {
    slots[0] = Value::null();
    slots[1] = Value::integer(0);
  }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    if (!input[arg_].is_null()) add(slots, input[arg_], 1);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    const Value& v = input[arg_];
    if (v.is_null()) return;
    slots[0] = adder_.add(slots[0].is_null() ? adder_.zero() : slots[0], v, true);
    slots[1] = Value::integer(slots[1].integer() - 1);
  }
  Value result(const Value* slots, EvalContext&) const override {
    return slots[1].integer() == 0 ? Value::null() : slots[0];
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    add(slots, other[0], other[1].integer());
  }
  std::string describe(const Value* slots) const override {
    return "sum " + describe_value(slots[0]) + ", count " + std::to_string(slots[1].integer());
  }

 private:
  void add(Value* slots, const Value& v, int64_t count) const {
    if (!v.is_null()) slots[0] = slots[0].is_null() ? v : adder_.add(slots[0], v, false);
    slots[1] = Value::integer(slots[1].integer() + count);
  }
  Adder adder_;
  int32_t arg_;
};

class Sum0 final : public PlainAggregator {
 public:
  Sum0(const LogicalType& type, int32_t arg) : adder_(type), arg_(arg) {}
  void create(Value* slots) const override { slots[0] = adder_.zero(); }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    add(slots, input[arg_], false);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override { add(slots, input[arg_], true); }
  Value result(const Value* slots, EvalContext&) const override { return slots[0]; }
  void merge(Value* slots, const Value* other, EvalContext&) const override { add(slots, other[0], false); }
  std::string describe(const Value* slots) const override { return describe_value(slots[0]); }

 private:
  void add(Value* slots, const Value& v, bool subtract) const {
    if (!v.is_null()) slots[0] = adder_.add(slots[0], v, subtract);
  }
  Adder adder_;
  int32_t arg_;
};

// Sum (BIGINT, DOUBLE or DECIMAL(38, s)) and count; the quotient is cut to the result type.
class Avg final : public PlainAggregator {
 public:
  Avg(const LogicalType& type, const LogicalType& sum, int32_t arg) : type_(type), adder_(sum), arg_(arg) {
    slots_ = 2;
  }
  void create(Value* slots) const override {
    slots[0] = adder_.zero();
    slots[1] = Value::integer(0);
  }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    add(slots, input[arg_], false, 1);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    add(slots, input[arg_], true, -1);
  }
  Value result(const Value* slots, EvalContext&) const override {
    int64_t count = slots[1].integer();
    if (count == 0 || slots[0].is_null()) return Value::null();
    if (type_.is(TypeRoot::kDecimal)) {
      std::optional<Decimal> v =
          decimal_divide(slots[0].decimal(), Decimal{count, 0}, type_.precision(), type_.scale());
      return v ? Value::decimal(*v) : Value::null();
    }
    if (type_.is_approximate()) {
      double v = slots[0].floating() / static_cast<double>(count);
      return Value::floating(type_.is(TypeRoot::kFloat) ? static_cast<float>(v) : v);
    }
    int64_t v = slots[0].integer() / count;
    switch (type_.root()) {
      case TypeRoot::kTinyInt:
        return Value::integer(static_cast<int8_t>(v));
      case TypeRoot::kSmallInt:
        return Value::integer(static_cast<int16_t>(v));
      case TypeRoot::kInt:
        return Value::integer(static_cast<int32_t>(v));
      default:
        return Value::integer(v);
    }
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    slots[0] = adder_.add(slots[0], other[0], false);
    slots[1] = Value::integer(slots[1].integer() + other[1].integer());
  }
  std::string describe(const Value* slots) const override {
    return "sum " + describe_value(slots[0]) + ", count " + std::to_string(slots[1].integer());
  }

 private:
  void add(Value* slots, const Value& v, bool subtract, int64_t count) const {
    if (v.is_null()) return;
    slots[0] = adder_.add(slots[0], v, subtract);
    slots[1] = Value::integer(slots[1].integer() + count);
  }
  LogicalType type_;
  Adder adder_;
  int32_t arg_;
};

// WelfordM2AggFunction: n, mean, m2.
class Variance final : public PlainAggregator {
 public:
  Variance(const LogicalType& type, int32_t arg, char shape, bool sqrt)
      : type_(type), arg_(arg), shape_(shape), sqrt_(sqrt) {
    slots_ = 3;
  }
  void create(Value* slots) const override {
    slots[0] = Value::integer(0);
    slots[1] = slots[2] = Value::floating(0);
  }
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    if (input[arg_].is_null()) return;
    int64_t n = slots[0].integer() + 1;
    slots[0] = Value::integer(n);
    if (n <= 0) return;
    double value = to_double(input[arg_]), mean = slots[1].floating(), delta = value - mean;
    mean += delta / static_cast<double>(n);
    slots[1] = Value::floating(mean);
    slots[2] = Value::floating(slots[2].floating() + delta * (value - mean));
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    if (input[arg_].is_null()) return;
    int64_t n = slots[0].integer() - 1;
    slots[0] = Value::integer(n);
    if (n <= 0) {
      if (n == 0) slots[1] = slots[2] = Value::floating(0);
      return;
    }
    double value = to_double(input[arg_]), mean = slots[1].floating(), delta = value - mean;
    mean -= delta / static_cast<double>(n);
    slots[1] = Value::floating(mean);
    slots[2] = Value::floating(slots[2].floating() - (value - mean) * delta);
  }
  Value result(const Value* slots, EvalContext&) const override {
    int64_t n = slots[0].integer();
    if (shape_ == 'm') return n <= 0 ? Value::null() : slots[2];
    int64_t divisor = shape_ == 's' ? n - 1 : n;
    if (n <= 0 || divisor == 0) return Value::null();
    double v = slots[2].floating() / static_cast<double>(divisor);
    if (sqrt_) v = std::pow(v, 0.5);
    if (type_.is(TypeRoot::kFloat)) return Value::floating(static_cast<float>(v));
    if (type_.is(TypeRoot::kDouble)) return Value::floating(v);
    Result<Value> cast = cast_value(Value::floating(v), LogicalType::double_type(), type_, CastOptions{});
    return cast.ok() ? *cast : Value::null();
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    int64_t n = slots[0].integer(), more = other[0].integer();
    if (more > 0 && n == 0) {
      copy(other, slots);
      return;
    }
    double total = static_cast<double>(n + more);
    if (more > 0) {
      double delta = other[1].floating() - slots[1].floating();
      double m2 = slots[2].floating() + other[2].floating() +
                  static_cast<double>(n) * static_cast<double>(more) / total * delta * delta;
      slots[1] = Value::floating(slots[1].floating() + static_cast<double>(more) / total * delta);
      slots[2] = Value::floating(m2);
    }
    slots[0] = Value::integer(n + more);
    if (n + more <= 0) slots[1] = slots[2] = Value::floating(0);
  }
  std::string describe(const Value* slots) const override {
    return "n " + std::to_string(slots[0].integer()) + ", mean " + java_double(slots[1].floating()) +
           ", m2 " + java_double(slots[2].floating());
  }

 private:
  LogicalType type_;
  int32_t arg_;
  char shape_;
  bool sqrt_;
};

}  // namespace

AggregatorPtr make_count(int32_t arg) {
  return std::make_unique<Count>(arg);
}

AggregatorPtr make_sum(const LogicalType& type, int32_t arg, bool retract) {
  if (retract) return std::make_unique<SumRetract>(type, arg);
  return std::make_unique<Sum>(type, arg);
}

AggregatorPtr make_sum0(const LogicalType& type, int32_t arg) {
  return std::make_unique<Sum0>(type, arg);
}

AggregatorPtr make_avg(const LogicalType& type, const LogicalType& arg_type, int32_t arg) {
  LogicalType sum = arg_type.is(TypeRoot::kDecimal) ? decimal_sum_type(arg_type)
                    : arg_type.is_approximate()     ? LogicalType::double_type()
                                                    : LogicalType::bigint();
  return std::make_unique<Avg>(type, sum, arg);
}

AggregatorPtr make_variance(const LogicalType& type, int32_t arg, char shape, bool sqrt) {
  return std::make_unique<Variance>(type, arg, shape, sqrt);
}

}  // namespace rowkind
