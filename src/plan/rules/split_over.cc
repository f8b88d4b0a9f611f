// ProjectToLogicalProjectAndWindow: the OVER calls of a projection become a window of their own below it. SUM
// and AVG are spelled out as Calcite does: CASE(COUNT(x) > 0, $SUM0(x), NULL), and that divided by COUNT(x).
// As Calcite's CalcRelSplitter cuts a program into levels: what needs no OVER is computed below the window (columns $<position>, in the order
// in which the program met it), what reads a result of the window above it. Without such a level above, names are lost.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool same_list(const ExprList& a, const ExprList& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](const ExprPtr& x, const ExprPtr& y) { return same_expr(*x, *y); });
}

bool same_bound(const FrameBound& a, const FrameBound& b) {
  if (a.kind != b.kind || !a.offset != !b.offset) return false;
  return !a.offset || same_expr(*a.offset, *b.offset);
}

// Calcite gives ROW_NUMBER a frame of ROWS.
bool of_rows(const OverSpec& spec) {
  return spec.rows || spec.function_name == "ROW_NUMBER";
}

bool same_window(const OverSpec& a, const OverSpec& b) {
  if (of_rows(a) != of_rows(b) || !same_list(a.partition, b.partition) || a.order.size() != b.order.size())
    return false;
  for (size_t i = 0; i < a.order.size(); ++i) {
    if (a.order[i].descending != b.order[i].descending || a.order[i].nulls_first != b.order[i].nulls_first)
      return false;
    if (!same_expr(*a.order[i].key, *b.order[i].key)) return false;
  }
  return same_bound(a.lower, b.lower) && same_bound(a.upper, b.upper);
}

// What Calcite writes as a literal; one of a nullable type is a CAST of it.
bool is_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && (!expr.type.nullable() || expr.literal.is_null());
}

void add_refs_outside_over(const Expr& expr, std::vector<bool>& refs) {
  if (expr.kind == ExprKind::kInputRef) refs[static_cast<size_t>(expr.index)] = true;
  for (const ExprPtr& operand : expr.operands) add_refs_outside_over(*operand, refs);
}

// Columns with one known value that the projection reads outside of its windows: ReduceExpressionsRule writes the value in their place,
// then also inside of these.
ExprList known_values(const ProjectRel& project) {
  const Rel& input = *project.inputs[0];
  std::vector<bool> refs(input.type.size(), false);
  for (const ExprPtr& expr : project.exprs) add_refs_outside_over(*expr, refs);
  ExprList out(refs.size());
  for (const auto& [column, value] : constant_columns(input)) {
    const auto at = static_cast<size_t>(column);
    if (refs[at]) out[at] = with_type(value, input.type[at].type);
  }
  return out;
}

ExprPtr with_values(const ExprPtr& expr, const ExprList& values) {
  if (expr->kind != ExprKind::kOver) {
    if (!has_kind(*expr, ExprKind::kOver))
      return expr->kind == ExprKind::kInputRef ? replace_refs(expr, values)
                                               : simplify(replace_refs(expr, values));
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(with_values(operand, values));
    return with_operands(*expr, std::move(operands));
  }
  auto spec = std::make_shared<OverSpec>(*expr->over);
  for (ExprPtr& arg : spec->args) arg = replace_refs(arg, values);
  for (ExprPtr& key : spec->partition) key = replace_refs(key, values);
  for (OverSpec::Order& key : spec->order) key.key = replace_refs(key.key, values);
  auto out = std::make_shared<Expr>(*expr);
  out->over = spec;
  return out;
}

class Splitter {
 public:
  explicit Splitter(const ProjectRel& project) : project_(project), input_(project.inputs[0]) {}

