// Columns that nobody reads go away where Flink lets them go: projections shrink, join and union inputs and
// the input of a Rank get a narrower projection, aggregate calls that nobody reads are dropped (their
// arguments stay: PruneAggregateCall runs after the projection rules), the number of a Rank becomes a
// constant or goes.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

using Needed = std::vector<bool>;

struct Pruned {
  RelPtr rel;
  std::vector<int32_t> map;   // old column -> new one, -1: gone
  bool join_removed = false;  // right here
  bool rank_names = false;    // it adds the number of a Rank, under the names of that
};

Pruned prune(const RelPtr& rel, const Needed& needed);

Needed all_of(const Rel& rel) {
  return Needed(rel.type.size(), true);
}

void need(Needed& needed, const ExprPtr& expr) {
  if (!expr) return;
  for (int32_t ref : input_refs(*expr)) needed[static_cast<size_t>(ref)] = true;
}

// Exactly the needed columns, by a projection if there are more.
Pruned narrow(const RelPtr& rel, const Needed& needed) {
  Pruned pruned = prune(rel, needed);
  std::vector<int32_t> columns, map(needed.size(), -1);
  for (size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    map[i] = static_cast<int32_t>(columns.size());
    columns.push_back(pruned.map[i]);
  }
  if (columns == identity_map(static_cast<size_t>(width(*pruned.rel)))) return pruned;
  return Pruned{make_columns(pruned.rel, columns), map};
}

Pruned keep_all(const RelPtr& rel) {
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : rel->inputs) inputs.push_back(prune(input, all_of(*input)).rel);
  return Pruned{rel->inputs.empty() ? rel : with_inputs(*rel, std::move(inputs)),
                identity_map(rel->type.size())};
}

// The input of COUNT(*), and whether a row is no larger than it: then the row itself is counted.
bool counts_rows(const ExprList& exprs, const std::vector<std::string>& names) {
  return exprs.size() == 1 && exprs[0]->kind == ExprKind::kLiteral && names[0] == "$f0";
}
bool is_small(const RowType& type) {
  if (type.size() != 1) return false;
  switch (type[0].type.root()) {
    case TypeRoot::kBoolean:
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kFloat:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return true;
    default:
      return false;
  }
}

// CalcRankTranspose and RankNumberColumnRemoveRule write a projection with the names of the Rank; one above it that changes nothing goes.
bool keeps_rank_names(const ExprList& exprs, const Pruned& input) {
  if (!input.rank_names) return false;
  int32_t last = -1;
  for (const ExprPtr& expr : exprs) {
    if (expr->kind != ExprKind::kInputRef || expr->index <= last) return false;
    last = expr->index;
  }
  return last == width(*input.rel) - 1;
}

Pruned prune_project(const ProjectRel& project, const Needed& needed) {
  const Rel& input = *project.inputs[0];
  Needed below(input.type.size(), false);
  for (size_t i = 0; i < needed.size(); ++i) {
    if (needed[i]) need(below, project.exprs[i]);
  }
  Pruned pruned = prune(project.inputs[0], below);
  ExprList exprs;
  std::vector<std::string> names;
  std::vector<int32_t> map(needed.size(), -1);
  for (size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    map[i] = static_cast<int32_t>(exprs.size());
    exprs.push_back(remap(project.exprs[i], pruned.map));
    names.push_back(project.type[i].name);
  }
  const bool rank_names = keeps_rank_names(exprs, pruned);
  for (size_t i = 0; rank_names && i < exprs.size(); ++i)
    names[i] = pruned.rel->type[static_cast<size_t>(exprs[i]->index)].name;
  if (pruned.join_removed) {
    if (exprs.empty() || is_identity(exprs, *pruned.rel)) return Pruned{pruned.rel, map, true};
    if (counts_rows(exprs, names) && is_small(pruned.rel->type)) return Pruned{pruned.rel, map};
  }
  return Pruned{make_project(pruned.rel, std::move(exprs), std::move(names), project.span), map, false,
                rank_names};
}

Pruned prune_filter(const FilterRel& filter, Needed needed) {
  need(needed, filter.condition);
  Pruned pruned = prune(filter.inputs[0], needed);
  // A filter over fewer columns is made anew (ProjectFilterTranspose).
  const bool narrower = std::find(needed.begin(), needed.end(), false) != needed.end();
  ExprPtr condition = narrower ? order_conjuncts(filter.condition) : filter.condition;
  pruned.rel = make_filter(pruned.rel, remap(condition, pruned.map), filter.span);
  pruned.join_removed = false;
  return pruned;
}

