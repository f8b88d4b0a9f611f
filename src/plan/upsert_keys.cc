#include <algorithm>
#include <optional>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

using Keys = std::vector<ColumnSet>;

// What is known of the rows of a node.
struct Known {
  Keys keys;
  ColumnSet immutable;  // see immutable_columns
};
Known known(const PhysicalNode& node);

// The inputs of a node, each looked at once and only when asked.
class Inputs {
 public:
  explicit Inputs(const PhysicalNode& node) : node_(node), known_(node.inputs.size()) {}
  size_t size() const { return known_.size(); }
  const Known& operator[](size_t i) {
    if (!known_[i]) known_[i] = known(*node_.inputs[i]);
    return *known_[i];
  }

 private:
  const PhysicalNode& node_;
  std::vector<std::optional<Known>> known_;
};

// Joins double the keys: with more than these, what further ones would say is not worth the time.
constexpr size_t kMostKeys = 128;

void add_key(Keys& keys, ColumnSet key) {
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  if (keys.size() < kMostKeys && std::find(keys.begin(), keys.end(), key) == keys.end())
    keys.push_back(std::move(key));
}

ColumnSet set_of(const std::vector<int32_t>& columns) {
  ColumnSet set = columns;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

// Keys that hold all of the columns, except such as never change.
Keys containing(const Known& input, const std::vector<int32_t>& columns) {
  Keys out;
  for (const ColumnSet& key : input.keys) {
    const bool holds = std::all_of(columns.begin(), columns.end(), [&](int32_t column) {
      return contains_all(key, {column}) || contains_all(input.immutable, {column});
    });
    if (holds) out.push_back(key);
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
        if (next.size() > kMostKeys) break;
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
Keys join_keys_of(const Join& join, Inputs& in) {
  const JoinSide left{containing(in[0], join.left_keys), side_unique(in[0].keys, join.left_keys)};
  if (join.join == JoinType::kSemi || join.join == JoinType::kAnti) return left.keys;
  const JoinSide right{containing(in[1], join.right_keys), side_unique(in[1].keys, join.right_keys)};
  return join_keys_of(join.join, left, right, static_cast<int32_t>(join.inputs[0]->type.size()));
}

// The keys of the table count when a look-up asks for one: nothing is hashed by the columns of the join.
Keys lookup_join_keys(const LookupJoinNode& join, const Keys& left) {
  std::vector<int32_t> left_columns;
  for (const LookupJoinNode::Key& key : join.keys) {
    if (key.left_column >= 0) left_columns.push_back(key.left_column);
  }
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
Keys multi_join_keys(const MultiJoinNode& join, Inputs& in) {
  Keys keys = in[0].keys;
  int32_t base = static_cast<int32_t>(join.inputs[0]->type.size());
  for (size_t i = 1; i < in.size(); ++i) {
    const Keys& right = in[i].keys;
    keys = join_keys_of(join.joins[i - 1], {keys, side_unique(keys, join.keys[0])},
                        {right, side_unique(right, join.keys[i])}, base);
    base += static_cast<int32_t>(join.inputs[i]->type.size());
  }
  return keys;
}

template <typename Rank>
Keys rank_keys(const Rank& rank, const Known& input) {
  if (rank.rank_start == 1 && rank.rank_end == 1 && !rank.output_rank) return {set_of(rank.partition)};
  Keys out = containing(input, rank.partition);
  if (rank.output_rank) {
    std::vector<int32_t> key = rank.partition;
    key.push_back(static_cast<int32_t>(rank.type.size()) - 1);
    add_key(out, key);
  }
  return out;
}

// The first columns.
ColumnSet leading_columns(size_t count) {
  ColumnSet out;
  for (size_t i = 0; i < count; ++i) out.push_back(static_cast<int32_t>(i));
  return out;
}

// The primary key of the table, if the scan reads all of it.
Keys scan_keys(const TableSourceScanNode& scan) {
  if (scan.table->primary_key.empty()) return {};
  ColumnSet key;
  for (const std::string& name : scan.table->primary_key) {
    const int32_t column = find_field(scan.type, name);
    if (column < 0) return {};
    key.push_back(column);
  }
  return {set_of(key)};
}

// With each of the window's properties.
Keys group_window_keys(const GroupWindowAggregateNode& aggregate) {
  Keys out;
  for (size_t i = aggregate.type.size() - aggregate.properties.size(); i < aggregate.type.size(); ++i) {
    ColumnSet key = leading_columns(aggregate.grouping.size());
    key.push_back(static_cast<int32_t>(i));
    add_key(out, std::move(key));
  }
  return out;
}

// Every key with the set's number, if the Expand never blanks it out.
Keys expand_keys(const ExpandNode& expand, const Keys& below) {
  Keys out;
  for (ColumnSet key : below) {
    const bool kept = std::all_of(expand.projects.begin(), expand.projects.end(), [&](const ExprList& row) {
      return std::all_of(key.begin(), key.end(),
                         [&](int32_t c) { return row[static_cast<size_t>(c)]->kind == ExprKind::kInputRef; });
    });
    if (!kept) continue;
    key.push_back(static_cast<int32_t>(expand.inputs[0]->type.size()));
    add_key(out, std::move(key));
  }
  return out;
}

// Flink knows no key of an aggregate over a window function, of a window join and of a deduplication by window.
Keys keys_of(const PhysicalNode& node, Inputs& in) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan:
      return scan_keys(node_as<TableSourceScanNode>(node));
    case NodeKind::kCalc: {
      const auto& calc = node_as<CalcNode>(node);
      return projected(in[0].keys, calc.projects, !(calc.version < kFlink2_3));
    }
    case NodeKind::kExchange:
      return containing(in[0], node_as<ExchangeNode>(node).keys);
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kLimit:
      return in[0].keys;
    case NodeKind::kChangelogNormalize:
      return {set_of(node_as<ChangelogNormalizeNode>(node).key)};
    case NodeKind::kGroupAggregate:
    case NodeKind::kGlobalGroupAggregate:
      return {leading_columns(node_as<GroupAggregateNode>(node).grouping.size())};
    case NodeKind::kJoin:
      return join_keys_of(node_as<JoinNode>(node), in);
    case NodeKind::kTemporalJoin:
      return join_keys_of(node_as<TemporalJoinNode>(node), in);
    case NodeKind::kIntervalJoin:
      return join_keys_of(node_as<IntervalJoinNode>(node), in);
    case NodeKind::kMultiJoin:
      return multi_join_keys(node_as<MultiJoinNode>(node), in);
    case NodeKind::kLookupJoin:
      return lookup_join_keys(node_as<LookupJoinNode>(node), in[0].keys);
    case NodeKind::kGroupWindowAggregate:
      return group_window_keys(node_as<GroupWindowAggregateNode>(node));
    case NodeKind::kProcessTableFunction: {
      // An updating function has its partition as key.
      const auto& function = node_as<ProcessTableFunctionNode>(node);
      if (function.op_column < 0 || function.partition.empty()) return {};
      return {leading_columns(function.partition.size())};
    }
    case NodeKind::kRank:
    case NodeKind::kDeduplicate:
      return rank_keys(node_as<RankNode>(node), in[0]);
    case NodeKind::kWindowRank:
      return rank_keys(node_as<WindowRankNode>(node), in[0]);
    case NodeKind::kSortLimit:
    case NodeKind::kSort:
    case NodeKind::kTemporalSort: {
      std::vector<int32_t> columns;
      for (const SortKey& key : node_as<SortLimitNode>(node).keys) columns.push_back(key.column);
      return containing(in[0], columns);
    }
    case NodeKind::kOverAggregate:
      return containing(in[0], node_as<OverAggregateNode>(node).partition);
    case NodeKind::kExpand:
      return expand_keys(node_as<ExpandNode>(node), in[0].keys);
    default:
      return {};
  }
}

// Of a join: those of the sides whose columns it never blanks out. Of a look-up that is the left one.
ColumnSet join_immutable_columns(const PhysicalNode& node, JoinType join, Inputs& in) {
  ColumnSet out;
  if (join != JoinType::kRight && join != JoinType::kFull) out = in[0].immutable;
  if (in.size() > 1 && (join == JoinType::kInner || join == JoinType::kRight)) {
    for (int32_t column : in[1].immutable)
      out.push_back(column + static_cast<int32_t>(node.inputs[0]->type.size()));
  }
  return out;
}

ColumnSet immutable_of(const PhysicalNode& node, Inputs& in) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan: {
      const auto& scan = node_as<TableSourceScanNode>(node);
      return scan.version < kFlink2_3 ? ColumnSet{} : scan_keys(scan)[0];
    }
    case NodeKind::kCalc: {
      const ExprList& projects = node_as<CalcNode>(node).projects;
      ColumnSet out;
      for (size_t i = 0; i < projects.size(); ++i) {
        if (projects[i]->kind == ExprKind::kInputRef && contains_all(in[0].immutable, {projects[i]->index}))
          out.push_back(static_cast<int32_t>(i));
      }
      return out;
    }
    case NodeKind::kExchange:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kChangelogNormalize:
      return in[0].immutable;
    case NodeKind::kJoin:
      return join_immutable_columns(node, node_as<JoinNode>(node).join, in);
    case NodeKind::kIntervalJoin:
      return join_immutable_columns(node, node_as<IntervalJoinNode>(node).join, in);
    case NodeKind::kTemporalJoin:
      return join_immutable_columns(node, node_as<TemporalJoinNode>(node).join, in);
    case NodeKind::kLookupJoin:
      return join_immutable_columns(node, node_as<LookupJoinNode>(node).join, in);
    default:
      return {};
  }
}

Known known(const PhysicalNode& node) {
  Inputs in(node);
  Known out{keys_of(node, in), {}};
  // They hold within a key only.
  if (!out.keys.empty()) out.immutable = immutable_of(node, in);
  return out;
}

}  // namespace

bool contains_all(const ColumnSet& set, const std::vector<int32_t>& columns) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](int32_t c) { return std::find(set.begin(), set.end(), c) != set.end(); });
}

std::vector<ColumnSet> upsert_keys(const PhysicalNode& node) {
  return known(node).keys;
}

ColumnSet immutable_columns(const PhysicalNode& node) {
  return known(node).immutable;
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

}  // namespace rowkind
