// Single operators on hand-made plans, and every stateful one against a slow, obvious evaluator: after each step of a random changelog the
// materialised output must be the batch answer over the rows that are there.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "../ops/small_job.h"

namespace rowkind {
namespace {

using IntRow = std::vector<int>;
using Bag = std::multiset<IntRow>;

std::string notation(const char* kind, const IntRow& row) {
  std::string out = std::string(kind) + "[";
  for (size_t i = 0; i < row.size(); ++i)
    out += (i ? ", " : "") + (row[i] < 0 ? "null" : std::to_string(row[i]));
  return out + "]";
}

// A table keyed by the first column that random updates change.
class RandomTable {
 public:
  RandomTable(std::string name, int columns, int range)
      : name_(std::move(name)), columns_(columns), range_(range) {}
  // The messages of one change: an insert, a -U and +U, or a delete.
  std::vector<std::string> change(bool append_only) {
    int id = append_only ? next_++ : std::rand() % 12;
    auto it = rows_.find(id);
    if (it == rows_.end()) {
      rows_[id] = fresh(id);
      return {notation("+I", rows_[id])};
    }
    IntRow old_row = it->second;
    if (std::rand() % 3 == 0) {
      rows_.erase(it);
      return {notation("-D", old_row)};
    }
    it->second = fresh(id);
    return {notation("-U", old_row), notation("+U", it->second)};
  }
  Bag bag() const {
    Bag out;
    for (const auto& [id, row] : rows_) out.insert(row);
    return out;
  }
  const std::string& name() const { return name_; }

