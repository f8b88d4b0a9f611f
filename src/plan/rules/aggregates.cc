// Aggregates that Flink rewrites before planning:
//   AggregateProjectPullUpConstants   GROUP BY k, c with a known c groups by k only, c is put back above
//   AggregateReduceFunctions          STDDEV and VAR (and then AVG and SUM beside them) as $WELFORD_M2$1,
//   COUNT, $SUM0 FlinkAggregateRemoveRule          GROUP BY a key: every group is one row
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// Group keys that the projection below sets to a literal, all but one if there is no other key.
RelPtr pull_constants(const AggregateRel& aggregate) {
  if (aggregate.grouping.size() < 2 || aggregate.inputs[0]->kind != RelKind::kProject) return nullptr;
  const auto& project = as<ProjectRel>(*aggregate.inputs[0]);
  auto literal_of = [&](int32_t column) -> ExprPtr {
    const ExprPtr& expr = project.exprs[static_cast<size_t>(column)];
    return expr->kind == ExprKind::kLiteral && !expr->type.nullable() ? expr : nullptr;
  };
  std::vector<bool> constant;
  for (int32_t key : aggregate.grouping) constant.push_back(literal_of(key) != nullptr);
  if (std::find(constant.begin(), constant.end(), true) == constant.end()) return nullptr;
  if (std::find(constant.begin(), constant.end(), false) == constant.end()) constant[0] = false;
  std::vector<bool> used(project.exprs.size(), false);
  std::vector<int32_t> grouping;
  for (size_t i = 0; i < constant.size(); ++i) {
    if (constant[i]) continue;
    grouping.push_back(aggregate.grouping[i]);
    used[static_cast<size_t>(aggregate.grouping[i])] = true;
  }
  auto mark = [&](int32_t column) {
    if (column >= 0) used[static_cast<size_t>(column)] = true;
  };
  for (const AggregateCall& call : aggregate.calls) {
    for (int32_t arg : call.args) mark(arg);
    mark(call.filter);
  }
  std::vector<int32_t> kept, map(used.size(), -1);
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    map[i] = static_cast<int32_t>(kept.size());
    kept.push_back(static_cast<int32_t>(i));
  }
  for (int32_t& key : grouping) key = map[static_cast<size_t>(key)];
  RelPtr grouped = make_aggregate(make_columns(aggregate.inputs[0], kept), grouping,
                                  remap_calls(aggregate.calls, map), &aggregate);
  ExprList exprs;
  int32_t next = 0;
  for (size_t i = 0; i < aggregate.grouping.size(); ++i) {
    exprs.push_back(constant[i] ? literal_of(aggregate.grouping[i]) : column_ref(*grouped, next++));
  }
  for (size_t i = 0; i < aggregate.calls.size(); ++i) exprs.push_back(column_ref(*grouped, next++));
  return make_project(grouped, std::move(exprs), field_names(aggregate.type), aggregate.span);
}

}  // namespace

RelPtr remove_aggregate(const AggregateRel& aggregate) {
  if (aggregate.grouping.empty() || aggregate.grouping_sets.size() > 1) return nullptr;
  for (const AggregateCall& call : aggregate.calls) {
    std::string_view name = call.function->name;
    bool trivial =
        (name == "SUM" || name == "MIN" || name == "MAX") && call.args.size() == 1 && call.filter < 0;
    if (!trivial) return nullptr;
  }
  if (!columns_unique(*aggregate.inputs[0], aggregate.grouping)) return nullptr;
  ExprList exprs;
  std::vector<std::string> names;
  auto take = [&](int32_t column, const Field& to) {
    ExprPtr ref = column_ref(*aggregate.inputs[0], column);
    bool cast = !ref->type.equals(to.type, true);
    exprs.push_back(cast ? make_cast(ref, to.type).or_throw() : ref);
    names.push_back(cast ? to.name : aggregate.inputs[0]->type[static_cast<size_t>(column)].name);
  };
  size_t i = 0;
  for (int32_t key : aggregate.grouping) take(key, aggregate.type[i++]);
  for (const AggregateCall& call : aggregate.calls) take(call.args[0], aggregate.type[i++]);
  return make_project(aggregate.inputs[0], std::move(exprs), std::move(names), aggregate.span);
}

