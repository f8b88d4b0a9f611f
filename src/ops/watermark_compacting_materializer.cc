// WatermarkCompactingSinkMaterializer (ON CONFLICT DO NOTHING, DO ERROR): the changes of a primary key wait for the next watermark. Equal
// additions and retractions cancel out; what is left, after the row sent last, decides:
//
//   no row      -D of the row sent last
//   one row     +I, or +U if it differs from the row sent last
//   more        DO NOTHING keeps the row sent last (or the first one); DO ERROR fails the job
#include <string>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "types/text.h"

namespace rowkind {
namespace {

struct Waiting {
  std::vector<Change> changes;  // since the last watermark
  RowPtr sent;                  // null: nothing
  int64_t written = 0;
};

class WatermarkCompactingMaterializer final : public Operator {
 public:
  WatermarkCompactingMaterializer(const SinkNode& node, const OperatorOptions& options)
      : key_(node.primary_key),
        upsert_key_(node.upsert_key),
        fails_(node.conflict == ConflictStrategy::kError),
        ttl_(options.state_ttl_millis),
        type_(node.inputs[0]->type) {
    for (int32_t column : key_) key_type_.push_back(type_[static_cast<size_t>(column)]);
  }

  void open() override {
    state_.open(context, StateSchema{"row sent, rows waiting", key_type_, type_}, ttl_, this,
                [](const void*, const Waiting& waiting) {
                  std::vector<RowPtr> out;
                  if (waiting.sent) out.push_back(waiting.sent);
                  for (const Change& change : waiting.changes) out.push_back(change.row);
                  return out;
                });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, key_);
    auto* entry = state_.touch_or_create(key);
    if (entry->value.changes.empty()) dirty_.push_back(entry->key);
    entry->value.changes.push_back(Change{kind, row});
    context.suppress(Reason{Rule::kConflictWaits, row.get()});
  }

  void on_watermark(int64_t watermark) override {
    for (const RowPtr& key : std::exchange(dirty_, {})) {
      auto* entry = state_.find(key);
      if (entry != nullptr) compact(entry);
    }
    Operator::on_watermark(watermark);
  }

 private:
  void compact(KeyedState<Waiting>::Entry* entry) {
    state_.touch(*entry);
    Waiting& waiting = entry->value;
    std::vector<RowPtr> rows;
    if (waiting.sent) rows.push_back(waiting.sent);
    for (const Change& change : std::exchange(waiting.changes, {})) {
      size_t index = find(rows, *change.row);
      if (is_retract(change.kind)) {
        if (index < rows.size()) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(index));
      } else if (!upsert_key_.empty() && index < rows.size()) {
        rows[index] = change.row;
      } else {
        rows.push_back(change.row);
      }
    }
    RowPtr sent = waiting.sent;
    if (rows.empty()) {
      state_.erase(entry);
      if (sent) context.emit(RowKind::kDelete, sent, Reason{Rule::kConflictDelete, sent.get()});
      return;
    }
    if (rows.size() > 1 && fails_) fail(*entry->key);
    RowPtr winner = rows[0];
    int64_t count = static_cast<int64_t>(rows.size());
    waiting.sent = winner;
    if (!sent) {
      context.emit(RowKind::kInsert, winner,
                   Reason{count > 1 ? Rule::kConflictKept : Rule::kConflictInsert, nullptr, nullptr, count});
    } else if (winner->equals(*sent)) {
      context.suppress(
          Reason{count > 1 ? Rule::kConflictKept : Rule::kConflictSame, sent.get(), nullptr, count});
    } else {
      context.emit(RowKind::kUpdateAfter, winner, Reason{Rule::kConflictInsert, sent.get(), nullptr, count});
    }
  }

  [[noreturn]] void fail(const Row& key) const {
    std::string text;
    for (size_t i = 0; i < key_type_.size(); ++i) {
      const Value& value = key[static_cast<int32_t>(i)];
      text += (i ? ", " : "") + key_type_[i].name + "=" +
              (value.is_null() ? "null" : cast_to_string(value, key_type_[i].type, *context.eval->zone));
    }
    throw Failure(
        "job/primary-key-conflict",
        "Primary key constraint violation: multiple distinct records with the same primary key detected. "
        "Conflicting key: [" +
            text + "]. Use ON CONFLICT DO NOTHING to keep the first record.");
  }

  // By upsert key, or as a whole.
  size_t find(const std::vector<RowPtr>& rows, const Row& row) const {
    for (size_t i = 0; i < rows.size(); ++i) {
      bool equal = upsert_key_.empty() ? rows[i]->equals(row) : true;
      for (int32_t column : upsert_key_) equal = equal && (*rows[i])[column].equals(row[column]);
      if (equal) return i;
    }
    return rows.size();
  }

  std::vector<int32_t> key_;
  ColumnSet upsert_key_;
  bool fails_;
  int64_t ttl_;
  RowType type_, key_type_;
  KeyedState<Waiting> state_;
  std::vector<RowPtr> dirty_;  // keys with changes, by first arrival
};

}  // namespace

OperatorPtr make_watermark_compacting_materializer(const SinkNode& node, const FactoryContext& context) {
  return std::make_unique<WatermarkCompactingMaterializer>(node, context.options);
}

}  // namespace rowkind