// FOR SYSTEM_TIME AS OF: by event time both times are read; a look-up reads the table through its Snapshot.
Pruned prune_snapshot_join(const JoinRel& join, Needed needed) {
  const auto& snapshot = as<SnapshotRel>(*join.inputs[1]);
  size_t left = join.inputs[0]->type.size(), right = snapshot.type.size();
  needed.resize(left + right, false);
  need(needed, join.condition);
  bool event_time = snapshot.period->type.is_rowtime();
  if (event_time) {
    needed[static_cast<size_t>(snapshot.period->index)] = true;
    for (size_t i = 0; i < right; ++i) {
      if (snapshot.type[i].type.is_rowtime()) needed[left + i] = true;
    }
  }
  Pruned l =
      narrow(join.inputs[0], Needed(needed.begin(), needed.begin() + static_cast<std::ptrdiff_t>(left)));
  Pruned r =
      narrow(snapshot.inputs[0], Needed(needed.begin() + static_cast<std::ptrdiff_t>(left), needed.end()));
  auto copy = std::make_shared<SnapshotRel>(snapshot);
  copy->inputs = {r.rel};
  copy->type = r.rel->type;
  if (event_time) copy->period = remap(snapshot.period, l.map);
  std::vector<int32_t> map = l.map;
  for (int32_t column : r.map) map.push_back(column < 0 ? -1 : column + width(*l.rel));
  return Pruned{make_join(l.rel, copy, join.join, remap(join.condition, map), &join), map};
}

Pruned prune_multi_join(const MultiJoinRel& join, Needed needed) {
  for (const ExprPtr& condition : join.conditions) need(needed, condition);
  auto out = std::make_shared<MultiJoinRel>(join);
  std::vector<int32_t> map;
  std::ptrdiff_t start = 0;
  int32_t base = 0;
  for (size_t i = 0; i < join.inputs.size(); ++i) {
    auto columns = static_cast<std::ptrdiff_t>(join.inputs[i]->type.size());
    Pruned input = narrow(join.inputs[i], Needed(needed.begin() + start, needed.begin() + start + columns));
    for (int32_t column : input.map) map.push_back(column < 0 ? -1 : column + base);
    for (int32_t& key : out->keys[i]) key = input.map[static_cast<size_t>(key)];
    out->inputs[i] = input.rel;
    base += width(*input.rel);
    start += columns;
  }
  // The columns keep the names that they had among all of them.
  out->type.clear();
  for (size_t column = 0; column < map.size(); ++column) {
    if (map[column] >= 0) out->type.push_back(join.type[column]);
  }
  for (ExprPtr& condition : out->conditions) condition = remap(condition, map);
  return Pruned{out, map};
}

// The join without the input `side`; the condition still decides which columns of the other one are read.
Pruned without_side(const JoinRel& join, Needed needed, int32_t side) {
  const auto left = static_cast<std::ptrdiff_t>(join.inputs[0]->type.size());
  needed.resize(join.type.size(), false);
  need(needed, join.condition);
  Pruned kept = side == 1 ? narrow(join.inputs[0], Needed(needed.begin(), needed.begin() + left))
                          : narrow(join.inputs[1], Needed(needed.begin() + left, needed.end()));
  kept.map.insert(side == 1 ? kept.map.end() : kept.map.begin(),
                  join.inputs[static_cast<size_t>(side)]->type.size(), -1);
  kept.join_removed = true;
  return kept;
}

