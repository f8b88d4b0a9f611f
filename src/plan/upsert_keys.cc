#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

using Keys = std::vector<ColumnSet>;

void add_key(Keys& keys, ColumnSet key) {
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
}

ColumnSet set_of(const std::vector<int32_t>& columns) {
  ColumnSet set = columns;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

// Those that hold all of the columns, except such as never change.
Keys containing(const Keys& keys, const std::vector<int32_t>& columns, const ColumnSet& immutable) {
  Keys out;
  for (const ColumnSet& key : keys) {
    const bool holds = std::all_of(columns.begin(), columns.end(), [&](int32_t column) {
      return contains_all(key, {column}) || contains_all(immutable, {column});
    });
    if (holds) out.push_back(key);
  }
  return out;
}

// Keys of the input that come through an operator which looks at these columns of it together.
Keys keys_through(const PhysicalNode& node, const std::vector<int32_t>& columns) {
  const PhysicalNode& input = *node.inputs[0];
  return containing(upsert_keys(input), columns, immutable_columns(input));
}

bool side_unique(const Keys& keys, const std::vector<int32_t>& join_columns) {
  ColumnSet columns = set_of(join_columns);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const ColumnSet& key) { return contains_all(columns, key); });
}

// Keys through a projection: every column of the key must survive; one that survives twice gives two keys.
Keys projected(const Keys& below, const ExprList& projects, bool casts) {
  Keys out;
  if (projects.empty()) return out;
  for (const ColumnSet& key : below) {
    std::vector<ColumnSet> partial{{}};
    for (int32_t column : key) {
      std::vector<ColumnSet> next;
      for (size_t i = 0; i < projects.size(); ++i) {
        if ((casts ? injective_column(*projects[i]) : renamed_column(*projects[i])) != column) continue;
        for (ColumnSet grown : partial) {
          grown.push_back(static_cast<int32_t>(i));
          next.push_back(std::move(grown));
        }
        if (next.size() > 128) break;
      }
      partial = std::move(next);
    }
    for (ColumnSet& made : partial) add_key(out, std::move(made));
  }
  return out;
}

// What one side of a join brings along.
struct JoinSide {
  Keys keys;       // those that the result can have
  bool is_unique;  // at most one row for a row of the other side
};

Keys join_keys_of(JoinType type, const JoinSide& left, JoinSide right, int32_t base) {
  for (ColumnSet& key : right.keys) {
    for (int32_t& column : key) column += base;
  }
  Keys out;
  for (const ColumnSet& rk : right.keys) {
    for (const ColumnSet& lk : left.keys) {
      ColumnSet both = lk;
      both.insert(both.end(), rk.begin(), rk.end());
      add_key(out, std::move(both));
    }
  }
  const bool nulls_left = type == JoinType::kRight || type == JoinType::kFull;
  const bool nulls_right = type == JoinType::kLeft || type == JoinType::kFull;
  if (!nulls_left && right.is_unique) {
    for (const ColumnSet& key : left.keys) add_key(out, key);
  }
  if (!nulls_right && left.is_unique) {
    for (const ColumnSet& key : right.keys) add_key(out, key);
  }
  return out;
}

template <typename Join>
Keys join_keys_of(const Join& join) {
  const auto side = [&](size_t i, const std::vector<int32_t>& columns) {
    const Keys all = upsert_keys(*join.inputs[i]);
    return JoinSide{containing(all, columns, immutable_columns(*join.inputs[i])), side_unique(all, columns)};
  };
  JoinSide left = side(0, join.left_keys);
  if (join.join == JoinType::kSemi || join.join == JoinType::kAnti) return left.keys;
  return join_keys_of(join.join, left, side(1, join.right_keys),
                      static_cast<int32_t>(join.inputs[0]->type.size()));
}

// The keys of the table count when a look-up asks for one: nothing is hashed by the columns of the join.
Keys lookup_join_keys(const LookupJoinNode& join) {
  std::vector<int32_t> left_columns;
  for (const LookupJoinNode::Key& key : join.keys) {
    if (key.left_column >= 0) left_columns.push_back(key.left_column);
  }
  const Keys left = upsert_keys(*join.inputs[0]);
  const int32_t base = static_cast<int32_t>(join.inputs[0]->type.size());
  const RowType table = join.table->scan_type();
  ColumnSet primary_key;  // in the columns of the table that come out
  bool is_asked = !join.table->primary_key.empty(), comes_out = is_asked;
  for (const std::string& name : join.table->primary_key) {
    const int32_t column = find_field(table, name);
    is_asked = is_asked && std::any_of(join.keys.begin(), join.keys.end(),
                                       [&](const auto& key) { return key.column == column; });
    const auto at = std::find_if(join.projects.begin(), join.projects.end(),
                                 [&](const ExprPtr& expr) { return renamed_column(*expr) == column; });
    comes_out = comes_out && at != join.projects.end();
    primary_key.push_back(static_cast<int32_t>(at - join.projects.begin()));
  }
  const JoinSide right{is_asked && comes_out ? Keys{set_of(primary_key)} : Keys{}, is_asked};
  return join_keys_of(join.join, {left, side_unique(left, left_columns)}, right, base);
}