namespace {

bool is_variance(std::string_view name) {
  return name == "STDDEV_POP" || name == "STDDEV_SAMP" || name == "STDDEV" || name == "VAR_POP" ||
         name == "VAR_SAMP" || name == "VARIANCE";
}

// Rewrites all calls as soon as one of them is a STDDEV or VAR, which no operator knows.
class Reducer {
 public:
  // `all_sums`: also those that stand for an AVG, as a second round of the rule makes them.
  Reducer(const AggregateRel& aggregate, bool all_sums) : aggregate_(aggregate), all_sums_(all_sums) {}
  size_t calls() const { return calls_.size(); }

  RelPtr reduce() {
    const auto keys = static_cast<int32_t>(aggregate_.grouping.size());
    ExprList exprs;
    for (int32_t i = 0; i < keys; ++i)
      exprs.push_back(input_ref(i, aggregate_.type[static_cast<size_t>(i)].type));
    for (const AggregateCall& call : aggregate_.calls) exprs.push_back(replaced(call));
    RelPtr grouped = make_aggregate(aggregate_.inputs[0], aggregate_.grouping, calls_, &aggregate_);
    if (aggregate_.window) {
      // w$start and the like follow the calls.
      auto copy = std::make_shared<AggregateRel>(as<AggregateRel>(*grouped));
      copy->window = aggregate_.window;
      for (size_t i = exprs.size(); i < aggregate_.type.size(); ++i) {
        exprs.push_back(input_ref(width(*copy), aggregate_.type[i].type));
        copy->type.push_back(aggregate_.type[i]);
      }
      grouped = copy;
    }
    return make_project(grouped, std::move(exprs), field_names(aggregate_.type), aggregate_.span);
  }

 private:
  ExprPtr add(AggregateCall call) {
    int32_t keys = static_cast<int32_t>(aggregate_.grouping.size());
    for (size_t i = 0; i < calls_.size(); ++i) {
      const AggregateCall& known = calls_[i];
      if (known.function == call.function && known.args == call.args && known.filter == call.filter &&
          known.distinct == call.distinct) {
        return input_ref(keys + static_cast<int32_t>(i), known.type);
      }
    }
    calls_.push_back(std::move(call));
    int32_t index = keys + static_cast<int32_t>(calls_.size()) - 1;
    if (calls_.back().name.empty()) calls_.back().name = "$f" + std::to_string(index);
    return input_ref(index, calls_.back().type);
  }

  ExprPtr part(const AggregateCall& call, std::string_view function, const LogicalType& type,
               const std::string& name = "") {
    AggregateCall out = make_call_of(function, call.args, type, name, call.distinct);
    out.filter = call.filter;
    out.span = call.span;
    return add(std::move(out));
  }

  static ExprPtr binary(const char* name, const ExprPtr& left, const ExprPtr& right) {
    return make_call(name, {left, right}).or_throw();
  }
  // count OP n with n INT beside the BIGINT, as Calcite writes it.
  static ExprPtr with_int(const char* name, const ExprPtr& count, int32_t n) {
    return with_operands(*binary(name, count, count),
                         {count, literal(Value::integer(n), LogicalType::integer())});
  }

  // COUNT of what is never NULL counts rows.
  ExprPtr counted(const AggregateCall& call) {
    AggregateCall rows = call;
    if (!call.distinct && !argument_type(call).nullable()) rows.args.clear();
    return part(rows, "COUNT", LogicalType::bigint().with_nullable(false));
  }

