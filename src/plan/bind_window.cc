// Window functions in FROM (TUMBLE, HOP, CUMULATE, SESSION) and the legacy group windows of GROUP BY.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/infer.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

struct WindowFunction {
  std::string_view name;
  WindowKind kind;
  std::array<std::string_view, 5> parameters;  // names of the arguments in order
  size_t required;
  std::string_view signature;
};
constexpr std::array<WindowFunction, 4> kWindows = {{
    {"TUMBLE",
     WindowKind::kTumble,
     {"DATA", "TIMECOL", "SIZE", "OFFSET", ""},
     3,
     "TUMBLE(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])"},
    {"HOP",
     WindowKind::kHop,
     {"DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"},
     4,
     "HOP(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])"},
    {"CUMULATE",
     WindowKind::kCumulate,
     {"DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"},
     4,
     "CUMULATE(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime "
     "interval])"},
    {"SESSION",
     WindowKind::kSession,
     {"DATA", "TIMECOL", "GAP", "", ""},
     3,
     "SESSION(TABLE table_name [PARTITION BY (cols, ...)], DESCRIPTOR(timecol), datetime interval)"},
}};

const WindowFunction* find_window(std::string_view name) {
  for (const WindowFunction& w : kWindows) {
    if (w.name == name) return &w;
  }
  return nullptr;
}

// WindowUtil.convertToWindowingStrategy.
void check_window_size(const WindowTvfRel& rel) {
  auto ms = [](int64_t millis) { return std::to_string(millis) + " ms"; };
  auto refuse = [&](const std::string& message) { throw Failure("plan/window-size", message, rel.span); };
  const std::string aggregate = rel.function + " table function based aggregate requires ";
  switch (rel.window) {
    case WindowKind::kTumble:
      if (rel.size <= 0) refuse(aggregate + "size to be positive, but got " + ms(rel.size) + ".");
      if (std::abs(rel.offset) >= rel.size) {
        refuse("TUMBLE table function parameters must satisfy abs(offset) < size, but got size " +
               ms(rel.size) + " and offset " + ms(rel.offset) + ".");
      }
      break;
    case WindowKind::kHop:
      if (rel.slide <= 0 || rel.size <= 0) {
        refuse(aggregate + "slide and size to be positive, but got slide " + ms(rel.slide) + " and size " +
               ms(rel.size) + ".");
      }
      break;
    case WindowKind::kCumulate:
      if (rel.slide <= 0 || rel.size <= 0) {
        refuse(aggregate + "maxSize and step to be positive, but got maxSize " + ms(rel.size) + " and step " +
               ms(rel.slide) + ".");
      }
      if (rel.size % rel.slide != 0) {
        refuse(aggregate + "maxSize must be an integral multiple of step, but got maxSize " + ms(rel.size) +
               " and step " + ms(rel.slide) + ".");
      }
      break;
    case WindowKind::kSession:
      if (rel.gap <= 0) refuse(aggregate + "gap to be positive, but got gap " + ms(rel.gap) + ".");
      for (const TableFunctionRel::Argument& argument : rel.arguments) {
        if (!argument.order_by.empty()) refuse("Session window TVF doesn't support order by clause.");
      }
      break;
  }
}

