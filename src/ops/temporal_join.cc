// TemporalJoin: each left row with the version of the right table that was valid at the left row's time (Flink:
// TemporalRowTimeJoinOperator). A right row is a version of its key from its time on; of several with one time the last one counts.
//
//   left row, right row   kept; one timer a key, at the smallest time that waits
//   timer                 every left row of the key with time <= watermark, in order of arrival: the latest version not after its time.
//                         A +I/+U version that passes the condition -> the joined row with the kind of the left one; none, a deleted one
//                         (-D, -U) or one that fails -> LEFT pads, INNER drops. Then versions older than the latest one at or before
//                         the watermark are forgotten.
//
// A left row behind the watermark is kept until the next one and meets the versions that are left; since 2.4 it is dropped. Keys are compared as they are stored: NULL
// finds NULL, also with `=` (2.3.0). State TTL: a key nobody wrote to for the TTL (up to half of it longer) is forgotten on both sides.
#include <algorithm>

#include "changelog/row_kind.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/row_build.h"

namespace rowkind {
namespace {

constexpr int64_t kNoTimer = INT64_MAX;

// Times of one key, kept with its left rows.
struct Waiting {
  std::vector<Change> rows;  // in order of arrival
  int64_t timer = kNoTimer;
  int64_t clean_up = -1;  // processing time at which the key is forgotten, -1: never
  int64_t written = 0;
};
struct Version {
  int64_t time;
  Change change;
};
struct Versions {
  std::vector<Version> versions;  // by time
  int64_t written = 0;
};

class TemporalJoin final : public Operator {
 public:
  TemporalJoin(const TemporalJoinNode& node, const OperatorOptions& options)
      : keys_{node.left_keys, node.right_keys},
        times_{node.left_time, node.right_time},
        types_{input_of(node, 0).type, input_of(node, 1).type},
        residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr),
        pads_(node.join == JoinType::kLeft),
        drops_late_rows_(node.drops_late_rows),
        ttl_(options.state_ttl_millis) {}

  void open() override {
    for (size_t side : {0, 1}) {
      StateSchema schema{side == 0 ? "left rows" : "versions",
                         {},
                         prefixed_type("kind", LogicalType::string(), types_[side])};
      for (int32_t column : keys_[side]) schema.key.push_back(types_[side][static_cast<size_t>(column)]);
      if (side == 0) {
        left_.open(context, std::move(schema), 0, nullptr, [](const void*, const Waiting& waiting) {
          std::vector<RowPtr> out;
          for (const Change& change : waiting.rows) out.push_back(prefixed_row(change.kind, *change.row));
          return out;
        });
      } else {
        right_.open(context, std::move(schema), 0, nullptr, [](const void*, const Versions& versions) {
          std::vector<RowPtr> out;
          for (const Version& version : versions.versions)
            out.push_back(prefixed_row(version.change.kind, *version.change.row));
          return out;
        });
      }
    }
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, keys_[input]);
    int64_t time = row[times_[input]].timestamp().millis;
    if (drops_late_rows_ && input == 0 && time <= context.watermark) {
      context.late(kind, row);
      return;
    }
    auto* entry = left_.touch_or_create(key);
    if (input == 0) {
      entry->value.rows.push_back(Change{kind, row});
      context.suppress(Reason{Rule::kTemporalWaits, row.get()});
    } else {
      put(right_.touch_or_create(key)->value.versions, Version{time, Change{kind, row}});
      context.suppress(Reason{is_accumulate(kind) ? Rule::kTemporalVersion : Rule::kTemporalEnd, row.get()});
    }
    if (time < entry->value.timer) {
      if (entry->value.timer != kNoTimer) context.event_timers.remove(entry->key, entry->value.timer);
      start_timer(*entry, time);
    }
    postpone_clean_up(*entry);
  }

  void on_event_timer(const RowPtr& key, int64_t time) override {
    auto* entry = left_.find(key);
    if (entry == nullptr || entry->value.timer != time) return;
    left_.touch(*entry);
    entry->value.timer = kNoTimer;
    auto* right = right_.find(key);
    std::vector<Change> due;
    int64_t next = kNoTimer;
    std::vector<Change>& rows = entry->value.rows;
    const auto waits = [&](const Change& change) {
      int64_t t = change.row[times_[0]].timestamp().millis;
      if (t <= context.watermark) return false;
      next = std::min(next, t);
      return true;
    };
    std::vector<Change> later;
    for (Change& change : rows) (waits(change) ? later : due).push_back(std::move(change));
    rows = std::move(later);
    static const std::vector<Version> kNone;
    for (const Change& change : due) join(change, right ? right->value.versions : kNone);
    if (right) prune(*right);
    if (next != kNoTimer) start_timer(*entry, next);
    if (next != kNoTimer || right != nullptr) {
      postpone_clean_up(*entry);
    } else {
      stop_clean_up(*entry);
    }
    if (rows.empty() && entry->value.clean_up < 0) left_.erase(entry);
  }

