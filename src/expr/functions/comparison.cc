// Comparison: =, <>, <, <=, >, >=, IS [NOT] DISTINCT FROM, BETWEEN, IN, SEARCH, LIKE, SIMILAR TO.
#include "expr/compare.h"
#include "expr/functions/regex.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

enum class Family : uint8_t {
  kOther,
  kNumeric,
  kCharacter,
  kBinary,
  kBoolean,
  kDate,
  kTime,
  kTimestamp,
  kMonths,
  kMillis
};

Family family_of(const LogicalType& type) {
  if (type.is_numeric()) return Family::kNumeric;
  if (type.is_character()) return Family::kCharacter;
  if (type.is_binary()) return Family::kBinary;
  if (type.is_timestamp()) return Family::kTimestamp;
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return Family::kBoolean;
    case TypeRoot::kDate:
      return Family::kDate;
    case TypeRoot::kTime:
      return Family::kTime;
    case TypeRoot::kIntervalYearMonth:
      return Family::kMonths;
    case TypeRoot::kIntervalDayTime:
      return Family::kMillis;
    default:
      return Family::kOther;
  }
}

const char* root_name(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kTinyInt:
      return "TINYINT";
    case TypeRoot::kSmallInt:
      return "SMALLINT";
    case TypeRoot::kInt:
      return "INTEGER";
    case TypeRoot::kBigInt:
      return "BIGINT";
    case TypeRoot::kFloat:
      return "FLOAT";
    case TypeRoot::kDouble:
      return "DOUBLE";
    case TypeRoot::kDecimal:
      return "DECIMAL";
    case TypeRoot::kChar:
      return "CHAR";
    default:
      return "VARCHAR";
  }
}

bool comparable(const LogicalType& a, const LogicalType& b) {
  if (a.is(TypeRoot::kNull) || b.is(TypeRoot::kNull)) return true;
  Family x = family_of(a), y = family_of(b);
  if (x != y) {
    // Texts compare with everything but binaries and nested values.
    return (x == Family::kCharacter && y >= Family::kNumeric && y != Family::kBinary) ||
           (y == Family::kCharacter && x >= Family::kNumeric && x != Family::kBinary);
  }
  if (x != Family::kOther) return true;
  if (a.root() != b.root() || a.fields().size() != b.fields().size()) return false;
  // Calcite takes a BITMAP that may be NULL for another type.
  if (a.is(TypeRoot::kBitmap)) return a.nullable() == b.nullable();
  for (size_t i = 0; i < a.fields().size(); ++i) {
    if (!comparable(a.fields()[i].type, b.fields()[i].type)) return false;
  }
  return true;
}

void check_comparable(const ScalarFunction& self, const ExprList& operands, Span span) {
  if (operands.size() != 2) wrong_arguments(self.name, nullptr, operands, span);
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (!comparable(a, b)) {
    std::string name(self.name);
    throw Failure("sql/wrong-arguments",
                  "Cannot apply '" + name + "' to arguments of type '" + call_text(name, operands) +
                      "'. Supported form(s): '<COMPARABLE_TYPE> " + name + " <COMPARABLE_TYPE>'",
                  span);
  }
}

bool number_beside_text(const LogicalType& a, const LogicalType& b) {
  return (a.is_numeric() && b.is_character()) || (a.is_character() && b.is_numeric());
}

// Where Flink casts neither side.
void check_same_kind(const ScalarFunction& self, const ExprList& operands, Span span) {
  check_comparable(self, operands, span);
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (number_beside_text(a, b)) {
    throw Failure("sql/implicit-cast",
                  std::string("implicit type conversion between ") + root_name(a) + " and " + root_name(b) +
                      " is not supported now",
                  span, "cast one side");
  }
}

LogicalType boolean_of(const ExprList& operands) {
  return LogicalType::boolean().with_nullable(any_nullable(operands));
}

