// JSON calls with clauses of their own: ON EMPTY, ON ERROR, WRAPPER, RETURNING, NULL ON NULL.
#include "base/utf8.h"
#include "expr/function.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

const char* behavior_word(sql::JsonBehavior behavior) {
  switch (behavior) {
    case sql::JsonBehavior::kUnspecified:
    case sql::JsonBehavior::kNull:
      return "NULL";
    case sql::JsonBehavior::kError:
      return "ERROR";
    case sql::JsonBehavior::kDefault:
      return "DEFAULT";
    case sql::JsonBehavior::kEmpty:
    case sql::JsonBehavior::kEmptyArray:
      return "EMPTY_ARRAY";
    case sql::JsonBehavior::kEmptyObject:
      return "EMPTY_OBJECT";
    case sql::JsonBehavior::kTrue:
      return "TRUE";
    case sql::JsonBehavior::kFalse:
      return "FALSE";
    case sql::JsonBehavior::kUnknown:
      return "UNKNOWN";
  }
  return "NULL";
}

const char* wrapper_word(sql::JsonWrapper wrapper) {
  switch (wrapper) {
    case sql::JsonWrapper::kConditional:
      return "WITH_CONDITIONAL_ARRAY";
    case sql::JsonWrapper::kUnconditional:
      return "WITH_UNCONDITIONAL_ARRAY";
    default:
      return "WITHOUT_ARRAY";
  }
}

}  // namespace

ExprPtr Binder::bind_json(const sql::JsonCall& call, Scope& scope, const Place& place) {
  const std::string name = ascii_upper(call.name.last());
  if (const AggregateFunction* function = find_aggregate(name)) {
    if (scope.group == nullptr)
      throw Failure("sql/aggregate",
                    std::string("Aggregate expression is illegal in ") + place.clause + " clause", call.span);
    return bind_aggregate_call(*function, call.arguments, nullptr, &call, scope, call.span);
  }
  ExprList operands = bind_all(call.arguments, scope, place);
  if (name == "JSON_EXISTS") {
    if (call.on_error != sql::JsonBehavior::kUnspecified)
      operands.push_back(symbol(behavior_word(call.on_error)));
    return make_call(name, std::move(operands), call.span).or_throw();
  }
  if (name == "JSON_VALUE") {
    const auto clause = [&](sql::JsonBehavior behavior, const sql::ExprPtr& fallback, const char* on) {
      if (behavior == sql::JsonBehavior::kUnspecified) return;
      operands.push_back(symbol(behavior_word(behavior)));
      if (behavior == sql::JsonBehavior::kDefault) operands.push_back(bind(fallback, scope, place));
      operands.push_back(symbol(on));
    };
    clause(call.on_empty, call.empty_default, "EMPTY");
    clause(call.on_error, call.error_default, "ERROR");
    return make_json_value(std::move(operands), call.returning ? call.returning->type : LogicalType(),
                           call.span)
        .or_throw();
  }
  if (name == "JSON_QUERY") {
    operands.push_back(symbol(wrapper_word(call.wrapper)));
    operands.push_back(symbol(behavior_word(call.on_empty)));
    operands.push_back(symbol(behavior_word(call.on_error)));
    return make_json_query(std::move(operands), call.returning ? call.returning->type : LogicalType(),
                           call.span)
        .or_throw();
  }
  const bool object = name == "JSON_OBJECT";
  const bool absent =
      call.nulls == sql::JsonNulls::kAbsentOnNull || (call.nulls == sql::JsonNulls::kUnspecified && !object);
  operands.insert(operands.begin(), symbol(absent ? "ABSENT_ON_NULL" : "NULL_ON_NULL"));
  return make_call(name, std::move(operands), call.span).or_throw();
}

}  // namespace rowkind
