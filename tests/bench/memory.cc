#include "memory.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "data.h"
#include "plans.h"
#include "runtime/job.h"

namespace rowkind::bench {
namespace {

constexpr int32_t kMillion = 1'000'000;
constexpr int32_t kMillions = 10;

struct Counter final : SinkConsumer {
  int64_t rows = 0;
  void on_change(int32_t, RowKind, const RowPtr&) override { ++rows; }
};

double memory_mib() {
#ifdef __wasm__
  return static_cast<double>(__builtin_wasm_memory_size(0)) / 16;  // pages of 64 KiB
#else
  int64_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return static_cast<double>(resident) * 4 / 1024;
#endif
}

bool run_job(const char* name, const char* sql, const std::vector<Input>& data) {
  Counter counter;
  auto created = Job::create(std::make_shared<const PhysicalPlan>(plan_of(sql)), JobOptions(), &counter);
  Job& job = *created.or_throw();
  job.start().or_throw();
  int32_t source = job.source("e"), second = job.source("f");
  if (second < 0) second = source;
  std::vector<double> memory;
  for (int32_t round = 0; round < kMillions; ++round) {
    for (const Input& in : data) {
      const int64_t time = int64_t{round} * kMillion + in.ts;
      job.push(source, RowKind::kInsert,
               make_row({Value::integer(in.id), Value::integer(in.v), Value::timestamp({time, 0})}))
          .or_throw();
      std::swap(source, second);
    }
    memory.push_back(memory_mib());
  }
  const bool flat = memory.back() <= memory.front() * 1.05;
  std::printf("%s\t%lld\t%lld\t%s\t%.1f\t%.1f\t%.1f\t%.0f\n", name,
              static_cast<long long>(kMillions) * kMillion, static_cast<long long>(counter.rows),
              flat ? "flat" : "WRONG", memory.front(), memory[kMillions / 2 - 1], memory.back(),
              static_cast<double>(job.state_bytes()) / static_cast<double>(job.state_entries()));
  std::fflush(stdout);
  return flat;
}

}  // namespace

bool run_memory() {
  const std::vector<Input> data = append(kMillion, 1000);
  const bool windows =
      run_job("hop-MiB",
              "SELECT window_start, window_end, id, COUNT(*), SUM(v) FROM TABLE(HOP(TABLE e, DESCRIPTOR(ts), "
              "INTERVAL '1' SECOND, INTERVAL '5' SECOND)) GROUP BY window_start, window_end, id",
              data);
  const bool join = run_job(
      "interval-MiB",
      "SELECT e.id, e.v, f.v FROM e JOIN f ON e.id = f.id AND f.ts BETWEEN e.ts - INTERVAL '1' SECOND "
      "AND e.ts + INTERVAL '1' SECOND",
      data);
  return windows && join;
}

}  // namespace rowkind::bench
