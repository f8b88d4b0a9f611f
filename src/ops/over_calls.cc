#include "ops/over_calls.h"

#include <algorithm>

#include "expr/aggregates/aggregators.h"
#include "ops/factory.h"

namespace rowkind {
namespace {

bool counts(const std::string& name) {
  return name == "ROW_NUMBER" || name == "RANK" || name == "DENSE_RANK";
}

// Literal arguments become columns behind those of the input.
std::vector<AggregateCall> aggregates(const OverAggregateNode& node, std::vector<Value>& constants,
                                      RowType& type) {
  std::vector<AggregateCall> calls;
  for (size_t i = 0; i < node.calls.size(); ++i) {
    if (counts(node.function_names[i]) || node.function_names[i] == "LAG") continue;
    if (node.calls[i].function == nullptr) {
      throw Failure("plan/not-yet", node.function_names[i] + " OVER a window cannot be executed yet.",
                    node.span);
    }
    calls.push_back(node.calls[i]);
    std::vector<int32_t>& args = calls.back().args;
    for (size_t arg = 0; arg < args.size(); ++arg) {
      if (args[arg] >= 0) continue;
      const Expr& constant = *node.constants[i][arg];
      args[arg] = static_cast<int32_t>(type.size());
      type.push_back(Field{"", constant.type});
      constants.push_back(constant.literal);
    }
  }
  return calls;
}

}  // namespace

OverCalls::OverCalls(const OverAggregateNode& node, bool retract)
    : input_(input_of(node).type),
      aggregates_(aggregates(node, constants_, input_)),
      calls_(aggregates_, std::vector<bool>(aggregates_.size(), retract), input_),
      rows_failure_(rows_failure(node, aggregates_)),
      span_(node.span) {
  for (const AggregateCall& call : aggregates_) kept_.push_back(kept_by(call));
  for (size_t i = 0; i < node.function_names.size(); ++i) {
    const std::string& name = node.function_names[i];
    Function function;
    if (counts(name)) function.kind = Kind::kRows;
    if (name == "LAG") {
      function = lag(node, i);
      look_back_ = std::max(look_back_, function.offset + 1);
    }
    functions_.push_back(std::move(function));
  }
}

OverCalls::Kept OverCalls::kept_by(const AggregateCall& call) {
  const std::string_view name = call.function->name;
  Kept out;
  out.distinct = call.distinct;
  if (name == "FIRST_VALUE") out.what = Keeps::kFirst;
  if (name == "LAST_VALUE") out.what = Keeps::kLast;
  if (name == "ARRAY_AGG") out.what = Keeps::kList;
  if (name == "COLLECT" || name == "PERCENTILE") out.what = Keeps::kMap;
  return out;
}

// The class of a value in Flink's rows.
static std::string row_class(const LogicalType& type) {
  const std::string data = "org.apache.flink.table.data.";
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return "java.lang.Boolean";
    case TypeRoot::kTinyInt:
      return "java.lang.Byte";
    case TypeRoot::kSmallInt:
      return "java.lang.Short";
    case TypeRoot::kInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
      return "java.lang.Integer";
    case TypeRoot::kBigInt:
    case TypeRoot::kIntervalDayTime:
      return "java.lang.Long";
    case TypeRoot::kFloat:
      return "java.lang.Float";
    case TypeRoot::kDouble:
      return "java.lang.Double";
    case TypeRoot::kDecimal:
      return data + "DecimalData";
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return data + "TimestampData";
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return "[B";
    case TypeRoot::kArray:
      return data + "ArrayData";
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
      return data + "MapData";
    case TypeRoot::kRow:
      return data + "RowData";
    default:
      return data + "StringData";
  }
}

std::string OverCalls::rows_failure(const OverAggregateNode& node, const std::vector<AggregateCall>& calls) {
  // LISTAGG brings its separator along, DISTINCT one set for all calls over the same columns.
  size_t more = 0;
  std::vector<std::vector<int32_t>> sets;
  for (const AggregateCall& call : calls) {
    if (call.function->name == "LISTAGG") ++more;
    if (call.distinct && std::find(sets.begin(), sets.end(), call.args) == sets.end())
      sets.push_back(call.args);
  }
  more += sets.size();
  const size_t arity = input_of(node).type.size() + node.calls.size();
  if (more > 0)
    return "IllegalArgumentException: Row arity: " + std::to_string(arity + more) +
           ", but serializer arity: " + std::to_string(arity);
  for (const AggregateCall& call : calls) {
    if (kept_by(call).what == Keeps::kValue) continue;
    const std::string own = "org.apache.flink.table.data.GenericRowData", other = row_class(call.type);
    const std::string loaders = other.rfind("org", 0) == 0
                                    ? own + " and " + other + " are in unnamed module of loader 'app'"
                                    : own + " is in unnamed module of loader 'app'; " + other +
                                          " is in module java.base of loader 'bootstrap'";
    return "ClassCastException: class " + own + " cannot be cast to class " + other + " (" + loaders + ")";
  }
  return "";
}

OverCalls::Function OverCalls::lag(const OverAggregateNode& node, size_t call) {
  Function out;
  out.kind = Kind::kLag;
  out.column = node.calls[call].args[0];
  EvalContext context;
  RowPtr none = make_row({});
  const ExprList& constants = node.constants[call];
  auto constant = [&](size_t i) {
    return i < constants.size() && constants[i] ? compile(constants[i])->eval(*none, context) : Value::null();
  };
  if (Value offset = constant(1); !offset.is_null()) out.offset = static_cast<size_t>(offset.integer());
  out.otherwise = constant(2);
  return out;
}