  RelPtr split() {
    const ExprList values = known_values(project_);
    const bool known =
        std::any_of(values.begin(), values.end(), [](const ExprPtr& value) { return value != nullptr; });
    ExprList tops;
    for (const ExprPtr& expr : project_.exprs) tops.push_back(lift(known ? with_values(expr, values) : expr));
    const OverSpec& window = *specs_[0];
    for (const auto& spec : specs_) {
      if (!same_window(window, *spec)) {
        throw Failure("plan/over-windows",
                      "Over Agg: Unsupported use of OVER windows. All aggregates must be computed on the "
                      "same window. please re-check the over window statement.",
                      project_.span);
      }
    }
    bool computes = window.lower.offset || window.upper.offset;
    for (const ExprPtr& top : tops) computes = computes || top->kind != ExprKind::kInputRef;
    for (const Call& call : calls_) {
      for (const ExprPtr& arg : call.args) computes = computes || is_literal(*arg);
    }
    gather(tops, computes);
    auto over = std::make_shared<OverRel>();
    over->rows = of_rows(window);
    over->lower = window.lower;
    over->upper = window.upper;
    for (const ExprPtr& key : window.partition) {
      if (!is_literal(*key)) over->partition.push_back(slot(key));
    }
    for (const auto& key : window.order)
      over->order.push_back(SortKey{slot(key.key), key.descending, key.nulls_first});
    for (size_t i = 0; i < calls_.size(); ++i) {
      const Call& call = calls_[i];
      OverRel::Call out;
      out.function = call.function;
      out.function_name = call.name;
      out.distinct = call.spec->distinct;
      out.ignore_nulls = call.spec->ignore_nulls;
      out.type = call.type;
      out.name = name_of(static_cast<int32_t>(i));
      for (const ExprPtr& arg : call.args) {
        bool constant = is_literal(*arg);
        out.args.push_back(constant ? -1 : slot(arg));
        out.constants.push_back(constant ? arg : nullptr);
      }
      over->calls.push_back(std::move(out));
    }
    // Now the input is complete.
    std::vector<std::string> names;
    for (size_t i = 0; i < input_columns_.size(); ++i) names.push_back(input_names_[i]);
    RelPtr below = narrowed_ ? make_project(input_, input_columns_, names, project_.span) : input_;
    over->type = below->type;
    for (const OverRel::Call& call : over->calls) over->type.push_back(Field{call.name, call.type});
    over->span = project_.span;
    over->inputs.push_back(below);

    ExprList exprs;
    std::vector<std::string> out_names = window_is_last(tops) ? lost_names(tops) : field_names(project_.type);
    for (const ExprPtr& top : tops) exprs.push_back(place_tops(top));
    return make_project(over, std::move(exprs), std::move(out_names), project_.span);
  }

 private:
  struct Call {
    const AggregateFunction* function;
    std::string name;
    ExprList args;
    LogicalType type;
    const OverSpec* spec;
    size_t met;  // number in the program
  };

  // References to call number i are written as input_ref(-1 - i) until the width of the input is known.
  ExprPtr call_ref(const AggregateFunction* function, const std::string& name, const ExprList& args,
                   const LogicalType& type, const OverSpec* spec) {
    for (size_t i = 0; i < calls_.size(); ++i) {
      if (calls_[i].name == name && same_list(calls_[i].args, args) &&
          calls_[i].spec->distinct == spec->distinct && same_window(*calls_[i].spec, *spec)) {
        return input_ref(-1 - static_cast<int32_t>(i), calls_[i].type);
      }
    }
    for (const ExprPtr& arg : args) meet(arg);
    for (const ExprPtr& key : spec->partition) meet(key);
    for (const auto& key : spec->order) meet(key.key);
    calls_.push_back(Call{function, name, args, type, spec, met_.size()});
    met_.push_back(nullptr);
    return input_ref(-static_cast<int32_t>(calls_.size()), type);
  }