// (a, b) = (1, 'x') of two written rows is a = 1 AND b = 'x'.
ExprPtr expand_equals(ExprList& o, Span span) {
  if (o.size() == 2 && is_call(*o[0], "ROW") && is_call(*o[1], "ROW") &&
      o[0]->operands.size() == o[1]->operands.size()) {
    ExprList parts;
    for (size_t i = 0; i < o[0]->operands.size(); ++i) {
      ExprList pair{o[0]->operands[i], o[1]->operands[i]};
      const bool texts = pair[0]->type.is_character() && pair[1]->type.is_character();
      parts.push_back(
          texts ? raw_call("=", pair, LogicalType::boolean().with_nullable(any_nullable(pair)), span)
                : call_or_throw("=", pair, span));
    }
    return parts.size() == 1 ? parts[0] : call_or_throw("AND", std::move(parts), span);
  }
  return nullptr;
}

// =, <>: both sides get the least restrictive type.
LogicalType infer_equality(const ScalarFunction& self, ExprList& operands, Span span) {
  check_same_kind(self, operands, span);
  if (std::optional<LogicalType> type = least_restrictive(types_of(operands))) cast_all(operands, *type);
  return boolean_of(operands);
}

// <, <=, >, >=: only a text beside something else is cast; beside a number both sides are, to BIGINT or what holds a BIGINT and the number.
LogicalType infer_order(const ScalarFunction& self, ExprList& operands, Span span) {
  check_comparable(self, operands, span);
  const LogicalType a = operands[0]->type, b = operands[1]->type;
  if (family_of(a) == Family::kOther && !a.is(TypeRoot::kNull) && !b.is(TypeRoot::kNull)) {
    throw Failure("sql/wrong-arguments", "Comparable type expected, but was '" + a.to_string() + "'.", span,
                  "nested values can only be compared with = and <>");
  }
  if (number_beside_text(a, b)) {
    cast_all(operands, *least_restrictive({LogicalType::bigint(), a.is_numeric() ? a : b}));
  } else if (family_of(a) != family_of(b)) {
    cast_all(operands, a.is_character() || a.is(TypeRoot::kNull) ? b : a);
  }
  return boolean_of(operands);
}

LogicalType infer_distinct(const ScalarFunction& self, ExprList& operands, Span span) {
  check_same_kind(self, operands, span);
  for (size_t i = 0; i < 2; ++i) {
    if (operands[i]->type.is(TypeRoot::kNull))
      operands[i] = cast_or_throw(operands[i], operands[1 - i]->type);
  }
  return LogicalType::boolean().with_nullable(false);
}

ExprPtr expand_between(ExprList& o, Span span) {
  return call_or_throw(
      "AND", {call_or_throw(">=", {o[0], o[1]}, span), call_or_throw("<=", {o[0], o[2]}, span)}, span);
}

ExprPtr expand_symmetric(ExprList& o, Span span) {
  ExprList swapped{o[0], o[2], o[1]};
  return call_or_throw("OR", {expand_between(o, span), expand_between(swapped, span)}, span);
}

// x = v1 OR x = v2 ...; values of another root are cast to the type of x.
ExprPtr expand_in(ExprList& o, Span span) {
  if (o.size() < 2) wrong_arguments("IN", nullptr, o, span);
  if (!least_restrictive(types_of(ExprList(o.begin() + 1, o.end())))) {
    bool all_null = true;
    for (size_t i = 1; i < o.size(); ++i) all_null &= o[i]->type.is(TypeRoot::kNull);
    if (!all_null)
      throw Failure("sql/wrong-arguments", "Values in expression list must have compatible types", span);
  }
  ExprList tests;
  for (size_t i = 1; i < o.size(); ++i) {
    ExprList pair{o[0], o[i]};
    if (ExprPtr rows = expand_equals(pair, span)) {
      tests.push_back(std::move(rows));
      continue;
    }
    check_comparable(*find_function("="), pair, span);
    const LogicalType &a = o[0]->type, &b = o[i]->type;
    if (a.root() != b.root() && !(a.is_character() && b.is_character())) pair[1] = cast_or_throw(o[i], a);
    tests.push_back(raw_call("=", pair, boolean_of(pair), span));
  }
  return tests.size() == 1 ? tests[0] : call_or_throw("OR", std::move(tests), span);
}

