// A Flink CDC pipeline: a million events through a projection of five expressions and a filter. Half of them are
// inserts, a quarter updates with both images, a quarter deletes.
#pragma once

#include <cstdint>
#include <memory>

namespace rowkind::bench {

constexpr int64_t kPipelineEvents = 1'000'000;

class PipelineBench {
 public:
  PipelineBench();
  ~PipelineBench();
  // Events that reach the sink.
  int64_t run() const;
  // How many that have to be, counted from the data.
  int64_t expected() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace rowkind::bench
