// Aggregates that remember values: MIN and MAX under retraction, FIRST_VALUE and LAST_VALUE under retraction,
// LISTAGG, ARRAY_AGG, COLLECT, the JSON aggregates, PERCENTILE; and the DISTINCT and FILTER wrappers.
#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <unordered_map>

#include "expr/aggregates/aggregators.h"
#include "expr/compare.h"
#include "formats/json_reader.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {

namespace {

// One heap view of type V in slot 0. V is copyable and has describe().
template <typename V, typename Base = Aggregator>
class ViewAggregator : public Base {
 public:
  void create(Value* slots) const override { slots[0] = Value::object(new Holder); }
  void copy(const Value* slots, Value* to) const override {
    auto* holder = new Holder;
    holder->view = view(slots);
    to[0] = Value::object(holder);
  }
  std::string describe(const Value* slots) const override { return view(slots).describe(); }

 protected:
  struct Holder final : HeapObject {
    V view;
  };
  static V& view(Value* slots) { return static_cast<Holder*>(slots[0].object())->view; }
  static const V& view(const Value* slots) { return static_cast<const Holder*>(slots[0].object())->view; }
};

std::string joined(const std::string& open, const std::vector<std::string>& parts, const char* close) {
  std::string out = open;
  for (size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : ", ") + parts[i];
  return out + close;
}

struct ValueLess {
  bool operator()(const Value& a, const Value& b) const { return compare_values(a, b) < 0; }
};
struct ValueHash {
  size_t operator()(const Value& v) const { return static_cast<size_t>(v.hash()); }
};
struct ValueEqual {
  bool operator()(const Value& a, const Value& b) const { return a.equals(b); }
};

// MaxWithRetractAccumulator: counts per value (negative ones too), how often a count became 1, and the
// extreme, which a value raises before its count is looked at.
struct ExtremeView {
  std::map<Value, int64_t, ValueLess> counts;
  int64_t size = 0;
  Value extreme;
  std::string describe() const {
    std::vector<std::string> parts;
    for (const auto& [value, count] : counts)
      parts.push_back(describe_value(value) + "=" + std::to_string(count));
    return joined("{", parts, "}");
  }
};

class ExtremeRetract final : public ViewAggregator<ExtremeView> {
 public:
  ExtremeRetract(int32_t arg, bool is_max) : arg_(arg), is_max_(is_max) {}
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    const Value& v = input[arg_];
    if (v.is_null()) return;
    ExtremeView& acc = view(slots);
    if (acc.size == 0 || beats(v, acc.extreme)) acc.extreme = v;
    auto it = acc.counts.try_emplace(v, 0).first;
    int64_t count = ++it->second;
    if (count == 0) acc.counts.erase(it);
    if (count == 1) ++acc.size;
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    const Value& v = input[arg_];
    if (v.is_null()) return;
    ExtremeView& acc = view(slots);
    auto it = acc.counts.try_emplace(v, 0).first;
    if (--it->second != 0) return;
    acc.counts.erase(it);
    if (--acc.size == 0) {
      acc.extreme = Value::null();
    } else if (v.equals(acc.extreme)) {
      find_extreme(acc);
    }
  }
  Value result(const Value* slots, EvalContext&) const override {
    const ExtremeView& acc = view(slots);
    return acc.size > 0 ? acc.extreme : Value::null();
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    ExtremeView& acc = view(slots);
    const ExtremeView& more = view(other);
    bool look = false;
    if (acc.size == 0 || (more.size > 0 && !more.extreme.is_null() && beats(more.extreme, acc.extreme))) {
      acc.extreme = more.extreme;
    }
    for (const auto& [value, count] : more.counts) {
      auto it = acc.counts.try_emplace(value, 0).first;
      int64_t before = it->second, after = before + count;
      it->second = after;
      if (after == 0) acc.counts.erase(it);
      if (after <= 0 && before > 0) {
        --acc.size;
        look |= value.equals(acc.extreme);
      } else if (after > 0 && before <= 0) {
        ++acc.size;
      }
    }
    if (look) find_extreme(acc);
  }

