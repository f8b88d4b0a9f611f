#include "runtime/job.h"

#include <algorithm>
#include <optional>

#include "base/limits.h"
#include "plan/config.h"
#include "runtime/recorder.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

// Rows that a job without recorder may emit before its step is over; reset by every step.
constexpr int64_t kBudget = limits::kEmissionsPerStep;

}  // namespace

struct Job::Impl {
  std::shared_ptr<const PhysicalPlan> plan;
  std::vector<OperatorPtr> operators;          // in plan order
  std::vector<std::vector<Operator*>> chains;  // by node id; empty: an Exchange
  // By node id: the Calc whose columns the node's operator makes itself; that Calc has the node's chain.
  std::vector<const CalcNode*> columns;
  struct Source {
    std::string table;
    std::vector<Edge> readers;  // scans (input 0) and look-up joins that hold the table (input 1)
  };
  std::vector<Source> sources;
  std::vector<Operator*> values;
  std::vector<StateBase*> states;
  EvalContext eval;
  int64_t budget = kBudget;
  int64_t timer_sequence = 0;
  std::unique_ptr<Trace> trace;
  std::unique_ptr<TraceRecorder> recorder;
  std::optional<Error> error;
  int32_t items = -1;  // of the feed so far
  RowPtr empty_row = make_row({});

  void build(const JobOptions& options, SinkConsumer* consumer);
  void find_columns();
  void connect(const PhysicalNode& node, std::vector<bool>& visited);
  void feed(const Edge& to, RowKind kind, const RowPtr& row) {
    if (recorder) recorder->receive(to.target->context.op_id, to.input, kind, row);
    to.target->process(to.input, kind, row);
    if (recorder) recorder->done();
  }
  void add_reader(const std::string& table, const Edge& reader);
  void fire_processing_timers(int64_t until);
  void move_clock(int64_t to);

  // Runs one step; the only place where Failures of operators are caught.
  template <typename F>
  Status step(F&& body) {
    if (error) return *error;
    budget = kBudget;
    if (recorder) recorder->begin_step(items);
    ++items;
    try {
      body();
    } catch (const Failure& failure) {
      error = failure.error;
      if (recorder) recorder->fail(*error);
    }
    if (recorder) recorder->end_step(eval.clock_millis);
    if (error) return *error;
    return ok_status();
  }
};

// Edges are made in the order of a walk from the sinks, left inputs first: where two paths lead from one row to one operator, the left one is
// served first.
void Job::Impl::connect(const PhysicalNode& node, std::vector<bool>& visited) {
  if (visited[static_cast<size_t>(node.id)]) return;
  visited[static_cast<size_t>(node.id)] = true;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const PhysicalNode& producer = input_of(node, i);
    Operator* head = chains[static_cast<size_t>(node.id)].front();
    Operator* tail = chains[static_cast<size_t>(producer.id)].back();
    if (head != tail) tail->context.edges.push_back(Edge{head, static_cast<int32_t>(i)});
    connect(producer, visited);
  }
}

// A join and a Calc behind it that only picks columns become one operator, unless a recorder wants to see the rows between them.
void Job::Impl::find_columns() {
  std::vector<int32_t> consumers(plan->nodes.size());
  columns.resize(plan->nodes.size());
  for (const NodePtr& node : plan->nodes) {
    for (const NodePtr& input : node->inputs) ++consumers[static_cast<size_t>(input->id)];
  }
  for (const NodePtr& node : plan->nodes) {
    if (recorder || !picks_columns(*node)) continue;
    const PhysicalNode& input = *node->inputs[0];
    if (joins_columns(input) && consumers[static_cast<size_t>(input.id)] == 1) {
      columns[static_cast<size_t>(input.id)] = static_cast<const CalcNode*>(node.get());
    }
  }
}

// Look-up joins come first: a row that is read as well finds itself.
void Job::Impl::add_reader(const std::string& table, const Edge& reader) {
  auto it = std::find_if(sources.begin(), sources.end(), [&](const Source& s) { return s.table == table; });
  if (it == sources.end()) it = sources.insert(it, Source{table, {}});
  auto& readers = it->readers;
  readers.insert(reader.input == 1 ? readers.begin() : readers.end(), reader);
}

void Job::Impl::build(const JobOptions& options, SinkConsumer* consumer) {
  FactoryContext factory;
  factory.options = read_operator_options(options.settings);
  factory.consumer = consumer;
  chains.resize(plan->nodes.size());
  find_columns();
  for (const NodePtr& node : plan->nodes) {
    for (size_t i = 0; i < plan->sinks.size(); ++i) {
      if (plan->sinks[i].get() == node.get()) factory.sink_index = static_cast<int32_t>(i);
    }
    if (!node->inputs.empty() && columns[static_cast<size_t>(node->inputs[0]->id)] == node.get()) {
      continue;
    }
    factory.columns = columns[static_cast<size_t>(node->id)];
    std::vector<OperatorPtr> chain = make_operators(*node, factory);
    for (size_t i = 0; i < chain.size(); ++i) {
      Operator* op = chain[i].get();
      op->context.op_id = node->id;
      op->context.eval = &eval;
      op->context.recorder = recorder.get();
      op->context.emission_budget = &budget;
      op->context.timer_sequence = &timer_sequence;
      op->context.states = &states;
      op->set_inputs(i == 0 ? std::max<int32_t>(1, static_cast<int32_t>(node->inputs.size())) : 1);
      if (i > 0) chain[i - 1]->context.edges.push_back(Edge{op, 0});
      chains[static_cast<size_t>(node->id)].push_back(op);
    }
    if (node->kind == NodeKind::kTableSourceScan)
      add_reader(static_cast<const TableSourceScanNode&>(*node).table->name, Edge{chain[0].get(), 0});
    if (node->kind == NodeKind::kLookupJoin)
      add_reader(static_cast<const LookupJoinNode&>(*node).table->name, Edge{chain[0].get(), 1});
    if (node->kind == NodeKind::kValues) values.push_back(chain[0].get());
    for (OperatorPtr& op : chain) operators.push_back(std::move(op));
  }
  for (size_t id = 0; id < columns.size(); ++id) {
    if (columns[id] != nullptr) chains[static_cast<size_t>(columns[id]->id)] = chains[id];
  }
  std::vector<bool> visited(plan->nodes.size());
  for (const auto& sink : plan->sinks) connect(*sink, visited);
  for (const OperatorPtr& op : operators) op->open();
  if (recorder) recorder->set_states(states);
}