// As of binary joins one by one, all of them by the common key.
Keys multi_join_keys(const MultiJoinNode& join) {
  Keys keys = upsert_keys(*join.inputs[0]);
  int32_t base = static_cast<int32_t>(join.inputs[0]->type.size());
  for (size_t i = 1; i < join.inputs.size(); ++i) {
    const Keys right = upsert_keys(*join.inputs[i]);
    keys = join_keys_of(join.joins[i - 1], {keys, side_unique(keys, join.keys[0])},
                        {right, side_unique(right, join.keys[i])}, base);
    base += static_cast<int32_t>(join.inputs[i]->type.size());
  }
  return keys;
}

template <typename Rank>
Keys rank_keys(const Rank& rank) {
  if (rank.rank_start == 1 && rank.rank_end == 1 && !rank.output_rank) return {set_of(rank.partition)};
  Keys out = keys_through(rank, rank.partition);
  if (rank.output_rank) {
    std::vector<int32_t> key = rank.partition;
    key.push_back(static_cast<int32_t>(rank.type.size()) - 1);
    add_key(out, key);
  }
  return out;
}

}  // namespace

bool contains_all(const ColumnSet& set, const std::vector<int32_t>& columns) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](int32_t c) { return std::find(set.begin(), set.end(), c) != set.end(); });
}

int32_t renamed_column(const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) return expr.index;
  const bool same = is_call(expr, "CAST") && expr.operands[0]->kind == ExprKind::kInputRef &&
                    expr.operands[0]->type.equals(expr.type, true);
  return same ? expr.operands[0]->index : -1;
}

int32_t injective_column(const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) return expr.index;
  if (!is_call(expr, "CAST") || expr.operands[0]->kind != ExprKind::kInputRef) return -1;
  const LogicalType& from = expr.operands[0]->type;
  const LogicalType& to = expr.type;
  auto rank_of_integer = [](const LogicalType& type) {
    return static_cast<int>(type.root()) - static_cast<int>(TypeRoot::kTinyInt);
  };
  bool injective = from.equals(to, true);
  if (from.is_integer() && to.is_integer()) injective = rank_of_integer(from) <= rank_of_integer(to);
  if (to.is_character() && to.length() == kMaxLength) {
    injective = from.is_integer() || from.is(TypeRoot::kBoolean) || from.is(TypeRoot::kDate) ||
                from.is_character() || from.is_timestamp() || from.is(TypeRoot::kTime);
  }
  if (from.is_character() && to.is_character())
    injective = to.is(TypeRoot::kVarChar) && to.length() >= from.length();
  return injective ? expr.operands[0]->index : -1;
}

std::vector<ColumnSet> upsert_keys(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan: {
      const CatalogTable& table = *node_as<TableSourceScanNode>(node).table;
      if (table.primary_key.empty()) return {};
      ColumnSet key;
      for (const std::string& name : table.primary_key) {
        int32_t column = find_field(node.type, name);
        if (column < 0) return {};
        key.push_back(column);
      }
      return {set_of(key)};
    }
    case NodeKind::kCalc:
      return projected(upsert_keys(*node.inputs[0]), node_as<CalcNode>(node).projects,
                       !(node_as<CalcNode>(node).version < kFlink2_3));
    case NodeKind::kExchange:
      return keys_through(node, node_as<ExchangeNode>(node).keys);
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kLimit:
      return upsert_keys(*node.inputs[0]);
    case NodeKind::kChangelogNormalize:
      return {set_of(node_as<ChangelogNormalizeNode>(node).key)};
    case NodeKind::kGroupAggregate:
    case NodeKind::kGlobalGroupAggregate: {
      ColumnSet key;
      for (size_t i = 0; i < node_as<GroupAggregateNode>(node).grouping.size(); ++i)
        key.push_back(static_cast<int32_t>(i));
      return {key};
    }
    case NodeKind::kJoin: {
      const auto& join = node_as<JoinNode>(node);
      return join_keys_of(join);
    }
    case NodeKind::kTemporalJoin: {
      const auto& join = node_as<TemporalJoinNode>(node);
      return join_keys_of(join);
    }
    case NodeKind::kMultiJoin:
      return multi_join_keys(node_as<MultiJoinNode>(node));
    case NodeKind::kLookupJoin:
      return lookup_join_keys(node_as<LookupJoinNode>(node));
    // Flink knows no key of an aggregate over a window function, of a window join and of a deduplication by window.
    case NodeKind::kGroupWindowAggregate: {
      const auto& aggregate = node_as<GroupWindowAggregateNode>(node);
      Keys out;
      for (size_t i = node.type.size() - aggregate.properties.size(); i < node.type.size(); ++i) {
        ColumnSet key;
        for (size_t k = 0; k < aggregate.grouping.size(); ++k) key.push_back(static_cast<int32_t>(k));
        key.push_back(static_cast<int32_t>(i));
        add_key(out, std::move(key));
      }
      return out;
    }
    case NodeKind::kWindowRank:
      return rank_keys(node_as<WindowRankNode>(node));
    case NodeKind::kIntervalJoin: {
      const auto& join = node_as<IntervalJoinNode>(node);
      return join_keys_of(join);
    }
    case NodeKind::kProcessTableFunction: {
      // An updating function has its partition as key.
      const auto& function = node_as<ProcessTableFunctionNode>(node);
      if (function.op_column < 0 || function.partition.empty()) return {};
      ColumnSet key;
      for (size_t i = 0; i < function.partition.size(); ++i) key.push_back(static_cast<int32_t>(i));
      return {key};
    }
    case NodeKind::kRank:
    case NodeKind::kDeduplicate:
      return rank_keys(node_as<RankNode>(node));
    case NodeKind::kSortLimit:
    case NodeKind::kSort:
    case NodeKind::kTemporalSort: {
      std::vector<int32_t> columns;
      for (const SortKey& key : node_as<SortLimitNode>(node).keys) columns.push_back(key.column);
      return keys_through(node, columns);
    }
    case NodeKind::kOverAggregate:
      return keys_through(node, node_as<OverAggregateNode>(node).partition);
    case NodeKind::kExpand: {
      // Every key with the set's number, if the Expand never blanks it out.
      const auto& expand = node_as<ExpandNode>(node);
      Keys out;
      int32_t e = static_cast<int32_t>(node.inputs[0]->type.size());
      for (ColumnSet key : upsert_keys(*node.inputs[0])) {
        bool kept = std::all_of(expand.projects.begin(), expand.projects.end(), [&](const ExprList& row) {
          return std::all_of(key.begin(), key.end(), [&](int32_t c) {
            return row[static_cast<size_t>(c)]->kind == ExprKind::kInputRef;
          });
        });
        if (!kept) continue;
        key.push_back(e);
        add_key(out, std::move(key));
      }
      return out;
    }
    default:
      return {};
  }
}