 private:
  bool beats(const Value& v, const Value& extreme) const {
    if (extreme.is_null()) return true;
    int c = compare_values(v, extreme);
    return is_max_ ? c > 0 : c < 0;
  }
  void find_extreme(ExtremeView& acc) const {
    if (acc.counts.empty()) {
      acc.size = 0;
      acc.extreme = Value::null();
    } else {
      acc.extreme = is_max_ ? acc.counts.rbegin()->first : acc.counts.begin()->first;
    }
  }
  int32_t arg_;
  bool is_max_;
};

// Values in order of arrival; a retraction takes the first equal one away.
struct ListView {
  std::list<Value> values;
  std::vector<Value> unmatched;  // retracted before they came: only a merge looks at them
  std::string separator = ",";
  void remove(const Value& v) {
    auto it = std::find_if(values.begin(), values.end(), [&](const Value& other) { return other.equals(v); });
    if (it != values.end()) {
      values.erase(it);
    } else {
      unmatched.push_back(v);
    }
  }
  void merge(const ListView& other) {
    values.insert(values.end(), other.values.begin(), other.values.end());
    std::vector<Value> open;
    std::swap(open, unmatched);
    open.insert(open.end(), other.unmatched.begin(), other.unmatched.end());
    for (const Value& v : open) remove(v);
  }
  std::string describe() const {
    std::vector<std::string> parts;
    for (const Value& v : values) parts.push_back(describe_value(v));
    return joined("[", parts, "]");
  }
};

class ListAggregator : public ViewAggregator<ListView> {
 public:
  ListAggregator(int32_t arg, bool keep_nulls) : arg_(arg), keep_nulls_(keep_nulls) {}
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    if (keep_nulls_ || !input[arg_].is_null()) view(slots).values.push_back(input[arg_]);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    if (keep_nulls_ || !input[arg_].is_null()) view(slots).remove(input[arg_]);
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    view(slots).merge(view(other));
  }

 protected:
  int32_t arg_;
  bool keep_nulls_;
};

class FirstLastRetract final : public ListAggregator {
 public:
  FirstLastRetract(int32_t arg, bool is_last) : ListAggregator(arg, false), is_last_(is_last) {}
  void retract(Value* slots, const Row& input, EvalContext& context) const override {
    ListAggregator::retract(slots, input, context);
    view(slots).unmatched.clear();
  }
  Value result(const Value* slots, EvalContext&) const override {
    const ListView& list = view(slots);
    return list.values.empty() ? Value::null() : is_last_ ? list.values.back() : list.values.front();
  }

 private:
  bool is_last_;
};

class ListAgg final : public ListAggregator {
 public:
  ListAgg(int32_t arg, int32_t separator) : ListAggregator(arg, false), separator_(separator) {}
  void accumulate(Value* slots, const Row& input, EvalContext& context) const override {
    if (separator_ >= 0 && !input[separator_].is_null()) view(slots).separator = input[separator_].string();
    ListAggregator::accumulate(slots, input, context);
  }
  Value result(const Value* slots, EvalContext&) const override {
    const ListView& list = view(slots);
    if (list.values.empty()) return Value::null();
    std::string out;
    bool first = true;
    for (const Value& v : list.values) {
      if (!first) out += list.separator;
      out += v.string();
      first = false;
    }
    return Value::string(out);
  }

 private:
  int32_t separator_;
};

class ArrayAgg final : public ListAggregator {
 public:
  using ListAggregator::ListAggregator;
  Value result(const Value* slots, EvalContext&) const override {
    const ListView& list = view(slots);
    if (list.values.empty()) return Value::null();
    return Value::array(std::vector<Value>(list.values.begin(), list.values.end()));
  }
};

