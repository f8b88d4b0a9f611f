// WindowTableFunction: appends window_start, window_end and window_time (the last millisecond of the window) to each row; kinds are kept.
//
// TUMBLE, HOP, CUMULATE: at once and without state, whatever the watermark says. HOP sends a row once a window, the latest window first;
// CUMULATE the shortest window first. A row without time is dropped.
// SESSION: rows wait until time has passed their session, then come out in the order in which they came; a row whose session is over already
// is late. (Flink: AlignedWindowTableFunctionOperator, UnalignedWindowTableFunctionOperator.)
#include <algorithm>

#include "ops/keyed_state.h"
#include "ops/session_operator.h"
#include "ops/window_aggregate.h"

namespace rowkind {
namespace {

RowPtr with_window(const Row& row, const WindowZone& zone, SessionBounds window) {
  int32_t arity = row.arity();
  RowBuilder builder(arity + 3);
  for (int32_t i = 0; i < arity; ++i) builder.set(i, row[i]);
  builder.set(arity, Value::timestamp({window.start, 0}));
  builder.set(arity + 1, Value::timestamp({window.end, 0}));
  builder.set(arity + 2, Value::timestamp({zone.to_instant(window.end - 1), 0}));
  return builder.finish();
}

class AlignedWindowFunction final : public Operator {
 public:
  explicit AlignedWindowFunction(const WindowTableFunctionNode& node) : window_(node.window) {}

  void open() override { zone_ = WindowZone(window_, context.eval->zone); }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (window_.rowtime && row[window_.time_column].is_null()) {
      context.suppress(Reason{Rule::kWindowNoTime, row.get()});
      return;
    }
    int64_t time = local_time_of(window_, zone_, *row, context.clock());
    int64_t size = window_.size_millis, slide = window_.slide_millis, offset = window_.offset_millis;
    switch (window_.window) {
      case WindowKind::kHop:
        for (int64_t start = window_start_of(time, offset, slide); start > time - size; start -= slide) {
          send(kind, row, {start, start + size});
        }
        break;
      case WindowKind::kCumulate: {
        int64_t start = window_start_of(time, offset, size);
        for (int64_t end = window_start_of(time, offset, slide) + slide; end <= start + size; end += slide) {
          send(kind, row, {start, end});
        }
        break;
      }
      default: {
        int64_t start = window_start_of(time, offset, size);
        send(kind, row, {start, start + size});
      }
    }
  }

 private:
  void send(RowKind kind, const RowPtr& row, SessionBounds window) {
    context.emit(kind, with_window(*row, zone_, window), Reason{Rule::kWindowAssigned, row.get()});
  }
  WindowSpec window_;
  WindowZone zone_;
};

struct Arrived {
  int64_t order = 0;
  Change change;
};
using Waiting = std::vector<Arrived>;

class SessionWindowFunction final : public SessionOperator<Waiting> {
 public:
  explicit SessionWindowFunction(const WindowTableFunctionNode& node)
      : SessionOperator(node.window, node.window.partition), type_(input_of(node).type) {}

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    StateSchema schema{"rows of open sessions", {}, type_};
    for (int32_t column : keys_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    LogicalType time = LogicalType::timestamp(3);
    schema.value.insert(schema.value.begin(), {Field{"window_start", time}, Field{"window_end", time}});
    state_.open(context, std::move(schema), 0, this, [](const void*, const Sessions<Waiting>& sessions) {
      std::vector<RowPtr> rows;
      for (const auto& [bounds, waiting] : sessions.open) {
        for (const Arrived& arrived : waiting) {
          std::vector<Value> values{Value::timestamp({bounds.start, 0}), Value::timestamp({bounds.end, 0})};
          const Row& row = *arrived.change.row;
          for (int32_t i = 0; i < row.arity(); ++i) values.push_back(row[i]);
          rows.push_back(make_row(std::move(values)));
        }
      }
      return rows;
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (window_.rowtime && row[window_.time_column].is_null()) {
      context.suppress(Reason{Rule::kWindowNoTime, row.get()});
      return;
    }
    int64_t time = local_time_of(window_, zone_, *row, context.clock());
    auto fold = [](Waiting& into, const Waiting& from) {
      into.insert(into.end(), from.begin(), from.end());
      std::sort(into.begin(), into.end(),
                [](const Arrived& a, const Arrived& b) { return a.order < b.order; });
    };
    Waiting* waiting = enter(kind, row, {time, time + window_.size_millis}, fold, [](Waiting&) {});
    if (waiting != nullptr) waiting->push_back(Arrived{arrivals_++, Change{kind, row}});
  }

 private:
  void close(const RowPtr& session, SessionBounds bounds, Waiting waiting) override {
    for (const Arrived& arrived : waiting) {
      context.emit(arrived.change.kind, with_window(*arrived.change.row, zone_, bounds),
                   Reason{Rule::kSessionOver, arrived.change.row.get(), session.get()});
    }
  }

  RowType type_;
  int64_t arrivals_ = 0;
};

}  // namespace

OperatorPtr make_window_table_function(const WindowTableFunctionNode& node, const FactoryContext&) {
  if (node.window.window == WindowKind::kSession) return std::make_unique<SessionWindowFunction>(node);
  return std::make_unique<AlignedWindowFunction>(node);
}

}  // namespace rowkind