OverCalls::Accumulator OverCalls::create() const {
  Accumulator out;
  out.slots.resize(static_cast<size_t>(calls_.slots()));
  calls_.create(out.slots.data());
  if (look_back_ > 0) out.last = std::make_shared<std::vector<RowPtr>>();
  out.firsts.resize(kept_.size());
  return out;
}

OverCalls::Accumulator OverCalls::copy(const Accumulator& from, bool with_maps) const {
  Accumulator out = from;
  for (size_t i = 0; i < kept_.size(); ++i) {
    const Value* slots = from.slots.data() + calls_.slot(i);
    Value* to = out.slots.data() + calls_.slot(i);
    const Aggregator* call = &calls_.aggregator(i);
    if (kept_[i].distinct) {
      const auto& distinct = static_cast<const DistinctAggregator&>(*call);
      if (!with_maps) distinct.forget(to);
      call = &distinct.inner();
      ++slots, ++to;
    }
    if (kept_[i].what == Keeps::kMap && !with_maps) call->create(to);
    if (kept_[i].what != Keeps::kMap && kept_[i].what != Keeps::kList) call->copy(slots, to);
  }
  return out;
}

OverCalls::Accumulator OverCalls::keep(const Accumulator& running) const {
  return copy(running, true);
}
OverCalls::Accumulator OverCalls::load(const Accumulator& kept) const {
  return copy(kept, false);
}

RowPtr OverCalls::with_constants(const Row& row) const {
  if (constants_.empty()) return RowPtr::share(row);
  RowBuilder builder(static_cast<int32_t>(input_.size()));
  int32_t column = 0;
  for (; column < row.arity(); ++column) builder.set(column, row[column]);
  for (const Value& constant : constants_) builder.set(column++, constant);
  return builder.finish();
}

void OverCalls::accumulate(Accumulator& to, const Row& row, EvalContext& context) const {
  calls_.accumulate(to.slots.data(), *with_constants(row), context);
  for (size_t i = 0; i < kept_.size(); ++i) {
    const bool taken =
        kept_[i].what == Keeps::kFirst && !to.slots[static_cast<size_t>(calls_.slot(i))].is_null();
    if (taken && to.firsts[i] == 0) to.firsts[i] = ++stamp_;
  }
  ++to.rows;
  if (look_back_ == 0) return;
  if (to.last->size() == look_back_) to.last->erase(to.last->begin());
  to.last->push_back(RowPtr::share(row));
}

void OverCalls::retract(Accumulator& from, const Row& row, EvalContext& context) const {
  calls_.retract(from.slots.data(), *with_constants(row), context);
  --from.rows;
}

bool OverCalls::same(const Accumulator& a, const Accumulator& b) const {
  size_t next = 0;
  for (const Function& function : functions_) {
    if (function.kind == Kind::kLag) incomparable();
    if (function.kind == Kind::kRows) {
      if (a.rows != b.rows) return false;
      continue;
    }
    const size_t i = next++;
    if (kept_[i].what == Keeps::kList || kept_[i].what == Keeps::kMap) incomparable();
    if (a.firsts[i] != b.firsts[i]) return false;
    const Value *x = a.slots.data() + calls_.slot(i), *y = b.slots.data() + calls_.slot(i);
    const Aggregator* call = &calls_.aggregator(i);
    if (kept_[i].distinct) {
      call = &static_cast<const DistinctAggregator*>(call)->inner();
      ++x, ++y;
    }
    // Objects of our own are compared by their content.
    if (!std::equal(x, x + call->slots(), y, [](const Value& p, const Value& q) { return p.equals(q); }) &&
        call->describe(x) != call->describe(y))
      return false;
  }
  if (std::any_of(kept_.begin(), kept_.end(), [](const Kept& kept) { return kept.distinct; })) incomparable();
  return true;
}

void OverCalls::incomparable() const {
  throw Failure(
      "run/over-view", "Unmaterialized BinaryRawValueData cannot be compared.", span_,
      "Flink cannot compare what LAG, DISTINCT and collecting aggregates keep: order the window by a time "
      "attribute, or use another function");
}

void OverCalls::check_rows() const {
  if (rows_failure_.empty()) return;
  throw Failure("run/over-rows", rows_failure_, span_,
                "Flink cannot go back over such a function with ROWS: use RANGE, or order the window by a "
                "time attribute");
}

RowPtr OverCalls::result(const RowPtr& row, const Accumulator& kept, const Accumulator& running,
                         EvalContext& context) const {
  RowBuilder builder(row->arity() + static_cast<int32_t>(functions_.size()));
  int32_t column = 0;
  for (; column < row->arity(); ++column) builder.set(column, row[column]);
  size_t next = 0;
  for (const Function& function : functions_) {
    switch (function.kind) {
      case Kind::kAggregate:
        builder.set(
            column,
            calls_.result(next, (kept_[next].what == Keeps::kMap ? running : kept).slots.data(), context));
        ++next;
        break;
      case Kind::kRows:
        builder.set(column, Value::integer(kept.rows));
        break;
      case Kind::kLag: {
        const std::vector<RowPtr>& last = *kept.last;
        Value value = function.offset < last.size() ? last[last.size() - 1 - function.offset][function.column]
                                                    : function.otherwise;
        builder.set(column, value);
        break;
      }
    }
    ++column;
  }
  return builder.finish();
}

}  // namespace rowkind
