// DecomposeGroupingSetsRule: GROUPING SETS, CUBE and ROLLUP become an Expand (one copy of the row per set,
// absent keys NULL, the set's number in $e) and one aggregate over all keys and $e. GROUPING and GROUPING_ID
// are read off $e.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool is_grouping(const AggregateCall& call) {
  return call.function && (call.function->name == "GROUPING" || call.function->name == "GROUPING_ID");
}

// Bit i from the left is set when key i is not in the set.
int64_t set_number(const std::vector<int32_t>& keys, const std::vector<int32_t>& set) {
  int64_t number = 0;
  for (int32_t key : keys)
    number = number * 2 + (std::find(set.begin(), set.end(), key) == set.end() ? 1 : 0);
  return number;
}

// CASE over $e: sets with the same value share a branch, the last value is the ELSE.
ExprPtr grouping_value(const AggregateCall& call, const AggregateRel& aggregate, const ExprPtr& e) {
  LogicalType bigint = LogicalType::bigint().with_nullable(false);
  std::vector<std::pair<int64_t, ExprList>> branches;
  for (const std::vector<int32_t>& set : aggregate.grouping_sets) {
    int64_t value = set_number(call.args, set);
    int64_t number = set_number(aggregate.grouping, set);
    ExprList operands{e, literal(Value::integer(number), bigint)};
    ExprPtr is_set = make_call("=", std::move(operands)).or_throw();
    auto found =
        std::find_if(branches.begin(), branches.end(), [&](const auto& b) { return b.first == value; });
    if (found == branches.end()) {
      branches.push_back({value, {is_set}});
    } else {
      found->second.push_back(is_set);
    }
  }
  ExprList operands;
  for (size_t i = 0; i < branches.size(); ++i) {
    ExprPtr value = literal(Value::integer(branches[i].first), bigint);
    if (i + 1 == branches.size()) {
      if (i == 0) return value;
      operands.push_back(value);
      break;
    }
    ExprPtr when = branches[i].second[0];
    if (branches[i].second.size() > 1) when = make_call("OR", branches[i].second).or_throw();
    operands.push_back(when);
    operands.push_back(value);
  }
  return simplify(make_call("CASE", std::move(operands)).or_throw());
}

// Keys that some set leaves out.
std::vector<int32_t> left_out(const AggregateRel& aggregate) {
  std::vector<int32_t> out;
  for (int32_t key : aggregate.grouping) {
    const bool everywhere =
        std::all_of(aggregate.grouping_sets.begin(), aggregate.grouping_sets.end(),
                    [&](const auto& set) { return std::find(set.begin(), set.end(), key) != set.end(); });
    if (!everywhere) out.push_back(key);
  }
  return out;
}

RelPtr expand(const AggregateRel& aggregate) {
  const RelPtr& input = aggregate.inputs[0];
  auto out = std::make_shared<ExpandRel>();
  out->type = input->type;
  out->span = aggregate.span;
  int32_t e = width(*input);
  const std::vector<int32_t> nulled = left_out(aggregate);
  for (int32_t key : nulled) {
    out->type[static_cast<size_t>(key)].type = out->type[static_cast<size_t>(key)].type.with_nullable(true);
  }
  out->type.push_back(
      Field{unique_name("$e", field_names(input->type)), LogicalType::bigint().with_nullable(false)});
  // Such a key that is also an argument keeps its value in a copy.
  std::vector<int32_t> copies(static_cast<size_t>(e), -1);
  std::vector<int32_t> copied;
  auto argument = [&](int32_t& column) {
    if (column < 0 || std::find(nulled.begin(), nulled.end(), column) == nulled.end()) return;
    int32_t& copy = copies[static_cast<size_t>(column)];
    if (copy < 0) {
      copy = static_cast<int32_t>(out->type.size());
      copied.push_back(column);
      const Field& field = input->type[static_cast<size_t>(column)];
      out->type.push_back(Field{unique_name(field.name + "_0", field_names(out->type)), field.type});
    }
    column = copy;
  };
  std::vector<AggregateCall> calls;
  for (AggregateCall call : aggregate.calls) {
    if (is_grouping(call)) continue;
    for (int32_t& arg : call.args) argument(arg);
    argument(call.filter);
    calls.push_back(std::move(call));
  }
  for (const std::vector<int32_t>& set : aggregate.grouping_sets) {
    ExprList row;
    for (int32_t i = 0; i < e; ++i) {
      bool key =
          std::find(aggregate.grouping.begin(), aggregate.grouping.end(), i) != aggregate.grouping.end();
      bool in_set = std::find(set.begin(), set.end(), i) != set.end();
      row.push_back(key && !in_set ? null_literal(out->type[static_cast<size_t>(i)].type)
                                   : column_ref(*input, i));
    }
    row.push_back(literal(Value::integer(set_number(aggregate.grouping, set)),
                          LogicalType::bigint().with_nullable(false)));
    for (int32_t column : copied) row.push_back(column_ref(*input, column));
    out->projects.push_back(std::move(row));
  }
  out->inputs.push_back(input);

  std::vector<int32_t> keys = aggregate.grouping;
  keys.push_back(e);
  int32_t key_count = static_cast<int32_t>(keys.size());
  RelPtr grouped = make_aggregate(out, keys, std::move(calls), &aggregate);
  ExprList exprs;
  for (int32_t i = 0; i + 1 < key_count; ++i) exprs.push_back(column_ref(*grouped, i));
  int32_t next = key_count;
  for (const AggregateCall& call : aggregate.calls) {
    exprs.push_back(is_grouping(call) ? grouping_value(call, aggregate, column_ref(*grouped, key_count - 1))
                                      : column_ref(*grouped, next++));
  }
  return make_project(grouped, std::move(exprs), field_names(aggregate.type), aggregate.span);
}

}  // namespace

RelPtr expand_grouping_sets(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate || as<AggregateRel>(*rel).window) return rel;
    const auto& aggregate = as<AggregateRel>(*rel);
    bool asks = std::any_of(aggregate.calls.begin(), aggregate.calls.end(), is_grouping);
    if (aggregate.grouping_sets.size() > 1) return expand(aggregate);
    if (!asks && !aggregate.grouping_sets.empty() &&
        aggregate.grouping_sets[0].size() < aggregate.grouping.size()) {
      throw Failure("plan/not-yet", "GROUPING SETS are currently not supported.", aggregate.span,
                    "name each grouping set once");
    }
    // Calls without a name get theirs by position.
    if (!asks) return make_aggregate(aggregate.inputs[0], aggregate.grouping, aggregate.calls, &aggregate);
    std::vector<AggregateCall> calls;
    ExprList exprs;
    int32_t next = static_cast<int32_t>(aggregate.grouping.size());
    for (const AggregateCall& call : aggregate.calls) {
      if (!is_grouping(call)) calls.push_back(call);
    }
    RelPtr plain = make_aggregate(aggregate.inputs[0], aggregate.grouping, calls, &aggregate);
    for (int32_t i = 0; i < next; ++i) exprs.push_back(column_ref(*plain, i));
    for (const AggregateCall& call : aggregate.calls) {
      exprs.push_back(is_grouping(call) ? literal(Value::integer(0), LogicalType::bigint())
                                        : column_ref(*plain, next++));
    }
    return make_project(plain, std::move(exprs), field_names(aggregate.type), aggregate.span);
  });
}

}  // namespace rowkind::rules
