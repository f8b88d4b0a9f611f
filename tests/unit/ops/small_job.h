// Hand-made plans for tests of operators: build nodes, run a job over them, read what came out as text.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "changelog/notation.h"
#include "plan/physical.h"
#include "runtime/job.h"
#include "types/time_zone.h"

namespace rowkind {

// "id INT, name STRING NOT NULL"
inline RowType columns(const std::string& text) {
  return parse_type("ROW<" + text + ">").or_throw().fields();
}

class SmallPlan {
 public:
  PhysicalPlan plan;

  template <typename Node>
  std::shared_ptr<Node> add(std::shared_ptr<Node> node, std::vector<NodePtr> inputs, RowType type) {
    node->id = static_cast<int32_t>(plan.nodes.size());
    node->inputs = std::move(inputs);
    node->type = std::move(type);
    node->update = UpdateKind::kBeforeAndAfter;
    plan.nodes.push_back(node);
    return node;
  }
  NodePtr scan(const std::string& name, const std::string& type, std::vector<std::string> key = {}) {
    auto table = std::make_shared<CatalogTable>();
    table->name = name;
    table->primary_key = std::move(key);
    for (const Field& field : columns(type)) {
      Column column;
      column.name = field.name;
      column.type = field.type;
      table->columns.push_back(column);
    }
    auto node = std::make_shared<TableSourceScanNode>();
    node->table = table;
    return add(node, {}, columns(type));
  }
  std::shared_ptr<SinkNode> sink(const NodePtr& input, const std::string& name = "select") {
    auto node = std::make_shared<SinkNode>();
    node->name = name;
    add(node, {input}, input->type);
    plan.sinks.push_back(node);
    return node;
  }
  std::shared_ptr<GroupAggregateNode> aggregate(const NodePtr& input, std::vector<int32_t> grouping,
                                                std::vector<AggregateCall> calls,
                                                NodeKind kind = NodeKind::kGroupAggregate) {
    auto node = std::make_shared<GroupAggregateNode>(kind);
    node->grouping = std::move(grouping);
    RowType type;
    for (int32_t column : node->grouping) type.push_back(input->type[static_cast<size_t>(column)]);
    for (const AggregateCall& call : calls) type.push_back(Field{call.name, call.type});
    node->retract.assign(calls.size(), true);
    node->count_rows = true;
    node->calls = std::move(calls);
    return add(node, {input}, type);
  }
};

inline AggregateCall call(const char* function, std::vector<int32_t> args, LogicalType type,
                          std::string name) {
  AggregateCall c;
  c.function = find_aggregate(function);
  c.args = std::move(args);
  c.type = std::move(type);
  c.name = std::move(name);
  return c;
}

class SmallJob : public SinkConsumer {
 public:
  explicit SmallJob(SmallPlan& small, Options settings = {}, bool trace = false)
      : plan_(std::make_shared<const PhysicalPlan>(small.plan)) {
    JobOptions options;
    options.settings = std::move(settings);
    options.trace = trace;
    auto job = Job::create(plan_, options, this);
    job_ = std::move(job.or_throw());
    check(job_->start());
  }
  void on_change(int32_t sink, RowKind kind, const RowPtr& row) override {
    if (!out_.empty()) out_ += ' ';
    if (plan_->sinks.size() > 1) out_ += plan_->sinks[static_cast<size_t>(sink)]->name + ':';
    out_ += print_change(kind, *row, plan_->sinks[static_cast<size_t>(sink)]->type, TimeZone::utc());
    rows_.push_back(Change{kind, row});
  }
  // One step; the changes that reached the sinks, "! message" after them if it failed.
  std::string push(const std::string& table, const std::string& change) {
    int32_t source = job_->source(table);
    Change c = parse_change(change, row_type(table), TimeZone::utc()).or_throw();
    return check(job_->push(source, c.kind, c.row));
  }
  std::string clock(int64_t millis_after_start) {
    return check(job_->advance_clock(kStartClockMillis + millis_after_start));
  }
  std::string watermark(const std::string& table, int64_t millis) {
    return check(job_->watermark(job_->source(table), millis));
  }
  std::string finish() { return check(job_->finish()); }
  Job& job() { return *job_; }
  const std::vector<Change>& rows() const { return rows_; }
  const RowType& row_type(const std::string& table) const {
    for (const NodePtr& node : plan_->nodes) {
      if (node->kind != NodeKind::kTableSourceScan) continue;
      if (static_cast<const TableSourceScanNode&>(*node).table->name == table) return node->type;
    }
    throw Failure("test", "no table " + table);
  }

 private:
  std::string check(const Status& status) {
    if (!status.ok()) out_ += (out_.empty() ? "! " : " ! ") + status.error().message;
    return std::exchange(out_, {});
  }
  std::shared_ptr<const PhysicalPlan> plan_;
  std::unique_ptr<Job> job_;
  std::string out_;
  std::vector<Change> rows_;
};

}  // namespace rowkind