  // Whether the expression reads a result of the window.
  static bool above(const Expr& expr) {
    if (expr.kind == ExprKind::kInputRef) return expr.index < 0;
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [](const ExprPtr& e) { return above(*e); });
  }
  static bool is_leaf(const Expr& expr) { return expr.kind == ExprKind::kInputRef || is_literal(expr); }

  // The program numbers its expressions as it meets them, parts first; equal ones are one.
  void meet(const ExprPtr& expr) {
    if (is_leaf(*expr)) return;
    for (const ExprPtr& operand : expr->operands) meet(operand);
    if (number(*expr) == met_.size()) met_.push_back(expr);
  }
  size_t number(const Expr& expr) const {
    size_t i = 0;
    while (i < met_.size() && !(met_[i] && same_expr(*met_[i], expr))) ++i;
    return i;
  }

  ExprPtr lift(const ExprPtr& expr) {
    if (!has_kind(*expr, ExprKind::kOver)) meet(expr);
    if (expr->kind == ExprKind::kOver) return lift_over(*expr);
    if (const Expr* sum = sum_of_not_null(*expr)) {
      const OverSpec& spec = *sum->over;
      specs_.push_back(sum->over);
      return call_ref(find_aggregate("SUM"), "SUM", spec.args, sum->type, &spec);
    }
    ExprList operands;
    bool changed = false;
    for (const ExprPtr& operand : expr->operands) {
      operands.push_back(lift(operand));
      changed = changed || operands.back() != operand;
    }
    return changed ? with_operands(*expr, std::move(operands)) : expr;
  }

  // CASE(COUNT(x) OVER w > 0, $SUM0(x) OVER w, NULL) of a column that is never NULL: SUM(x) OVER w.
  static const Expr* sum_of_not_null(const Expr& expr) {
    if (!is_call(expr, "CASE") || expr.operands.size() != 3) return nullptr;
    const Expr& sum = *expr.operands[1];
    if (sum.kind != ExprKind::kOver || sum.over->function_name != "$SUM0" || sum.over->distinct)
      return nullptr;
    const Expr& more = *expr.operands[0];
    bool counts = is_call(more, ">") && more.operands[0]->kind == ExprKind::kOver &&
                  more.operands[0]->over->function_name == "COUNT";
    return counts && !sum.over->args[0]->type.nullable() ? &sum : nullptr;
  }

  ExprPtr lift_over(const Expr& expr) {
    const OverSpec& spec = *expr.over;
    specs_.push_back(expr.over);
    const std::string& name = spec.function_name;
    bool spelled_out = !spec.distinct && (name == "AVG" || (name == "SUM" && spec.args[0]->type.nullable()));
    if (!spelled_out) return call_ref(spec.function, name, spec.args, expr.type, &spec);
    const AggregateFunction* count = find_aggregate("COUNT");
    const AggregateFunction* sum = find_aggregate("$SUM0");
    LogicalType bigint = LogicalType::bigint().with_nullable(false);
    LogicalType sum_type = name == "SUM" ? expr.type : spec.args[0]->type.with_nullable(true);
    if (name == "AVG" && sum_type.is(TypeRoot::kDecimal))
      sum_type = LogicalType::decimal(38, sum_type.scale());
    ExprPtr counted = call_ref(count, "COUNT", spec.args, bigint, &spec);
    ExprPtr summed = call_ref(sum, "$SUM0", spec.args, sum_type.with_nullable(false), &spec);
    ExprPtr zero = literal(Value::integer(0), bigint);
    ExprPtr more = make_call(">", {counted, zero}, expr.span).or_throw();
    ExprPtr value =
        make_call("CASE", {more, summed, null_literal(sum_type.with_nullable(true))}, expr.span).or_throw();
    if (name == "SUM") return value;
    ExprPtr quotient = make_call("/", {value, counted}, expr.span).or_throw();
    return make_cast(quotient, expr.type, expr.span).or_throw();
  }

  // The columns the window reads: all of the input, or (where a projection is needed anyway) only those in
  // use, then computed ones.
  void gather(const ExprList& tops, bool computes) {
    std::vector<bool> used(static_cast<size_t>(width(*input_)), false), computed(met_.size(), false);
    std::function<void(const ExprPtr&)> use = [&](const ExprPtr& expr) {
      if (expr->kind == ExprKind::kInputRef) {
        if (expr->index >= 0) used[static_cast<size_t>(expr->index)] = true;
      } else if (above(*expr)) {
        for (const ExprPtr& operand : expr->operands) use(operand);
      } else if (!is_literal(*expr)) {
        computed[number(*expr)] = true;
      }
    };
    for (const ExprPtr& top : tops) use(top);
    for (const ExprPtr& key : specs_[0]->partition) use(key);
    for (const auto& key : specs_[0]->order) use(key.key);
    for (const Call& call : calls_) {
      for (const ExprPtr& arg : call.args) use(arg);
    }
    const bool any = std::find(computed.begin(), computed.end(), true) != computed.end();
    narrowed_ = computes || any;
    slots_.assign(used.size(), -1);
    for (size_t i = 0; i < used.size(); ++i) {
      if (narrowed_ && !used[i]) continue;
      slots_[i] = static_cast<int32_t>(input_columns_.size());
      input_columns_.push_back(column_ref(*input_, static_cast<int32_t>(i)));
      input_names_.push_back(input_->type[i].name);
    }
    if (narrowed_ && !any && input_columns_.size() == used.size()) narrowed_ = false;
    for (size_t i = 0; i < computed.size(); ++i) {
      if (!computed[i]) continue;
      input_names_.push_back("$" + std::to_string(input_columns_.size()));
      input_columns_.push_back(met_[i]);
    }
  }

  int32_t slot(const ExprPtr& expr) const {
    if (expr->kind == ExprKind::kInputRef) return slots_[static_cast<size_t>(expr->index)];
    for (size_t i = 0; i < input_columns_.size(); ++i) {
      if (input_columns_[i]->kind != ExprKind::kInputRef && same_expr(*input_columns_[i], *expr))
        return static_cast<int32_t>(i);
    }
    if (is_literal(*expr))
      throw Failure("plan/over-order",
                    "Over Agg: The window rank function requires order by clause with non-constant fields. "
                    "please re-check the over "
                    "window statement.",
                    expr->span, "order the window by a column that the filter does not fix");
    return -1;
  }

  ExprPtr place_tops(const ExprPtr& expr) const {
    if (expr->kind == ExprKind::kInputRef) {
      int32_t to = expr->index >= 0 ? slots_[static_cast<size_t>(expr->index)]
                                    : static_cast<int32_t>(input_columns_.size()) - 1 - expr->index;
      return input_ref(to, expr->type, expr->span);
    }
    if (is_literal(*expr)) return expr;
    if (!above(*expr)) return input_ref(slot(expr), expr->type, expr->span);
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(place_tops(operand));
    return with_operands(*expr, std::move(operands));
  }

  // Nothing is computed above the window, and the program's results are in its own order.
  bool window_is_last(const ExprList& tops) const {
    size_t before = 0;
    for (size_t i = 0; i < tops.size(); ++i) {
      const Expr& top = *tops[i];
      const bool column = top.kind == ExprKind::kInputRef;
      if (!column && (is_literal(top) || above(top))) return false;
      size_t at = slots_.size() + (column ? 0 : number(top));
      if (column)
        at = top.index >= 0 ? static_cast<size_t>(top.index)
                            : slots_.size() + calls_[static_cast<size_t>(-1 - top.index)].met;
      if (i > 0 && at <= before) return false;
      before = at;
    }
    return true;
  }
  std::vector<std::string> lost_names(const ExprList& tops) const {
    std::vector<std::string> names;
    for (const ExprPtr& top : tops) {
      const bool column = top->kind == ExprKind::kInputRef && top->index >= 0;
      names.push_back(column ? input_->type[static_cast<size_t>(top->index)].name
                             : "$" + std::to_string(names.size()));
    }
    return names;
  }

  std::string name_of(int32_t call) const { return "w0$o" + std::to_string(call); }

  const ProjectRel& project_;
  RelPtr input_;
  std::vector<std::shared_ptr<const OverSpec>> specs_;
  std::vector<Call> calls_;
  ExprList met_;  // the program below and at the window; null: a call
  ExprList input_columns_;
  std::vector<std::string> input_names_;
  std::vector<int32_t> slots_;
  bool narrowed_ = false;
};

}  // namespace

RelPtr split_over(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject) return rel;
    const auto& project = as<ProjectRel>(*rel);
    bool has = std::any_of(project.exprs.begin(), project.exprs.end(),
                           [](const ExprPtr& e) { return has_kind(*e, ExprKind::kOver); });
    return has ? Splitter(project).split() : rel;
  });
}

}  // namespace rowkind::rules
