// Benchmark: input rows per second (of processor time) of whole jobs, without trace. bench [--runs N] [WORKLOAD...]; prints one line a workload with tab-separated
// fields: name, input rows, emitted rows, expected emitted rows, best, median and worst Mrows/s, bytes per entry of state.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "data.h"
#include "decode.h"
#include "memory.h"
#include "pipeline.h"
#include "plans.h"
#include "runtime/job.h"

namespace rowkind::bench {
namespace {

constexpr int32_t kRows = 1'000'000;

class Counter final : public SinkConsumer {
 public:
  int64_t rows = 0;
  uint64_t kinds = 0;
  void on_change(int32_t, RowKind kind, const RowPtr&) override {
    ++rows;
    kinds += static_cast<uint64_t>(kind);
  }
};

RowPtr int_row(std::initializer_list<int32_t> values) {
  RowBuilder builder(static_cast<int32_t>(values.size()));
  int32_t i = 0;
  for (int32_t v : values) builder.set(i++, Value::integer(v));
  return builder.finish();
}

struct Workload {
  const char* name;
  const char* table;
  const char* sql;
  int64_t expected;  // emitted rows of real Flink; -1: not recorded
  std::vector<Input> (*data)();
};

std::vector<Input> changelog_1k() {
  return changelog(kRows, 1000);
}
std::vector<Input> changelog_50k() {
  return changelog(kRows, 50000);
}
std::vector<Input> without_update_before() {
  std::vector<Input> out;
  for (const Input& row : changelog_50k()) {
    if (row.kind != 1) out.push_back(row);
  }
  return out;
}
std::vector<Input> inserts() {
  return append(kRows, 100'000);
}
std::vector<Input> inserts_1k() {
  return append(kRows, 1000);
}

const Workload kWorkloads[] = {
    {"agg-1k", "c", "SELECT g, COUNT(*), SUM(v) FROM c GROUP BY g", 1'995'744, changelog_1k},
    {"agg-50k", "c", "SELECT g, COUNT(*), SUM(v) FROM c GROUP BY g", 1'583'601, changelog_50k},
    {"two-level", "c", "SELECT n, COUNT(*) FROM (SELECT g, COUNT(*) AS n FROM c GROUP BY g) GROUP BY n", -1,
     changelog_50k},
    {"normalize", "u", "SELECT * FROM u", 1'000'000, without_update_before},
    {"dedup", "a",
     "SELECT id, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY pt DESC) AS rn FROM a) "
     "WHERE rn = 1",
     1'900'001, inserts},
    {"join", "c", "SELECT c.id, c.v, d.name FROM c JOIN d ON c.g = d.g", 1'000'000, changelog_50k},
    {"top3", "a",
     "SELECT id, v, ts, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY v DESC) AS rn FROM a) "
     "WHERE rn <= 3",
     1'853'246, inserts},
    {"hop", "e",
     "SELECT window_start, window_end, id, COUNT(*), SUM(v) FROM TABLE(HOP(TABLE e, DESCRIPTOR(ts), INTERVAL "
     "'1' SECOND, "
     "INTERVAL '5' SECOND)) GROUP BY window_start, window_end, id",
     991'644, inserts_1k},
    {"interval-join", "e",
     "SELECT e.id, e.v, f.v FROM e JOIN f ON e.id = f.id AND f.ts BETWEEN e.ts - INTERVAL '1' SECOND AND "
     "e.ts + INTERVAL '1' SECOND",
     -1, inserts_1k},
};

// Time that this process had a core, so that others on the machine disturb less.
double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

struct Run {
  double rows_per_second;
  int64_t emitted;
  int64_t entries, bytes;
};

// A loop of one call would run in the code that V8 compiles first: it is compiled better when it is entered again.
constexpr size_t kBlock = 10'000;
struct Feed {
  Job& job;
  int32_t source, second;
  bool inserts, event_time;

  [[gnu::noinline]] void push(const Input* begin, const Input* end) {
    for (const Input* in = begin; in != end; ++in) {
      RowPtr row =
          event_time
              ? make_row({Value::integer(in->id), Value::integer(in->v), Value::timestamp({in->ts, 0})})
          : inserts ? int_row({in->id, in->v, in->ts})
                    : int_row({in->id, in->g, in->v, in->ts});
      job.push(source, static_cast<RowKind>(in->kind), row).or_throw();
      std::swap(source, second);
    }
  }
};

Run run(const Workload& workload, const std::vector<Input>& data) {
  Counter counter;
  auto plan = std::make_shared<const PhysicalPlan>(plan_of(workload.sql));
  auto created = Job::create(plan, JobOptions(), &counter);
  Job& job = *created.or_throw();
  job.start().or_throw();
  int32_t dimension = job.source("d");
  for (int32_t g = 0; dimension >= 0 && g < 50000; ++g) {
    RowPtr row = make_row({Value::integer(g), Value::string("group_" + std::to_string(g))});
    job.push(dimension, RowKind::kInsert, row).or_throw();
  }
  // Where the plan reads f too, every other row goes there.
  Feed feed{job, job.source(workload.table), job.source("f"), !std::strcmp(workload.table, "a"),
            !std::strcmp(workload.table, "e")};
  if (feed.second < 0) feed.second = feed.source;
  double start = cpu_seconds();
  for (size_t i = 0; i < data.size(); i += kBlock)
    feed.push(data.data() + i, data.data() + std::min(data.size(), i + kBlock));
  double seconds = cpu_seconds() - start;
  return Run{static_cast<double>(data.size()) / seconds, counter.rows, job.state_entries(),
             job.state_bytes()};
}

// Decoding alone, in MB a second instead of rows.
bool run_debezium(int runs) {
  constexpr int64_t kExpected = 289'456;
  Messages messages = debezium_messages();
  std::vector<double> speeds;
  int64_t rows = 0;
  for (int i = 0; i < runs; ++i) {
    double start = cpu_seconds();
    rows = decode_debezium(messages);
    speeds.push_back(static_cast<double>(messages.text.size()) / 1e6 / (cpu_seconds() - start));
  }
  std::sort(speeds.begin(), speeds.end());
  std::printf("debezium-MB/s\t%lld\t%lld\t%s\t%.2f\t%.2f\t%.2f\t0\n", static_cast<long long>(messages.count),
              static_cast<long long>(rows), rows == kExpected ? "ok" : "WRONG", speeds.back(),
              speeds[speeds.size() / 2], speeds.front());
  return rows == kExpected;
}

// Events through a Flink CDC pipeline.
bool run_pipeline(int runs) {
  PipelineBench bench;
  std::vector<double> speeds;
  int64_t emitted = 0;
  for (int i = 0; i < runs; ++i) {
    double start = cpu_seconds();
    emitted = bench.run();
    speeds.push_back(static_cast<double>(kPipelineEvents) / 1e6 / (cpu_seconds() - start));
  }
  std::sort(speeds.begin(), speeds.end());
  const bool same = emitted == bench.expected();
  std::printf("cdc-pipeline\t%lld\t%lld\t%s\t%.2f\t%.2f\t%.2f\t0\n", static_cast<long long>(kPipelineEvents),
              static_cast<long long>(emitted), same ? "ok" : "WRONG", speeds.back(),
              speeds[speeds.size() / 2], speeds.front());
  return same;
}

}  // namespace
}  // namespace rowkind::bench

int main(int argc, char** argv) {
  using namespace rowkind::bench;
  int runs = 5;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--runs") && i + 1 < argc) {
      runs = std::max(1, std::atoi(argv[++i]));
    } else {
      wanted.push_back(argv[i]);
    }
  }
  auto asked = [&](const char* name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  int wrong = 0;
  if (asked("memory")) wrong += !run_memory();  // before others have taken memory
  for (const Workload& workload : kWorkloads) {
    if (!asked(workload.name)) continue;
    std::vector<Input> data = workload.data();
    std::vector<double> speeds;
    Run last{};
    for (int i = 0; i < runs; ++i) {
      last = run(workload, data);
      speeds.push_back(last.rows_per_second / 1e6);
    }
    std::sort(speeds.begin(), speeds.end());
    bool same = workload.expected < 0 || last.emitted == workload.expected;
    wrong += !same;
    std::printf("%s\t%lld\t%lld\t%s\t%.2f\t%.2f\t%.2f\t%.0f\n", workload.name,
                static_cast<long long>(data.size()), static_cast<long long>(last.emitted),
                workload.expected < 0 ? "-"
                : same                ? "ok"
                                      : "WRONG",
                speeds.back(), speeds[speeds.size() / 2], speeds.front(),
                last.entries ? static_cast<double>(last.bytes) / static_cast<double>(last.entries) : 0);
    std::fflush(stdout);
  }
  if (asked("debezium")) wrong += !run_debezium(runs);
  if (asked("cdc-pipeline")) wrong += !run_pipeline(runs);
  return wrong ? 1 : 0;
}
