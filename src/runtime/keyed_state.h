// Keyed state: the only memory of an operator. A KeyedState<T> maps a key row to a T; the operator reads with get(), writes through
// modify() and erase(). While a trace is recorded, the first write to a key within one reaction keeps the description of what was there,
// so the recorder can show and undo every change; without a trace the only cost is one test of a null pointer.
//
// T needs:  std::vector<RowPtr> T::describe() const  -- the display rows of this key (without key columns), in the order kept.
//
// State TTL (`table.exec.state.ttl`, STATE_TTL hint): an entry not written for `ttl` milliseconds of the scenario clock is gone
// (Flink: OnCreateAndWrite, never returned when expired).
#pragma once

#include <tsl/robin_map.h>

#include <string>
#include <utility>
#include <vector>

#include "ops/operator.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

// What a state table shows.
struct StateSchema {
  std::string name;   // "accumulators", "left rows", "last row"
  RowType key;        // empty: one global key
  RowType value;
};

// Told of every change while a trace is recorded.
class StateListener {
 public:
  virtual ~StateListener() = default;
  // First write to `key` since the last reaction began; `rows` is what is there (empty: nothing).
  virtual void before_change(int32_t state_id, const RowPtr& key, std::vector<RowPtr> rows) = 0;
  virtual void expired(int32_t state_id, const RowPtr& key, std::vector<RowPtr> rows) = 0;
};

class StateBase {
 public:
  virtual ~StateBase() = default;
  virtual std::vector<RowPtr> describe(const RowPtr& key) const = 0;  // empty: no such key
  virtual int64_t entries() const = 0;
  virtual int64_t bytes() const = 0;  // estimate, for the benchmark's memory per row

  StateSchema schema;
  int32_t id = -1;  // within the job
  int32_t op_id = -1;
  StateListener* listener = nullptr;
};

// An operator registers its states in open(): context.job state registry fills id and listener.
void register_state(OperatorContext& context, StateBase& state);

template <typename T>
class KeyedState final : public StateBase {
 public:
  // Reads; null if the key is not there (or has expired, which is recorded).
  const T* get(const RowPtr& key) {
    auto it = map_.find(key);
    if (it == map_.end()) return nullptr;
    if (ttl_ > 0 && expired(it->second)) {
      drop_expired(it);
      return nullptr;
    }
    return &it->second.value;
  }
  // The value for writing, default-made if the key is new. The reference lives until the next write to this state.
  T& modify(const RowPtr& key) {
    auto it = map_.find(key);
    if (it != map_.end() && ttl_ > 0 && expired(it->second)) {
      drop_expired(it);
      it = map_.end();
    }
    if (listener) listener->before_change(id, key, it == map_.end() ? std::vector<RowPtr>{} : it->second.value.describe());
    if (it == map_.end()) it = map_.insert({key, Entry{}}).first;
    Entry& entry = it.value();
    if (ttl_ > 0) entry.written = context_->clock();
    return entry.value;
  }
  void erase(const RowPtr& key) {
    auto it = map_.find(key);
    if (it == map_.end()) return;
    if (listener) listener->before_change(id, key, it->second.value.describe());
    map_.erase(it);
  }
  void open(OperatorContext& context, StateSchema state_schema, int64_t ttl_millis) {
    context_ = &context;
    ttl_ = ttl_millis;
    schema = std::move(state_schema);
    op_id = context.op_id;
    register_state(context, *this);
  }
  std::vector<RowPtr> describe(const RowPtr& key) const override {
    auto it = map_.find(key);
    return it == map_.end() ? std::vector<RowPtr>{} : it->second.value.describe();
  }
  int64_t entries() const override { return static_cast<int64_t>(map_.size()); }
  int64_t bytes() const override { return static_cast<int64_t>(map_.bucket_count() * sizeof(std::pair<RowPtr, Entry>)); }

 private:
  struct Entry {
    T value{};
    int64_t written = 0;
  };
  using Map = tsl::robin_map<RowPtr, Entry, RowHash, RowEqual>;
  bool expired(const Entry& entry) const { return entry.written + ttl_ <= context_->clock(); }
  void drop_expired(typename Map::iterator it) {
    if (listener) listener->expired(id, it->first, it->second.value.describe());
    map_.erase(it);
  }

  Map map_;
  OperatorContext* context_ = nullptr;
  int64_t ttl_ = 0;
};

}  // namespace rowkind
