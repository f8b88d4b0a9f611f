// Small builders and walks over the logical algebra, shared by the rules. A builder derives the row type from
// its inputs, so a rule cannot leave a stale one behind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/rel.h"

namespace rowkind::rules {

// OVER windows cut out of a projection: one group of calls with the same PARTITION BY, ORDER BY and frame.
// Output: the input columns, then one column per call.
struct OverRel : Rel {
  OverRel() : Rel(RelKind::kOver) {}
  struct Call {
    const AggregateFunction* function = nullptr;
    std::string function_name;
    std::vector<int32_t> args;
    ExprList
        constants;  // arguments that are no columns (offset and default of LAG); null entries are columns
    bool distinct = false;
    bool ignore_nulls = false;
    LogicalType type;
    std::string name;
  };
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  bool rows = false;
  FrameBound lower, upper;
  std::vector<Call> calls;
};

// ROW_NUMBER() OVER (PARTITION BY partition ORDER BY order) between start and end. Output: the input columns,
// then the number when `output_rank`.
struct RankRel : Rel {
  RankRel() : Rel(RelKind::kRank) {}
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  int64_t start = 1, end = 1;
  int32_t end_column = -1;
  bool output_rank = false;
  bool number_known = false;  // the filter was number = n: the query above has that n in its place
};

// One output row per projection for each input row (GROUPING SETS); the last column is the number of the set.
struct ExpandRel : Rel {
  ExpandRel() : Rel(RelKind::kExpand) {}
  std::vector<ExprList> projects;
};

// $REPLICATE_ROWS$1(count, columns...): each input row as often as column `count` says; appends copies of
// `columns`.
struct ReplicateRel : Rel {
  ReplicateRel() : Rel(RelKind::kReplicate) {}
  int32_t count = 0;
  std::vector<int32_t> columns;
};

// A chain of inner and left joins on one key; a single join may have none. Output: the columns of all inputs.
struct MultiJoinRel : Rel {
  MultiJoinRel() : Rel(RelKind::kMultiJoin) {}
  std::vector<JoinType> joins;             // of input 1, 2, ...
  std::vector<ExprPtr> conditions;         // of input 1, 2, ...: over all inputs up to it
  std::vector<std::vector<int32_t>> keys;  // per input: its columns of the common key
  std::vector<std::string> state_ttl;      // per input: STATE_TTL hint as written, empty: none
};

template <typename T>
const T& as(const Rel& rel) {
  return static_cast<const T&>(rel);
}

int32_t width(const Rel& rel);
ExprPtr column_ref(const Rel& rel, int32_t index);
ExprList column_refs(const Rel& rel);

RelPtr make_project(RelPtr input, ExprList exprs, std::vector<std::string> names, Span span = {});
// The columns `columns` of the input, by their own names.
RelPtr make_columns(RelPtr input, const std::vector<int32_t>& columns);
// The input itself for a condition that is TRUE, an empty VALUES for FALSE or NULL.
RelPtr make_filter(RelPtr input, const ExprPtr& condition, Span span = {});
RelPtr make_join(RelPtr left, RelPtr right, JoinType type, ExprPtr condition, const JoinRel* like = nullptr);
// The name itself, or the first of name_0, name_1 ... that is not taken.
std::string suffixed_name(const std::string& name, const std::vector<std::string>& taken);
// 0, 1, ... n - 1: every column stays where it is.
std::vector<int32_t> identity_map(size_t n);
// Of an aggregate call without a name, behind the columns before it: "$f3", or "$f3_0" where one of them is
// called that.
std::string numbered_name(const RowType& before);
RelPtr make_aggregate(RelPtr input, std::vector<int32_t> grouping, std::vector<AggregateCall> calls,
                      const AggregateRel* like = nullptr);
RelPtr make_union(std::vector<RelPtr> inputs);
RelPtr make_empty(const RowType& type, Span span);
AggregateCall make_call_of(std::string_view function, std::vector<int32_t> args, LogicalType type,
                           std::string name, bool distinct = false);

// Its name is made of its place.
bool is_unnamed(const AggregateCall& call);
bool is_empty_values(const Rel& rel);
bool is_identity(const ExprList& exprs, const Rel& input);
// True if any part of the expression is an OVER or a sub-query.
bool has_kind(const Expr& expr, ExprKind kind);

// Whether a predicate on both sides of a join, the left one `left` columns wide, reads columns of one side and no others.
bool only_left(const Expr& expr, int32_t left);
bool only_right(const Expr& expr, int32_t left);
// Unless it is there.
void add_new(ExprList& to, const ExprPtr& predicate);

// The calls over other columns: argument and filter i become map[i].
std::vector<AggregateCall> remap_calls(std::vector<AggregateCall> calls, const std::vector<int32_t>& map);

// Every input column i with mapping[i] set becomes mapping[i]; the others stay.
ExprPtr replace_refs(const ExprPtr& expr, const ExprList& mapping);

// A copy of `rel` over other inputs of the same column count, its row type derived anew.
RelPtr with_inputs(const Rel& rel, std::vector<RelPtr> inputs);
// Rewrites inputs first, then the node itself.
RelPtr rewrite_bottom_up(const RelPtr& rel, const std::function<RelPtr(const RelPtr&)>& rule);

// Names of a join's output: a name that is taken gets 0, 1, ... appended.
RowType join_type_of(const RowType& left, const RowType& right, JoinType type);
std::string unique_name(const std::string& name, const std::vector<std::string>& taken);

}  // namespace rowkind::rules
