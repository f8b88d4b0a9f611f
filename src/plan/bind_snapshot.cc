// SNAPSHOT(input => TABLE t, on_time => DESCRIPTOR(ts), ...), the right side of a LATERAL join (2.4).
#include "expr/function.h"
#include "plan/bind.h"
#include "plan/config.h"
#include "plan/rel_build.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

[[noreturn]] void no_match(Span span) {
  throw Failure(
      "sql/wrong-arguments", "No match found for function signature SNAPSHOT.", span,
      "SNAPSHOT(input => TABLE t, on_time => DESCRIPTOR(ts) [, load_completed_time => "
      "<TIMESTAMP_LTZ(3)>] [, load_completed_idle_timeout => <INTERVAL>] [, state_ttl => <INTERVAL>])");
}

// The value of a constant argument, nothing for NULL.
std::optional<Value> constant(const ExprPtr& expr, const std::string& name, const Options& settings) {
  if (!input_refs(*expr).empty() || !deterministic(*expr)) {
    throw Failure("sql/wrong-arguments",
                  "Argument '" + name +
                      "' of SNAPSHOT must be a constant expression that can be evaluated at plan time.",
                  expr->span);
  }
  EvalContext context;
  context.zone = TimeZone::find_session(text_option(settings, "table.local-time-zone", "UTC"));
  if (context.zone == nullptr) context.zone = &TimeZone::utc();
  const RowPtr none = make_row({});
  const Value value = compile(expr)->eval(*none, context);
  if (value.is_null()) return std::nullopt;
  return value;
}

int32_t on_time_column(const std::vector<std::string>& names, const RowType& input, Span span) {
  if (names.size() != 1) {
    throw Failure("sql/wrong-arguments", "Argument 'on_time' of SNAPSHOT must reference exactly one column.",
                  span);
  }
  const int32_t column = find_field(input, names[0]);
  if (column < 0) {
    throw Failure("sql/unknown-column",
                  "Argument 'on_time' of SNAPSHOT references column '" + names[0] +
                      "' which is not present in the input table.",
                  span, did_you_mean(names[0], field_names(input)));
  }
  const LogicalType& type = input[static_cast<size_t>(column)].type;
  if (!type.is_timestamp() || type.precision() > 3) {
    throw Failure("sql/wrong-arguments",
                  "Argument 'on_time' of SNAPSHOT must reference a TIMESTAMP or TIMESTAMP_LTZ column (up to "
                  "precision 3), but column '" +
                      names[0] + "' has type '" + type.to_string() + "'.",
                  span);
  }
  if (!type.is_rowtime()) {
    throw Failure("sql/time-column",
                  "Argument 'on_time' of SNAPSHOT must reference a row-time attribute, but column '" +
                      names[0] + "' is none.",
                  span, "declare WATERMARK FOR " + names[0] + " in the table");
  }
  return column;
}

}  // namespace

RelPtr Binder::bind_snapshot(const sql::Call& call, Scope& scope, RowType& columns) {
  static const std::vector<std::string> kParameters = {"input", "on_time", "load_completed_time",
                                                       "load_completed_idle_timeout", "state_ttl"};
  const std::vector<sql::ExprPtr> arguments = ordered_arguments(call, kParameters);
  const auto* table = sql::node_cast<sql::TableArgument>(arguments[0]);
  if (!arguments[0] || (table == nullptr && sql::node_cast<sql::Subquery>(arguments[0]) == nullptr)) {
    throw Failure("sql/wrong-arguments", "Argument 'input' of SNAPSHOT must be a table.",
                  arguments[0] ? arguments[0]->span : call.span, "write SNAPSHOT(input => TABLE t, ...)");
  }
  if (table != nullptr && (!table->partition_by.empty() || !table->order_by.empty())) {
    const bool partition = !table->partition_by.empty();
    throw Failure("sql/wrong-arguments",
                  std::string("Only tables with set semantics may be ") +
                      (partition ? "partitioned. Invalid PARTITION" : "ordered. Invalid ORDER") +
                      " BY clause in the 0-th operand of table function 'SNAPSHOT'",
                  arguments[0]->span, "the equalities behind ON are the keys of the join");
  }
  auto rel = std::make_shared<LateralSnapshotRel>();
  rel->function = "SNAPSHOT";
  rel->span = call.span;
  rel->arguments.resize(kParameters.size());
  rel->arguments[0].table_input = 0;
  const Bound bound = bind_table_argument(arguments[0], scope, rel->arguments[0]);
  rel->inputs = {bound.rel};

  Scope empty;
  for (size_t i = 0; i < kParameters.size(); ++i) {
    TableFunctionRel::Argument& argument = rel->arguments[i];
    argument.name = kParameters[i];
    if (i == 0 || !arguments[i]) continue;
    const auto* descriptor = sql::node_cast<sql::Descriptor>(arguments[i]);
    if ((descriptor != nullptr) != (argument.name == "on_time")) no_match(arguments[i]->span);
    if (descriptor != nullptr) {
      for (const auto& column : descriptor->columns) argument.descriptor.push_back(column.last());
      rel->on_time = on_time_column(argument.descriptor, bound.columns, arguments[i]->span);
      continue;
    }
    const ExprPtr scalar = bind(arguments[i], empty, Place{"table function", false, false});
    const bool time = argument.name == "load_completed_time";
    if (!scalar->type.is(time ? TypeRoot::kTimestampLtz : TypeRoot::kIntervalDayTime))
      no_match(arguments[i]->span);
    argument.scalar = scalar;
    const std::optional<Value> value = constant(scalar, argument.name, session_.settings());
    if (!value) continue;
    const int64_t millis = time ? value->timestamp().millis : value->integer();
    if (millis < 0) {
      throw Failure("sql/wrong-arguments",
                    "Argument '" + argument.name + "' of SNAPSHOT must not be negative.", arguments[i]->span);
    }
    (time                                             ? rel->load_completed_time
     : argument.name == "load_completed_idle_timeout" ? rel->load_completed_idle_timeout
                                                      : rel->state_ttl) = millis;
  }
  if (!arguments[1]) {
    throw Failure("sql/wrong-arguments",
                  "LATERAL SNAPSHOT requires the 'on_time' argument to identify the build-side row-time "
                  "attribute.",
                  call.span, "add on_time => DESCRIPTOR(ts)");
  }
  columns = bound.columns;
  for (Field& field : columns) field.type = field.type.with_attribute(TimeAttribute::kNone);
  rel->type = columns;
  return rel;
}

}  // namespace rowkind