// DISTINCT does not mind repeated rows; then the aggregate reads what the join would have read.
RelPtr without_join(const AggregateRel& aggregate) {
  for (const AggregateCall& call : aggregate.calls) {
    if (!call.distinct) return nullptr;
  }
  const Rel* below = aggregate.inputs[0].get();
  std::vector<int32_t> map = identity_map(below->type.size());
  if (below->kind == RelKind::kProject) {
    for (size_t i = 0; i < map.size(); ++i) {
      const Expr& expr = *as<ProjectRel>(*below).exprs[i];
      if (expr.kind != ExprKind::kInputRef) return nullptr;
      map[i] = expr.index;
    }
    below = below->inputs[0].get();
  }
  if (below->kind != RelKind::kJoin) return nullptr;
  const auto& join = as<JoinRel>(*below);
  Needed needed(join.type.size(), false);
  for (int32_t column : map) needed[static_cast<size_t>(column)] = true;
  const int32_t side = removable_side(join, needed, false);
  if (side < 0 || removable_side(join, needed, true) >= 0) return nullptr;
  const Pruned kept = without_side(join, needed, side);
  for (int32_t& column : map) column = kept.map[static_cast<size_t>(column)];
  std::vector<int32_t> grouping = aggregate.grouping;
  for (int32_t& key : grouping) key = map[static_cast<size_t>(key)];
  return make_aggregate(kept.rel, std::move(grouping), remap_calls(aggregate.calls, map), &aggregate);
}

// LIMIT above a projection that could do without the join.
Pruned prune_sort(const RelPtr& rel, Needed needed) {
  const RelPtr& input = rel->inputs[0];
  if (input->kind != RelKind::kJoin) return keep_all(rel);
  for (const SortKey& key : as<SortRel>(*rel).keys) needed[static_cast<size_t>(key.column)] = true;
  const auto& join = as<JoinRel>(*input);
  const int32_t side = removable_side(join, needed, true);
  if (side < 0) {
    const Pruned below = prune(input, needed);
    auto sort = std::make_shared<SortRel>(as<SortRel>(*rel));
    for (SortKey& key : sort->keys) key.column = below.map[static_cast<size_t>(key.column)];
    sort->inputs = {below.rel};
    sort->type = below.rel->type;
    return Pruned{sort, below.map};
  }
  const RelPtr& kept = join.inputs[static_cast<size_t>(1 - side)];
  std::vector<int32_t> map(join.type.size(), -1);
  const size_t from = side == 1 ? 0 : join.inputs[0]->type.size();
  for (size_t i = 0; i < kept->type.size(); ++i) map[from + i] = static_cast<int32_t>(i);
  auto sort = std::make_shared<SortRel>(as<SortRel>(*rel));
  for (SortKey& key : sort->keys) key.column = map[static_cast<size_t>(key.column)];
  sort->inputs = {prune(kept, all_of(*kept)).rel};
  sort->type = sort->inputs[0]->type;
  return Pruned{sort, map};
}

Pruned prune_join(const JoinRel& join, Needed needed) {
  const int32_t side = removable_side(join, needed, true);
  if (side >= 0) return without_side(join, std::move(needed), side);
  if (join.inputs[1]->kind == RelKind::kSnapshot) return prune_snapshot_join(join, std::move(needed));
  size_t left = join.inputs[0]->type.size(), right = join.inputs[1]->type.size();
  needed.resize(left + right, false);
  need(needed, join.condition);
  const auto middle = needed.begin() + static_cast<std::ptrdiff_t>(left);
  // A side of which nothing is needed keeps its first column (PushProjector).
  const bool outputs_both = join.join != JoinType::kSemi && join.join != JoinType::kAnti;
  if (outputs_both && std::find(needed.begin(), middle, true) == middle) needed[0] = true;
  if (outputs_both && std::find(middle, needed.end(), true) == needed.end()) needed[left] = true;
  Pruned l = narrow(join.inputs[0], Needed(needed.begin(), middle));
  Pruned r = narrow(join.inputs[1], Needed(middle, needed.end()));
  std::vector<int32_t> map = l.map;
  for (int32_t column : r.map) map.push_back(column < 0 ? -1 : column + width(*l.rel));
  RelPtr out = make_join(l.rel, r.rel, join.join, remap(join.condition, map), &join);
  map.resize(join.type.size());
  return Pruned{out, map};
}

