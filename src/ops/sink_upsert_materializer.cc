// SinkUpsertMaterializer: keeps all rows of a sink's primary key in order of arrival, so that the row that wins does not depend on the order
// in which rows of different upsert keys come (ON CONFLICT DO DEDUPLICATE, table.exec.sink.upsert-materialize).
//
//   +I/+U  replaces the row with the same upsert key in place, else goes to the end; the row is sent: +I if the list was empty, else +U
//   -U/-D  the first row equal by upsert key (or as a whole) is removed; none -> nothing; the list is empty now -> -D of the retracted row;
//          it was the last one -> +U of the row that is last now; else nothing
#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

struct Versions {
  std::vector<RowPtr> rows;
  int64_t written = 0;
};

class SinkUpsertMaterializer final : public Operator {
 public:
  SinkUpsertMaterializer(const SinkNode& node, const OperatorOptions& options)
      : key_(node.primary_key),
        upsert_key_(node.upsert_key),
        ttl_(options.state_ttl_millis),
        type_(node.inputs[0]->type) {}

  void open() override {
    StateSchema schema{"rows of the key", {}, type_};
    for (int32_t column : key_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    state_.open(context, std::move(schema), ttl_, this,
                [](const void*, const Versions& versions) { return versions.rows; });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, key_);
    auto* entry = state_.find(key);
    if (is_accumulate(kind)) {
      if (entry) {
        state_.touch(*entry);
      } else {
        entry = state_.create(key);
      }
      add(entry->value.rows, row);
      return;
    }
    size_t index = entry ? find(entry->value.rows, *row) : 0;
    if (entry == nullptr || index == entry->value.rows.size()) {
      context.suppress(Reason{Rule::kMaterializeUnknown, row.get()});
      return;
    }
    state_.touch(*entry);
    std::vector<RowPtr>& rows = entry->value.rows;
    bool was_last = index + 1 == rows.size();
    RowPtr gone = rows[index];
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(index));
    if (rows.empty()) {
      state_.erase(entry);
      context.emit(RowKind::kDelete, row, Reason{Rule::kMaterializeEmpty, gone.get()});
    } else if (was_last) {
      RowPtr last = rows.back();
      context.emit(RowKind::kUpdateAfter, last, Reason{Rule::kMaterializeRollback, gone.get(), last.get()});
    } else {
      context.suppress(Reason{Rule::kMaterializeOlder, gone.get()});
    }
  }

 private:
  void add(std::vector<RowPtr>& rows, const RowPtr& row) {
    bool first = rows.empty();
    size_t index = upsert_key_.empty() ? rows.size() : find(rows, *row);
    Reason reason{first ? Rule::kMaterializeFirst : Rule::kMaterializeNewer};
    RowPtr replaced;
    if (index < rows.size()) {
      replaced = std::exchange(rows[index], row);
      reason = Reason{Rule::kMaterializeReplace, replaced.get()};
    } else {
      rows.push_back(row);
    }
    reason.n = static_cast<int64_t>(rows.size());
    context.emit(first ? RowKind::kInsert : RowKind::kUpdateAfter, row, reason);
  }

  size_t find(const std::vector<RowPtr>& rows, const Row& row) const {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (upsert_key_.empty() ? rows[i]->equals(row) : same_key(*rows[i], row)) return i;
    }
    return rows.size();
  }
  bool same_key(const Row& a, const Row& b) const {
    for (int32_t column : upsert_key_) {
      if (!a[column].equals(b[column])) return false;
    }
    return true;
  }

  std::vector<int32_t> key_;
  ColumnSet upsert_key_;
  int64_t ttl_;
  RowType type_;
  KeyedState<Versions> state_;
};

}  // namespace

OperatorPtr make_sink_upsert_materializer(const SinkNode& node, const FactoryContext& context) {
  return std::make_unique<SinkUpsertMaterializer>(node, context.options);
}

}  // namespace rowkind