 private:
  IntRow fresh(int id) {
    IntRow row = {id};
    for (int i = 1; i < columns_; ++i) row.push_back(std::rand() % 8 == 0 ? -1 : std::rand() % range_);
    return row;
  }
  std::string name_;
  int columns_, range_, next_ = 0;
  std::map<int, IntRow> rows_;
};

IntRow to_ints(const Row& row) {
  IntRow out;
  for (int32_t i = 0; i < row.arity(); ++i)
    out.push_back(row[i].is_null() ? -1 : static_cast<int>(row[i].integer()));
  return out;
}

using Batch = std::function<Bag(const std::vector<Bag>&)>;

void check_random(SmallPlan& plan, std::vector<RandomTable> tables, int steps, const Batch& batch,
                  bool append_only = false) {
  SmallJob job(plan);
  Bag result;
  size_t seen = 0;
  for (int i = 0; i < steps; ++i) {
    RandomTable& table = tables[static_cast<size_t>(std::rand()) % tables.size()];
    for (const std::string& message : table.change(append_only)) job.push(table.name(), message);
    for (; seen < job.rows().size(); ++seen) {
      const Change& change = job.rows()[seen];
      IntRow row = to_ints(*change.row);
      if (is_accumulate(change.kind)) {
        result.insert(row);
      } else {
        auto it = result.find(row);
        REQUIRE_MESSAGE(it != result.end(), "retraction of a row that was never sent: " << notation("", row));
        result.erase(it);
      }
    }
    std::vector<Bag> inputs;
    for (const RandomTable& t : tables) inputs.push_back(t.bag());
    REQUIRE(result == batch(inputs));
  }
}

TEST_CASE("group aggregate: counts and sums of a random changelog") {
  SmallPlan p;
  NodePtr scan = p.scan("t", "id INT, g INT, v INT");
  p.sink(p.aggregate(
      scan, {1},
      {call("COUNT", {}, LogicalType::bigint(), "n"), call("SUM", {2}, LogicalType::integer(), "s"),
       call("MAX", {2}, LogicalType::integer(), "hi")}));
  std::srand(1);
  check_random(p, {RandomTable("t", 3, 4)}, 2000, [](const std::vector<Bag>& in) {
    std::map<int, IntRow> groups;
    for (const IntRow& row : in[0]) {
      IntRow& g = groups.insert({row[1], {row[1], 0, -1, -1}}).first->second;
      ++g[1];
      if (row[2] >= 0) g[2] = std::max(g[2], 0) + row[2];
      g[3] = std::max(g[3], row[2]);
    }
    Bag out;
    for (const auto& [key, row] : groups) out.insert(row);
    return out;
  });
}

std::shared_ptr<JoinNode> join_node(SmallPlan& p, JoinType type, InputSpec spec) {
  NodePtr left = p.scan("l", "id INT, k INT, v INT"), right = p.scan("r", "id INT, k INT");
  auto node = std::make_shared<JoinNode>();
  node->join = type;
  node->left_keys = {1};
  node->right_keys = {1};
  node->filter_nulls = {true};
  node->left_spec = node->right_spec = spec;
  node->left_unique_key = node->right_unique_key = {0};
  RowType out = left->type;
  if (type != JoinType::kSemi && type != JoinType::kAnti)
    out.insert(out.end(), right->type.begin(), right->type.end());
  p.add(node, {left, right}, out);
  p.sink(node);
  return node;
}

TEST_CASE("joins of every type and state form") {
  for (InputSpec spec : {InputSpec::kNoUniqueKey, InputSpec::kHasUniqueKey}) {
    for (JoinType type : {JoinType::kInner, JoinType::kLeft, JoinType::kRight, JoinType::kFull,
                          JoinType::kSemi, JoinType::kAnti}) {
      SmallPlan p;
      join_node(p, type, spec);
      std::srand(5);
      check_random(p, {RandomTable("l", 3, 5), RandomTable("r", 2, 5)}, 1200,
                   [type](const std::vector<Bag>& in) {
                     Bag out;
                     std::set<IntRow> matched;
                     for (const IntRow& l : in[0]) {
                       bool any = false;
                       for (const IntRow& r : in[1]) {
                         if (l[1] < 0 || l[1] != r[1]) continue;
                         any = true;
                         matched.insert(r);
                         if (type != JoinType::kSemi && type != JoinType::kAnti)
                           out.insert({l[0], l[1], l[2], r[0], r[1]});
                       }
                       if (any ? type == JoinType::kSemi : type == JoinType::kAnti) out.insert(l);
                       if (!any && (type == JoinType::kLeft || type == JoinType::kFull))
                         out.insert({l[0], l[1], l[2], -1, -1});
                     }
                     if (type == JoinType::kRight || type == JoinType::kFull) {
                       for (const IntRow& r : in[1]) {
                         if (!matched.count(r)) out.insert({-1, -1, -1, r[0], r[1]});
                       }
                     }
                     return out;
                   });
    }
  }
}

std::shared_ptr<RankNode> rank_node(SmallPlan& p, RankStrategy strategy, int64_t start, int64_t end,
                                    bool with_rank) {
  NodePtr scan = p.scan("t", "id INT, g INT, v INT");
  auto node = std::make_shared<RankNode>();
  node->strategy = strategy;
  node->partition = {1};
  node->order = {SortKey{2, true, false}, SortKey{0, false, true}};  // no ties
  node->rank_start = start;
  node->rank_end = end;
  node->output_rank = with_rank;
  RowType out = scan->type;
  if (with_rank) out.push_back(Field{"rn", LogicalType::bigint()});
  p.add(node, {scan}, out);
  p.sink(node);
  return node;
}

Bag top_n(const Bag& rows, int start, int end, bool with_rank) {
  std::map<int, std::vector<IntRow>> partitions;
  for (const IntRow& row : rows) partitions[row[1]].push_back(row);
  Bag out;
  for (auto& [g, list] : partitions) {
    std::sort(list.begin(), list.end(),
              [](const IntRow& a, const IntRow& b) { return a[2] != b[2] ? a[2] > b[2] : a[0] < b[0]; });
    for (int rank = start; rank <= end && rank <= static_cast<int>(list.size()); ++rank) {
      IntRow row = list[static_cast<size_t>(rank) - 1];
      if (with_rank) row.push_back(rank);
      out.insert(row);
    }
  }
  return out;
}

TEST_CASE("Top-N over append-only input") {
  for (bool with_rank : {false, true}) {
    for (int n : {1, 3}) {
      SmallPlan p;
      rank_node(p, RankStrategy::kAppendFast, 1, n, with_rank);
      std::srand(2);
      check_random(
          p, {RandomTable("t", 3, 4)}, 400,
          [n, with_rank](const std::vector<Bag>& in) { return top_n(in[0], 1, n, with_rank); }, true);
    }
  }
}

TEST_CASE("Top-N over retractions") {
  // Without a rank column Flink's heap state loses rows that were sent out (see retractable_top_n.cc), so only the rank column is exact.
  for (int start : {1, 2}) {
    SmallPlan p;
    rank_node(p, RankStrategy::kRetract, start, 3, true);
    std::srand(3);
    check_random(p, {RandomTable("t", 3, 3)}, 3000,
                 [start](const std::vector<Bag>& in) { return top_n(in[0], start, 3, true); });
  }
}

TEST_CASE(
    "Top-N over retractions, no rank column: a row that was pushed out keeps its -D and is not found again") {
  SmallPlan p;
  auto node = rank_node(p, RankStrategy::kRetract, 1, 1, false);
  SmallJob job(p);
  CHECK(job.push("t", "+I[1, 7, 5]") == "+I[1, 7, 5]");
  CHECK(job.push("t", "+I[2, 7, 9]") == "-D[1, 7, 5] +I[2, 7, 9]");
  CHECK(job.push("t", "-D[2, 7, 9]") == "-D[2, 7, 9] +I[1, 7, 5]");
  CHECK(job.push("t", "-D[1, 7, 5]") == "-D[1, 7, 5]");
}

TEST_CASE(
    "mini-batch: a bundle is folded and flushed by size, by the mark of the other interval, at the end") {
  SmallPlan p;
  NodePtr scan = p.scan("t", "id INT, g INT");
  auto assigner = std::make_shared<MiniBatchAssignerNode>();
  assigner->interval_millis = 60000;
  NodePtr marks = p.add(assigner, {scan}, scan->type);
  auto node = p.aggregate(marks, {1}, {call("COUNT", {}, LogicalType::bigint(), "n")});
  node->mini_batch = true;
  node->mini_batch_size = 3;
  p.sink(node);
  SmallJob job(p);
  CHECK(job.push("t", "+I[1, 7]") == "");
  CHECK(job.push("t", "-D[9, 8]") == "");
  CHECK(job.push("t", "+I[2, 7]") == "+I[7, 2]");
  CHECK(job.push("t", "+I[3, 7]") == "");
  CHECK(job.clock(60000) == "");
  CHECK(job.clock(60001) == "-U[7, 2] +U[7, 3]");
  CHECK(job.push("t", "-D[1, 7]") == "");
  CHECK(job.finish() == "-U[7, 3] +U[7, 2]");
}

TEST_CASE("a failed operator ends the job, a full budget too") {
  SmallPlan p;
  NodePtr scan = p.scan("t", "n INT");
  auto node = std::make_shared<CorrelateNode>();
  node->function = "$REPLICATE_ROWS$1";
  node->args = {input_ref(0, LogicalType::integer()), input_ref(0, LogicalType::integer())};
  RowType out = scan->type;
  out.push_back(Field{"x", LogicalType::integer()});
  p.sink(p.add(node, {scan}, out));
  SmallJob job(p);
  CHECK(job.push("t", "+I[2]") == "+I[2, 2] +I[2, 2]");
  std::string text = job.push("t", "+I[2000000000]");
  CHECK(text.find("One step emitted more than 1000000 rows.") != std::string::npos);
}

}  // namespace
}  // namespace rowkind
