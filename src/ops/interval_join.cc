// IntervalJoin: rows of two insert-only inputs whose times lie within bounds of each other (Flink: TimeIntervalJoin, RowTimeIntervalJoin).
// left.time BETWEEN right.time + lower AND right.time + upper; L = -lower, R = upper. W is the operator time: the watermark (0 before the
// first one), or the clock.
//
//   left row at t   joins the cached right rows in [t - R, t + L], if the right cache was not yet cleaned beyond t + L; then is cached if
//                   W < t + L, else padded at once if it found nobody and the left side is outer. Right rows likewise.
//   clean-up        a timer at t + L + 1 (one a key and side) drops cached rows with time <= W - L - 1; an outer one without a match is
//                   padded then
//
// Watermarks go on late by max(L, R). Bounds that are empty join nothing: outer rows are padded at once. Flink keeps cached rows in a hash
// map by time, and rows of one probe come in its order.
#include <algorithm>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/row_build.h"

namespace rowkind {
namespace {

struct CachedRow {
  RowPtr row;
  bool matched = false;
};
struct TimeSlot {
  int64_t time = 0;
  uint32_t hash = 0;
  std::vector<CachedRow> rows;
};

// java.util.HashMap<Long, List<row>>: slots in the order of its iteration.
struct Cache {
  std::vector<TimeSlot> slots;
  uint32_t buckets = 16;
  int64_t timer = -1;  // of the clean-up, -1: none
  int64_t written = 0;

  std::vector<CachedRow>& at(int64_t time) {
    uint32_t h = static_cast<uint32_t>(static_cast<uint64_t>(time) ^ (static_cast<uint64_t>(time) >> 32));
    h ^= h >> 16;
    for (TimeSlot& slot : slots) {
      if (slot.time == time) return slot.rows;
    }
    if (slots.size() + 1 > buckets / 4 * 3) {
      buckets *= 2;
      std::stable_sort(slots.begin(), slots.end(), [this](const TimeSlot& a, const TimeSlot& b) {
        return bucket(a.hash) < bucket(b.hash);
      });
    }
    auto place = std::upper_bound(slots.begin(), slots.end(), bucket(h),
                                  [this](uint32_t b, const TimeSlot& slot) { return b < bucket(slot.hash); });
    return slots.insert(place, TimeSlot{time, h, {}})->rows;
  }
  uint32_t bucket(uint32_t hash) const { return hash & (buckets - 1); }
};

class IntervalJoin final : public Operator {
 public:
  explicit IntervalJoin(const IntervalJoinNode& node)
      : residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr),
        rowtime_(node.rowtime),
        empty_bounds_(node.lower_millis > node.upper_millis) {
    bool left_outer = node.join == JoinType::kLeft || node.join == JoinType::kFull;
    bool right_outer = node.join == JoinType::kRight || node.join == JoinType::kFull;
    sides_[0] =
        Side{node.left_keys, {}, node.left_time, -node.lower_millis, left_outer, input_of(node, 0).type};
    sides_[1] =
        Side{node.right_keys, {}, node.right_time, node.upper_millis, right_outer, input_of(node, 1).type};
    for (Side& side : sides_) {
      for (size_t i = 0; i < side.key.size(); ++i) {
        if (i < node.filter_nulls.size() && node.filter_nulls[i]) side.never_null.push_back(side.key[i]);
      }
    }
  }

  void open() override {
    const char* names[] = {"left rows", "right rows"};
    for (int32_t i : {0, 1}) {
      Side& side = sides_[i];
      StateSchema schema{names[i], {}, side.type};
      for (int32_t column : side.key) schema.key.push_back(side.type[static_cast<size_t>(column)]);
      caches_[i].open(context, std::move(schema), 0, nullptr, [](const void*, const Cache& cache) {
        std::vector<RowPtr> out;
        for (const TimeSlot& slot : cache.slots) {
          for (const CachedRow& cached : slot.rows) out.push_back(cached.row);
        }
        return out;
      });
    }
  }

  void process(int32_t input, RowKind, const RowPtr& row) override {
    Side &own = sides_[input], &other = sides_[1 - input];
    if (empty_bounds_) {
      if (own.outer) pad(input, row, Rule::kJoinPad);
      return;
    }
    int64_t time = rowtime_ ? row[own.time].timestamp().millis : context.clock();
    int64_t low = time - other.reach, high = time + own.reach;
    bool matched = false;
    KeyView key(*row, own.key);
    if (other.expiration < high) {
      other.expiration = expiration(other.reach);
      if (auto* entry = caches_[1 - input].find(key)) {
        matched = probe(1 - input, entry, row, low, high, null_key(own, *row));
      }
    }
    if (operator_time() < high) {
      auto* entry = caches_[input].touch_or_create(key);
      entry->value.at(time).push_back(CachedRow{row, matched});
      if (entry->value.timer < 0) start_timer(input, entry->key, entry->value, time);
      if (!matched) context.suppress(Reason{Rule::kJoinStored, row.get()});
    } else if (!matched && own.outer) {
      pad(input, row, Rule::kJoinPad);
    } else if (!matched) {
      context.suppress(Reason{Rule::kJoinForgotten, row.get()});
    }
  }

