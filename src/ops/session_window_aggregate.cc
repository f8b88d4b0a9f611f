// WindowAggregate over SESSION windows (session_operator.h): rows go straight into the accumulators of their session (no buffer, one phase);
// one +I a session when it is over. Rows that carry their session (from a SESSION function below) are grouped by it as it is.
#include "ops/session_operator.h"
#include "ops/window_aggregate.h"

namespace rowkind {
namespace {

class SessionWindowAggregate final : public SessionOperator<WindowContent> {
 public:
  explicit SessionWindowAggregate(const WindowAggregateNode& node)
      : SessionOperator(node.window, node.grouping),
        properties_(node.properties),
        counts_(node.needs_retraction),
        calls_(visible_calls(node), node.retract, input_of(node).type),
        schema_(window_state_schema("sessions", node.grouping, visible_calls(node), input_of(node).type,
                                    {"window_start", "window_end"})),
        arity_(static_cast<int32_t>(keys_.size() + calls_.size() + properties_.size())) {}

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    state_.open(context, schema_, 0, this, [](const void* owner, const Sessions<WindowContent>& sessions) {
      return static_cast<const SessionWindowAggregate*>(owner)->describe(sessions);
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    SessionBounds added;
    if (carried_) {
      added = {row[window_.start_column].timestamp().millis, row[window_.end_column].timestamp().millis};
    } else {
      added.start = local_time_of(window_, zone_, *row, context.clock());
      added.end = added.start + window_.size_millis;
    }
    auto fold = [&](WindowContent& into, const WindowContent& from) {
      into.fold(calls_, from, *context.eval);
    };
    auto make = [&](WindowContent& content) { content.create(calls_); };
    if (WindowContent* content = enter(kind, row, added, fold, make))
      content->add(calls_, kind, *row, *context.eval);
  }

 private:
  std::vector<RowPtr> describe(const Sessions<WindowContent>& sessions) const {
    std::vector<RowPtr> rows;
    for (const auto& [bounds, content] : sessions.open) {
      rows.push_back(content.describe(calls_, {bounds.start, bounds.end}));
    }
    return rows;
  }

  void close(const RowPtr& session, SessionBounds bounds, WindowContent content) override {
    if (counts_ && content.rows == 0) {
      context.suppress(Reason{Rule::kWindowEmpty, nullptr, session.get(), bounds.end});
      return;
    }
    RowBuilder builder(arity_);
    int32_t column = 0;
    for (size_t i = 0; i < keys_.size(); ++i, ++column) builder.set(column, session[column]);
    for (size_t i = 0; i < calls_.size(); ++i)
      builder.set(column++, calls_.result(i, content.slots.data(), *context.eval));
    set_window(builder, column, properties_, zone_, bounds.start, bounds.end);
    RowPtr row = builder.finish();
    context.emit(RowKind::kInsert, row, Reason{Rule::kWindowFired, session.get(), row.get(), content.rows});
  }

  std::vector<WindowProperty> properties_;
  bool counts_;
  AggregateCalls calls_;
  StateSchema schema_;
  int32_t arity_;
};

}  // namespace

OperatorPtr make_session_window_aggregate(const WindowAggregateNode& node) {
  return std::make_unique<SessionWindowAggregate>(node);
}

}  // namespace rowkind