// Before operators look at their state again, whatever has expired is gone.
void Job::Impl::move_clock(int64_t to) {
  if (to <= eval.clock_millis) return;
  eval.clock_millis = to;
  for (StateBase* state : states) {
    if (recorder) recorder->react(state->op_id);
    state->sweep(to);
    if (recorder) recorder->done();
  }
}

void Job::Impl::fire_processing_timers(int64_t until) {
  while (true) {
    Operator* next = nullptr;
    for (const OperatorPtr& op : operators) {
      const TimerQueue& timers = op->context.processing_timers;
      if (timers.empty() || timers.next_time() >= until) continue;
      if (next != nullptr) {
        const TimerQueue& best = next->context.processing_timers;
        if (timers.next_time() > best.next_time()) continue;
        if (timers.next_time() == best.next_time() && timers.next_sequence() > best.next_sequence()) continue;
      }
      next = op.get();
    }
    if (next == nullptr) return;
    int64_t time = next->context.processing_timers.next_time();
    move_clock(time + 1);
    RowPtr key = next->context.processing_timers.pop();
    if (recorder) recorder->timer(next->context.op_id, key, time);
    next->on_processing_timer(key, time);
    if (recorder) recorder->done();
  }
}

Job::Job() : impl_(std::make_unique<Impl>()) {}
Job::~Job() = default;

Result<std::unique_ptr<Job>> Job::create(std::shared_ptr<const PhysicalPlan> plan, const JobOptions& options,
                                         SinkConsumer* consumer) {
  std::unique_ptr<Job> job(new Job());
  Impl& impl = *job->impl_;
  impl.plan = std::move(plan);
  impl.eval.zone = TimeZone::find_session(text_option(options.settings, "table.local-time-zone", "UTC"));
  if (impl.eval.zone == nullptr) impl.eval.zone = &TimeZone::utc();
  impl.eval.legacy_cast =
      enum_option(options.settings, "table.exec.legacy-cast-behaviour", "DISABLED") == "ENABLED";
  impl.eval.clock_millis = options.clock_millis;
  if (options.trace) {
    impl.trace = std::make_unique<Trace>();
    impl.recorder = std::make_unique<TraceRecorder>(*impl.trace);
  }
  try {
    impl.build(options, consumer);
  } catch (const Failure& failure) {
    return failure.error;
  }
  return job;
}

int32_t Job::source(std::string_view table_name) const {
  for (size_t i = 0; i < impl_->sources.size(); ++i) {
    if (impl_->sources[i].table == table_name) return static_cast<int32_t>(i);
  }
  return -1;
}

Status Job::start() {
  return impl_->step([this] {
    for (Operator* op : impl_->values) {
      impl_->feed(Edge{op, 0}, RowKind::kInsert, impl_->empty_row);
      op->receive_watermark(0, kMaxWatermark);
      op->receive_finish();
    }
  });
}

Status Job::push(int32_t source, RowKind kind, const RowPtr& row) {
  return impl_->step([&] {
    if (source < 0) return;
    for (const Edge& reader : impl_->sources[static_cast<size_t>(source)].readers)
      impl_->feed(reader, kind, row);
  });
}

Status Job::push(int32_t source, const std::vector<Change>& changes) {
  return impl_->step([&] {
    if (source < 0) return;
    for (const Change& change : changes) {
      for (const Edge& reader : impl_->sources[static_cast<size_t>(source)].readers) {
        impl_->feed(reader, change.kind, change.row);
      }
    }
  });
}

Status Job::advance_clock(int64_t millis) {
  return impl_->step([&] {
    impl_->fire_processing_timers(millis);
    impl_->move_clock(millis);
  });
}

Status Job::watermark(int32_t source, int64_t millis) {
  return impl_->step([&] {
    if (source < 0) return;
    for (const Edge& reader : impl_->sources[static_cast<size_t>(source)].readers) {
      if (reader.input == 0) reader.target->receive_watermark(0, millis);
    }
  });
}

Status Job::finish() {
  return impl_->step([this] {
    for (Impl::Source& source : impl_->sources) {
      for (const Edge& reader : source.readers) {
        if (reader.input != 0) continue;
        reader.target->receive_watermark(0, kMaxWatermark);
        reader.target->receive_finish();
      }
    }
  });
}

const PhysicalPlan& Job::plan() const {
  return *impl_->plan;
}
Trace* Job::trace() {
  return impl_->trace.get();
}
int64_t Job::state_entries() const {
  int64_t sum = 0;
  for (const StateBase* state : impl_->states) sum += state->entries();
  return sum;
}
int64_t Job::state_bytes() const {
  int64_t sum = 0;
  for (const StateBase* state : impl_->states) sum += state->bytes();
  return sum;
}

}  // namespace rowkind