// The items are JSON texts already.
class JsonArrayAgg final : public ListAggregator {
 public:
  using ListAggregator::ListAggregator;
  Value result(const Value* slots, EvalContext&) const override {
    std::string out = "[";
    for (const Value& v : view(slots).values) {
      if (out.size() > 1) out += ",";
      out += v.is_null() ? std::string_view("null") : v.string();
    }
    return Value::string(out + "]");
  }
};

struct JsonObjectView {
  std::map<std::string, std::string> members;  // JSON text by key: printed in the order of keys
  std::string describe() const {
    std::vector<std::string> parts;
    for (const auto& [key, json] : members) parts.push_back(key + "=" + json);
    return joined("{", parts, "}");
  }
};

class JsonObjectAgg final : public ViewAggregator<JsonObjectView> {
 public:
  JsonObjectAgg(int32_t key, int32_t value, bool null_on_null)
      : key_(key), value_(value), null_on_null_(null_on_null) {}
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    std::string key = key_of(input);
    check_absent(view(slots), key);
    const Value& v = input[value_];
    if (v.is_null() && !null_on_null_) return;
    view(slots).members[key] = v.is_null() ? "null" : std::string(v.string());
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    view(slots).members.erase(key_of(input));
  }
  Value result(const Value* slots, EvalContext&) const override {
    std::string out = "{";
    for (const auto& [key, json] : view(slots).members) {
      if (out.size() > 1) out += ",";
      append_json_string(out, key, false);
      out += ":" + json;
    }
    return Value::string(out + "}");
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    for (const auto& [key, json] : view(other).members) {
      check_absent(view(slots), key);
      view(slots).members[key] = json;
    }
  }

 private:
  std::string key_of(const Row& input) const {
    return input[key_].is_null() ? "null" : std::string(input[key_].string());
  }
  static void check_absent(const JsonObjectView& acc, const std::string& key) {
    if (acc.members.count(key) == 0) return;
    throw Failure("run/json-key",
                  "Key '" + key +
                      "' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. Please ensure "
                      "that keys are unique.");
  }
  int32_t key_, value_;
  bool null_on_null_;
};

// Counts per value in order of arrival.
struct CountView {
  std::unordered_map<Value, int64_t, ValueHash, ValueEqual> counts;
  std::vector<Value> order;
  int64_t* find(const Value& v) {
    auto it = counts.find(v);
    return it == counts.end() ? nullptr : &it->second;
  }
  void put(const Value& v, int64_t count) {
    auto [it, fresh] = counts.insert_or_assign(v, count);
    if (fresh) order.push_back(it->first);
  }
  void remove(const Value& v) {
    counts.erase(v);
    order.erase(
        std::find_if(order.begin(), order.end(), [&](const Value& other) { return other.equals(v); }));
  }
  std::string describe() const {
    std::vector<std::string> parts;
    for (const Value& v : order) parts.push_back(describe_value(v) + "=" + std::to_string(counts.at(v)));
    return joined("{", parts, "}");
  }
};

class Collect final : public ViewAggregator<CountView> {
 public:
  explicit Collect(int32_t arg) : arg_(arg) {}
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    add(view(slots), input[arg_], 1);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    const Value& v = input[arg_];
    if (v.is_null()) return;
    CountView& acc = view(slots);
    int64_t* count = acc.find(v);
    if (count != nullptr && *count == 1) {
      acc.remove(v);
    } else {
      acc.put(v, count == nullptr ? -1 : *count - 1);
    }
  }
  Value result(const Value* slots, EvalContext&) const override {
    const CountView& acc = view(slots);
    std::vector<std::pair<Value, Value>> entries;
    for (const Value& v : acc.order) entries.emplace_back(v, Value::integer(acc.counts.at(v)));
    return Value::map(std::move(entries));
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    const CountView& more = view(other);
    for (const Value& v : more.order) add(view(slots), v, more.counts.at(v));
  }

 private:
  static void add(CountView& acc, const Value& v, int64_t by) {
    if (v.is_null()) return;
    int64_t* count = acc.find(v);
    acc.put(v, (count == nullptr ? 0 : *count) + by);
  }
  int32_t arg_;
};

