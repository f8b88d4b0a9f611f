// Keyed state: the only memory of an operator. A KeyedState<T> maps a key row to a T. One probe a message:
//
//   Entry* entry = state.find(KeyView(*row, key_columns));
//   if (!entry) entry = state.create(view); else state.touch(*entry);   // before the first write of a reaction
//   entry->value...                                                     // write
//   state.erase(entry);
//
// While a trace is recorded, create(), touch() and erase() tell the recorder what was there, so that it can show and undo every change;
// without a trace they cost one test of a null pointer.
//
// State TTL (`table.exec.state.ttl`, STATE_TTL hint): an entry not written for `ttl` milliseconds of the scenario clock is gone (Flink:
// OnCreateAndWrite, never returned when expired). The job sweeps the states whenever the clock moves, so find() needs no check. A T with
// `bool expire(int64_t latest)` forgets its parts written at or before `latest` itself and says whether nothing is left; its
// `times_written()` are those of its display rows.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ops/operator.h"
#include "ops/row_map.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

// What a state table shows.
struct StateSchema {
  std::string name;  // "accumulators", "left rows", "last row"
  RowType key;       // empty: one global key
  RowType value;
};

class StateBase {
 public:
  virtual ~StateBase() = default;
  // The display rows of a key (without key columns), in the order kept; empty: no such key.
  virtual std::vector<RowPtr> describe(const RowPtr& key) const = 0;
  // When these rows expire on the scenario clock: one time a row, or one for all of them; empty: never.
  virtual std::vector<int64_t> expiries(const RowPtr& key) const = 0;
  virtual int64_t entries() const = 0;
  virtual int64_t bytes() const = 0;  // estimate, for the benchmark's memory per row
  // Forgets what has expired at `clock`.
  virtual void sweep(int64_t clock) = 0;

  StateSchema schema;
  int32_t id = -1;  // within the job, set by the registry
  int32_t op_id = -1;
  Recorder* recorder = nullptr;  // null without a trace
};

// The states of one job, in order of registration.
using StateRegistry = std::vector<StateBase*>;

template <typename T>
class KeyedState final : public StateBase {
 public:
  using Entry = typename RowMap<T>::Entry;
  // Makes the display rows of a value; `owner` is the operator.
  using Describe = std::vector<RowPtr> (*)(const void* owner, const T& value);

  // Call from Operator::open(). `extra_bytes`: see RowMap.
  void open(OperatorContext& context, StateSchema state_schema, int64_t ttl_millis, const void* owner,
            Describe describe, size_t extra_bytes = 0) {
    context_ = &context;
    ttl_ = ttl_millis;
    schema = std::move(state_schema);
    owner_ = owner;
    describe_ = describe;
    map_.set_extra_bytes(extra_bytes);
    context.register_state(*this);
  }
  Entry* find(const KeyView& key) const { return map_.find(key); }
  Entry* find(const RowPtr& key) const { return map_.find(KeyView(*key)); }
  // A new entry with a default value; the key must not be there.
  Entry* create(const KeyView& key) {
    Entry* entry = map_.insert(key.to_row());
    if (recorder) recorder->before_create(*this, entry->key);
    if (ttl_ > 0) stamp(*entry);
    return entry;
  }
  Entry* create(const RowPtr& key) { return create(KeyView(*key)); }
  // find or create, touched.
  Entry* touch_or_create(const KeyView& key) {
    Entry* entry = map_.find(key);
    if (entry == nullptr) return create(key);
    touch(*entry);
    return entry;
  }
  void touch(Entry& entry) {
    if (recorder) recorder->before_change(*this, entry.key);
    if (ttl_ > 0) stamp(entry);
  }
  void erase(Entry* entry) {
    if (recorder) recorder->before_change(*this, entry->key);
    map_.erase(entry);
  }
  int64_t ttl() const { return ttl_; }
  bool expires() const { return ttl_ > 0; }
  int64_t clock() const { return context_->clock(); }

  std::vector<RowPtr> describe(const RowPtr& key) const override {
    Entry* entry = map_.find(KeyView(*key));
    return entry ? describe_(owner_, entry->value) : std::vector<RowPtr>{};
  }
  std::vector<int64_t> expiries(const RowPtr& key) const override {
    Entry* entry = ttl_ > 0 ? find(key) : nullptr;
    if (entry == nullptr) return {};
    std::vector<int64_t> times;
    if constexpr (requires(const T& v) { v.times_written(); }) {
      times = entry->value.times_written();
    } else {
      times.push_back(written(*entry));
    }
    for (int64_t& time : times) time += ttl_;
    return times;
  }
  int64_t entries() const override { return map_.size(); }
  int64_t bytes() const override { return map_.bytes(); }
  void sweep(int64_t clock) override {
    if (ttl_ <= 0 || clock < next_expiry_) return;
    int64_t latest = clock - ttl_;
    std::vector<Entry*> gone;
    next_expiry_ = INT64_MAX;
    map_.for_each([&](Entry& entry) {
      int64_t oldest = written(entry);
      if (oldest <= latest) {
        gone.push_back(&entry);
      } else if (oldest + ttl_ < next_expiry_) {
        next_expiry_ = oldest + ttl_;
      }
    });
    for (Entry* entry : gone) {
      if (recorder) recorder->before_expire(*this, entry->key);
      if constexpr (requires(T & v) { v.expire(latest); }) {
        if (!entry->value.expire(latest)) {
          int64_t oldest = written(*entry);
          if (oldest + ttl_ < next_expiry_) next_expiry_ = oldest + ttl_;
          continue;
        }
      }
      map_.erase(entry);
    }
  }

 private:
  // A value without parts of its own carries its time of writing; T has either `int64_t written` or `int64_t oldest() const`.
  static int64_t written(const Entry& entry) {
    if constexpr (requires(const T& v) { v.oldest(); }) {
      return entry.value.oldest();
    } else {
      return entry.value.written;
    }
  }
  void stamp(Entry& entry) {
    int64_t now = context_->clock();
    if constexpr (requires(T & v) { v.written = now; }) entry.value.written = now;
    if (now + ttl_ < next_expiry_) next_expiry_ = now + ttl_;
  }

  RowMap<T> map_;
  OperatorContext* context_ = nullptr;
  const void* owner_ = nullptr;
  Describe describe_ = nullptr;
  int64_t ttl_ = 0;
  int64_t next_expiry_ = INT64_MAX;
};

}  // namespace rowkind