std::vector<ColumnSet> upsert_keys_in_range(const PhysicalNode& input,
                                            const std::vector<int32_t>& distribution) {
  if (input.kind == NodeKind::kExchange && node_as<ExchangeNode>(input).keys == distribution)
    return upsert_keys(*input.inputs[0]);
  return upsert_keys(input);
}

ColumnSet smallest_key(const std::vector<ColumnSet>& keys) {
  if (keys.empty()) return {};
  return *std::min_element(keys.begin(), keys.end(), [](const ColumnSet& a, const ColumnSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
}

namespace {

// Of a join: those of the sides whose columns it never blanks out.
ColumnSet join_immutable_columns(const PhysicalNode& node, JoinType join) {
  ColumnSet out;
  if (join != JoinType::kRight && join != JoinType::kFull) out = immutable_columns(*node.inputs[0]);
  if (node.inputs.size() > 1 && (join == JoinType::kInner || join == JoinType::kRight)) {
    for (int32_t column : immutable_columns(*node.inputs[1]))
      out.push_back(column + static_cast<int32_t>(node.inputs[0]->type.size()));
  }
  return out;
}

ColumnSet found_immutable_columns(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan: {
      const Keys keys = upsert_keys(node);
      return keys.empty() || node_as<TableSourceScanNode>(node).version < kFlink2_3 ? ColumnSet{} : keys[0];
    }
    case NodeKind::kCalc: {
      const ColumnSet below = immutable_columns(*node.inputs[0]);
      const ExprList& projects = node_as<CalcNode>(node).projects;
      ColumnSet out;
      for (size_t i = 0; i < projects.size(); ++i) {
        if (projects[i]->kind == ExprKind::kInputRef && contains_all(below, {projects[i]->index}))
          out.push_back(static_cast<int32_t>(i));
      }
      return out;
    }
    case NodeKind::kExchange:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kChangelogNormalize:
      return immutable_columns(*node.inputs[0]);
    case NodeKind::kJoin:
      return join_immutable_columns(node, node_as<JoinNode>(node).join);
    case NodeKind::kIntervalJoin:
      return join_immutable_columns(node, node_as<IntervalJoinNode>(node).join);
    case NodeKind::kTemporalJoin:
      return join_immutable_columns(node, node_as<TemporalJoinNode>(node).join);
    case NodeKind::kWindowJoin:
      return join_immutable_columns(node, node_as<WindowJoinNode>(node).join);
    case NodeKind::kLookupJoin:
      return join_immutable_columns(node, node_as<LookupJoinNode>(node).join);
    default:
      return {};
  }
}

}  // namespace

ColumnSet immutable_columns(const PhysicalNode& node) {
  ColumnSet out = found_immutable_columns(node);
  // They hold within a key only.
  if (!out.empty() && node.kind != NodeKind::kTableSourceScan && upsert_keys(node).empty()) out.clear();
  return out;
}

}  // namespace rowkind
