#include "plan/rules/decorrelate.h"

#include <algorithm>
#include <map>

#include "expr/simplify.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// A node without outer references: where its columns went, and where it has the values of outer columns.
struct Frame {
  RelPtr rel;
  std::vector<int32_t> map;
  std::map<CorrelColumn, int32_t> outer;
};
using MaybeFrame = std::optional<Frame>;

const std::string& name_of(const Rel& rel, int32_t column) {
  return rel.type[static_cast<size_t>(column)].name;
}

// What an equality of the condition compares the outer column with.
ExprPtr equal_of(const CorrelColumn& outer, const ExprPtr& condition) {
  for (const ExprPtr& part : conjuncts(condition)) {
    if (!is_call(*part, "=")) continue;
    for (size_t side = 0; side < 2; ++side) {
      const Expr* expr = part->operands[side].get();
      const Expr* whole = expr;
      while (is_call(*expr, "CAST")) expr = expr->operands[0].get();
      if (expr->kind != ExprKind::kCorrelRef || expr->correl_id != outer.id || expr->index != outer.column)
        continue;
      const bool widens = whole == expr || (whole->type.root() == expr->type.root() &&
                                            whole->type.precision() >= expr->type.precision());
      if (widens) return part->operands[1 - side];
    }
  }
  return nullptr;
}

class Decorrelator {
 public:
  // `inside`: below the right side of a Correlate.
  MaybeFrame visit(const RelPtr& rel, bool inside) {
    switch (rel->kind) {
      case RelKind::kProject:
        return project(as<ProjectRel>(*rel), inside);
      case RelKind::kFilter:
        return filter(as<FilterRel>(*rel), inside);
      case RelKind::kAggregate:
        return aggregate(as<AggregateRel>(*rel), inside);
      case RelKind::kCorrelate:
        return correlate(as<CorrelateRel>(*rel), inside);
      case RelKind::kSort:
        return sort(as<SortRel>(*rel), inside);
      case RelKind::kJoin: {
        const JoinType type = as<JoinRel>(*rel).join;
        if (type != JoinType::kSemi && type != JoinType::kAnti) return join(as<JoinRel>(*rel), inside);
        return other(rel, inside);
      }
      case RelKind::kValues:
        return std::nullopt;
      case RelKind::kUnnest:
      case RelKind::kTableFunction:
      case RelKind::kSnapshot:
        if (!outer_columns(*rel).empty()) return std::nullopt;
        return other(rel, inside);
      default:
        return other(rel, inside);
    }
  }

 private:
  MaybeFrame other(const RelPtr& rel, bool inside) {
    std::vector<RelPtr> inputs;
    for (const RelPtr& input : rel->inputs) {
      MaybeFrame frame = visit(input, inside);
      if (!frame || !frame->outer.empty()) return std::nullopt;
      inputs.push_back(frame->rel);
    }
    return Frame{inputs == rel->inputs ? rel : with_inputs(*rel, std::move(inputs)),
                 identity_map(rel->type.size()),
                 {}};
  }

  static ExprPtr moved(const ExprPtr& expr, const Frame& frame) {
    return replace_outer(remap(expr, frame.map), [&](const Expr& ref) -> ExprPtr {
      const auto it = frame.outer.find({ref.correl_id, ref.index});
      return it == frame.outer.end() ? nullptr : column_ref(*frame.rel, it->second);
    });
  }

  MaybeFrame project(const ProjectRel& project, bool inside) {
    MaybeFrame frame = visit(project.inputs[0], inside);
    if (!frame) return std::nullopt;
    if (const auto needs = outer_columns(project); !needs.empty()) {
      frame = with_generator(*frame, needs);
      if (!frame) return std::nullopt;
    }
    ExprList exprs;
    std::vector<std::string> names = field_names(project.type);
    Frame out;
    for (const ExprPtr& expr : project.exprs) {
      out.map.push_back(static_cast<int32_t>(exprs.size()));
      exprs.push_back(moved(expr, *frame));
    }
    for (const auto& [outer, column] : frame->outer) {
      out.outer[outer] = static_cast<int32_t>(exprs.size());
      exprs.push_back(column_ref(*frame->rel, column));
      names.push_back(name_of(*frame->rel, column));
    }
    out.rel = named_project(frame->rel, std::move(exprs), names, project.span);
    return out;
  }

