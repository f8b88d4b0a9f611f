// LateralSnapshotJoin (2.4): each left row with the rows that the right side holds when the left one comes (Flink: LateralSnapshotJoinOperator).
//
// LOAD   left rows wait, and so does the left watermark. It ends when the watermark of the right side reaches load_completed_time, or when it
//        has not moved for load_completed_idle_timeout on the clock: then the left watermark goes on and the rows that waited are joined,
//        key by key. Without one yet they wait for it, or for the next left row of their key.
// JOIN   a left row is joined at once: +I for each row (and copy) of its key that passes the condition; none: LEFT pads, INNER drops.
//
// Changes of the right side wait, in either phase, until its watermark has moved on since the key's last change and the key is met again: then
// they are applied by time, of one time retractions first. Its watermark goes no further than here. State TTL begins with JOIN: a key that
// nobody met for the TTL (up to half of it longer) is forgotten.
#include <algorithm>

#include "changelog/row_kind.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/row_build.h"
#include "ops/row_list.h"

namespace rowkind {
namespace {

constexpr int64_t kFlipTimer = 1;  // any watermark fires it

struct Table {
  RowList rows;
  int64_t clean_up = -1;  // processing time at which the key is forgotten, -1: never
  int64_t written = 0;
};
struct Changes {
  std::vector<Change> changes;              // in order of arrival
  int64_t right_watermark = kMinWatermark;  // when the last one came
  int64_t written = 0;
};
struct Waiting {
  std::vector<RowPtr> rows;
  int64_t written = 0;
};
struct Phase {
  bool joins = false;
  int64_t right_watermark = kMinWatermark;
  int64_t written = 0;
};

class LateralSnapshotJoin final : public Operator {
 public:
  explicit LateralSnapshotJoin(const LateralSnapshotJoinNode& node)
      : keys_{node.left_keys, node.right_keys},
        filter_nulls_(node.filter_nulls),
        right_time_(node.right_time),
        types_{input_of(node, 0).type, input_of(node, 1).type},
        residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr),
        pads_(node.join == JoinType::kLeft),
        load_completed_(node.load_completed_time),
        idle_timeout_(node.load_completed_idle_timeout),
        ttl_(node.state_ttl_millis),
        job_key_(make_row({})) {}

  void open() override {
    const RowType key = key_types();
    StateSchema phase{
        "phase",
        {},
        {Field{"phase", LogicalType::string()}, Field{"right watermark", LogicalType::timestamp(3)}}};
    phase_.open(context, std::move(phase), 0, nullptr, [](const void*, const Phase& now) {
      const bool seen = now.right_watermark > kMinWatermark && now.right_watermark < kMaxWatermark;
      const Value time = seen ? Value::timestamp({now.right_watermark, 0}) : Value();
      return std::vector<RowPtr>{make_row({Value::string(now.joins ? "JOIN" : "LOAD"), time})};
    });
    table_.open(context, {"right rows", key, prefixed_type("count", LogicalType::bigint(), types_[1])}, 0,
                nullptr, [](const void*, const Table& table) {
                  std::vector<RowPtr> out;
                  for (const RowList::Item& item : table.rows) {
                    if (item.row) out.push_back(prefixed_row(Value::integer(item.count), *item.row));
                  }
                  return out;
                });
    changes_.open(context, {"right changes", key, prefixed_type("kind", LogicalType::string(), types_[1])}, 0,
                  nullptr, [](const void*, const Changes& changes) {
                    std::vector<RowPtr> out;
                    for (const Change& change : changes.changes)
                      out.push_back(prefixed_row(change.kind, *change.row));
                    return out;
                  });
    waiting_.open(context, {"left rows", key, types_[0]}, 0, nullptr,
                  [](const void*, const Waiting& waiting) { return waiting.rows; });
    if (idle_timeout_) start_idle_timer();
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    const RowPtr key = KeyView(*row, keys_[input]).to_row();
    apply_if_ready(key);
    if (input == 1) {
      auto* entry = changes_.touch_or_create(KeyView(*key));
      entry->value.changes.push_back(Change{kind, row});
      entry->value.right_watermark = phase().right_watermark;
      context.suppress(Reason{Rule::kSnapshotChange, row.get()});
    } else if (phase().joins) {
      join_waiting(key);
      join(*key, row);
    } else {
      auto* entry = waiting_.touch_or_create(KeyView(*key));
      if (entry->value.rows.empty()) context.register_event_timer(entry->key, kFlipTimer);
      entry->value.rows.push_back(row);
      context.suppress(Reason{Rule::kSnapshotWaits, row.get()});
    }
    postpone_clean_up(key);
  }

