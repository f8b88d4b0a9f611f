#include "plan/over_build.h"

#include "plan/physical_util.h"

namespace rowkind {

namespace {

void check_over(const rules::OverRel& rel, const PhysicalNode& input) {
  if (rel.order.empty()) {
    throw Failure("plan/over-order",
                  "Over Agg: The window rank function requires order by clause with non-constant fields.",
                  rel.span);
  }
  for (const SortKey& key : rel.order) {
    if (key.descending)
      throw Failure("plan/over-order", "The window can only be ordered in ASCENDING mode.", rel.span);
  }
  const LogicalType& time = input.type[static_cast<size_t>(rel.order[0].column)].type;
  bool on_time = time.is_rowtime() || time.is_proctime();
  if (on_time && rel.order.size() > 1) {
    throw Failure("plan/over-order", "The window can only be ordered by a single time column.", rel.span);
  }
  bool unbounded = rel.lower.kind == FrameBound::Kind::kUnboundedPreceding &&
                   rel.upper.kind == FrameBound::Kind::kCurrentRow;
  if (!on_time && !unbounded) {
    throw Failure("plan/over-bounds", "Non-time attribute sort is not supported for bounded OVER window.",
                  rel.span);
  }
  if (rel.upper.kind == FrameBound::Kind::kFollowing ||
      rel.upper.kind == FrameBound::Kind::kUnboundedFollowing) {
    throw Failure("plan/over-bounds", "OVER RANGE FOLLOWING windows are not supported yet.", rel.span);
  }
  for (const rules::OverRel::Call& call : rel.calls) {
    for (const char* name : {"LEAD", "NTILE", "PERCENT_RANK", "CUME_DIST"}) {
      if (call.function_name == name) {
        throw Failure("plan/over-function", call.function_name + " Function is not supported in stream mode.",
                      rel.span);
      }
    }
  }
}

}  // namespace

NodePtr build_over(const rules::OverRel& rel, NodePtr input, FlinkVersion version) {
  auto node = std::make_shared<OverAggregateNode>();
  node->one_timer_a_key = version < kFlink2_1;
  check_over(rel, *input);
  node->partition = rel.partition;
  node->order = rel.order;
  node->rows = rel.rows;
  node->lower = rel.lower;
  node->upper = rel.upper;
  node->type = input->type;
  node->span = rel.span;
  for (const rules::OverRel::Call& call : rel.calls) {
    AggregateCall out;
    out.function = call.function;
    out.args = call.args;
    out.distinct = call.distinct;
    out.ignore_nulls = call.ignore_nulls;
    out.type = call.type;
    out.name = call.name;
    node->calls.push_back(std::move(out));
    node->constants.push_back(call.constants);
    node->function_names.push_back(call.function_name);
    node->type.push_back(Field{call.name, call.type});
  }
  node->inputs.push_back(make_exchange(std::move(input), rel.partition));
  return node;
}

}  // namespace rowkind