  ExprPtr sum(const AggregateCall& call, const std::string& name) {
    LogicalType type =
        call.function->name == "SUM" ? call.type : sum_type(call).with_nullable(!never_null(call));
    ExprPtr total = part(call, "$SUM0", type.with_nullable(false), name);
    if (!type.nullable()) return total;
    ExprPtr count = counted(call);
    return make_call("CASE", {with_int("=", count, 0), null_literal(type.with_nullable(true)), total})
        .or_throw();
  }

  const LogicalType& argument_type(const AggregateCall& call) const {
    return aggregate_.inputs[0]->type[static_cast<size_t>(call.args[0])].type;
  }
  bool never_null(const AggregateCall& call) const {
    const bool may_be_empty = aggregate_.grouping.empty() && !aggregate_.window;
    return !may_be_empty && call.filter < 0 && !argument_type(call).nullable();
  }
  LogicalType sum_type(const AggregateCall& call) const {
    const LogicalType& type = argument_type(call);
    return type.is(TypeRoot::kDecimal) ? LogicalType::decimal(38, type.scale()) : type;
  }

  ExprPtr replaced(const AggregateCall& call) {
    std::string_view name = call.function->name;
    if (name == "SUM") return sum(call, call.name);
    if (name == "AVG") {
      ExprPtr total =
          all_sums_ ? sum(call, "") : part(call, "SUM", sum_type(call).with_nullable(!never_null(call)));
      if (call.type.is(TypeRoot::kDecimal)) total = make_cast(total, call.type).or_throw();
      ExprPtr count = counted(call);
      return make_cast(binary("/", total, count), call.type, call.span).or_throw();
    }
    if (!is_variance(name)) return add(call);
    ExprPtr squares =
        part(call, "$WELFORD_M2$1", LogicalType::double_type().with_nullable(!never_null(call)));
    ExprPtr count = counted(call);
    bool sample = name == "STDDEV_SAMP" || name == "STDDEV" || name == "VAR_SAMP" || name == "VARIANCE";
    if (sample) {
      count = make_call("CASE", {with_int("=", count, 1), null_literal(LogicalType::bigint()),
                                 with_int("-", count, 1)})
                  .or_throw();
    }
    ExprPtr value = binary("/", squares, count);
    if (name.substr(0, 6) == "STDDEV") {
      ExprPtr half = literal(Value::decimal(Decimal{5, 1}), LogicalType::decimal(2, 1));
      value = binary("POWER", value, half);
    }
    return make_cast(value, call.type, call.span).or_throw();
  }

  const AggregateRel& aggregate_;
  bool all_sums_;
  std::vector<AggregateCall> calls_;
};

RelPtr reduce_functions(const AggregateRel& aggregate) {
  bool asks = std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                          [](const AggregateCall& c) { return is_variance(c.function->name); });
  if (!asks) return nullptr;
  // The plan with fewer calls is the cheaper one.
  Reducer once(aggregate, false), twice(aggregate, true);
  RelPtr first = once.reduce(), second = twice.reduce();
  return twice.calls() < once.calls() ? second : first;
}

}  // namespace

RelPtr rewrite_aggregates(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate) return rel;
    if (as<AggregateRel>(*rel).window) {
      RelPtr reduced = reduce_functions(as<AggregateRel>(*rel));
      return reduced ? reduced : rel;
    }
    if (RelPtr pulled = pull_constants(as<AggregateRel>(*rel))) return pulled;
    if (RelPtr reduced = reduce_functions(as<AggregateRel>(*rel))) return reduced;
    if (RelPtr moved = transpose_aggregate_join(as<AggregateRel>(*rel))) {
      // GROUP BY of a key: what is left on top groups single rows.
      const Rel& top = *moved->inputs[0];
      RelPtr row = remove_aggregate(as<AggregateRel>(top));
      return row ? with_inputs(*moved, {row}) : moved;
    }
    if (RelPtr row = remove_aggregate(as<AggregateRel>(*rel))) return row;
    return rel;
  });
}

}  // namespace rowkind::rules
