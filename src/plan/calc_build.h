// Calcs while physical nodes are built, and the time attributes in them (RelTimeIndicatorConverter).
#pragma once

#include "plan/physical.h"

namespace rowkind {

// The value of a processing time.
ExprPtr materialize_proctime(const ExprPtr& time);
// A processing time that an expression reads becomes a value.
ExprPtr materialized(const ExprPtr& expr);
// References with the time attributes that the input really has.
ExprPtr rebound(const ExprPtr& expr, const RowType& input);
// Calc on top of `input`, merged with a Calc that is there already; nothing if it changes nothing.
NodePtr build_calc(NodePtr input, ExprList projects, ExprPtr condition, std::vector<std::string> names,
                   Span span);
// A Calc made elsewhere, merged with one below it.
NodePtr merged_calc(const NodePtr& node);
// Time attributes among the columns become plain values: below aggregates and regular joins.
NodePtr without_time(NodePtr input, const std::vector<int32_t>& columns);
NodePtr all_without_time(NodePtr input);
// The input's first columns only.
NodePtr first_columns(NodePtr input, size_t count);

}  // namespace rowkind