  void on_watermark(int64_t watermark) override {
    fire_event_timers(watermark);
    context.emit_watermark(watermark - std::max<int64_t>(0, std::max(sides_[0].reach, sides_[1].reach)));
  }
  void on_event_timer(const RowPtr& key, int64_t time) override { clean_up(key, time); }
  void on_processing_timer(const RowPtr& key, int64_t time) override { clean_up(key, time); }

 private:
  struct Side {
    std::vector<int32_t> key, never_null;
    int32_t time = 0;
    int64_t reach = 0;  // L of the left side, R of the right one
    bool outer = false;
    RowType type;
    int64_t expiration = 0;  // of this side's caches, as last computed by a probe or a clean-up of any key
  };

  int64_t operator_time() const {
    return rowtime_ ? std::max<int64_t>(0, context.watermark) : context.clock();
  }
  int64_t expiration(int64_t reach) const {
    return operator_time() == kMaxWatermark ? kMaxWatermark : operator_time() - reach - 1;
  }
  static bool null_key(const Side& side, const Row& row) {
    for (int32_t column : side.never_null) {
      if (row[column].is_null()) return true;
    }
    return false;
  }

  // Joins `row` with the cached rows of `side` and drops the expired ones.
  bool probe(int32_t side, KeyedState<Cache>::Entry* entry, const RowPtr& row, int64_t low, int64_t high,
             bool null_key) {
    caches_[side].touch(*entry);
    bool matched = false;
    std::vector<TimeSlot>& slots = entry->value.slots;
    for (size_t i = 0; i < slots.size();) {
      TimeSlot& slot = slots[i];
      if (slot.time >= low && slot.time <= high && !null_key) {
        for (CachedRow& cached : slot.rows) {
          const RowPtr &left = side == 1 ? row : cached.row, &right = side == 1 ? cached.row : row;
          RowPtr both = joined(left.get(), right.get());
          if (residual_ && !residual_->test(*both, *context.eval)) continue;
          context.emit(RowKind::kInsert, both, Reason{Rule::kJoinMatch, left.get(), right.get()});
          matched = cached.matched = true;
        }
      }
      if (slot.time <= sides_[side].expiration) {
        drop(side, slot);
        slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return matched;
  }

  void clean_up(const RowPtr& key, int64_t time) {
    for (int32_t side : {1, 0}) {
      auto* entry = caches_[side].find(key);
      if (entry == nullptr || entry->value.timer != time) continue;
      Cache& cache = entry->value;
      caches_[side].touch(*entry);
      sides_[side].expiration = expiration(sides_[side].reach);
      int64_t earliest = -1;
      for (size_t i = 0; i < cache.slots.size();) {
        TimeSlot& slot = cache.slots[i];
        if (slot.time <= sides_[side].expiration) {
          drop(side, slot);
          cache.slots.erase(cache.slots.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          if (earliest < 0 || slot.time < earliest) earliest = slot.time;
          ++i;
        }
      }
      if (earliest > 0) {
        start_timer(side, key, cache, earliest);
      } else {
        caches_[side].erase(entry);
      }
    }
  }

  void start_timer(int32_t side, const RowPtr& key, Cache& cache, int64_t time) {
    cache.timer = time + sides_[side].reach + 1;
    if (rowtime_) {
      context.register_event_timer(key, cache.timer);
    } else {
      context.register_processing_timer(key, cache.timer);
    }
  }

  void drop(int32_t side, const TimeSlot& slot) {
    if (!sides_[side].outer) return;
    for (const CachedRow& cached : slot.rows) {
      if (!cached.matched) pad(side, cached.row, Rule::kIntervalExpired);
    }
  }

  void pad(int32_t side, const RowPtr& row, Rule rule) {
    RowPtr padded = side == 0 ? joined(row.get(), nullptr) : joined(nullptr, row.get());
    context.emit(RowKind::kInsert, padded, Reason{rule, row.get()});
  }
  RowPtr joined(const Row* left, const Row* right) const {
    return joined_row(left, sides_[0].type.size(), right, sides_[1].type.size());
  }

  Side sides_[2];
  KeyedState<Cache> caches_[2];
  std::unique_ptr<Evaluator> residual_;
  bool rowtime_;
  bool empty_bounds_;
};

}  // namespace

OperatorPtr make_interval_join(const IntervalJoinNode& node, const FactoryContext&) {
  return std::make_unique<IntervalJoin>(node);
}

}  // namespace rowkind