// Functions of legacy group windows; they only exist in logical trees.
const ScalarFunction* group_window_function(const std::string& name) {
  static const std::array<std::string_view, 15> kNames = {
      "$TUMBLE",  "TUMBLE_START",  "TUMBLE_END",  "TUMBLE_ROWTIME",  "TUMBLE_PROCTIME",
      "$HOP",     "HOP_START",     "HOP_END",     "HOP_ROWTIME",     "HOP_PROCTIME",
      "$SESSION", "SESSION_START", "SESSION_END", "SESSION_ROWTIME", "SESSION_PROCTIME"};
  static const std::array<ScalarFunction, 15> kFunctions = [] {
    std::array<ScalarFunction, 15> out;
    for (size_t i = 0; i < out.size(); ++i) {
      out[i].name = kNames[i];
      out[i].category = "window";
      out[i].flags = kNotInSql;
    }
    return out;
  }();
  for (const ScalarFunction& f : kFunctions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

ExprPtr call_node(const ScalarFunction* function, ExprList operands, LogicalType type, Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::kCall;
  expr->function = function;
  expr->operands = std::move(operands);
  expr->type = std::move(type);
  expr->span = span;
  return expr;
}

LogicalType timestamp_3(bool nullable) {
  return LogicalType::timestamp(3).with_nullable(nullable);
}

}  // namespace

std::vector<sql::ExprPtr> ordered_arguments(const sql::Call& call,
                                            const std::vector<std::string>& parameters) {
  std::vector<sql::ExprPtr> out(parameters.size());
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const sql::Argument& argument = call.arguments[i];
    size_t at = i;
    if (argument.name) {
      at = 0;
      while (at < parameters.size() && !ascii_iequals(parameters[at], argument.name->name)) ++at;
      if (at == parameters.size()) continue;
      if (parameters[at] != argument.name->name)
        throw Failure("sql/wrong-arguments",
                      "Param '" + argument.name->name + "' not found in function '" + call.name.last() +
                          "'; did you mean '" + parameters[at] + "'?",
                      call.span, "the names of arguments are case-sensitive");
    }
    if (at >= parameters.size()) {
      throw Failure("sql/wrong-arguments",
                    "Invalid number of arguments to function '" + ascii_upper(call.name.last()) +
                        "'. Was expecting " + std::to_string(parameters.size()) + " arguments",
                    call.span);
    }
    if (argument.value->kind != sql::ExprKind::kDefault && !out[at]) out[at] = argument.value;
  }
  return out;
}

Bound Binder::bind_table_argument(const sql::ExprPtr& argument, Scope& scope,
                                  TableFunctionRel::Argument& out) {
  const auto* table = sql::node_cast<sql::TableArgument>(argument);
  const auto* query = sql::node_cast<sql::Subquery>(argument);
  if (table == nullptr && query == nullptr) {
    throw Failure("sql/wrong-arguments", "A table is expected as the first argument", argument->span,
                  "write TABLE in front of the name of the table");
  }
  Bound bound;
  if (query != nullptr) {
    bound = bind_query(*query->query, scope.outer);
  } else if (table->query) {
    bound = bind_query(*table->query, scope.outer);
  } else {
    bound = bind_table_name(table->table, {}, nullptr);
    bound.rel =
        make_project(bound.rel, all_columns(*bound.rel), field_names(bound.columns), true, argument->span);
  }
  if (table == nullptr) return bound;
  Scope columns;
  columns.relations.push_back(
      Relation{table->table.empty() ? "" : table->table.last(), {}, 0, bound.columns});
  const auto column = [&](const sql::ExprPtr& expr, const char* clause) {
    const ExprPtr bound_expr = bind(expr, columns, Place{clause, false, false});
    if (bound_expr->kind != ExprKind::kInputRef)
      throw Failure("sql/wrong-arguments", std::string(clause) + " of a table argument takes columns",
                    expr->span);
    return bound_expr->index;
  };
  out.has_partition = !table->partition_by.empty();
  for (const sql::ExprPtr& e : table->partition_by) {
    const auto* row = sql::node_cast<sql::Operator>(e);
    if (row != nullptr && row->op == sql::Op::kRow) {
      for (const sql::ExprPtr& part : row->operands) out.partition_by.push_back(column(part, "PARTITION BY"));
    } else {
      out.partition_by.push_back(column(e, "PARTITION BY"));
    }
  }
  for (const sql::OrderItem& item : table->order_by) {
    const bool nulls_first =
        item.nulls == sql::NullOrder::kUnspecified ? !item.descending : item.nulls == sql::NullOrder::kFirst;
    out.order_by.push_back(SortKey{column(item.expr, "ORDER BY"), item.descending, nulls_first});
  }
  return bound;
}

