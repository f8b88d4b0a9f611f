// ChangelogNormalize: makes a full changelog of an upsert stream, or removes duplicate events. Keeps the last row of each key
// (Flink: DeduplicateFunctionHelper.processLastRowOnChangelog[WithFilter]).
//
//   +I/+U, passes the pushed filter   unknown key -> store, +I; equal row and no state TTL -> nothing; else [-U previous,] +U row
//   +I/+U, fails it                   unknown key -> nothing; else -D previous, forget
//   -U/-D                             unknown key -> nothing; else -D previous (the whole stored row), forget
//
// With mini-batch only the last message of each key in a bundle is looked at.
#include "ops/bundle.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

struct LastRow {
  RowPtr row;
  int64_t written = 0;
};

std::vector<RowPtr> describe_last_row(const void*, const LastRow& last) {
  return {last.row};
}

class ChangelogNormalize final : public InBundles<Operator> {
 public:
  ChangelogNormalize(const ChangelogNormalizeNode& node, const OperatorOptions& options)
      : key_(node.key),
        update_before_(generates_update_before(node)),
        mini_batch_(options.mini_batch),
        ttl_(options.state_ttl_millis),
        type_(node.type),
        bundle_(options.mini_batch_size, key_type(node.type, node.key)) {
    if (node.condition) condition_ = compile(node.condition);
  }

  void open() override {
    StateSchema schema{"last row", {}, type_};
    for (int32_t column : key_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    state_.open(context, std::move(schema), ttl_, this, describe_last_row);
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, key_);
    if (!mini_batch_) {
      change(key, kind, row);
      return;
    }
    Change& last = bundle_.add(key);
    if (last.row) context.suppress(Reason{Rule::kBundleFolded, last.row.get()});
    last = Change{kind, row};
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

 private:
  void flush() override {
    if (bundle_.empty()) return;
    for (auto& item : bundle_.take()) change(KeyView(*item.key), item.value.kind, item.value.row);
  }

  void change(const KeyView& key, RowKind kind, const RowPtr& row) {
    auto* entry = state_.find(key);
    bool passes = true;
    if (is_accumulate(kind) && condition_) passes = condition_->test(*row, *context.eval);
    if (is_accumulate(kind) && passes) {
      if (entry == nullptr) {
        state_.create(key)->value.row = row;
        context.emit(RowKind::kInsert, row, Reason{Rule::kNormalizeFirst});
        return;
      }
      if (!state_.expires() && entry->value.row->equals(*row)) {
        context.suppress(Reason{Rule::kNormalizeEqual, entry->value.row.get()});
        return;
      }
      state_.touch(*entry);
      RowPtr previous = std::exchange(entry->value.row, row);
      Reason reason{Rule::kNormalizeUpdate, previous.get(), row.get()};
      if (update_before_) context.emit(RowKind::kUpdateBefore, previous, reason);
      context.emit(RowKind::kUpdateAfter, row, reason);
      return;
    }
    if (entry == nullptr) {
      context.suppress(Reason{passes ? Rule::kNormalizeUnknown : Rule::kNormalizeOutside, row.get()});
      return;
    }
    RowPtr previous = entry->value.row;
    state_.erase(entry);
    context.emit(RowKind::kDelete, previous,
                 Reason{passes ? Rule::kNormalizeDelete : Rule::kNormalizeFiltered, previous.get()});
  }

  std::vector<int32_t> key_;
  std::unique_ptr<Evaluator> condition_;
  bool update_before_;
  bool mini_batch_;
  int64_t ttl_;
  RowType type_;
  KeyedState<LastRow> state_;
  Bundle<Change> bundle_;
};

}  // namespace

OperatorPtr make_changelog_normalize(const ChangelogNormalizeNode& node, const FactoryContext& context) {
  return std::make_unique<ChangelogNormalize>(node, context.options);
}

}  // namespace rowkind
