// Texts of MATCH_RECOGNIZE in plans, and the functions that only exist there.
#include <deque>

#include "base/utf8.h"
#include "expr/function.h"
#include "plan/match_functions.h"
#include "plan/rel_build.h"

namespace rowkind {
namespace {

// "$PATTERN" and the like by name; each is made once and lives for ever.
const ScalarFunction* match_function(std::string_view name) {
  static std::deque<std::pair<std::string, ScalarFunction>> known;
  for (const auto& [text, function] : known) {
    if (text == name) return &function;
  }
  known.emplace_back(std::string(name), ScalarFunction{});
  auto& [text, function] = known.back();
  function.name = text;
  function.category = "match";
  function.flags = kNotInSql;
  return &function;
}

std::string quoted(const std::string& name) {
  return "_UTF-16LE'" + name + "'";
}

std::string list(const MatchPattern& pattern, size_t count, const char* separator) {
  // Calcite's sequences and alternations have two parts: ((A, B), C)
  if (count == 1) return pattern_text(pattern.parts[0]);
  return (separator[0] == ',' ? "(" : "|(") + list(pattern, count - 1, separator) + ", " +
         pattern_text(pattern.parts[count - 1]) + ")";
}

}  // namespace

ExprPtr match_call(std::string_view name, ExprList operands, LogicalType type, Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::kCall;
  expr->function = match_function(name);
  expr->operands = std::move(operands);
  expr->type = std::move(type);
  expr->span = span;
  return expr;
}

std::string pattern_text(const MatchPattern& pattern) {
  switch (pattern.kind) {
    case MatchPattern::Kind::kVariable:
      return quoted(pattern.variable);
    case MatchPattern::Kind::kSequence:
      return list(pattern, pattern.parts.size(), ",");
    case MatchPattern::Kind::kAlternation:
      return list(pattern, pattern.parts.size(), "|");
    case MatchPattern::Kind::kRepeat:
      return "PATTERN_QUANTIFIER(" + pattern_text(pattern.parts[0]) + ", " + std::to_string(pattern.min) +
             ", " + std::to_string(pattern.max) + ", " + (pattern.reluctant ? "true" : "false") + ")";
    case MatchPattern::Kind::kPermute:
    case MatchPattern::Kind::kExclude: {
      std::string out =
          pattern.kind == MatchPattern::Kind::kPermute ? "PATTERN_PERMUTE(" : "PATTERN_EXCLUDE(";
      for (size_t i = 0; i < pattern.parts.size(); ++i)
        out += (i ? ", " : "") + pattern_text(pattern.parts[i]);
      return out + ")";
    }
    case MatchPattern::Kind::kEmpty:
      break;
  }
  return "()";
}

std::string match_expr_text(const ExprPtr& expr, const std::vector<std::string>& columns) {
  // References through a variable become columns of that name.
  std::vector<std::string> names;
  const std::function<ExprPtr(const ExprPtr&)> replace = [&](const ExprPtr& e) -> ExprPtr {
    // Nothing is simplified here: texts keep the type in which they were written.
    if (e->kind == ExprKind::kLiteral && e->type.is_character() && !e->literal.is_null()) {
      const auto length = static_cast<int32_t>(utf8_length(e->literal.string()));
      return literal(e->literal, LogicalType::character(length > 0 ? length : 1).with_nullable(false));
    }
    if (!is_call(*e, "$PATTERN")) return map_children(e, replace);
    const auto column = static_cast<size_t>(e->operands[1]->index);
    const std::string variable(e->operands[0]->literal.string());
    names.push_back(variable + "." +
                    (column < columns.size() ? columns[column] : "$" + std::to_string(column)));
    return input_ref(static_cast<int32_t>(names.size()) - 1, e->type);
  };
  const ExprPtr plain = replace(expr);
  return to_plan_text(*plain, names);
}

}  // namespace rowkind
