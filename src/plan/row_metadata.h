// What the planner knows about the rows of a physical node (FlinkRelMdUpsertKeys,
// FlinkRelMdModifiedMonotonicity).
#pragma once

#include <vector>

#include "plan/physical.h"

namespace rowkind {

// Keys that identify a row across changes, each a set of output columns; the empty set is a key of a one-row
// result. A key counts behind an exchange only if it holds all columns the exchange hashes and that can change.
std::vector<ColumnSet> upsert_keys(const PhysicalNode& node);
// Keys of the input of a keyed operator whose exchange hashes `distribution`: that exchange itself does not
// filter.
std::vector<ColumnSet> upsert_keys_in_range(const PhysicalNode& input,
                                            const std::vector<int32_t>& distribution);
// Fewest columns, then the smallest ones; empty when there is no key.
ColumnSet smallest_key(const std::vector<ColumnSet>& keys);
bool contains_all(const ColumnSet& set, const std::vector<int32_t>& columns);
// Columns that no update of a row (told by its key) can change: primary keys of sources; since 2.3
// (FlinkRelMdImmutableColumns).
ColumnSet immutable_columns(const PhysicalNode& node);
// Whether `expr` maps different values of its only column to different results: the column itself, a rename,
// a widening cast.
int32_t injective_column(const Expr& expr);
// The same before 2.3: a cast that changes more than NULLability loses the key.
int32_t renamed_column(const Expr& expr);

// In which direction updates move a column. Needs the ModifyKindSet of the nodes below.
enum class Monotonicity : uint8_t { kConstant, kIncreasing, kDecreasing, kNotMonotonic };
// One entry a column; empty: nothing known (input deletes).
std::vector<Monotonicity> monotonicity(const PhysicalNode& node);

}  // namespace rowkind
