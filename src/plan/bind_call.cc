// Function calls.
#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "plan/version_rules.h"

namespace rowkind {
namespace {

// Functions that only exist with OVER.
constexpr std::array<std::string_view, 8> kOverOnly = {"ROW_NUMBER",   "RANK",      "DENSE_RANK", "NTILE",
                                                       "PERCENT_RANK", "CUME_DIST", "LAG",        "LEAD"};

bool over_only(std::string_view name) {
  return std::find(kOverOnly.begin(), kOverOnly.end(), name) != kOverOnly.end();
}

// Functions of Flink whose types are not known here.
bool of_missing_types(const std::string& name) {
  static const char* const kNames[] = {"BITMAP_AND",
                                       "BITMAP_ANDNOT",
                                       "BITMAP_AND_AGG",
                                       "BITMAP_AND_CARDINALITY_AGG",
                                       "BITMAP_BUILD",
                                       "BITMAP_BUILD_AGG",
                                       "BITMAP_BUILD_CARDINALITY_AGG",
                                       "BITMAP_CARDINALITY",
                                       "BITMAP_FROM_BYTES",
                                       "BITMAP_OR",
                                       "BITMAP_OR_AGG",
                                       "BITMAP_OR_CARDINALITY_AGG",
                                       "BITMAP_TO_ARRAY",
                                       "BITMAP_TO_BYTES",
                                       "BITMAP_TO_STRING",
                                       "BITMAP_XOR",
                                       "BITMAP_XOR_AGG",
                                       "BITMAP_XOR_CARDINALITY_AGG",
                                       "OBJECT_OF",
                                       "OBJECT_UPDATE"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const char* known) { return name == known; });
}

}  // namespace

ExprPtr Binder::bind_call(const sql::Call& call, Scope& scope, const Place& place) {
  const std::string name = ascii_upper(call.name.last());
  if (call.over) {
    if (!place.over)
      throw Failure("sql/aggregate",
                    std::string("Windowed aggregate expression is illegal in ") + place.clause + " clause",
                    call.span, "compute it in a sub-query first");
    return bind_over(call, name, scope, place);
  }
  if (scope.match != nullptr) {
    if (ExprPtr expr = bind_match_call(call, name, scope, place)) return expr;
  }
  if (over_only(name))
    throw Failure("sql/over", "OVER clause is necessary for window functions", call.span,
                  "write " + name + "() OVER (PARTITION BY ... ORDER BY ...)");
  if (find_aggregate(name) != nullptr) {
    if (std::string_view(place.clause) == "aggregate")
      throw Failure("sql/aggregate", "Aggregate expressions cannot be nested", call.span,
                    "aggregate twice: once in a sub-query");
    throw Failure("sql/aggregate",
                  std::string("Aggregate expression is illegal in ") + place.clause + " clause", call.span,
                  std::string_view(place.clause) == "WHERE" ? "filter groups with HAVING" : "");
  }
  for (const char* window : {"TUMBLE", "HOP", "SESSION"}) {
    if (name == window) {
      throw Failure("sql/group-window", "Group window function '$" + name + "' is only allowed in GROUP BY",
                    call.span, "or use the table function: FROM " + name + "(TABLE t, DESCRIPTOR(ts), ...)");
    }
    if (name.compare(0, std::string(window).size() + 1, std::string(window) + "_") == 0) {
      throw Failure("sql/group-window",
                    "Call to auxiliary group function '" + name +
                        "' must have matching call to group function '$" + window + "' in GROUP BY clause",
                    call.span);
    }
  }
  return bind_scalar_call(call, name, scope, place);
}

ExprPtr Binder::bind_scalar_call(const sql::Call& call, const std::string& name, Scope& scope,
                                 const Place& place) {
  ExprList operands;
  for (const sql::Argument& argument : call.arguments) operands.push_back(bind(argument.value, scope, place));
  const FlinkVersion since = function_since(name);
  const bool too_new = session_.options().flink_version < since;
  if (!call.name.simple() || too_new || find_function(name) == nullptr) {
    if (!too_new && of_missing_types(name))
      throw Failure("plan/not-yet",
                    name + " is not supported: the types BITMAP and structured types are unknown here",
                    call.name.span);
    for (const ExprPtr& operand : operands) {
      if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, call.span);
    }
    throw Failure(
        "sql/unknown-function",
        "No match found for function signature " + signature_text(call.name.text(), operands), call.name.span,
        too_new ? name + " exists since Flink " + since.text() : did_you_mean(name, function_names()));
  }
  if (call.quantifier == sql::SetQuantifier::kDistinct)
    throw Failure("sql/wrong-arguments", "DISTINCT/ALL not allowed with " + name + " function", call.span);
  if (call.filter)
    throw Failure("sql/wrong-arguments", "FILTER is only allowed with aggregate functions, not with " + name,
                  call.filter->span);
  return make_call(name, std::move(operands), call.span).or_throw();
}

}  // namespace rowkind
