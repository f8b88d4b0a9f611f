// The aggregators behind make_aggregator, one maker per family.
#pragma once

#include "expr/aggregate.h"

namespace rowkind {

using AggregatorPtr = std::unique_ptr<Aggregator>;

AggregatorPtr make_count(int32_t arg);  // -1: COUNT(*)
AggregatorPtr make_sum(const LogicalType& type, int32_t arg, bool retract);
AggregatorPtr make_sum0(const LogicalType& type, int32_t arg);
AggregatorPtr make_avg(const LogicalType& type, const LogicalType& arg_type, int32_t arg);
// $WELFORD_M2$1 (sqrt false, `shape` 'm'), VAR_POP 'p', VAR_SAMP 's'; with sqrt STDDEV_POP, STDDEV_SAMP.
AggregatorPtr make_variance(const LogicalType& type, int32_t arg, char shape, bool sqrt);
AggregatorPtr make_extreme(int32_t arg, bool is_max);
AggregatorPtr make_extreme_retract(int32_t arg, bool is_max);
AggregatorPtr make_first_last(int32_t arg, bool is_last);
AggregatorPtr make_first_last_retract(int32_t arg, bool is_last);
AggregatorPtr make_single_value(int32_t arg);
AggregatorPtr make_list_agg(int32_t arg, int32_t separator);  // separator -1: ","
AggregatorPtr make_array_agg(int32_t arg, bool ignore_nulls);
AggregatorPtr make_collect(int32_t arg);
AggregatorPtr make_json_array_agg(int32_t arg, bool null_on_null);
AggregatorPtr make_json_object_agg(int32_t key, int32_t value, bool null_on_null);
AggregatorPtr make_bitmap(std::string_view name, int32_t arg);  // BITMAP_*_AGG
AggregatorPtr make_percentile(const LogicalType& type, int32_t arg, int32_t share, int32_t frequency);

// Slot 0 holds the tuples seen, the slots of the plain aggregate follow.
class DistinctAggregator : public Aggregator {
 public:
  // Folds `other` (same call) into `known`, and what is new there into `fresh`, an accumulator of the plain aggregate.
  virtual void merge_new(Value* known, const Value* other, Value* fresh, EvalContext& context) const = 0;
  // The plain aggregate, on the slots behind the first one.
  virtual const Aggregator& inner() const = 0;
  // No tuple was seen; what the plain aggregate keeps stays.
  virtual void forget(Value* slots) const = 0;
};
// Only rows whose `filter` column is TRUE.
AggregatorPtr make_filtered(AggregatorPtr inner, int32_t filter);
// Every distinct tuple of `args` once.
AggregatorPtr make_distinct(AggregatorPtr inner, std::vector<int32_t> args);

// A short text of a value of unknown type, for the state table.
std::string describe_value(const Value& value);

}  // namespace rowkind
