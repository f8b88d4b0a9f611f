#include "plans.h"

#include "../unit/ops/small_job.h"

namespace rowkind::bench {

PhysicalPlan plan_of(const std::string& workload) {
  SmallPlan p;
  auto calc = [&p](const NodePtr& in, std::vector<int32_t> columns) {
    auto node = std::make_shared<CalcNode>();
    RowType type;
    for (int32_t c : columns) {
      type.push_back(in->type[static_cast<size_t>(c)]);
      node->projects.push_back(input_ref(c, in->type[static_cast<size_t>(c)].type));
    }
    return p.add(node, {in}, type);
  };
  if (workload == "agg") {
    NodePtr in = calc(p.scan("t", "id INT, g INT, v INT, ts INT"), {1, 2});
    p.sink(p.aggregate(in, {0}, {call("COUNT", {}, LogicalType::bigint(), "n"), call("SUM", {1}, LogicalType::integer(), "s")}));
  } else if (workload == "normalize") {
    auto node = std::make_shared<ChangelogNormalizeNode>();
    node->key = {0};
    NodePtr in = p.scan("t", "id INT, g INT, v INT, ts INT");
    p.sink(p.add(node, {in}, in->type));
  } else if (workload == "dedup" || workload == "top3") {
    auto node = std::make_shared<RankNode>();
    NodePtr in = p.scan("t", "id INT, v INT, ts INT, pt TIMESTAMP_LTZ(3)");
    RowType type = in->type;
    type[3].type = type[3].type.with_attribute(TimeAttribute::kProctime);
    in->type = type;
    node->partition = {0};
    node->deduplicate = workload == "dedup";
    node->keep_last = true;
    SortKey key;
    key.column = workload == "dedup" ? 3 : 1;
    key.descending = true;
    key.nulls_first = false;
    node->order = {key};
    node->rank_end = workload == "dedup" ? 1 : 3;
    node->output_rank = workload == "top3";
    if (node->output_rank) type.push_back(Field{"rn", LogicalType::bigint()});
    p.sink(p.add(node, {in}, type));
  } else if (workload == "join") {
    NodePtr left = calc(p.scan("t", "id INT, g INT, v INT, ts INT"), {0, 1, 2});
    NodePtr right = p.scan("d", "g INT, name STRING");
    auto node = std::make_shared<JoinNode>();
    node->left_keys = {1};
    node->right_keys = {0};
    node->filter_nulls = {true};
    node->right_spec = InputSpec::kJoinKeyContainsUniqueKey;
    node->right_unique_key = {0};
    RowType type = left->type;
    type.insert(type.end(), right->type.begin(), right->type.end());
    p.sink(calc(p.add(node, {left, right}, type), {0, 2, 4}));
  }
  return p.plan;
}

}  // namespace rowkind::bench