  MaybeFrame filter(const FilterRel& filter, bool inside) {
    MaybeFrame frame = visit(filter.inputs[0], inside);
    if (!frame) return std::nullopt;
    const std::vector<CorrelColumn> needs = outer_columns(filter);
    const bool has_all = std::all_of(needs.begin(), needs.end(),
                                     [&](const CorrelColumn& c) { return frame->outer.count(c) != 0; });
    if (!has_all) {
      const MaybeFrame local = with_equals(*frame, needs, filter.condition);
      frame = local ? local : with_generator(*frame, needs);
      if (!frame) return std::nullopt;
    }
    frame->rel = make_filter(frame->rel, simplify_as_built(moved(filter.condition, *frame)), filter.span);
    return frame;
  }

  // The outer columns as what the condition says they are equal to; nothing if it does not for all of them.
  static MaybeFrame with_equals(const Frame& frame, const std::vector<CorrelColumn>& needs,
                                const ExprPtr& condition) {
    std::map<CorrelColumn, int32_t> found;
    ExprList added = column_refs(*frame.rel);
    std::vector<std::string> names = field_names(frame.rel->type);
    for (const CorrelColumn& outer : needs) {
      if (frame.outer.count(outer) != 0) continue;
      const ExprPtr equal = equal_of(outer, condition);
      if (!equal) continue;
      std::vector<CorrelColumn> again;
      outer_columns(*equal, again);
      if (!again.empty()) return std::nullopt;
      const ExprPtr here = remap(equal, frame.map);
      if (here->kind == ExprKind::kInputRef) {
        found[outer] = here->index;
      } else {
        found[outer] = static_cast<int32_t>(added.size());
        names.push_back("$f" + std::to_string(added.size()));
        added.push_back(here);
      }
    }
    if (found.size() != needs.size()) return std::nullopt;
    Frame out = frame;
    if (added.size() > frame.rel->type.size()) out.rel = named_project(frame.rel, std::move(added), names);
    for (const auto& [outer, column] : frame.outer) found[outer] = column;
    out.outer = std::move(found);
    return out;
  }

  // The distinct values of the outer columns joined to the rows.
  MaybeFrame with_generator(const Frame& frame, const std::vector<CorrelColumn>& needs) const {
    RelPtr values;
    std::map<CorrelColumn, int32_t> places;
    std::vector<int32_t> done;
    for (const CorrelColumn& first : needs) {
      if (std::find(done.begin(), done.end(), first.id) != done.end()) continue;
      done.push_back(first.id);
      const auto source = sources_.find(first.id);
      if (source == sources_.end()) return std::nullopt;
      const Frame& left = source->second;
      std::vector<int32_t> columns, keys;
      const int32_t base = values ? width(*values) : 0;
      for (const CorrelColumn& outer : needs) {
        if (outer.id != first.id) continue;
        const int32_t column = at(left.map, outer.column);
        auto found = std::find(columns.begin(), columns.end(), column);
        if (found == columns.end()) {
          keys.push_back(static_cast<int32_t>(columns.size()));
          found = columns.insert(columns.end(), column);
        }
        places[outer] = base + static_cast<int32_t>(found - columns.begin());
      }
      const RelPtr distinct = built_aggregate(make_columns(left.rel, columns), keys, {});
      values = values ? make_join(values, distinct, JoinType::kInner, bool_literal(true)) : distinct;
    }
    Frame out = frame;
    const int32_t base = width(*frame.rel);
    out.rel = make_join(frame.rel, values, JoinType::kInner, bool_literal(true));
    for (const auto& [outer, place] : places) out.outer[outer] = base + place;
    return out;
  }