Pruned prune_aggregate(const AggregateRel& aggregate, const Needed& needed) {
  if (aggregate.window) {
    RelPtr input = prune(aggregate.inputs[0], all_of(*aggregate.inputs[0])).rel;
    return Pruned{with_inputs(aggregate, {input}), identity_map(aggregate.type.size())};
  }
  size_t keys = aggregate.grouping.size();
  std::vector<int32_t> map = identity_map(aggregate.type.size());
  std::vector<AggregateCall> calls;
  for (size_t i = 0; i < aggregate.calls.size(); ++i) {
    map[keys + i] = -1;
    // A global aggregate keeps one call, or it would have no column at all.
    bool last_resort = keys == 0 && calls.empty() && i + 1 == aggregate.calls.size();
    if (!needed[keys + i] && !last_resort) continue;
    map[keys + i] = static_cast<int32_t>(keys + calls.size());
    calls.push_back(aggregate.calls[i]);
    // A call without a name of its own is called by its place.
    if (is_unnamed(calls.back())) calls.back().name.clear();
  }
  if (RelPtr without = without_join(aggregate)) return Pruned{without, identity_map(aggregate.type.size())};
  RelPtr input = prune(aggregate.inputs[0], all_of(*aggregate.inputs[0])).rel;
  const bool emptied = calls.empty() && !aggregate.calls.empty();
  RelPtr out = make_aggregate(input, aggregate.grouping, std::move(calls), &aggregate);
  if (emptied) {
    if (RelPtr rows = remove_aggregate(as<AggregateRel>(*out))) out = rows;
  }
  return Pruned{out, map};
}

Pruned prune_union(const SetOpRel& set_op, const Needed& needed) {
  std::vector<RelPtr> inputs;
  std::vector<int32_t> map;
  std::vector<std::string> names;
  for (size_t i = 0; i < needed.size(); ++i) {
    if (needed[i]) names.push_back(set_op.type[i].name);
  }
  bool cuts = names.size() < needed.size();
  for (const RelPtr& input : set_op.inputs) {
    Pruned pruned = narrow(input, needed);
    map = pruned.map;
    // A projection pushed into a union brings the union's names along.
    if (cuts) {
      ExprList exprs = column_refs(*pruned.rel);
      pruned.rel = make_project(pruned.rel, std::move(exprs), names);
    }
    inputs.push_back(pruned.rel);
  }
  auto copy = std::make_shared<SetOpRel>(set_op);
  copy->type.clear();
  for (size_t i = 0; i < needed.size(); ++i) {
    if (needed[i]) copy->type.push_back(set_op.type[i]);
  }
  copy->inputs = std::move(inputs);
  return Pruned{copy, map};
}