  void receive_watermark(int32_t input, int64_t watermark) override {
    if (input == 0) {
      left_watermark_ = std::max(left_watermark_, watermark);
      if (phase().joins) advance_watermark(left_watermark_);
      return;
    }
    if (watermark <= phase().right_watermark) return;
    if (context.recorder) context.recorder->react(context.op_id);
    change_phase().right_watermark = watermark;
    const bool loads = !phase().joins;
    const bool flips = loads && watermark >= load_completed_;
    if (flips) {
      flip(Reason{Rule::kSnapshotLoaded, nullptr, nullptr, watermark});
    } else if (loads && idle_timeout_) {
      stop_idle_timer();
      start_idle_timer();
    }
    if (context.recorder) context.recorder->done();
    if (flips) release();
  }

  void on_event_timer(const RowPtr& key, int64_t) override { join_waiting(key); }

  void on_processing_timer(const RowPtr& key, int64_t time) override {
    if (key->arity() == 0 && time == idle_time_) {
      idle_time_ = -1;
      flip(Reason{Rule::kSnapshotIdle});
      release();
    }
    auto* entry = table_.find(key);
    if (entry == nullptr || entry->value.clean_up != time) return;
    if (!phase().joins || context.clock() < flipped_ + ttl_) {
      start_clean_up(*entry, (phase().joins ? flipped_ : context.clock()) + ttl_ * 3 / 2);
      return;
    }
    context.suppress(Reason{Rule::kSnapshotForgotten, key.get()});
    table_.erase(entry);
    if (auto* changes = changes_.find(key)) changes_.erase(changes);
    if (auto* waiting = waiting_.find(key)) waiting_.erase(waiting);
  }

 private:
  RowType key_types() const {
    RowType out;
    for (int32_t column : keys_[1]) out.push_back(types_[1][static_cast<size_t>(column)]);
    return out;
  }

  const Phase& phase() const {
    static const Phase kStart;
    const auto* entry = phase_.find(job_key_);
    return entry ? entry->value : kStart;
  }
  Phase& change_phase() { return phase_.touch_or_create(KeyView(*job_key_))->value; }

  void flip(const Reason& reason) {
    change_phase().joins = true;
    flipped_ = context.clock();
    stop_idle_timer();
    context.suppress(reason);
  }
  // What the loading has held back.
  void release() {
    if (left_watermark_ >= kFlipTimer) advance_watermark(left_watermark_);
  }
  void start_idle_timer() {
    idle_time_ = context.clock() + *idle_timeout_;
    context.register_processing_timer(job_key_, idle_time_);
  }
  void stop_idle_timer() {
    if (idle_time_ >= 0) context.processing_timers.remove(job_key_, idle_time_);
    idle_time_ = -1;
  }

  void join_waiting(const RowPtr& key) {
    auto* entry = waiting_.find(key);
    if (entry == nullptr) return;
    apply(key);
    waiting_.touch(*entry);
    for (const RowPtr& row : entry->value.rows) join(*key, row);
    waiting_.erase(entry);
  }

