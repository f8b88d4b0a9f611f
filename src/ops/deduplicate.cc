// Deduplicate: ROW_NUMBER() … = 1 on a time attribute over insert-only input.
//
//   processing time, first row  +I of the first row of a key, then nothing
//   processing time, last row   +I; an equal row is left out if there is no state TTL and the stored row was sent as +I (Flink's heap state
//                               keeps the kind: after an update the stored row is +U and never equal); else [-U previous,] +U row
//   event time, last row        replaces if its time is not before the stored one's, at once: +I, then [-U previous,] +U row
//   event time, first row       rows before the watermark are dropped; the earliest row of a key is sent as +I when the watermark reaches
//                               it, then the key is silent
//   event time, first row, with mini-batch  replaces if its time is before the stored one's, with the bundle; before 2.1 without
//                               mini-batch too, at once
//
// With mini-batch the processing-time forms look at the first / last row of a key in a bundle only; the event-time forms at every row,
// unless table.exec.deduplicate.mini-batch.compact-changes-enabled keeps only the winner.
// table.exec.deduplicate.insert-update-after-sensitive-enabled = false, where nobody needs -U: always +U.
#include "ops/bundle.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

struct Stored {
  RowPtr row;
  RowKind kind = RowKind::kInsert;  // under which it was sent
  bool sent = false;                // event time, first row: already out
  int64_t written = 0;
};

class Deduplicate final : public InBundles<Operator> {
 public:
  Deduplicate(const RankNode& node, const OperatorOptions& options)
      : key_(node.partition),
        keep_last_(node.keep_last),
        waits_(node.waits),
        update_before_(generates_update_before(node)),
        first_is_insert_(update_before_ || options.dedup_first_row_is_insert),
        mini_batch_(options.mini_batch),
        compact_(options.dedup_compact_changes),
        ttl_(options.state_ttl_millis),
        type_(input_of(node).type),
        bundle_(options.mini_batch_size, key_type(type_, key_)) {
    int32_t column = node.order[0].column;
    if (type_[static_cast<size_t>(column)].type.is_rowtime()) rowtime_ = column;
  }

  void open() override {
    StateSchema schema{keep_last_ ? "last row" : "first row", {}, type_};
    for (int32_t column : key_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    state_.open(context, std::move(schema), ttl_, this,
                [](const void*, const Stored& stored) { return std::vector<RowPtr>{stored.row}; });
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    KeyView key(*row, key_);
    if (!mini_batch_) {
      if (waits_) {
        wait_for_watermark(key, row);
      } else {
        react(key, row);
      }
      return;
    }
    std::vector<RowPtr>& rows = bundle_.add(key);
    bool fold = rowtime_ < 0 || compact_;
    if (!fold || rows.empty()) {
      rows.push_back(row);
    } else if (rowtime_ < 0 ? keep_last_ : wins(*rows[0], *row)) {
      rows[0] = row;
    }
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

  void on_event_timer(const RowPtr& key, int64_t time) override {
    auto* entry = state_.find(key);
    if (entry == nullptr || entry->value.sent || time_of(*entry->value.row) != time) return;
    state_.touch(*entry);
    entry->value.sent = true;
    context.emit(RowKind::kInsert, entry->value.row, Reason{Rule::kDedupFirst});
  }

 private:
  void flush() override {
    if (bundle_.empty()) return;
    for (auto& item : bundle_.take()) {
      for (const RowPtr& row : item.value) react(KeyView(*item.key), row);
    }
  }

  int64_t time_of(const Row& row) const { return row[rowtime_].timestamp().millis; }
  // Whether `row` takes the place of `stored` by event time.
  bool wins(const Row& stored, const Row& row) const {
    return keep_last_ ? time_of(stored) <= time_of(row) : time_of(row) < time_of(stored);
  }

  void wait_for_watermark(const KeyView& key, const RowPtr& row) {
    int64_t time = time_of(*row);
    if (time < context.watermark) {
      context.late(RowKind::kInsert, row);
      return;
    }
    auto* entry = state_.find(key);
    if (entry != nullptr) {
      if (entry->value.sent || !wins(*entry->value.row, *row)) {
        context.suppress(Reason{Rule::kDedupLater, entry->value.row.get()});
        return;
      }
      context.event_timers.remove(entry->key, time_of(*entry->value.row));
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
    }
    entry->value.row = row;
    context.register_event_timer(entry->key, time);
    context.suppress(Reason{Rule::kDedupWaits, row.get()});
  }

  void react(const KeyView& key, const RowPtr& row) {
    auto* entry = state_.find(key);
    if (entry == nullptr) {
      RowKind kind = first_is_insert_ ? RowKind::kInsert : RowKind::kUpdateAfter;
      Stored& stored = state_.create(key)->value;
      stored.row = row;
      stored.kind = kind;
      context.emit(kind, row, Reason{Rule::kDedupFirst});
      return;
    }
    Stored& stored = entry->value;
    if (rowtime_ >= 0 ? !wins(*stored.row, *row) : !keep_last_) {
      context.suppress(
          Reason{rowtime_ >= 0 && keep_last_ ? Rule::kDedupOlder : Rule::kDedupLater, stored.row.get()});
      return;
    }
    if (rowtime_ < 0 && !state_.expires() && first_is_insert_ && stored.kind == RowKind::kInsert &&
        stored.row->equals(*row)) {
      context.suppress(Reason{Rule::kDedupEqual, stored.row.get()});
      return;
    }
    state_.touch(*entry);
    RowPtr previous = std::exchange(stored.row, row);
    stored.kind = RowKind::kUpdateAfter;
    Reason reason{Rule::kDedupUpdate, previous.get(), row.get()};
    if (update_before_) context.emit(RowKind::kUpdateBefore, previous, reason);
    context.emit(RowKind::kUpdateAfter, row, reason);
  }

  std::vector<int32_t> key_;
  int32_t rowtime_ = -1;  // -1: processing time
  bool keep_last_;
  bool waits_;
  bool update_before_;
  bool first_is_insert_;
  bool mini_batch_;
  bool compact_;
  int64_t ttl_;
  RowType type_;
  KeyedState<Stored> state_;
  Bundle<std::vector<RowPtr>> bundle_;
};

}  // namespace

OperatorPtr make_deduplicate(const RankNode& node, const FactoryContext& context) {
  return std::make_unique<Deduplicate>(node, context.options);
}

}  // namespace rowkind
