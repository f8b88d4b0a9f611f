// WindowJoin: rows of both sides that carry the same window and agree on the keys meet when both watermarks have passed the window; +I only.
// Left rows in order, each with the right rows in order (RIGHT: the other way round); a row without partner is padded in its place (FULL:
// right ones at the end). SEMI and ANTI send left rows. Rows of a closed window are late. (Flink: WindowJoinOperator.)
#include "ops/row_build.h"
#include "ops/window_aggregate.h"
#include "ops/window_buffer.h"

namespace rowkind {
namespace {

class WindowJoin final : public Operator {
 public:
  explicit WindowJoin(const WindowJoinNode& node)
      : join_(node.join),
        window_(node.left_window),
        residual_(node.residual ? compile(node.residual) : nullptr) {
    sides_[0] = Side{node.left_keys, {}, node.left_window.end_column, input_of(node, 0).type};
    sides_[1] = Side{node.right_keys, {}, node.right_window.end_column, input_of(node, 1).type};
    for (Side& side : sides_) {
      for (size_t i = 0; i < side.key.size(); ++i) {
        if (i < node.filter_nulls.size() && node.filter_nulls[i]) side.never_null.push_back(side.key[i]);
      }
    }
  }

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    const char* names[] = {"left rows", "right rows"};
    for (int32_t i : {0, 1}) {
      const Side& side = sides_[i];
      rows_[i].open(context,
                    StateSchema{names[i], window_key_type(side.type, side.key, "window_end"), side.type}, 0,
                    this, [](const void*, const Rows& rows) { return rows.rows; });
    }
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    const Side& side = sides_[input];
    int64_t end = row[side.window_end].timestamp().millis;
    if (zone_.fired(end, context.watermark)) {
      context.late(kind, row);
      return;
    }
    RowPtr key = window_key(*row, side.key, end);
    rows_[input].touch_or_create(KeyView(*key))->value.rows.push_back(row);
    context.register_event_timer(key, zone_.timer_time(end - 1));
    context.suppress(Reason{Rule::kWindowJoinWaits, row.get(), key.get(), end});
  }

  void on_event_timer(const RowPtr& key, int64_t) override {
    auto *left = rows_[0].find(key), *right = rows_[1].find(key);
    static const std::vector<RowPtr> kNone;
    join(left ? left->value.rows : kNone, right ? right->value.rows : kNone);
    if (left) rows_[0].erase(left);
    if (right) rows_[1].erase(right);
    context.suppress(Reason{Rule::kWindowCleared, nullptr, key.get(), end_of(*key)});
  }

 private:
  struct Side {
    std::vector<int32_t> key, never_null;
    int32_t window_end = 0;
    RowType type;
  };
  struct Rows {
    std::vector<RowPtr> rows;
    int64_t written = 0;
  };

  void join(const std::vector<RowPtr>& left, const std::vector<RowPtr>& right) {
    if (join_ == JoinType::kSemi || join_ == JoinType::kAnti) {
      for (const RowPtr& row : left) semi_anti(row, right);
      return;
    }
    if (join_ == JoinType::kRight) {
      for (const RowPtr& row : right) {
        bool matched = false;
        for (const RowPtr& other : left) matched = match(other, row) || matched;
        if (!matched) pad(1, row);
      }
      return;
    }
    std::vector<bool> found(right.size());
    for (const RowPtr& row : left) {
      bool matched = false;
      for (size_t i = 0; i < right.size(); ++i) {
        if (!match(row, right[i])) continue;
        matched = true;
        found[i] = true;
      }
      if (matched) continue;
      if (join_ == JoinType::kInner) {
        context.suppress(Reason{Rule::kWindowJoinAlone, row.get()});
      } else {
        pad(0, row);
      }
    }
    for (size_t i = 0; i < right.size(); ++i) {
      if (found[i]) continue;
      if (join_ == JoinType::kFull) {
        pad(1, right[i]);
      } else {
        context.suppress(Reason{Rule::kWindowJoinAlone, right[i].get()});
      }
    }
  }

  // Sends the pair if the condition holds for it.
  bool match(const RowPtr& left, const RowPtr& right) {
    if (null_key(0, *left) || null_key(1, *right)) return false;
    RowPtr pair = joined(left.get(), right.get());
    if (residual_ && !residual_->test(*pair, *context.eval)) return false;
    context.emit(RowKind::kInsert, pair, Reason{Rule::kWindowJoinMatch, left.get(), right.get()});
    return true;
  }
  void semi_anti(const RowPtr& row, const std::vector<RowPtr>& right) {
    const Row* partner = nullptr;
    for (const RowPtr& other : right) {
      if (null_key(0, *row) || null_key(1, *other)) continue;
      if (residual_ && !residual_->test(*joined(row.get(), other.get()), *context.eval)) continue;
      partner = other.get();
      break;
    }
    Reason reason{partner ? Rule::kWindowJoinPartner : Rule::kWindowJoinAlone, row.get(), partner};
    if ((partner != nullptr) == (join_ == JoinType::kSemi)) {
      context.emit(RowKind::kInsert, row, reason);
    } else {
      context.suppress(reason);
    }
  }
  void pad(int32_t side, const RowPtr& row) {
    context.emit(RowKind::kInsert, side == 0 ? joined(row.get(), nullptr) : joined(nullptr, row.get()),
                 Reason{Rule::kWindowJoinPad, row.get()});
  }
  bool null_key(int32_t side, const Row& row) const {
    for (int32_t column : sides_[side].never_null) {
      if (row[column].is_null()) return true;
    }
    return false;
  }
  RowPtr joined(const Row* left, const Row* right) const {
    return joined_row(left, sides_[0].type.size(), right, sides_[1].type.size());
  }

  JoinType join_;
  WindowSpec window_;
  std::unique_ptr<Evaluator> residual_;
  Side sides_[2];
  WindowZone zone_;
  KeyedState<Rows> rows_[2];
};

}  // namespace

OperatorPtr make_window_join(const WindowJoinNode& node, const FactoryContext&) {
  return std::make_unique<WindowJoin>(node);
}

}  // namespace rowkind
