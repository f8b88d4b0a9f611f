// UNION = UNION ALL + GROUP BY all; INTERSECT and EXCEPT = semi and anti join on equal rows + GROUP BY all;
// the ALL forms count the copies on both sides and write each row as often as is left
// (ReplaceIntersectWithSemiJoin, ReplaceMinusWithAntiJoin, RewriteIntersectAll, RewriteMinusAll).
#include "expr/infer.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

std::vector<int32_t> all_columns(const Rel& rel) {
  std::vector<int32_t> columns;
  for (int32_t i = 0; i < width(rel); ++i) columns.push_back(i);
  return columns;
}

RelPtr distinct(RelPtr input) {
  std::vector<int32_t> columns = all_columns(*input);
  return make_aggregate(std::move(input), std::move(columns), {});
}

// One column: IS NOT DISTINCT FROM; more: each spelled out, as Calcite leaves it.
ExprPtr same_rows(const Rel& left, const Rel& right) {
  ExprList parts;
  int32_t n = width(left);
  for (int32_t i = 0; i < n; ++i) {
    ExprPtr l = column_ref(left, i), r = shift(column_ref(right, i), n);
    if (!l->type.nullable() && !r->type.nullable()) {
      parts.push_back(make_call("=", {l, r}).or_throw());
    } else if (n == 1) {
      parts.push_back(make_call("IS NOT DISTINCT FROM", {l, r}).or_throw());
    } else {
      ExprPtr both =
          make_call("AND", {make_call("IS NULL", {l}).or_throw(), make_call("IS NULL", {r}).or_throw()})
              .or_throw();
      parts.push_back(make_call("OR", {make_call("=", {l, r}).or_throw(), both}).or_throw());
    }
  }
  return conjunction(parts);
}

RelPtr with_columns(const RelPtr& input, const ExprList& more, const std::vector<std::string>& names) {
  ExprList exprs = column_refs(*input);
  std::vector<std::string> all = field_names(input->type);
  exprs.insert(exprs.end(), more.begin(), more.end());
  all.insert(all.end(), names.begin(), names.end());
  return make_project(input, std::move(exprs), std::move(all));
}

// The rows of `counted` (count column first, then the row) as often as the count says.
RelPtr replicate(const RelPtr& counted, const RowType& type) {
  auto rel = std::make_shared<ReplicateRel>();
  rel->count = 0;
  rel->type = counted->type;
  rel->span = counted->span;
  std::vector<std::string> taken = field_names(counted->type);
  for (int32_t i = 1; i < width(*counted); ++i) {
    const Field& field = counted->type[static_cast<size_t>(i)];
    std::string name = unique_name(field.name, taken);
    taken.push_back(name);
    rel->columns.push_back(i);
    rel->type.push_back(Field{name, field.type});
  }
  rel->inputs.push_back(counted);
  std::vector<int32_t> copies;
  ExprList exprs;
  for (int32_t i = width(*counted); i < width(*rel); ++i) exprs.push_back(column_ref(*rel, i));
  return make_project(rel, std::move(exprs), field_names(type));
}

RelPtr intersect_all(const RelPtr& left, const RelPtr& right, const RowType& type) {
  LogicalType boolean = LogicalType::boolean();
  LogicalType bigint = LogicalType::bigint().with_nullable(false);
  std::vector<std::string> markers{"vcol_left_marker", "vcol_right_marker"};
  int32_t n = width(*left);
  RelPtr both = make_union({with_columns(left, {bool_literal(true), null_literal(boolean)}, markers),
                            with_columns(right, {null_literal(boolean), bool_literal(true)}, markers)});
  RelPtr counts = make_aggregate(both, all_columns(*left),
                                 {make_call_of("COUNT", {n}, bigint, "vcol_left_cnt"),
                                  make_call_of("COUNT", {n + 1}, bigint, "vcol_right_cnt")});
  ExprPtr l = column_ref(*counts, n), r = column_ref(*counts, n + 1),
          one = literal(Value::integer(1), LogicalType::integer());
  RelPtr kept = make_filter(
      counts, conjunction({make_call(">=", {l, one}).or_throw(), make_call(">=", {r, one}).or_throw()}));
  ExprList exprs{make_call("IF", {make_call(">", {l, r}).or_throw(), r, l}).or_throw()};
  std::vector<std::string> names{"$f0"};
  for (int32_t i = 0; i < n; ++i) {
    exprs.push_back(column_ref(*kept, i));
    names.push_back(kept->type[static_cast<size_t>(i)].name);
  }
  return replicate(make_project(kept, std::move(exprs), std::move(names)), type);
}