  MaybeFrame aggregate(const AggregateRel& aggregate, bool inside) {
    const MaybeFrame frame = visit(aggregate.inputs[0], inside);
    if (!frame) return std::nullopt;
    if (frame->outer.empty() && frame->rel == aggregate.inputs[0]) return kept(aggregate, *frame);
    if (aggregate.grouping_sets.size() > 1 || aggregate.window) return std::nullopt;
    // Keys first, the outer columns behind them, then the rest. Constant keys go and are put back above.
    std::vector<int32_t> order, place(frame->rel->type.size(), -1);
    const auto take = [&](int32_t column) {
      place[static_cast<size_t>(column)] = static_cast<int32_t>(order.size());
      order.push_back(column);
    };
    std::map<int32_t, ExprPtr> constants;
    for (size_t i = 0; i < aggregate.grouping.size(); ++i) {
      const int32_t key = aggregate.grouping[i];
      if (const ExprPtr constant = literal_at(*frame->rel, key)) {
        constants.emplace(static_cast<int32_t>(i), constant);
      } else {
        take(at(frame->map, key));
      }
    }
    Frame out;
    for (const auto& [outer, column] : frame->outer) {
      out.outer[outer] = static_cast<int32_t>(order.size());
      take(column);
    }
    std::vector<int32_t> grouping;
    for (size_t i = 0; i < order.size(); ++i) grouping.push_back(static_cast<int32_t>(i));
    for (int32_t column = 0; column < width(*frame->rel); ++column) {
      if (at(place, column) < 0) take(column);
    }
    std::vector<AggregateCall> calls = aggregate.calls;
    for (AggregateCall& call : calls) {
      for (int32_t& arg : call.args) arg = at(place, at(frame->map, arg));
      if (call.filter >= 0) call.filter = at(place, at(frame->map, call.filter));
      // A call without a name of its own is called by its new position.
      if (is_unnamed(call)) call.name.clear();
    }
    out.rel = built_aggregate(make_columns(frame->rel, order), grouping, std::move(calls));
    if (!constants.empty()) put_back(out, constants);
    int32_t next = 0;
    for (size_t i = 0; i < aggregate.grouping.size(); ++i) {
      const auto constant = constants.find(static_cast<int32_t>(i));
      out.map.push_back(constant == constants.end() ? next++ : constant_place(*frame, constant->first));
    }
    const auto calls_at =
        static_cast<int32_t>(width(*out.rel) - static_cast<int32_t>(aggregate.calls.size()));
    for (size_t i = 0; i < aggregate.calls.size(); ++i) out.map.push_back(calls_at + static_cast<int32_t>(i));
    return out;
  }

  static MaybeFrame kept(const AggregateRel& aggregate, const Frame&) {
    const RelPtr same = std::make_shared<AggregateRel>(aggregate);
    return Frame{same, identity_map(same->type.size()), {}};
  }

  static ExprPtr literal_at(const Rel& rel, int32_t column) {
    if (rel.kind != RelKind::kProject) return nullptr;
    const ExprPtr& expr = as<ProjectRel>(rel).exprs[static_cast<size_t>(column)];
    return expr->kind == ExprKind::kLiteral ? expr : nullptr;
  }

  static int32_t constant_place(const Frame& frame, int32_t key) {
    return key + static_cast<int32_t>(frame.outer.size());
  }

  // The constant keys behind the outer columns.
  static void put_back(Frame& out, const std::map<int32_t, ExprPtr>& constants) {
    ExprList exprs = column_refs(*out.rel);
    std::vector<std::string> names = field_names(out.rel->type);
    for (const auto& [key, constant] : constants) {
      const auto place = std::min(exprs.size(), static_cast<size_t>(key) + out.outer.size());
      exprs.insert(exprs.begin() + static_cast<std::ptrdiff_t>(place), constant);
      names.insert(names.begin() + static_cast<std::ptrdiff_t>(place), "$f" + std::to_string(place));
    }
    out.rel = named_project(out.rel, std::move(exprs), names);
  }

  MaybeFrame correlate(const CorrelateRel& correlate, bool inside) {
    const MaybeFrame left = visit(correlate.inputs[0], inside);
    if (!left) return std::nullopt;
    sources_[correlate.correl_id] = *left;
    const MaybeFrame right = visit(correlate.inputs[1], true);
    if (!right || right->outer.empty()) return std::nullopt;
    const int32_t base = width(*left->rel);
    Frame out;
    ExprList conditions;
    for (const auto& [outer, column] : right->outer) {
      const ExprPtr there = shift(column_ref(*right->rel, column), base);
      if (outer.id == correlate.correl_id) {
        conditions.push_back(
            make_call("=", {column_ref(*left->rel, at(left->map, outer.column)), there}).or_throw());
      } else {
        out.outer[outer] = base + column;
      }
    }
    for (const auto& [outer, column] : left->outer) out.outer[outer] = column;
    out.map = left->map;
    for (int32_t column : right->map) out.map.push_back(base + column);
    out.rel = make_join(left->rel, right->rel, correlate.join, conjunction(conditions));
    return out;
  }

