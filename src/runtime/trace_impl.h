// What Trace and TraceRecorder share.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "ops/row_map.h"
#include "runtime/trace.h"

namespace rowkind {

struct Trace::Impl {
  // A key of one state; `order` is its place among all keys of the state, by first write.
  struct Cell {
    int32_t order = 0;
    std::vector<RowPtr> rows;  // at the cursor; empty: not there
    // With TTL, by step: when the rows expire since they were written in that step, whether it changed them or not.
    std::vector<std::pair<int32_t, std::vector<int64_t>>> expiries;

    const std::vector<int64_t>& expiries_at(int32_t step) const;
  };
  struct State {
    StateSchema schema;
    int32_t op = -1;
    RowMap<Cell> cells;        // every key that was ever written
    std::vector<RowPtr> keys;  // by order
  };
  struct Saved {
    int32_t state, order;
    std::vector<RowPtr> rows;
  };
  struct Checkpoint {
    int32_t step = -1;  // content after this step
    std::vector<Saved> saved;
  };

  std::vector<StateSchema> schemas;
  std::vector<State> states;
  std::vector<StepTrace> steps;
  std::map<int32_t, std::vector<std::pair<int32_t, int64_t>>> watermarks;  // by operator: step, watermark
  std::vector<int64_t> changes;  // by step: number of state changes in all steps up to it
  std::vector<Checkpoint> checkpoints;
  int32_t cursor = -1;  // step whose content the cells have; -1: before everything
  int64_t live = 0;     // cells with rows, at the cursor

  Cell& cell(int32_t state, const RowPtr& key);
  void put(int32_t state, const RowPtr& key, const std::vector<RowPtr>& rows);
  // In the step that is recorded.
  void put_expiries(int32_t state, const RowPtr& key, std::vector<int64_t> expiries);
  // After the last event of a step was recorded.
  void step_done();
  void seek(int32_t step);

 private:
  void apply(const StepTrace& step, bool forward);
  void load(const Checkpoint& checkpoint);
  int64_t distance(int32_t from, int32_t to) const;
};

}  // namespace rowkind
