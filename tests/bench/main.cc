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
  const char* plan;
  int64_t expected;  // emitted rows of real Flink
  std::vector<Input> (*data)();
  bool key_only;     // without -U
};

const Workload kWorkloads[] = {
    {"agg-1k", "agg", 1'995'744, [] { return changelog(kRows, 1000); }, false},
    {"agg-50k", "agg", 1'583'601, [] { return changelog(kRows, 50000); }, false},
    {"normalize", "normalize", 1'000'000, [] { return changelog(kRows, 50000); }, true},
    {"dedup", "dedup", 1'900'001, [] { return append(kRows, 100'000); }, false},
    {"join", "join", 1'000'000, [] { return changelog(kRows, 50000); }, false},
    {"top3", "top3", 1'853'246, [] { return append(kRows, 100'000); }, false},
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

Run run(const Workload& workload, const std::vector<Input>& data) {
  Counter counter;
  auto plan = std::make_shared<const PhysicalPlan>(plan_of(workload.plan));
  auto job = std::move(Job::create(plan, JobOptions(), &counter).or_throw());
  job->start().or_throw();
  if (!std::strcmp(workload.plan, "join")) {
    int32_t d = job->source("d");
    for (int32_t g = 0; g < 50000; ++g) {
      job->push(d, RowKind::kInsert, make_row({Value::integer(g), Value::string("group_" + std::to_string(g))})).or_throw();
    }
  }
  bool append_rows = !std::strcmp(workload.plan, "dedup") || !std::strcmp(workload.plan, "top3");
  int32_t source = job->source("t");
  double start = cpu_seconds();
  int64_t pushed = 0;
  for (const Input& in : data) {
    if (workload.key_only && in.kind == 1) continue;
    ++pushed;
    RowPtr row;
    if (append_rows) {
      RowBuilder builder(4);
      builder.set(0, Value::integer(in.id)).set(1, Value::integer(in.v)).set(2, Value::integer(in.ts));
      row = builder.finish();
    } else {
      row = int_row({in.id, in.g, in.v, in.ts});
    }
    job->push(source, static_cast<RowKind>(in.kind), row).or_throw();
  }
  double seconds = cpu_seconds() - start;
  return Run{static_cast<double>(pushed) / seconds, counter.rows, job->state_entries(), job->state_bytes()};
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
  int wrong = 0;
  for (const Workload& workload : kWorkloads) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), workload.name) == wanted.end()) continue;
    std::vector<Input> data = workload.data();
    std::vector<double> speeds;
    Run last{};
    for (int i = 0; i < runs; ++i) {
      last = run(workload, data);
      speeds.push_back(last.rows_per_second / 1e6);
    }
    std::sort(speeds.begin(), speeds.end());
    bool same = last.emitted == workload.expected;
    wrong += !same;
    std::printf("%s\t%lld\t%lld\t%s\t%.2f\t%.2f\t%.2f\t%.0f\n", workload.name, static_cast<long long>(data.size()),
                static_cast<long long>(last.emitted), same ? "ok" : "WRONG", speeds.back(), speeds[speeds.size() / 2],
                speeds.front(), last.entries ? static_cast<double>(last.bytes) / static_cast<double>(last.entries) : 0);
    std::fflush(stdout);
  }
  return wrong ? 1 : 0;
}