  MaybeFrame join(const JoinRel& join, bool inside) {
    const MaybeFrame left = visit(join.inputs[0], inside), right = visit(join.inputs[1], inside);
    if (!left || !right) return std::nullopt;
    if (left->rel == join.inputs[0] && right->rel == join.inputs[1]) {
      const RelPtr same = std::make_shared<JoinRel>(join);
      if (outer_columns(join).empty()) return Frame{same, identity_map(same->type.size()), {}};
    }
    const int32_t base = width(*left->rel);
    Frame out;
    out.map = left->map;
    for (int32_t column : right->map) out.map.push_back(base + column);
    out.outer = left->outer;
    for (const auto& [outer, column] : right->outer) out.outer.emplace(outer, base + column);
    out.rel = make_join(left->rel, right->rel, join.join, bool_literal(true), &join);
    auto copy = std::make_shared<JoinRel>(as<JoinRel>(*out.rel));
    copy->condition = moved(join.condition, out);
    out.rel = copy;
    return out;
  }

  MaybeFrame sort(const SortRel& sort, bool inside) {
    MaybeFrame frame = visit(sort.inputs[0], inside);
    if (!frame) return std::nullopt;
    // A LIMIT of each outer row would become one of all.
    if (inside && (sort.fetch >= 0 || sort.offset > 0)) return std::nullopt;
    auto copy = std::make_shared<SortRel>(sort);
    for (SortKey& key : copy->keys) key.column = at(frame->map, key.column);
    copy->inputs = {frame->rel};
    copy->type = frame->rel->type;
    frame->rel = copy;
    return frame;
  }

  std::map<int32_t, Frame> sources_;  // left sides by the id of their Correlate
};

bool of_table_function(const CorrelateRel& correlate) {
  const Rel* below = correlate.inputs[1].get();
  while (below->kind == RelKind::kProject || below->kind == RelKind::kFilter) below = below->inputs[0].get();
  return below->kind == RelKind::kUnnest || below->kind == RelKind::kTableFunction;
}

bool has_correlate(const Rel& rel) {
  if (rel.kind == RelKind::kCorrelate && !of_table_function(as<CorrelateRel>(rel))) return true;
  return std::any_of(rel.inputs.begin(), rel.inputs.end(),
                     [](const RelPtr& input) { return has_correlate(*input); });
}

void check_no_outer(const Rel& rel) {
  if (rel.kind == RelKind::kProject || rel.kind == RelKind::kFilter || rel.kind == RelKind::kJoin) {
    if (const auto left = outer_columns(rel); !left.empty()) {
      throw Failure(
          "plan/correlated",
          "unexpected correlate variable $cor" + std::to_string(left[0].id) + " in the plan", rel.span,
          "this correlated sub-query cannot be turned into a join: compare columns of both queries with = in "
          "its WHERE clause, without LIMIT, VALUES or UNNEST beside it");
    }
  }
  for (const RelPtr& input : rel.inputs) check_no_outer(*input);
}

}  // namespace

RelPtr decorrelate(const RelPtr& root) {
  if (!has_correlate(*root)) return root;
  RelPtr rel = rewrite_bottom_up(root, [](const RelPtr& node) -> RelPtr {
    const RelPtr join = node->kind == RelKind::kCorrelate ? join_of_scalar(as<CorrelateRel>(*node)) : nullptr;
    return join ? join : node;
  });
  if (has_correlate(*rel)) {
    rel = rewrite_bottom_up(rel, [](const RelPtr& node) -> RelPtr {
      const RelPtr counted =
          node->kind == RelKind::kCorrelate ? with_zero_counts(as<CorrelateRel>(*node)) : nullptr;
      return counted ? counted : node;
    });
    rel = push_correlated_filters(rel);
    if (const MaybeFrame frame = Decorrelator().visit(rel, false)) rel = frame->rel;
  }
  check_no_outer(*rel);
  return rel;
}

}  // namespace rowkind::rules
