// CREATE TABLE ... LIKE: what is taken over from the source table, as Flink's MergeTableLikeUtil decides.
#include <algorithm>

#include "plan/ddl.h"

namespace rowkind {
namespace {

using sql::LikeFeature;
using sql::MergingStrategy;

// The strategy for a feature: its own, else that of ALL, else Flink's default (INCLUDING; OVERWRITING for
// options).
MergingStrategy strategy(const sql::TableLike& like, LikeFeature feature) {
  MergingStrategy out =
      feature == LikeFeature::kOptions ? MergingStrategy::kOverwriting : MergingStrategy::kIncluding;
  for (const sql::LikeOption& option : like.options) {
    if (option.feature == LikeFeature::kAll) out = option.strategy;
  }
  for (const sql::LikeOption& option : like.options) {
    if (option.feature == feature) out = option.strategy;
  }
  return out;
}

const char* kind_name(sql::ColumnKind kind) {
  return kind == sql::ColumnKind::kComputed   ? "generated"
         : kind == sql::ColumnKind::kMetadata ? "metadata"
                                              : "regular";
}

void add_columns(const TableDraft& source, const sql::TableLike& like, TableDraft& out) {
  for (const sql::ColumnDefinition& column : source.columns) {
    if (column.kind == sql::ColumnKind::kComputed &&
        strategy(like, LikeFeature::kGenerated) == MergingStrategy::kExcluding)
      continue;
    if (column.kind == sql::ColumnKind::kMetadata &&
        strategy(like, LikeFeature::kMetadata) == MergingStrategy::kExcluding)
      continue;
    out.columns.push_back(column);
  }
}

void add_own_columns(const TableDraft& own, const sql::TableLike& like, TableDraft& out) {
  for (const sql::ColumnDefinition& column : own.columns) {
    const auto it = std::find_if(out.columns.begin(), out.columns.end(), [&](const sql::ColumnDefinition& c) {
      return c.name.name == column.name.name;
    });
    if (it == out.columns.end()) {
      out.columns.push_back(column);
      continue;
    }
    const LikeFeature feature =
        column.kind == sql::ColumnKind::kMetadata ? LikeFeature::kMetadata : LikeFeature::kGenerated;
    const bool overwrites = column.kind == it->kind && column.kind != sql::ColumnKind::kPhysical &&
                            strategy(like, feature) == MergingStrategy::kOverwriting;
    if (!overwrites) {
      throw Failure(
          "ddl/like",
          std::string("A column named '") + column.name.name + "' already exists in the base table.",
          column.span,
          std::string("the ") + kind_name(it->kind) + " column comes from the table behind LIKE");
    }
    *it = column;
  }
}

}  // namespace

TableDraft merge_like(const TableDraft& own, const TableDraft& source, const sql::TableLike& like) {
  TableDraft out;
  add_columns(source, like, out);
  add_own_columns(own, like, out);

  if (strategy(like, LikeFeature::kConstraints) != MergingStrategy::kExcluding)
    out.constraints = source.constraints;
  if (!own.constraints.empty()) {
    if (!out.constraints.empty()) {
      throw Failure(
          "ddl/like",
          "The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.",
          own.constraints[0].span);
    }
    out.constraints = own.constraints;
  }
  const MergingStrategy watermarks = strategy(like, LikeFeature::kWatermarks);
  if (watermarks != MergingStrategy::kExcluding) out.watermarks = source.watermarks;
  if (!own.watermarks.empty()) {
    if (!out.watermarks.empty() && watermarks != MergingStrategy::kOverwriting) {
      throw Failure("ddl/like",
                    "There already exists a watermark spec for column '" + own.watermarks[0].column.text() +
                        "' in the base table. You might want to specify EXCLUDING WATERMARKS or OVERWRITING "
                        "WATERMARKS.",
                    own.watermarks[0].span);
    }
    out.watermarks = own.watermarks;
  }
  const MergingStrategy options = strategy(like, LikeFeature::kOptions);
  if (options != MergingStrategy::kExcluding) out.options = source.options;
  for (const auto& [key, value] : own.options) {
    if (options == MergingStrategy::kIncluding && out.options.count(key) > 0) {
      throw Failure(
          "ddl/like",
          "There already exists an option ['" + key + "' -> '" + out.options[key] +
              "'] in the base table. You might want to specify EXCLUDING OPTIONS or OVERWRITING OPTIONS.",
          like.span);
    }
    out.options[key] = value;
  }
  return out;
}

}  // namespace rowkind
