#include <algorithm>

#include "plan/join_keys.h"
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

Keys containing(const Keys& keys, const std::vector<int32_t>& columns) {
  Keys out;
  for (const ColumnSet& key : keys) {
    if (contains_all(key, columns)) out.push_back(key);
  }
  return out;
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

Keys join_keys_of(JoinType type, const std::vector<int32_t>& left_keys,
                  const std::vector<int32_t>& right_keys, const Keys& left_all, const Keys& right_all,
                  int32_t base) {
  if (type == JoinType::kSemi || type == JoinType::kAnti) return containing(left_all, left_keys);
  Keys l = containing(left_all, left_keys), r = containing(right_all, right_keys);
  for (ColumnSet& key : r) {
    for (int32_t& column : key) column += base;
  }
  Keys out;
  for (const ColumnSet& rk : r) {
    for (const ColumnSet& lk : l) {
      ColumnSet both = lk;
      both.insert(both.end(), rk.begin(), rk.end());
      add_key(out, std::move(both));
    }
  }
  bool nulls_left = type == JoinType::kRight || type == JoinType::kFull;
  bool nulls_right = type == JoinType::kLeft || type == JoinType::kFull;
  if (!nulls_left && side_unique(right_all, right_keys)) {
    for (const ColumnSet& key : l) add_key(out, key);
  }
  if (!nulls_right && side_unique(left_all, left_keys)) {
    for (const ColumnSet& key : r) add_key(out, key);
  }
  return out;
}

template <typename Join>
Keys join_keys_of(const Join& join) {
  return join_keys_of(join.join, join.left_keys, join.right_keys, upsert_keys(*join.inputs[0]),
                      upsert_keys(*join.inputs[1]), static_cast<int32_t>(join.inputs[0]->type.size()));
}

// As of the binary joins one by one.
Keys multi_join_keys(const MultiJoinNode& join) {
  Keys keys = upsert_keys_in_range(*join.inputs[0], join.keys[0]);
  int32_t base = static_cast<int32_t>(join.inputs[0]->type.size());
  for (size_t i = 1; i < join.inputs.size(); ++i) {
    JoinKeys pairs = analyze_join(join.conditions[i - 1], base);
    keys = join_keys_of(join.joins[i - 1], pairs.left, pairs.right, keys,
                        upsert_keys_in_range(*join.inputs[i], join.keys[i]), base);
    base += static_cast<int32_t>(join.inputs[i]->type.size());
  }
  return keys;
}

Keys rank_keys(const RankNode& rank) {
  int32_t number = static_cast<int32_t>(rank.type.size()) - 1;
  if (rank.rank_start == 1 && rank.rank_end == 1 && !rank.output_rank) return {set_of(rank.partition)};
  Keys out = containing(upsert_keys(*rank.inputs[0]), rank.partition);
  if (rank.output_rank) {
    std::vector<int32_t> key = rank.partition;
    key.push_back(number);
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
      return containing(upsert_keys(*node.inputs[0]), node_as<ExchangeNode>(node).keys);
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
    case NodeKind::kLookupJoin: {
      // One row of the table per look-up if the keys hold its primary key.
      const auto& join = node_as<LookupJoinNode>(node);
      RowType table = join.table->scan_type();
      bool unique = !join.table->primary_key.empty();
      for (const std::string& name : join.table->primary_key) {
        int32_t column = find_field(table, name);
        unique = unique && std::any_of(join.keys.begin(), join.keys.end(),
                                       [&](const auto& key) { return key.column == column; });
      }
      return unique ? upsert_keys(*node.inputs[0]) : Keys{};
    }
    case NodeKind::kWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
    case NodeKind::kGroupWindowAggregate: {
      bool group = node.kind == NodeKind::kGroupWindowAggregate;
      size_t properties = group ? node_as<GroupWindowAggregateNode>(node).properties.size()
                                : node_as<WindowAggregateNode>(node).properties.size();
      size_t keys = group ? node_as<GroupWindowAggregateNode>(node).grouping.size()
                          : node_as<WindowAggregateNode>(node).grouping.size();
      Keys out;
      for (size_t i = node.type.size() - properties; i < node.type.size(); ++i) {
        ColumnSet key;
        for (size_t k = 0; k < keys; ++k) key.push_back(static_cast<int32_t>(k));
        key.push_back(static_cast<int32_t>(i));
        add_key(out, std::move(key));
      }
      return out;
    }
    case NodeKind::kWindowRank:
      return containing(upsert_keys(*node.inputs[0]), node_as<WindowRankNode>(node).partition);
    case NodeKind::kWindowDeduplicate:
      return containing(upsert_keys(*node.inputs[0]), node_as<WindowDeduplicateNode>(node).partition);
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
      return containing(upsert_keys(*node.inputs[0]), columns);
    }
    case NodeKind::kOverAggregate:
      return containing(upsert_keys(*node.inputs[0]), node_as<OverAggregateNode>(node).partition);
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

ColumnSet immutable_columns(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan: {
      Keys keys = upsert_keys(node);
      if (node.modify.insert_only() || (!node.modify.update && node.modify.insert)) {
        ColumnSet all;
        for (size_t i = 0; i < node.type.size(); ++i) all.push_back(static_cast<int32_t>(i));
        return keys.empty() ? ColumnSet{} : all;
      }
      return keys.empty() ? ColumnSet{} : keys[0];
    }
    case NodeKind::kCalc: {
      ColumnSet below = immutable_columns(*node.inputs[0]), out;
      const auto& calc = node_as<CalcNode>(node);
      for (size_t i = 0; i < calc.projects.size(); ++i) {
        if (deterministic(*calc.projects[i]) && contains_all(below, input_refs(*calc.projects[i])))
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
    case NodeKind::kJoin: {
      const auto& join = node_as<JoinNode>(node);
      ColumnSet out;
      if (join.join == JoinType::kInner || join.join == JoinType::kLeft || join.join == JoinType::kSemi ||
          join.join == JoinType::kAnti) {
        out = immutable_columns(*join.inputs[0]);
      }
      if (join.join == JoinType::kInner || join.join == JoinType::kRight) {
        for (int32_t column : immutable_columns(*join.inputs[1]))
          out.push_back(column + static_cast<int32_t>(join.inputs[0]->type.size()));
      }
      return out;
    }
    default: {
      Keys keys = upsert_keys(node);
      return keys.empty() ? ColumnSet{} : keys[0];
    }
  }
}

}  // namespace rowkind
