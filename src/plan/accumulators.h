// Accumulators as columns between the two phases of an aggregate, named as Flink's functions declare them.
#pragma once

#include <string>
#include <vector>

#include "plan/physical.h"

namespace rowkind {

struct Accumulators {
  std::vector<std::vector<std::string>> names;  // per call
  std::vector<GroupAggregateNode::DistinctView> distinct_views;
  std::vector<int32_t> distinct_of_call;
};
Accumulators name_accumulators(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract);

// The function folds partial results; others run in one phase.
bool can_merge(const AggregateCall& call);
// Windows whose accumulators are folded (HOP, CUMULATE, SESSION) need functions that can be. Throws Failure(plan/no-merge).
void require_merge(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract, Span span);
// Flink takes the COUNT(*) that HOP windows need for a sign of retractions, and DISTINCT then wants functions that take values back.
// Throws Failure(plan/no-retraction).
void require_distinct_retraction(const std::vector<AggregateCall>& calls, Span span);
// COUNT(*) that counts the records of a group.
AggregateCall record_counter();
bool is_record_count(const AggregateCall& call);

}  // namespace rowkind
