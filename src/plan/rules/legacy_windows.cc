// StreamLogicalWindowAggregateRule: GROUP BY TUMBLE(ts, ...), HOP, SESSION of old. The window is no key any
// more; the aggregate gets the columns w$start, w$end, w$rowtime, w$proctime behind its calls, and
// TUMBLE_START(...) and the like above read those (window_property).
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

const WindowKind* window_kind(const Expr& expr) {
  static constexpr WindowKind kTumble = WindowKind::kTumble, kHop = WindowKind::kHop,
                              kSession = WindowKind::kSession;
  if (is_call(expr, "$TUMBLE")) return &kTumble;
  if (is_call(expr, "$HOP")) return &kHop;
  return is_call(expr, "$SESSION") ? &kSession : nullptr;
}

int64_t millis(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral ? expr.literal.integer() : 0;
}

// The time keeps its name as long as no expression makes it.
bool is_column(const Expr& time, const Rel& source) {
  if (time.kind != ExprKind::kInputRef) return false;
  return source.kind != RelKind::kProject ||
         as<ProjectRel>(source).exprs[static_cast<size_t>(time.index)]->kind == ExprKind::kInputRef;
}

RelPtr rewrite(const AggregateRel& aggregate) {
  if (aggregate.inputs[0]->kind != RelKind::kProject) return nullptr;
  const auto& project = as<ProjectRel>(*aggregate.inputs[0]);
  int32_t window_key = -1;
  for (int32_t key : aggregate.grouping) {
    if (!window_kind(*project.exprs[static_cast<size_t>(key)])) continue;
    if (window_key >= 0)
      throw Failure("plan/legacy-window", "Only one group window is supported in GROUP BY.", aggregate.span);
    window_key = key;
  }
  if (window_key < 0) return nullptr;
  const Expr& call = *project.exprs[static_cast<size_t>(window_key)];
  auto window = std::make_shared<LegacyWindow>();
  window->window = *window_kind(call);
  window->size = millis(*call.operands.back());
  if (window->window == WindowKind::kHop) {
    // HOP(ts, slide, size)
    window->slide = millis(*call.operands[1]);
    window->size = millis(*call.operands[2]);
  }
  const ExprPtr& time = call.operands[0];
  const LogicalType& type = time->type;
  bool proctime = type.is_proctime() || !deterministic(*time);
  if (!proctime && !type.is_rowtime()) {
    throw Failure("plan/window-time",
                  "Window aggregate can only be defined over a time attribute column, but " +
                      type.to_string() + " encountered.",
                  call.span);
  }
  window->rowtime = !proctime;
  window->ltz = type.is(TypeRoot::kTimestampLtz);
  // The input: the projection without the window, the time column among it.
  RelPtr input;
  std::vector<int32_t> map(project.exprs.size(), -1);
  bool plain = true;
  for (size_t i = 0; i < project.exprs.size(); ++i) {
    plain = plain && (static_cast<int32_t>(i) == window_key || project.exprs[i]->kind == ExprKind::kInputRef);
  }
  const Rel* below = project.inputs[0].get();
  // PROCTIME() is read by the operator itself: a projection that only adds it goes.
  if (proctime && plain && below->kind == RelKind::kProject) {
    const auto& lower = as<ProjectRel>(*below);
    bool only_time = true;
    for (size_t i = 0; i < project.exprs.size(); ++i) {
      if (static_cast<int32_t>(i) == window_key) continue;
      const ExprPtr& source = lower.exprs[static_cast<size_t>(project.exprs[i]->index)];
      only_time = only_time && source->kind == ExprKind::kInputRef;
      if (only_time) map[i] = source->index;
    }
    if (only_time) {
      input = lower.inputs[0];
      window->time_name = "$f" + std::to_string(width(*input));
    }
  }
  if (!input) {
    ExprList exprs;
    std::vector<std::string> names;
    int32_t time_at = -1;
    // Names that the query gave are lost; a column has its own, unless it is known to be one value.
    const std::map<int32_t, ExprPtr> known_values = constant_columns(*below);
    auto name_of = [&](size_t i) {
      const Expr& expr = *project.exprs[i];
      const bool column = expr.kind == ExprKind::kInputRef && known_values.count(expr.index) == 0;
      return column ? below->type[static_cast<size_t>(expr.index)].name : "$f" + std::to_string(i);
    };
    for (size_t i = 0; i < project.exprs.size(); ++i) {
      bool is_window = static_cast<int32_t>(i) == window_key;
      const ExprPtr& expr = is_window ? time : project.exprs[i];
      if (is_window) {
        // The time column once, where the query has it.
        auto known =
            std::find_if(exprs.begin(), exprs.end(), [&](const ExprPtr& e) { return same_expr(*e, *time); });
        if (known != exprs.end()) {
          time_at = static_cast<int32_t>(known - exprs.begin());
          continue;
        }
        time_at = static_cast<int32_t>(exprs.size());
        names.push_back(is_column(*time, *project.inputs[0])
                            ? project.inputs[0]->type[static_cast<size_t>(time->index)].name
                            : "$f" + std::to_string(i));
      } else {
        map[i] = static_cast<int32_t>(exprs.size());
        names.push_back(name_of(i));
      }
      exprs.push_back(expr);
    }
    input = make_project(project.inputs[0], exprs, names, project.span);
    window->time_column = time_at;
    window->time_name = names[static_cast<size_t>(time_at)];
    // Columns in the order of the input, as Flink's pruned projection has them.
    bool refs = std::all_of(exprs.begin(), exprs.end(),
                            [](const ExprPtr& e) { return e->kind == ExprKind::kInputRef; });
    const Rel& source = *project.inputs[0];
    if (refs && static_cast<int32_t>(exprs.size()) == width(source) && source.kind != RelKind::kFilter) {
      std::vector<int32_t> positions;
      for (const ExprPtr& expr : exprs) positions.push_back(expr->index);
      std::vector<int32_t> sorted = positions;
      std::sort(sorted.begin(), sorted.end());
      bool permutation = true;
      for (size_t i = 0; i < sorted.size(); ++i)
        permutation = permutation && sorted[i] == static_cast<int32_t>(i);
      if (permutation) {
        for (int32_t& column : map) column = column < 0 ? -1 : positions[static_cast<size_t>(column)];
        window->time_column = positions[static_cast<size_t>(time_at)];
        input = project.inputs[0];
      }
    }
  }
  std::vector<int32_t> grouping;
  for (int32_t key : aggregate.grouping) {
    if (key != window_key) grouping.push_back(map[static_cast<size_t>(key)]);
  }
  auto out = std::make_shared<AggregateRel>(
      as<AggregateRel>(*make_aggregate(input, grouping, remap_calls(aggregate.calls, map), &aggregate)));
  LogicalType plain_time = LogicalType::timestamp(3);
  int32_t first = static_cast<int32_t>(out->type.size());
  out->type.push_back(Field{"w$start", plain_time});
  out->type.push_back(Field{"w$end", plain_time});
  if (window->rowtime) out->type.push_back(Field{"w$rowtime", type.with_nullable(true)});
  out->type.push_back(Field{"w$proctime", LogicalType::timestamp_ltz(3, TimeAttribute::kProctime)});
  out->window = window;
  // The columns of before; the window stands for its start until a property reads it.
  ExprList exprs;
  int32_t next = 0;
  for (int32_t key : aggregate.grouping)
    exprs.push_back(key == window_key ? column_ref(*out, first) : column_ref(*out, next++));
  for (size_t i = 0; i < aggregate.calls.size(); ++i) exprs.push_back(column_ref(*out, next++));
  return make_project(out, std::move(exprs), field_names(aggregate.type), aggregate.span);
}

}  // namespace

