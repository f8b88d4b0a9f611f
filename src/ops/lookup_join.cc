// LookupJoin: asks the table for each left row what it holds now, kind copied (Flink: LookupJoinRunner). Later changes of the table do not
// come back: a retraction is looked up again and may find other rows than the insert did. With upsertMaterialize (TRY_RESOLVE, Flink:
// KeyedLookupJoinRunner) what a row found is kept by its upsert key, and its retraction takes those rows back.
//
//   input 0   left rows: each row of the table whose key columns equal the left ones (NULL equals nothing) and that passes the table's own
//             condition gives a row, if the condition over both sides is true; LEFT pads if there is none
//   input 1   the table itself, as the feed changes it: an insert adds a row, a retraction takes the first equal one away. It sends nothing.
#include <algorithm>
#include <utility>

#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

struct TableRows {
  std::vector<RowPtr> rows;  // in order of arrival
  int64_t written = 0;
};

// What the last row of a key found, as it went out.
struct Found {
  std::vector<RowPtr> rows;
  int64_t written = 0;
};

class LookupJoin final : public Operator {
 public:
  explicit LookupJoin(const LookupJoinNode& node)
      : table_type_(node.table->scan_type()),
        pads_(node.join == JoinType::kLeft),
        keeps_(node.upsert_materialize),
        keep_key_(node.keep_key),
        arity_(static_cast<int32_t>(node.type.size())),
        left_arity_(static_cast<int32_t>(input_of(node).type.size())),
        table_condition_(node.table_condition ? compile(node.table_condition) : nullptr),
        residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr) {
    RowType input = node.table->input_type();
    for (const Field& field : table_type_) feed_columns_.push_back(find_field(input, field.name));
    // Keys with a constant are in the table's condition too.
    for (const LookupJoinNode::Key& key : node.keys) {
      if (key.constant) continue;
      left_key_.push_back(key.left_column);
      table_key_.push_back(key.column);
    }
    bool whole = node.projects.size() == table_type_.size();
    for (size_t i = 0; i < node.projects.size(); ++i) {
      const Expr& expr = *node.projects[i];
      whole = whole && expr.kind == ExprKind::kInputRef && expr.index == static_cast<int32_t>(i);
      projects_.push_back(compile(node.projects[i]));
    }
    keeps_last_only_ = !whole || node.table_condition != nullptr;
    if (keep_key_.empty()) {
      for (int32_t i = 0; i < left_arity_; ++i) keep_key_.push_back(i);
    }
    keep_type_ = input_of(node).type;
    output_type_ = node.type;
  }

  void open() override {
    StateSchema schema{"rows of the table", {}, table_type_};
    for (int32_t column : table_key_) schema.key.push_back(table_type_[static_cast<size_t>(column)]);
    table_.open(context, std::move(schema), 0, nullptr,
                [](const void*, const TableRows& table) { return table.rows; });
    if (!keeps_) return;
    StateSchema found{"rows found", {}, output_type_};
    for (int32_t column : keep_key_) found.key.push_back(keep_type_[static_cast<size_t>(column)]);
    found_.open(context, std::move(found), 0, nullptr,
                [](const void*, const Found& kept) { return kept.rows; });
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    if (input == 1) {
      change_table(kind, project(*row, feed_columns_));
    } else if (keeps_ && !is_accumulate(kind)) {
      take_back(kind, row);
    } else {
      look_up(kind, row);
    }
  }

 private:
  void change_table(RowKind kind, const RowPtr& row) {
    KeyView key(*row, table_key_);
    if (is_accumulate(kind)) {
      table_.touch_or_create(key)->value.rows.push_back(row);
      context.suppress(Reason{Rule::kLookupTable, row.get()});
      return;
    }
    auto* entry = table_.find(key);
    if (entry == nullptr) return;
    std::vector<RowPtr>& rows = entry->value.rows;
    const auto known =
        std::find_if(rows.begin(), rows.end(), [&](const RowPtr& r) { return r->equals(*row); });
    if (known == rows.end()) return;
    table_.touch(*entry);
    rows.erase(known);
    if (rows.empty()) table_.erase(entry);
    context.suppress(Reason{Rule::kLookupTableGone, row.get()});
  }

  // The left columns are those of the retraction.
  void take_back(RowKind kind, const RowPtr& row) {
    auto* entry = found_.find(KeyView(*row, keep_key_));
    if (entry == nullptr) {
      context.suppress(Reason{Rule::kLookupNone, row.get()});
      return;
    }
    const std::vector<RowPtr> rows = entry->value.rows;
    found_.touch(*entry);
    found_.erase(entry);
    for (const RowPtr& kept : rows) {
      RowBuilder out = start(*row);
      for (int32_t i = left_arity_; i < arity_; ++i) out.set(i, (*kept)[i]);
      context.emit(kind, out.finish(), Reason{Rule::kLookupTakenBack, row.get()});
    }
  }

  void keep(const RowPtr& row) {
    std::vector<RowPtr> rows = std::exchange(sent_, {});
    // Flink keeps the one object that its projection fills again for each row found: all become the last one.
    if (keeps_last_only_ && !rows.empty()) std::fill(rows.begin(), rows.end(), rows.back());
    const KeyView key(*row, keep_key_);
    auto* entry = found_.touch_or_create(key);
    entry->value.rows = std::move(rows);
  }

  void look_up(RowKind kind, const RowPtr& row) {
    find_matches(kind, row);
    if (keeps_) keep(row);
  }

  void send(RowKind kind, const RowPtr& row, Reason reason) {
    if (keeps_) sent_.push_back(row);
    context.emit(kind, row, reason);
  }

  void find_matches(RowKind kind, const RowPtr& row) {
    bool null_key = std::any_of(left_key_.begin(), left_key_.end(),
                                [&](int32_t column) { return row[column].is_null(); });
    auto* entry = null_key ? nullptr : table_.find(KeyView(*row, left_key_));
    bool found = false;
    if (entry != nullptr) {
      for (const RowPtr& match : entry->value.rows) found |= emit_match(kind, row, match);
    }
    if (found) return;
    Rule rule = null_key ? (pads_ ? Rule::kLookupNullKeyPads : Rule::kLookupNullKey)
                         : (pads_ ? Rule::kLookupNonePads : Rule::kLookupNone);
    if (pads_) {
      send(kind, start(*row).finish(), Reason{rule, row.get()});
    } else {
      context.suppress(Reason{rule, row.get()});
    }
  }

  bool emit_match(RowKind kind, const RowPtr& left, const RowPtr& match) {
    if (table_condition_ && !table_condition_->test(*match, *context.eval)) return false;
    RowBuilder out = start(*left);
    for (size_t i = 0; i < projects_.size(); ++i)
      out.set(left_arity_ + static_cast<int32_t>(i), projects_[i]->eval(*match, *context.eval));
    RowPtr both = out.finish();
    if (residual_ && !residual_->test(*both, *context.eval)) return false;
    send(kind, both, Reason{Rule::kLookupMatch, left.get(), match.get()});
    return true;
  }

  RowBuilder start(const Row& left) const {
    RowBuilder out(arity_);
    for (int32_t i = 0; i < left_arity_; ++i) out.set(i, left[i]);
    return out;
  }

  RowType table_type_;
  std::vector<int32_t> feed_columns_;  // of the table's columns, in a row of the feed
  std::vector<int32_t> left_key_, table_key_;
  bool pads_, keeps_, keeps_last_only_ = false;
  std::vector<int32_t> keep_key_;
  RowType keep_type_, output_type_;
  int32_t arity_, left_arity_;
  std::unique_ptr<Evaluator> table_condition_, residual_;
  std::vector<std::unique_ptr<Evaluator>> projects_;
  KeyedState<TableRows> table_;
  KeyedState<Found> found_;
  std::vector<RowPtr> sent_;  // for the row being looked up
};

}  // namespace

OperatorPtr make_lookup_join(const LookupJoinNode& node, const FactoryContext&) {
  return std::make_unique<LookupJoin>(node);
}

}  // namespace rowkind