RelPtr except_all(const RelPtr& left, const RelPtr& right, const RowType& type) {
  LogicalType bigint = LogicalType::bigint().with_nullable(false);
  int32_t n = width(*left);
  RelPtr both = make_union({with_columns(left, {literal(Value::integer(1), bigint)}, {"vcol_marker"}),
                            with_columns(right, {literal(Value::integer(-1), bigint)}, {"vcol_marker"})});
  RelPtr sums = make_aggregate(both, all_columns(*left),
                               {make_call_of("SUM", {n}, LogicalType::bigint(), "sum_vcol_marker")});
  ExprPtr zero = literal(Value::integer(0), LogicalType::integer());
  RelPtr kept = make_filter(sums, make_call(">", {column_ref(*sums, n), zero}).or_throw());
  std::vector<int32_t> columns{n};
  for (int32_t i = 0; i < n; ++i) columns.push_back(i);
  return replicate(make_columns(kept, columns), type);
}

// The same value in a type that may be NULL.
ExprPtr nullable(const ExprPtr& value, const LogicalType& to) {
  return is_call(*value, "CAST") ? with_type(value, to) : raw_call("CAST", {value}, to, value->span);
}

// Both inputs with the types of the result (CoerceInputs).
std::vector<RelPtr> coerced(const SetOpRel& set_op) {
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : set_op.inputs) {
    ExprList exprs;
    bool changed = false;
    for (int32_t i = 0; i < width(*input); ++i) {
      ExprPtr ref = column_ref(*input, i);
      const LogicalType& to = set_op.type[static_cast<size_t>(i)].type;
      const bool may_be_null = to.nullable() && !ref->type.nullable();
      if (!ref->type.equals(to, true) || may_be_null) {
        if (!ref->type.equals(to, true)) ref = make_cast(ref, to).or_throw();
        if (may_be_null) ref = nullable(ref, to);
        changed = true;
      }
      exprs.push_back(ref);
    }
    inputs.push_back(changed ? make_project(input, std::move(exprs), field_names(input->type)) : input);
  }
  return inputs;
}

// AggregateUnionAggregateRule: DISTINCT of a union needs no DISTINCT inputs.
RelPtr without_inner_distinct(const RelPtr& rel) {
  const Rel& input = *rel->inputs[0];
  if (input.kind != RelKind::kSetOp) return rel;
  std::vector<RelPtr> inputs;
  for (const RelPtr& branch : input.inputs) {
    bool distinct_only = branch->kind == RelKind::kAggregate && as<AggregateRel>(*branch).calls.empty() &&
                         width(*branch) == width(*branch->inputs[0]);
    inputs.push_back(distinct_only ? branch->inputs[0] : branch);
  }
  return with_inputs(*rel, {with_inputs(input, std::move(inputs))});
}

}  // namespace

RelPtr rewrite_set_ops(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kSetOp) return rel;
    const auto& set_op = as<SetOpRel>(*rel);
    std::vector<RelPtr> inputs = coerced(set_op);
    if (set_op.op == SetOpKind::kUnion) {
      auto all = std::make_shared<SetOpRel>(set_op);
      all->all = true;
      all->inputs = inputs;
      return set_op.all ? RelPtr(all) : without_inner_distinct(distinct(all));
    }
    bool intersect = set_op.op == SetOpKind::kIntersect;
    RelPtr out = inputs[0];
    for (size_t i = 1; i < inputs.size(); ++i) {
      if (set_op.all) {
        out =
            intersect ? intersect_all(out, inputs[i], set_op.type) : except_all(out, inputs[i], set_op.type);
      } else {
        out = make_join(out, inputs[i], intersect ? JoinType::kSemi : JoinType::kAnti,
                        same_rows(*out, *inputs[i]));
      }
    }
    return set_op.all ? out : distinct(out);
  });
}

}  // namespace rowkind::rules
