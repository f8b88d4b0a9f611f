// FlinkRelMdUniqueKeys over the logical algebra: sets of columns that no two rows share.
#include <algorithm>
#include <set>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

using Keys = std::vector<std::vector<int32_t>>;

void add(Keys& keys, std::vector<int32_t> key) {
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  if (keys.size() < 64 && std::find(keys.begin(), keys.end(), key) == keys.end())
    keys.push_back(std::move(key));
}

Keys of_project(const ProjectRel& project) {
  Keys out;
  for (const auto& key : unique_keys(*project.inputs[0])) {
    Keys partial{{}};
    for (int32_t column : key) {
      Keys next;
      for (size_t i = 0; i < project.exprs.size(); ++i) {
        const Expr* expr = project.exprs[i].get();
        if (expr->kind != ExprKind::kInputRef || expr->index != column) continue;
        for (auto grown : partial) {
          grown.push_back(static_cast<int32_t>(i));
          next.push_back(std::move(grown));
        }
      }
      partial = std::move(next);
    }
    for (auto& made : partial) add(out, made);
  }
  return out;
}

bool covers(const Keys& keys, const std::vector<int32_t>& columns) {
  return std::any_of(keys.begin(), keys.end(), [&](const std::vector<int32_t>& key) {
    return std::all_of(key.begin(), key.end(), [&](int32_t c) {
      return std::find(columns.begin(), columns.end(), c) != columns.end();
    });
  });
}

Keys of_join(const JoinRel& join) {
  Keys left = unique_keys(*join.inputs[0]);
  if (join.join == JoinType::kSemi || join.join == JoinType::kAnti) return left;
  int32_t base = width(*join.inputs[0]);
  Keys right = unique_keys(*join.inputs[1]), shifted = right;
  for (auto& key : shifted) {
    for (int32_t& column : key) column += base;
  }
  std::vector<int32_t> left_columns, right_columns;
  for (const ExprPtr& part : conjuncts(join.condition)) {
    if (!is_call(*part, "=")) continue;
    const Expr& a = *part->operands[0];
    const Expr& b = *part->operands[1];
    if (a.kind != ExprKind::kInputRef || b.kind != ExprKind::kInputRef) continue;
    int32_t l = std::min(a.index, b.index), r = std::max(a.index, b.index);
    if (l >= base || r < base) continue;
    left_columns.push_back(l);
    right_columns.push_back(r - base);
  }
  Keys out;
  for (const auto& r : shifted) {
    for (auto both : left) {
      both.insert(both.end(), r.begin(), r.end());
      add(out, both);
    }
  }
  if (join.join != JoinType::kRight && join.join != JoinType::kFull && covers(right, right_columns)) {
    for (const auto& key : left) add(out, key);
  }
  if (join.join != JoinType::kLeft && join.join != JoinType::kFull && covers(left, left_columns)) {
    for (const auto& key : shifted) add(out, key);
  }
  return out;
}

}  // namespace

std::vector<std::vector<int32_t>> unique_keys(const Rel& rel) {
  switch (rel.kind) {
    case RelKind::kScan: {
      std::vector<int32_t> key;
      for (const std::string& name : as<ScanRel>(rel).table->primary_key) {
        int32_t column = find_field(rel.type, name);
        if (column < 0) return {};
        key.push_back(column);
      }
      std::sort(key.begin(), key.end());
      return key.empty() ? Keys{} : Keys{key};
    }
    case RelKind::kProject:
      return of_project(as<ProjectRel>(rel));
    case RelKind::kFilter:
    case RelKind::kSort:
    case RelKind::kWatermark:
    case RelKind::kOver:
      return unique_keys(*rel.inputs[0]);
    case RelKind::kJoin:
      return of_join(as<JoinRel>(rel));
    case RelKind::kAggregate: {
      const auto& aggregate = as<AggregateRel>(rel);
      std::vector<int32_t> key;
      for (size_t i = 0; i < aggregate.grouping.size(); ++i) key.push_back(static_cast<int32_t>(i));
      // A group window is the missing part of the key: w$start.
      if (aggregate.window) key.push_back(static_cast<int32_t>(key.size() + aggregate.calls.size()));
      return {key};
    }
    case RelKind::kRank: {
      const auto& rank = as<RankRel>(rel);
      Keys out = unique_keys(*rel.inputs[0]);
      if (rank.start == 1 && rank.end == 1) add(out, rank.partition);
      if (rank.output_rank) {
        std::vector<int32_t> key = rank.partition;
        key.push_back(width(rel) - 1);
        add(out, key);
      }
      return out;
    }
    default:
      return {};
  }
}

bool columns_unique(const Rel& rel, const std::vector<int32_t>& columns) {
  if (covers(unique_keys(rel), columns)) return true;
  // Constants are compared one by one (FlinkRelMdColumnUniqueness on Values), also below plain projections
  // and filters.
  const Rel* below = &rel;
  std::vector<int32_t> at = columns;
  while (below->kind != RelKind::kValues) {
    if (below->kind == RelKind::kProject) {
      for (int32_t& column : at) {
        const Expr& expr = *as<ProjectRel>(*below).exprs[static_cast<size_t>(column)];
        if (expr.kind != ExprKind::kInputRef) return false;
        column = expr.index;
      }
    } else if (below->kind != RelKind::kFilter) {
      return false;
    }
    below = below->inputs[0].get();
  }
  const auto& values = as<ValuesRel>(*below);
  for (size_t i = 0; i < values.rows.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      bool same = std::all_of(at.begin(), at.end(), [&](int32_t c) {
        return same_expr(*values.rows[i][static_cast<size_t>(c)], *values.rows[j][static_cast<size_t>(c)]);
      });
      if (same) return false;
    }
  }
  return true;
}

}  // namespace rowkind::rules