  void join(const Row& key, const RowPtr& left) {
    bool matched = false;
    auto* entry = null_key(key) ? nullptr : table_.find(KeyView(key));
    if (entry != nullptr) {
      for (const RowList::Item& item : entry->value.rows) {
        if (!item.row) continue;
        const RowPtr both = joined(*left, item.row.get());
        if (residual_ && !residual_->test(*both, *context.eval)) continue;
        matched = true;
        for (int32_t i = 0; i < item.count; ++i)
          context.emit(RowKind::kInsert, both, Reason{Rule::kSnapshotMatch, left.get(), item.row.get()});
      }
    }
    if (matched) return;
    if (pads_) {
      context.emit(RowKind::kInsert, joined(*left, nullptr), Reason{Rule::kSnapshotNonePads, left.get()});
    } else {
      context.suppress(Reason{Rule::kSnapshotNone, left.get()});
    }
  }
  bool null_key(const Row& key) const {
    for (size_t i = 0; i < filter_nulls_.size(); ++i) {
      if (filter_nulls_[i] && key[static_cast<int32_t>(i)].is_null()) return true;
    }
    return false;
  }
  RowPtr joined(const Row& left, const Row* right) const {
    return joined_row(&left, types_[0].size(), right, types_[1].size());
  }

  void apply_if_ready(const RowPtr& key) {
    auto* entry = changes_.find(key);
    if (entry == nullptr) return;
    const Phase& now = phase();
    // A right side that never had a watermark may never get one.
    const bool never = now.joins && now.right_watermark == kMinWatermark;
    if (now.right_watermark > entry->value.right_watermark || never) apply(key);
  }
  void apply(const RowPtr& key) {
    auto* entry = changes_.find(key);
    if (entry == nullptr) return;
    changes_.touch(*entry);
    std::vector<Change> changes = std::move(entry->value.changes);
    std::stable_sort(changes.begin(), changes.end(), [&](const Change& a, const Change& b) {
      const int64_t x = a.row[right_time_].timestamp().millis, y = b.row[right_time_].timestamp().millis;
      return x != y ? x < y : is_retract(a.kind) && !is_retract(b.kind);
    });
    auto* table = table_.touch_or_create(KeyView(*key));
    for (const Change& change : changes) apply(table->value.rows, change);
    changes_.erase(entry);
    if (table->value.rows.empty() && table->value.clean_up < 0) table_.erase(table);
  }
  void apply(RowList& rows, const Change& change) {
    const KeyView whole(*change.row);
    RowList::Item* item = rows.find(whole);
    if (is_accumulate(change.kind)) {
      if (item != nullptr) {
        ++item->count;
      } else {
        rows.append(whole, change.row);
      }
      context.suppress(Reason{Rule::kSnapshotAdded, change.row.get()});
    } else if (item == nullptr) {
      context.suppress(Reason{Rule::kSnapshotUnknown, change.row.get()});
    } else {
      if (--item->count == 0) rows.remove(item, whole);
      context.suppress(Reason{Rule::kSnapshotRemoved, change.row.get()});
    }
  }

  void postpone_clean_up(const RowPtr& key) {
    if (ttl_ <= 0) return;
    auto* entry = table_.touch_or_create(KeyView(*key));
    const int64_t now = context.clock();
    if (entry->value.clean_up >= now + ttl_) return;
    if (entry->value.clean_up >= 0) context.processing_timers.remove(entry->key, entry->value.clean_up);
    start_clean_up(*entry, now + ttl_ * 3 / 2);
  }
  void start_clean_up(KeyedState<Table>::Entry& entry, int64_t time) {
    entry.value.clean_up = time;
    context.register_processing_timer(entry.key, time);
  }

  const std::vector<int32_t> keys_[2];
  const std::vector<bool> filter_nulls_;
  const int32_t right_time_;
  const RowType types_[2];
  const std::unique_ptr<Evaluator> residual_;
  const bool pads_;
  const int64_t load_completed_;
  const std::optional<int64_t> idle_timeout_;
  const int64_t ttl_;
  const RowPtr job_key_;  // of the phase and of the timer that ends it
  int64_t left_watermark_ = kMinWatermark, flipped_ = 0, idle_time_ = -1;
  KeyedState<Phase> phase_;
  KeyedState<Table> table_;
  KeyedState<Changes> changes_;
  KeyedState<Waiting> waiting_;
};

}  // namespace

OperatorPtr make_lateral_snapshot_join(const LateralSnapshotJoinNode& node, const FactoryContext&) {
  return std::make_unique<LateralSnapshotJoin>(node);
}

}  // namespace rowkind