RelPtr Binder::bind_window_tvf(const sql::Call& call, const std::string& name, Scope& scope,
                               RowType& columns) {
  const WindowFunction& window = *find_window(name);
  for (const sql::Argument& argument : call.arguments) {
    const auto* column = sql::node_cast<sql::Column>(argument.value);
    if (column == nullptr || argument.name) continue;
    throw Failure("sql/unknown-column", "Column '" + column->name.last() + "' not found in any table",
                  argument.value->span,
                  "several columns of PARTITION BY stand in parentheses: PARTITION BY (a, b)");
  }
  std::vector<std::string> parameters;
  for (const std::string_view p : window.parameters) {
    if (!p.empty()) parameters.emplace_back(p);
  }
  const std::vector<sql::ExprPtr> arguments = ordered_arguments(call, parameters);
  for (size_t i = 0; i < window.required; ++i) {
    if (!arguments[i]) {
      throw Failure("sql/wrong-arguments",
                    "Invalid number of arguments to function '" + name + "'. Was expecting " +
                        std::to_string(window.required) + " arguments",
                    call.span, "argument " + parameters[i] + " is missing");
    }
  }
  auto rel = std::make_shared<WindowTvfRel>();
  rel->window = window.kind;
  rel->function = name;
  rel->span = call.span;
  TableFunctionRel::Argument data;
  data.name = "DATA";
  data.table_input = 0;
  const Bound input = bind_table_argument(arguments[0], scope, data);
  if (data.has_partition && window.kind != WindowKind::kSession) {
    throw Failure("sql/wrong-arguments",
                  "Only tables with set semantics may be partitioned. Invalid PARTITION BY clause in the "
                  "0-th operand of table function '" +
                      name + "'",
                  arguments[0]->span);
  }
  rel->partition = data.partition_by;
  rel->arguments.push_back(data);
  rel->inputs = {input.rel};

  const auto* descriptor = sql::node_cast<sql::Descriptor>(arguments[1]);
  if (descriptor == nullptr || descriptor->columns.empty()) {
    throw Failure("sql/wrong-arguments",
                  "The window function " + name + " takes DESCRIPTOR(<time column>) as its second argument",
                  arguments[1]->span);
  }
  const std::string& time_name = descriptor->columns[0].last();
  rel->time_column = find_field(input.columns, time_name);
  if (rel->time_column < 0) {
    throw Failure("sql/unknown-column", "Unknown identifier '" + time_name + "'", descriptor->columns[0].span,
                  did_you_mean(time_name, field_names(input.columns)));
  }
  const LogicalType& time = input.columns[static_cast<size_t>(rel->time_column)].type;
  if (!time.is_timestamp()) {
    throw Failure("sql/time-column",
                  "The window function " + std::string(window.signature) +
                      " requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is " + message_type(time) +
                      ".",
                  descriptor->columns[0].span);
  }
  if (time.time_attribute() == TimeAttribute::kNone) {
    throw Failure("sql/time-column",
                  "The window function requires the timecol is a time attribute type, but is " +
                      time.with_nullable(true).to_string() + ".",
                  descriptor->columns[0].span,
                  "declare a WATERMARK for the column, or a column AS PROCTIME()");
  }
  TableFunctionRel::Argument timecol;
  timecol.name = "TIMECOL";
  for (const sql::QualifiedName& name : descriptor->columns) timecol.descriptor.push_back(name.last());
  rel->arguments.push_back(timecol);

  Scope empty;
  for (size_t i = 2; i < arguments.size(); ++i) {
    if (!arguments[i]) continue;
    const ExprPtr interval = bind(arguments[i], empty, Place{"window", false, false});
    if (interval->kind == ExprKind::kLiteral && interval->type.is(TypeRoot::kIntervalYearMonth)) {
      throw Failure(
          "sql/wrong-arguments",
          "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. MONTH and YEAR time "
          "unit are not supported yet.",
          arguments[i]->span);
    }
    if (interval->kind != ExprKind::kLiteral || !interval->type.is(TypeRoot::kIntervalDayTime)) {
      throw Failure("sql/wrong-arguments",
                    "The window function " + name + " requires " + parameters[i] +
                        " to be an INTERVAL literal of days to seconds, but is " + interval->type.to_string(),
                    arguments[i]->span);
    }
    const int64_t millis = interval->literal.integer();
    const std::string& parameter = parameters[i];
    if (parameter == "SIZE") rel->size = millis;
    if (parameter == "SLIDE" || parameter == "STEP") rel->slide = millis;
    if (parameter == "GAP") rel->gap = millis;
    if (parameter == "OFFSET") rel->offset = millis;
    TableFunctionRel::Argument scalar;
    scalar.name = parameter;
    scalar.scalar = interval;
    rel->arguments.push_back(scalar);
  }
  check_window_size(*rel);

  rel->type = input.rel->type;
  columns = input.columns;
  for (const char* bound : {"window_start", "window_end"}) rel->type.push_back({bound, timestamp_3(false)});
  const LogicalType attribute = time.is(TypeRoot::kTimestampLtz)
                                    ? LogicalType::timestamp_ltz(3, time.time_attribute())
                                    : LogicalType::timestamp(3, time.time_attribute());
  rel->type.push_back({"window_time", attribute.with_nullable(false)});
  for (size_t i = columns.size(); i < rel->type.size(); ++i) columns.push_back(rel->type[i]);
  const std::vector<std::string> unique = unique_names(field_names(rel->type));
  for (size_t i = 0; i < unique.size(); ++i) rel->type[i].name = unique[i];
  return rel;
}