struct PercentileView {
  std::vector<double> shares;
  bool known = false;
  std::map<double, int64_t> counts;
  std::string describe() const {
    std::vector<std::string> parts;
    for (const auto& [value, count] : counts)
      parts.push_back(java_double(value) + "=" + std::to_string(count));
    return joined("{", parts, "}");
  }
};

class Percentile final : public ViewAggregator<PercentileView> {
 public:
  Percentile(const LogicalType& type, int32_t arg, int32_t share, int32_t frequency)
      : is_array_(type.is(TypeRoot::kArray)), arg_(arg), share_(share), frequency_(frequency) {}
  void accumulate(Value* slots, const Row& input, EvalContext&) const override {
    PercentileView& acc = view(slots);
    if (!acc.known) read_shares(acc, input[share_]);
    update(acc, input, 1);
  }
  void retract(Value* slots, const Row& input, EvalContext&) const override {
    update(view(slots), input, -1);
  }
  Value result(const Value* slots, EvalContext&) const override {
    const PercentileView& acc = view(slots);
    int64_t total = 0;
    for (const auto& entry : acc.counts) total += entry.second;
    if (total <= 0) return Value::null();
    std::vector<Value> out;
    for (double share : acc.shares)
      out.push_back(Value::floating(at(acc, share * static_cast<double>(total - 1) + 1)));
    return is_array_ ? Value::array(std::move(out)) : out[0];
  }
  void merge(Value* slots, const Value* other, EvalContext&) const override {
    PercentileView& acc = view(slots);
    const PercentileView& more = view(other);
    if (!acc.known && more.known) {
      acc.shares = more.shares;
      acc.known = true;
    }
    for (const auto& [value, count] : more.counts) add(acc, value, count);
  }

 private:
  static void read_shares(PercentileView& acc, const Value& shares) {
    auto take = [&](const Value& v) {
      double share = to_double(v);
      if (!(share >= 0.0 && share <= 1.0)) {
        throw Failure("run/percentile", "Percentage of PERCENTILE should be between [0.0, 1.0], but was '" +
                                            java_double(share) + "'.");
      }
      acc.shares.push_back(share);
    };
    if (shares.kind() == ValueKind::kArray) {
      for (const Value& v : shares.array()) take(v);
    } else {
      take(shares);
    }
    acc.known = true;
  }
  void update(PercentileView& acc, const Row& input, int64_t sign) const {
    int64_t frequency = 1;
    if (frequency_ >= 0) {
      if (input[frequency_].is_null() || input[frequency_].integer() <= 0) return;
      frequency = input[frequency_].integer();
    }
    if (!input[arg_].is_null()) add(acc, to_double(input[arg_]), sign * frequency);
  }
  static void add(PercentileView& acc, double value, int64_t by) {
    auto it = acc.counts.try_emplace(value, 0).first;
    if ((it->second += by) == 0) acc.counts.erase(it);
  }
  // Linear interpolation at a 1-based position.
  static double at(const PercentileView& acc, double position) {
    double lower = std::floor(position), higher = std::ceil(position);
    auto it = acc.counts.begin();
    double before = static_cast<double>(it->second);
    while (before < lower) before += static_cast<double>((++it)->second);
    if (before >= higher) return it->first;
    double next = std::next(it)->first;
    return (higher - position) * it->first + (position - lower) * next;
  }
  bool is_array_;
  int32_t arg_, share_, frequency_;
};