// A Rank cuts its input too late for a window function, join or filter right below to feel it: its columns are picked on top of that, in their order.
Pruned narrow_for_rank(const RelPtr& rel, const Needed& needed) {
  std::vector<int32_t> source(needed.size());  // position in the rel below the projections
  for (size_t i = 0; i < needed.size(); ++i) source[i] = static_cast<int32_t>(i);
  RelPtr below = rel;
  while (below->kind == RelKind::kProject) {
    for (int32_t& column : source) {
      const Expr& expr = *as<ProjectRel>(*below).exprs[static_cast<size_t>(column)];
      const Rel& input = *below->inputs[0];
      if (expr.kind != ExprKind::kInputRef ||
          input.type[static_cast<size_t>(expr.index)].name != below->type[static_cast<size_t>(column)].name) {
        return narrow(rel, needed);
      }
      column = expr.index;
    }
    below = below->inputs[0];
  }
  if (below->kind != RelKind::kWindowTvf && below->kind != RelKind::kJoin && below->kind != RelKind::kFilter)
    return narrow(rel, needed);
  std::vector<int32_t> columns;
  for (size_t i = 0; i < needed.size(); ++i) {
    if (needed[i]) columns.push_back(source[i]);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::vector<int32_t> map(needed.size(), -1);
  for (size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    map[i] = static_cast<int32_t>(std::find(columns.begin(), columns.end(), source[i]) - columns.begin());
  }
  RelPtr whole = prune(below, all_of(*below)).rel;
  if (columns.size() == whole->type.size()) return Pruned{whole, map};
  return Pruned{make_columns(whole, columns), map};
}

Pruned prune_rank(const RankRel& rank, Needed needed) {
  bool number = needed.back(), constant = rank.start == rank.end;
  size_t below = rank.inputs[0]->type.size();
  needed.resize(below);
  for (int32_t column : rank.partition) needed[static_cast<size_t>(column)] = true;
  for (const SortKey& key : rank.order) needed[static_cast<size_t>(key.column)] = true;
  if (rank.end_column >= 0) needed[static_cast<size_t>(rank.end_column)] = true;
  // Keys of the input stay, an update-fast rank needs them.
  for (const auto& key : unique_keys(*rank.inputs[0])) {
    for (int32_t column : key) needed[static_cast<size_t>(column)] = true;
  }
  Pruned input = narrow_for_rank(rank.inputs[0], needed);
  auto out = std::make_shared<RankRel>(rank);
  for (int32_t& column : out->partition) column = input.map[static_cast<size_t>(column)];
  for (SortKey& key : out->order) key.column = input.map[static_cast<size_t>(key.column)];
  if (rank.end_column >= 0) out->end_column = input.map[static_cast<size_t>(rank.end_column)];
  out->inputs = {input.rel};
  out->type = input.rel->type;
  out->output_rank = number && !constant;
  std::vector<int32_t> map = input.map;
  map.push_back(number ? width(*input.rel) : -1);
  if (!number) return Pruned{out, map};
  if (out->output_rank) {
    out->type.push_back(rank.type.back());
    return Pruned{out, map};
  }
  // RankNumberColumnRemoveRule: the number of a Rank with one possible value is that value.
  ExprList exprs = column_refs(*out);
  std::vector<std::string> names = field_names(out->type);
  exprs.push_back(rank_number(rank));
  names.push_back("w0$o0");
  return Pruned{make_project(out, std::move(exprs), std::move(names), rank.span), map, false, true};
}

Pruned prune_over(const OverRel& over, const Needed& needed) {
  size_t below = over.inputs[0]->type.size();
  bool any = std::any_of(needed.begin() + static_cast<std::ptrdiff_t>(below), needed.end(),
                         [](bool n) { return n; });
  if (!any)
    return prune(over.inputs[0], Needed(needed.begin(), needed.begin() + static_cast<std::ptrdiff_t>(below)));
  RelPtr input = prune(over.inputs[0], all_of(*over.inputs[0])).rel;
  return Pruned{with_inputs(over, {input}), identity_map(over.type.size())};
}

Pruned prune_window(const WindowTvfRel& tvf, Needed needed) {
  size_t below = tvf.inputs[0]->type.size();
  needed.resize(below);
  needed[static_cast<size_t>(tvf.time_column)] = true;
  for (int32_t column : tvf.partition) needed[static_cast<size_t>(column)] = true;
  Pruned input = narrow(tvf.inputs[0], needed);
  auto out = std::make_shared<WindowTvfRel>(tvf);
  out->time_column = input.map[static_cast<size_t>(tvf.time_column)];
  for (int32_t& column : out->partition) column = input.map[static_cast<size_t>(column)];
  out->inputs = {input.rel};
  out->type = input.rel->type;
  std::vector<int32_t> map = input.map;
  for (size_t i = below; i < tvf.type.size(); ++i) {
    map.push_back(static_cast<int32_t>(out->type.size()));
    out->type.push_back(tvf.type[i]);
  }
  return Pruned{out, map};
}

Pruned prune(const RelPtr& rel, const Needed& needed) {
  switch (rel->kind) {
    case RelKind::kProject:
      return prune_project(as<ProjectRel>(*rel), needed);
    case RelKind::kFilter:
      return prune_filter(as<FilterRel>(*rel), needed);
    case RelKind::kJoin:
      return prune_join(as<JoinRel>(*rel), needed);
    case RelKind::kMultiJoin:
      return prune_multi_join(as<MultiJoinRel>(*rel), needed);
    case RelKind::kAggregate:
      return prune_aggregate(as<AggregateRel>(*rel), needed);
    case RelKind::kSetOp:
      return prune_union(as<SetOpRel>(*rel), needed);
    case RelKind::kRank:
      return prune_rank(as<RankRel>(*rel), needed);
    case RelKind::kOver:
      return prune_over(as<OverRel>(*rel), needed);
    case RelKind::kSort:
      return prune_sort(rel, needed);
    case RelKind::kWindowTvf:
      return prune_window(as<WindowTvfRel>(*rel), needed);
    case RelKind::kCorrelate: {
      // The right side stays as it is: it reads the left row by position.
      RelPtr left = prune(rel->inputs[0], all_of(*rel->inputs[0])).rel;
      return Pruned{with_inputs(*rel, {left, rel->inputs[1]}), identity_map(rel->type.size())};
    }
    default:
      return keep_all(rel);
  }
}

}  // namespace

RelPtr prune_columns(const RelPtr& root) {
  return prune(root, Needed(root->type.size(), true)).rel;
}

}  // namespace rowkind::rules