RelPtr Binder::bind_function_table(const sql::FunctionTable& table, Scope& scope, Scope* left) {
  const auto* call = sql::node_cast<sql::Call>(table.call);
  if (call == nullptr) throw Failure("sql/table-function", "A table function is expected", table.span);
  const std::string name = ascii_upper(call->name.last());
  Scope here;
  here.outer = left != nullptr ? left : scope.outer;
  RowType columns;
  RelPtr rel;
  if (find_window(name) != nullptr) {
    rel = bind_window_tvf(*call, name, here, columns);
  } else if (name == "SNAPSHOT" && !(session_.options().flink_version < kFlink2_4)) {
    rel = bind_snapshot(*call, here, columns);
  } else {
    rel = bind_process_function(*call, name, here, columns);
  }
  return name_columns(rel, columns, table, scope, "");
}

ExprPtr Binder::bind_group_window(const sql::Call& call, const std::string& name, Scope& scope) {
  ExprList operands;
  for (const sql::Argument& argument : call.arguments)
    operands.push_back(bind(argument.value, scope, Place{"GROUP BY", false, false}));
  const size_t least = name == "HOP" ? 3 : 2;
  if (operands.size() < least || operands.size() > least + 1) {
    throw Failure("sql/wrong-arguments",
                  "Invalid number of arguments to function '$" + name + "'. Was expecting " +
                      std::to_string(least) + " arguments",
                  call.span);
  }
  if (!operands[0]->type.is_timestamp()) {
    throw Failure("sql/group-window",
                  "Window aggregate can only be defined over a time attribute column, but " +
                      operands[0]->type.to_string() + " encountered.",
                  call.arguments[0].value->span);
  }
  for (size_t i = 1; i < operands.size(); ++i) {
    if (operands[i]->kind != ExprKind::kLiteral || !operands[i]->type.is(TypeRoot::kIntervalDayTime)) {
      throw Failure("sql/group-window", "Only constant window descriptors are supported",
                    call.arguments[i].value->span);
    }
  }
  const LogicalType type = operands[0]->type;
  return call_node(group_window_function("$" + name), std::move(operands), type, call.span);
}

ExprPtr Binder::bind_window_property(const sql::Call& call, const std::string& name, Scope& scope) {
  GroupScope& group = *scope.group;
  const std::string window = name.substr(0, name.find('_'));
  ExprPtr wanted;
  scope.group = nullptr;
  try {
    wanted = bind_group_window(call, window, scope);
  } catch (const Failure&) {
    scope.group = &group;
    throw;
  }
  scope.group = &group;
  if (group.window < 0 || !same_expr(*group.groups[static_cast<size_t>(group.window)], *wanted)) {
    throw Failure("sql/group-window",
                  "Call to auxiliary group function '" + name +
                      "' must have matching call to group function '$" + window + "' in GROUP BY clause",
                  call.span);
  }
  const ExprPtr output = group_output(scope, group.window, call.span);
  LogicalType type = output->type;
  const std::string property = name.substr(name.find('_') + 1);
  if (property == "START" || property == "END") type = timestamp_3(type.nullable());
  if (property == "PROCTIME")
    type = LogicalType::timestamp_ltz(3, TimeAttribute::kProctime).with_nullable(false);
  return call_node(group_window_function(name), {output}, type, call.span);
}

}  // namespace rowkind