class Filtered final : public Aggregator {
 public:
  Filtered(AggregatorPtr inner, int32_t filter) : inner_(std::move(inner)), filter_(filter) {
    slots_ = inner_->slots();
  }
  void create(Value* slots) const override { inner_->create(slots); }
  void accumulate(Value* slots, const Row& input, EvalContext& context) const override {
    if (input[filter_].is_true()) inner_->accumulate(slots, input, context);
  }
  void retract(Value* slots, const Row& input, EvalContext& context) const override {
    if (input[filter_].is_true()) inner_->retract(slots, input, context);
  }
  Value result(const Value* slots, EvalContext& context) const override {
    return inner_->result(slots, context);
  }
  void merge(Value* slots, const Value* other, EvalContext& context) const override {
    inner_->merge(slots, other, context);
  }
  void copy(const Value* slots, Value* to) const override { inner_->copy(slots, to); }
  std::string describe(const Value* slots) const override { return inner_->describe(slots); }

 private:
  AggregatorPtr inner_;
  int32_t filter_;
};

// Slot 0: counts per tuple; then the slots of the aggregate. A tuple reaches the aggregate when its count
// becomes 1 and leaves it at 0.
struct DistinctView {
  std::unordered_map<RowPtr, int64_t, RowHash, RowEqual> counts;
  std::vector<RowPtr> order;  // of first arrival: a merge must not depend on hashes
  std::string describe() const {
    std::vector<std::string> parts;
    for (const RowPtr& row : order) {
      auto it = counts.find(row);
      if (it == counts.end()) continue;
      std::string text;
      for (int32_t i = 0; i < row->arity(); ++i) text += (i == 0 ? "" : "|") + describe_value((*row)[i]);
      parts.push_back(text + "=" + std::to_string(it->second));
    }
    return joined("{", parts, "}");
  }
};

class Distinct final : public ViewAggregator<DistinctView, DistinctAggregator> {
 public:
  Distinct(AggregatorPtr inner, std::vector<int32_t> args)
      : inner_(std::move(inner)), args_(std::move(args)) {
    slots_ = inner_->slots() + 1;
    int32_t last = *std::max_element(args_.begin(), args_.end());
    wide_ = last + 1;
  }
  void create(Value* slots) const override {
    ViewAggregator::create(slots);
    inner_->create(slots + 1);
  }
  void accumulate(Value* slots, const Row& input, EvalContext& context) const override {
    if (change(view(slots), project(input, args_), 1) == 1) inner_->accumulate(slots + 1, input, context);
  }
  void retract(Value* slots, const Row& input, EvalContext& context) const override {
    if (change(view(slots), project(input, args_), -1) == 0) inner_->retract(slots + 1, input, context);
  }
  Value result(const Value* slots, EvalContext& context) const override {
    return inner_->result(slots + 1, context);
  }
  void merge(Value* slots, const Value* other, EvalContext& context) const override {
    merge_views(slots, view(other), nullptr, context);
  }
  void merge_new(Value* known, const Value* other, Value* fresh, EvalContext& context) const override {
    merge_views(known, view(other), fresh, context);
  }
  void copy(const Value* slots, Value* to) const override {
    ViewAggregator::copy(slots, to);
    inner_->copy(slots + 1, to + 1);
  }
  std::string describe(const Value* slots) const override {
    return inner_->describe(slots + 1) + ", distinct " + view(slots).describe();
  }
  const Aggregator& inner() const override { return *inner_; }
  void forget(Value* slots) const override { ViewAggregator::create(slots); }