RelPtr rewrite_legacy_windows(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate) return rel;
    RelPtr out = rewrite(as<AggregateRel>(*rel));
    return out ? out : rel;
  });
}

ExprPtr window_property(const ExprPtr& expr, const RowType& input, int32_t start) {
  if (expr->kind == ExprKind::kCall && expr->operands.size() == 1 &&
      expr->operands[0]->kind == ExprKind::kInputRef && expr->operands[0]->index == start) {
    std::string_view name = expr->function->name;
    size_t underscore = name.rfind('_');
    std::string_view window = name.substr(0, underscore == std::string_view::npos ? 0 : underscore);
    if (window == "TUMBLE" || window == "HOP" || window == "SESSION") {
      std::string column = name.substr(underscore) == "_START"     ? "w$start"
                           : name.substr(underscore) == "_END"     ? "w$end"
                           : name.substr(underscore) == "_ROWTIME" ? "w$rowtime"
                                                                   : "w$proctime";
      int32_t at = find_field(input, column);
      if (at < 0)
        throw Failure("plan/legacy-window",
                      std::string(name) + " is not available for a processing-time window.", expr->span);
      return input_ref(at, input[static_cast<size_t>(at)].type, expr->span);
    }
  }
  if (expr->operands.empty()) return expr;
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(window_property(operand, input, start));
    changed = changed || operands.back() != operand;
  }
  return changed ? with_operands(*expr, std::move(operands)) : expr;
}

}  // namespace rowkind::rules