  void on_processing_timer(const RowPtr& key, int64_t time) override {
    auto* entry = left_.find(key);
    if (entry == nullptr || entry->value.clean_up != time) return;
    context.suppress(Reason{Rule::kTemporalForgotten, key.get()});
    if (entry->value.timer != kNoTimer) context.event_timers.remove(key, entry->value.timer);
    left_.erase(entry);
    if (auto* right = right_.find(key)) right_.erase(right);
  }

 private:
  using Entry = KeyedState<Waiting>::Entry;

  static void put(std::vector<Version>& versions, Version version) {
    const auto at = std::lower_bound(versions.begin(), versions.end(), version.time,
                                     [](const Version& v, int64_t t) { return v.time < t; });
    if (at != versions.end() && at->time == version.time) {
      *at = std::move(version);
    } else {
      versions.insert(at, std::move(version));
    }
  }

  void join(const Change& left, const std::vector<Version>& versions) {
    const auto behind =
        std::upper_bound(versions.begin(), versions.end(), left.row[times_[0]].timestamp().millis,
                         [](int64_t t, const Version& v) { return t < v.time; });
    const Change* version = behind == versions.begin() ? nullptr : &std::prev(behind)->change;
    if (version == nullptr) {
      miss(left, nullptr, pads_ ? Rule::kTemporalNonePads : Rule::kTemporalNone);
    } else if (is_retract(version->kind)) {
      miss(left, version->row.get(), pads_ ? Rule::kTemporalDeletedPads : Rule::kTemporalDeleted);
    } else {
      RowPtr both = joined(*left.row, version->row.get());
      if (residual_ && !residual_->test(*both, *context.eval)) {
        miss(left, version->row.get(), pads_ ? Rule::kTemporalFailsPads : Rule::kTemporalFails);
      } else {
        context.emit(left.kind, both, Reason{Rule::kTemporalMatch, left.row.get(), version->row.get()});
      }
    }
  }
  void miss(const Change& left, const Row* version, Rule rule) {
    Reason reason{rule, left.row.get(), version};
    if (pads_) {
      context.emit(left.kind, joined(*left.row, nullptr), reason);
    } else {
      context.suppress(reason);
    }
  }
  RowPtr joined(const Row& left, const Row* right) const {
    return joined_row(&left, types_[0].size(), right, types_[1].size());
  }

  // Keeps the latest version at or before the watermark and those after it.
  void prune(KeyedState<Versions>::Entry& entry) {
    std::vector<Version>& versions = entry.value.versions;
    size_t older = 0;
    while (older + 1 < versions.size() && versions[older + 1].time <= context.watermark) ++older;
    if (older == 0) return;
    right_.touch(entry);
    for (size_t i = 0; i < older; ++i)
      context.suppress(Reason{Rule::kTemporalExpired, versions[i].change.row.get()});
    versions.erase(versions.begin(), versions.begin() + static_cast<std::ptrdiff_t>(older));
  }

  void start_timer(Entry& entry, int64_t time) {
    entry.value.timer = time;
    context.register_event_timer(entry.key, time);
  }
  // The entry must be touched.
  void postpone_clean_up(Entry& entry) {
    if (ttl_ <= 0) return;
    int64_t now = context.clock();
    if (entry.value.clean_up >= 0 && now + ttl_ <= entry.value.clean_up) return;
    stop_clean_up(entry);
    entry.value.clean_up = now + ttl_ * 3 / 2;
    context.register_processing_timer(entry.key, entry.value.clean_up);
  }
  void stop_clean_up(Entry& entry) {
    if (entry.value.clean_up >= 0) context.processing_timers.remove(entry.key, entry.value.clean_up);
    entry.value.clean_up = -1;
  }

  std::vector<int32_t> keys_[2];
  int32_t times_[2];
  RowType types_[2];
  std::unique_ptr<Evaluator> residual_;
  bool pads_, drops_late_rows_;
  int64_t ttl_;
  KeyedState<Waiting> left_;
  KeyedState<Versions> right_;
};

}  // namespace

OperatorPtr make_temporal_join(const TemporalJoinNode& node, const FactoryContext& context) {
  return std::make_unique<TemporalJoin>(node, context.options);
}

}  // namespace rowkind