 private:
  void merge_views(Value* slots, const DistinctView& more, Value* fresh, EvalContext& context) const {
    for (const RowPtr& row : more.order) {
      auto it = more.counts.find(row);
      if (it == more.counts.end()) continue;
      auto mine = view(slots).counts.find(row);
      const int64_t before = mine == view(slots).counts.end() ? 0 : mine->second;
      const int64_t after = change(view(slots), row, it->second);
      for (Value* to : {slots + 1, fresh}) {
        if (to == nullptr) continue;
        if (before <= 0 && after > 0) inner_->accumulate(to, *widened(row), context);
        if (before > 0 && after <= 0) inner_->retract(to, *widened(row), context);
      }
    }
  }
  static int64_t change(DistinctView& acc, const RowPtr& row, int64_t by) {
    auto [it, fresh] = acc.counts.try_emplace(row, 0);
    if (fresh) acc.order.push_back(row);
    int64_t count = it->second += by;
    if (count == 0) {
      acc.counts.erase(it);
      if (acc.order.size() > 2 * acc.counts.size() + 16) compact(acc);
    }
    return count;
  }
  // Drops gone tuples, and all but the first mention of one that left and came back.
  static void compact(DistinctView& acc) {
    std::unordered_map<RowPtr, int64_t, RowHash, RowEqual> seen;
    std::vector<RowPtr> kept;
    for (const RowPtr& row : acc.order) {
      if (acc.counts.count(row) != 0 && seen.try_emplace(row, 1).second) kept.push_back(row);
    }
    acc.order = std::move(kept);
  }
  RowPtr widened(const RowPtr& row) const {
    RowBuilder builder(wide_);
    for (size_t i = 0; i < args_.size(); ++i) builder.set(args_[i], (*row)[static_cast<int32_t>(i)]);
    return builder.finish();
  }
  AggregatorPtr inner_;
  std::vector<int32_t> args_;
  int32_t wide_ = 0;
};

}  // namespace

std::string describe_value(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return "NULL";
    case ValueKind::kBool:
      return value.as_bool() ? "TRUE" : "FALSE";
    case ValueKind::kInt:
      return std::to_string(value.integer());
    case ValueKind::kDouble:
      return java_double(value.floating());
    case ValueKind::kDecimal:
      return cast_to_string(value, LogicalType::decimal(38, value.decimal().scale), TimeZone::utc());
    case ValueKind::kTimestamp:
      return cast_to_string(value, LogicalType::timestamp(3), TimeZone::utc());
    case ValueKind::kString:
      return std::string(value.string());
    case ValueKind::kArray: {
      std::vector<std::string> parts;
      for (const Value& v : value.array()) parts.push_back(describe_value(v));
      return joined("[", parts, "]");
    }
    case ValueKind::kRow: {
      std::vector<std::string> parts;
      for (int32_t i = 0; i < value.row().arity(); ++i) parts.push_back(describe_value(value.row()[i]));
      return joined("(", parts, ")");
    }
    case ValueKind::kMap: {
      std::vector<std::string> parts;
      for (const auto& [k, v] : value.map()) parts.push_back(describe_value(k) + "=" + describe_value(v));
      return joined("{", parts, "}");
    }
    default:
      return "...";
  }
}

AggregatorPtr make_extreme_retract(int32_t arg, bool is_max) {
  return std::make_unique<ExtremeRetract>(arg, is_max);
}
AggregatorPtr make_first_last_retract(int32_t arg, bool is_last) {
  return std::make_unique<FirstLastRetract>(arg, is_last);
}
AggregatorPtr make_list_agg(int32_t arg, int32_t separator) {
  return std::make_unique<ListAgg>(arg, separator);
}
AggregatorPtr make_array_agg(int32_t arg, bool ignore_nulls) {
  return std::make_unique<ArrayAgg>(arg, !ignore_nulls);
}
AggregatorPtr make_collect(int32_t arg) {
  return std::make_unique<Collect>(arg);
}
AggregatorPtr make_json_array_agg(int32_t arg, bool null_on_null) {
  return std::make_unique<JsonArrayAgg>(arg, null_on_null);
}
AggregatorPtr make_json_object_agg(int32_t key, int32_t value, bool null_on_null) {
  return std::make_unique<JsonObjectAgg>(key, value, null_on_null);
}
AggregatorPtr make_percentile(const LogicalType& type, int32_t arg, int32_t share, int32_t frequency) {
  return std::make_unique<Percentile>(type, arg, share, frequency);
}
AggregatorPtr make_filtered(AggregatorPtr inner, int32_t filter) {
  return std::make_unique<Filtered>(std::move(inner), filter);
}
AggregatorPtr make_distinct(AggregatorPtr inner, std::vector<int32_t> args) {
  return std::make_unique<Distinct>(std::move(inner), std::move(args));
}

}  // namespace rowkind
