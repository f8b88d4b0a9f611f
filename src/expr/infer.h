// Type derivation shared by the function families: Calcite's least restrictive type, Flink's common type,
// operand checks. Everything here throws Failure; make_call and make_cast catch it at the room's border.
#pragma once

#include <optional>
#include <vector>

#include "expr/function.h"

namespace rowkind {

using TypeList = std::vector<LogicalType>;
TypeList types_of(const ExprList& operands);
bool any_nullable(const ExprList& operands);

// Calcite's leastRestrictive, as `=`, CASE, IN and set operations use it. Nullable if one of them is.
std::optional<LogicalType> least_restrictive(const TypeList& types);
// Flink's LogicalTypeMerging.findCommonType, as COALESCE, GREATEST, ARRAY_UNION ... use it.
std::optional<LogicalType> common_type(const TypeList& types);
// Flink's implicit cast (widening) rule.
bool implicitly_castable(const LogicalType& from, const LogicalType& to);

// make_cast that throws.
ExprPtr cast_or_throw(const ExprPtr& operand, const LogicalType& to, Span span = {});
// Illegal use of 'NULL': where nothing gives a NULL literal its type.
[[noreturn]] void illegal_null(const Expr& operand, Span span);
std::string signature_text(std::string_view name, const ExprList& operands);
// Casts every operand from `first` on to `type` (each keeps its nullability).
void cast_all(ExprList& operands, const LogicalType& type, size_t first = 0, size_t step = 1);

// Checks operands against `forms` (see ScalarFunction) or throws wrong_arguments.
void check_forms(const ScalarFunction& self, const ExprList& operands, Span span);
bool matches_family(char family, const LogicalType& type);
LogicalType result_type(const char* code, const ExprList& operands);

// Cannot apply 'X' to arguments of type 'X(<INTEGER>)'. Supported form(s): ...
[[noreturn]] void wrong_arguments(std::string_view name, const char* forms, const ExprList& operands,
                                  Span span);
// Invalid function call ... Invalid input arguments. Expected signatures are: ...
[[noreturn]] void wrong_call(std::string_view name, std::string_view expected, const ExprList& operands,
                             Span span);
// "UPPER(<INTEGER>)"
std::string call_text(std::string_view name, const ExprList& operands);
// "INTEGER", "VARCHAR(5)": a type as Calcite's messages spell it.
std::string message_type(const LogicalType& type);

// make_call without the catch.
ExprPtr call_or_throw(std::string_view name, ExprList operands, Span span = {});
// A call node of exactly this type; no checks.
ExprPtr raw_call(std::string_view name, ExprList operands, LogicalType type, Span span = {});

}  // namespace rowkind
