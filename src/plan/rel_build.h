// Builds logical nodes with derived row types, names and the few rewrites that Calcite's RelBuilder makes on
// the way (join keys that are expressions move into a projection below, projections are simplified).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/rel.h"

namespace rowkind {

// Names made unique as Calcite does: the second `k` becomes `k0`.
std::vector<std::string> unique_names(std::vector<std::string> names);
RowType as_nullable(RowType fields);
// left columns then right ones, names made unique, the padded side nullable.
RowType join_row_type(const RowType& left, const RowType& right, JoinType join);

ExprPtr column_ref(const Rel& input, int32_t index, Span span = {});
ExprList all_columns(const Rel& input);

// An empty name is derived: the column's own name (also under a CAST), else $f<i>. Without `force`, a
// projection that changes nothing is left out (its names are then those of the input).
RelPtr make_project(const RelPtr& input, ExprList exprs, std::vector<std::string> names, bool force,
                    Span span = {});
// The input itself when the condition is TRUE.
RelPtr make_filter(const RelPtr& input, const ExprPtr& condition, Span span = {});
RelPtr make_join(const RelPtr& left, const RelPtr& right, JoinType join, const ExprPtr& condition,
                 Span span = {});
// `calls` without a name are called $f<i>. Grouping columns become nullable where a grouping set leaves them
// out.
RelPtr make_aggregate(const RelPtr& input, std::vector<int32_t> grouping,
                      std::vector<std::vector<int32_t>> sets, std::vector<AggregateCall> calls,
                      Span span = {});
RelPtr make_set_op(SetOpKind op, bool all, std::vector<RelPtr> inputs, RowType type, Span span = {});
RelPtr make_sort(const RelPtr& input, std::vector<SortKey> keys, int64_t offset, int64_t fetch,
                 Span span = {});
RelPtr make_values(std::vector<ExprList> rows, RowType type, Span span = {});
// What FROM t means: the scan, casts of metadata, computed columns, the watermark.
RelPtr make_table(const std::shared_ptr<const CatalogTable>& table,
                  const std::map<std::string, std::string>& hints, Span span = {});

// Whether the expression, its operands or the parts of an OVER in it are of this kind; sub-queries are not
// entered.
bool contains_kind(const Expr& expr, ExprKind kind);
// The expression with every child replaced by what `change` makes of it (the parts of OVER included).
ExprPtr map_children(const ExprPtr& expr, const std::function<ExprPtr(const ExprPtr&)>& change);

}  // namespace rowkind