LogicalType infer_search(const ScalarFunction&, ExprList& operands, Span) {
  return LogicalType::boolean().with_nullable(operands[0]->type.nullable() &&
                                              sarg_of(*operands[1]).null_as == NullAs::kUnknown);
}

Value eval_distinct(const Expr& call, const Value* args, EvalContext&) {
  bool same = args[0].is_null() || args[1].is_null() ? args[0].is_null() && args[1].is_null()
                                                     : equal_values(args[0], args[1]);
  return Value::boolean(same == (call.function->name == "IS NOT DISTINCT FROM"));
}

char escape_of(const Expr& call, const Value* args) {
  if (call.operands.size() < 3) return '\0';
  std::string_view escape = args[2].string();
  if (escape.size() != 1) {
    throw Failure("run/like", "Invalid escape character '" + std::string(escape) + "'", call.span);
  }
  return escape[0];
}

Value eval_like(const Expr& call, const Value* args, EvalContext&) {
  return Value::boolean(like(args[0].string(), args[1].string(), escape_of(call, args)));
}

Value eval_similar(const Expr& call, const Value* args, EvalContext&) {
  std::string pattern = similar_to_regex(args[1].string(), escape_of(call, args));
  const CompiledRegex* regex = compile_regex(pattern);
  return Value::boolean(regex != nullptr && regex_full_match(*regex, args[0].string()));
}

const ScalarFunction kRows[] = {
    {"=", "comparison", "value1 = value2", "TRUE if both are equal; NULL if one is NULL.", nullptr, nullptr,
     nullptr, 0, infer_equality, expand_equals},
    {"<>", "comparison", "value1 <> value2", "TRUE if they differ; NULL if one is NULL.", nullptr, nullptr,
     nullptr, 0, infer_equality},
    {"<", "comparison", "value1 < value2", "TRUE if the first is smaller.", nullptr, nullptr, nullptr, 0,
     infer_order},
    {"<=", "comparison", "value1 <= value2", "TRUE if the first is not larger.", nullptr, nullptr, nullptr, 0,
     infer_order},
    {">", "comparison", "value1 > value2", "TRUE if the first is larger.", nullptr, nullptr, nullptr, 0,
     infer_order},
    {">=", "comparison", "value1 >= value2", "TRUE if the first is not smaller.", nullptr, nullptr, nullptr,
     0, infer_order},
    {"IS DISTINCT FROM", "comparison", "value1 IS DISTINCT FROM value2", "Differs, where NULL equals NULL.",
     nullptr, nullptr, eval_distinct, kSeesNulls, infer_distinct},
    {"IS NOT DISTINCT FROM", "comparison", "value1 IS NOT DISTINCT FROM value2",
     "Equals, where NULL equals NULL.", nullptr, nullptr, eval_distinct, kSeesNulls, infer_distinct},
    {"BETWEEN", "comparison", "value1 BETWEEN value2 AND value3",
     "TRUE if not below value2 and not above value3.", "aaa", nullptr, nullptr, 0, nullptr, expand_between},
    {"SYMMETRIC BETWEEN", "comparison", "value1 BETWEEN SYMMETRIC value2 AND value3",
     "BETWEEN, bounds in any order.", "aaa", nullptr, nullptr, 0, nullptr, expand_symmetric},
    {"IN", "comparison", "value1 IN (value2 [, value3]*)", "TRUE if the list holds the value.", "a*", nullptr,
     nullptr, 0, nullptr, expand_in},
    {"SEARCH", "comparison", "", "", nullptr, nullptr, nullptr, kNotInSql, infer_search},
    {"LIKE", "comparison", "string1 LIKE string2 [ESCAPE char]", "Matches a pattern with % and _.", "cc|ccc",
     "Z", eval_like},
    {"SIMILAR TO", "comparison", "string1 SIMILAR TO string2 [ESCAPE char]",
     "Matches a SQL regular expression.", "cc|ccc", "Z", eval_similar},
};

}  // namespace

FunctionTable comparison_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
