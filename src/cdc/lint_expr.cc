#include "cdc/lint_expr.h"

#include <algorithm>

#include "base/utf8.h"
#include "cdc/lint_internal.h"

namespace rowkind::cdc {
namespace {

bool is_comparison(const sql::ExprPtr& expr) {
  const auto* op = sql::node_cast<sql::Operator>(expr);
  return op && op->op >= sql::Op::kEquals && op->op <= sql::Op::kGreaterEqual;
}

}  // namespace

void ExprLinter::add(const char* code, const std::string& message, const sql::Expr& at,
                     const std::string& hint) {
  Span span = scope_.filter() ? rule_.filter_span(at.span) : rule_.projection_span(at.span);
  sink_.add(sink_.to, code, message, span, hint);
}

NodePtr ExprLinter::typed(const sql::ExprPtr& expr) const {
  try {
    return ExprCompiler(scope_, text_).compile(expr);
  } catch (const Failure&) {
    return nullptr;
  }
}

std::string ExprLinter::source(const sql::Expr& expr) const {
  if (!expr.span.known()) return "";
  return std::string(
      text_.substr(static_cast<size_t>(expr.span.offset), static_cast<size_t>(expr.span.length)));
}

bool ExprLinter::may_be_null(const sql::ExprPtr& expr) const {
  const auto* column = sql::node_cast<sql::Column>(expr);
  if (column == nullptr) return false;
  int32_t at = scope_.source->find(column->name.last());
  return at >= 0 && scope_.source->columns[static_cast<size_t>(at)].type.nullable();
}

void ExprLinter::walk(const sql::ExprPtr& expr) {
  if (!expr) return;
  look(expr);
  for (const sql::ExprPtr& child : children_of(*expr)) walk(child);
}

void ExprLinter::filter(const sql::ExprPtr& expr) {
  null_logic(expr, *expr);
  walk(expr);
}

void ExprLinter::look(const sql::ExprPtr& expr) {
  switch (expr->kind) {
    case sql::ExprKind::kOperator:
      return operation(expr, static_cast<const sql::Operator&>(*expr));
    case sql::ExprKind::kCall:
      return call(static_cast<const sql::Call&>(*expr));
    case sql::ExprKind::kLike:
      return like(static_cast<const sql::Like&>(*expr));
    case sql::ExprKind::kCase:
      return case_of(static_cast<const sql::Case&>(*expr));
    case sql::ExprKind::kCast:
      return cast(static_cast<const sql::Cast&>(*expr));
    case sql::ExprKind::kLiteral:
      return literal(static_cast<const sql::Literal&>(*expr));
    case sql::ExprKind::kColumn:
      return column(static_cast<const sql::Column&>(*expr));
    case sql::ExprKind::kBetween: {
      const auto& between = static_cast<const sql::Between&>(*expr);
      return negated_null(between.negated, between.operand, between);
    }
    case sql::ExprKind::kIn: {
      const auto& in = static_cast<const sql::In&>(*expr);
      if (until(35)) return null_fails(in.operand, "IN", in);
      return negated_null(in.negated, in.operand, in);
    }
    default:
      return;
  }
}

void ExprLinter::literal(const sql::Literal& literal) {
  if (literal.literal == sql::LiteralKind::kDate)
    add("cdc/date-literal", "A DATE literal becomes the subtraction of its parts, an integer.", literal,
        "use TO_DATE('…')");
  if (literal.literal == sql::LiteralKind::kString && until(35) &&
      literal.text.find_first_of("\\\"") != std::string::npos)
    add("cdc/literal-pasted", "The text is pasted into Java source as it is.", literal,
        "write \\\\ for a backslash; a double quote does not compile");
}

void ExprLinter::column(const sql::Column& column) {
  const std::string& name = column.name.last();
  if (name == "__namespace_name__" && table_.parts.size() < 3)
    add("cdc/namespace-null",
        "The id " + table_.text +
            " has no namespace: __namespace_name__ is NULL, inside texts the word null.",
        column, "the first part of an id of two parts is __schema_name__");
  const std::vector<std::string>& metadata = definition_.source_metadata;
  if (std::find(metadata.begin(), metadata.end(), name) != metadata.end())
    add("cdc/metadata-null",
        "An event that does not bring " + name + " shows it as 0 in a column of its own.", column);
  if (name == "__data_event_type__" && scope_.filter())
    add("cdc/event-type-filter",
        level(scope_.version) >= 36 ? "An update has two values here, -U and +U: a filter that passes one of "
                                      "them turns updates into inserts or deletes."
                                    : "Only the after image of an update, +U, decides here.",
        column);
}

void ExprLinter::equality(const sql::ExprPtr& left, const sql::ExprPtr& right, const sql::Expr& at,
                          const char* outcome) {
  NodePtr a = typed(left), b = typed(right);
  if (!a || !b || a->java == JavaType::kNull || b->java == JavaType::kNull || a->java == JavaType::kObject ||
      b->java == JavaType::kObject)
    return;
  bool coerced = !scope_.filter() && (a->type.is_character() != b->type.is_character() ||
                                      a->type.is(TypeRoot::kBoolean) != b->type.is(TypeRoot::kBoolean));
  if (coerced || boxed(a->java) == boxed(b->java)) return;
  const bool column_left = left->kind == sql::ExprKind::kColumn;
  const NodePtr& column = column_left ? a : b;
  const sql::Expr& other = column_left ? *right : *left;
  std::string type = column->type.with_nullable(true).to_string();
  if (column->type.is_character()) type = "VARCHAR";
  add("cdc/type-sensitive-equals",
      "`" + source(at) + "` " + outcome + ": a " + class_name(a->java, scope_.version) +
          " is never equal to a " + class_name(b->java, scope_.version) + ".",
      at, "write CAST(" + source(other) + " AS " + type + ")");
}

// How tight the operator of the generated Java binds; 0: a method call or a value.
int32_t ExprLinter::tightness(const sql::ExprPtr& expr) const {
  NodePtr node = typed(expr);
  if (!node || !node->infix) return 0;
  const auto* op = sql::node_cast<sql::Operator>(expr);
  if (op == nullptr) return 1;  // IF
  switch (op->op) {
    case sql::Op::kOr:
      return 2;
    case sql::Op::kAnd:
      return 3;
    case sql::Op::kPlus:
    case sql::Op::kMinus:
      return 5;
    case sql::Op::kMultiply:
    case sql::Op::kDivide:
    case sql::Op::kModulo:
      return 6;
    case sql::Op::kNot:
    case sql::Op::kNotEquals:
      return 7;
    default:
      return 4;  // IS NULL, IS TRUE
  }
}

void ExprLinter::parentheses(const sql::ExprPtr& expr, const sql::Operator& op) {
  const int32_t outer = tightness(expr);
  for (size_t i = 0; outer > 0 && i < op.operands.size(); ++i) {
    const int32_t inner = tightness(op.operands[i]);
    const auto* child = sql::node_cast<sql::Operator>(op.operands[i]);
    const bool behind = i > 0 || outer == 4;
    const bool regroups = child && child->op == op.op && op.op != sql::Op::kMinus &&
                          op.op != sql::Op::kDivide && op.op != sql::Op::kModulo && outer != 4;
    if (inner == 0 || inner > outer || (inner == outer && (!behind || regroups || outer == 7))) continue;
    add("cdc/parentheses-lost",
        "`" + source(op) + "` is computed without its parentheses: the generated Java has none.", op,
        outer >= 5 && outer < 7
            ? "put the inner part into a function: CAST(" + source(*op.operands[i]) + " AS …)"
            : "write it so that no parentheses are needed, or use CASE");
    return;
  }
}

void ExprLinter::operation(const sql::ExprPtr& expr, const sql::Operator& op) {
  parentheses(expr, op);
  switch (op.op) {
    case sql::Op::kEquals:
      return equality(op.operands[0], op.operands[1], op, "is always FALSE here");
    case sql::Op::kNotEquals:
      equality(op.operands[0], op.operands[1], op, "is always TRUE here");
      if (may_be_null(op.operands[0]) || may_be_null(op.operands[1]))
        add("cdc/not-equals-null", "`<>` is TRUE when a side is NULL.", op, "add … IS NOT NULL AND");
      return;
    case sql::Op::kNot:
      if (is_comparison(op.operands[0])) {
        const auto& inner = static_cast<const sql::Operator&>(*op.operands[0]);
        if (may_be_null(inner.operands[0]) || may_be_null(inner.operands[1]))
          add("cdc/not-equals-null", "A comparison with NULL is FALSE, so its NOT is TRUE.", op,
              "add … IS NOT NULL AND");
      }
      return null_logic(op.operands[0], op);
    case sql::Op::kAnd:
    case sql::Op::kOr:
    case sql::Op::kIsTrue:
    case sql::Op::kIsNotTrue:
    case sql::Op::kIsFalse:
    case sql::Op::kIsNotFalse:
      for (const sql::ExprPtr& operand : op.operands) null_logic(operand, op);
      return;
    case sql::Op::kPlus:
    case sql::Op::kMinus:
    case sql::Op::kMultiply:
    case sql::Op::kDivide:
    case sql::Op::kModulo:
      return arithmetic(op);
    case sql::Op::kConcat:
      for (const sql::ExprPtr& operand : op.operands) null_text(operand);
      return;
    default:
      return;
  }
}

void ExprLinter::arithmetic(const sql::Operator& op) {
  for (const sql::ExprPtr& operand : op.operands) {
    NodePtr node = typed(operand);
    if (!node || !node->type.is_numeric() || !may_be_null(operand)) continue;
    add("cdc/null-arithmetic", "Arithmetic on a NULL fails the job: " + source(*operand) + " may be NULL.",
        op, "guard it: CASE WHEN " + source(*operand) + " IS NULL THEN … ELSE … END");
    break;
  }
  if (scope_.filter()) {
    string_plus(op);
    overridden(op);
  }
  if (op.op != sql::Op::kDivide) return;
  NodePtr a = typed(op.operands[0]), b = typed(op.operands[1]);
  if (a && b && a->java == JavaType::kDecimal && b->java == JavaType::kDecimal && !until(35))
    add("cdc/decimal-division",
        "The quotient of two DECIMALs has the dividend's scale and is cut, not rounded.", op,
        "CAST the dividend to a DECIMAL of the scale you need");
}

void ExprLinter::string_plus(const sql::Operator& op) {
  if (op.op != sql::Op::kPlus) return;
  NodePtr a = typed(op.operands[0]), b = typed(op.operands[1]);
  if (!a || !b || (a->java != JavaType::kString && b->java != JavaType::kString)) return;
  add("cdc/string-plus", "In a filter + of a text puts texts behind each other.", op,
      "CAST the text to a number");
}

// A filter sees the values of the projection, but deduces types from the source's columns.
void ExprLinter::overridden(const sql::Operator& op) {
  for (const sql::ExprPtr& operand : op.operands) {
    const auto* column = sql::node_cast<sql::Column>(operand);
    if (column == nullptr || !scope_.projected) continue;
    int32_t source_at = scope_.source->find(column->name.last());
    int32_t projected_at = scope_.projected->find(column->name.last());
    if (source_at < 0 || projected_at < 0) continue;
    const LogicalType& from = scope_.source->columns[static_cast<size_t>(source_at)].type;
    const LogicalType& to = scope_.projected->columns[static_cast<size_t>(projected_at)].type;
    if (from.equals(to, true)) continue;
    add("cdc/overridden-type",
        column->name.last() + " is a " + type_text(to.with_nullable(true)) +
            " by the projection, but + - * / take it for the source's " +
            type_text(from.with_nullable(true)) + ".",
        op, "give the computed column a name of its own");
    return;
  }
}

// [NOT] BETWEEN and IN of a NULL are FALSE, so their negation is TRUE.
void ExprLinter::negated_null(bool negated, const sql::ExprPtr& operand, const sql::Expr& at) {
  if (negated && may_be_null(operand))
    add("cdc/not-equals-null", "NOT BETWEEN and NOT IN of a NULL are TRUE.", at,
        "add " + source(*operand) + " IS NOT NULL AND");
}

// Up to 3.6 a condition is Java's boolean.
void ExprLinter::null_logic(const sql::ExprPtr& operand, const sql::Expr& at) {
  const auto* literal = sql::node_cast<sql::Literal>(operand);
  const bool null = literal && literal->literal == sql::LiteralKind::kNull;
  NodePtr node = may_be_null(operand) ? typed(operand) : nullptr;
  if (!until(36) || (!null && !(node && node->java == JavaType::kBoolean))) return;
  add("cdc/null-logic", "A NULL as a condition fails the job: " + source(*operand) + " may be NULL.", at,
      "guard it: CASE WHEN " + source(*operand) + " IS NULL THEN FALSE ELSE … END");
}

void ExprLinter::null_text(const sql::ExprPtr& operand) {
  if (may_be_null(operand))
    add("cdc/null-text", source(*operand) + " may be NULL, which is written as the text null.", *operand,
        "COALESCE(" + source(*operand) + ", '')");
}

void ExprLinter::null_fails(const sql::ExprPtr& argument, const std::string& name, const sql::Expr& at) {
  if (may_be_null(argument))
    add("cdc/null-function", name + " of a NULL fails the job: " + source(*argument) + " may be NULL.", at,
        "guard it: CASE WHEN " + source(*argument) + " IS NOT NULL THEN … END");
}

// Branches of different number classes are unboxed, so that a NULL fails the job.
void ExprLinter::unboxing(const sql::ExprPtr& a, const sql::ExprPtr& b, const sql::Expr& at) {
  if (!a || !b) return;
  NodePtr x = typed(a), y = typed(b);
  if (!x || !y || x->java == y->java || numeric_primitive(x->java) == JavaType::kNull ||
      numeric_primitive(y->java) == JavaType::kNull)
    return;
  if (may_be_null(a) || may_be_null(b))
    add("cdc/case-unboxing", "Branches of different number types are unboxed: a NULL branch fails the job.",
        at, "CAST the other branch to the column's type");
}

void ExprLinter::like(const sql::Like& like) {
  if (like.form != sql::LikeKind::kLike) return;
  if (like.escape) {
    add("cdc/like-escape",
        "With ESCAPE this is SQL's LIKE of the whole text; without, LIKE is a regular expression.", like);
    return;
  }
  const auto* pattern = sql::node_cast<sql::Literal>(like.pattern);
  if (pattern && pattern->text.find_first_of("%_") != std::string::npos)
    add("cdc/like-regex",
        "LIKE looks for a regular expression anywhere in the text; % and _ are plain characters.", like,
        "write '^abc' for abc%, 'abc$' for %abc, 'abc' for %abc%");
  null_fails(like.operand, "LIKE", like);
}

void ExprLinter::case_of(const sql::Case& node) {
  for (const sql::Case::When& when : node.whens) {
    if (node.operand) {
      for (const sql::ExprPtr& condition : when.conditions)
        equality(node.operand, condition, *condition, "never matches");
    }
    if (node.otherwise) unboxing(when.result, node.otherwise, node);
  }
}

void lint_expressions(const Rule& rule, const Schema& source, const TableId& table, Version version,
                      const Definition& definition, const LintSink& sink) {
  Scope scope = scope_of(source, version, definition);
  for (const sql::SelectItem& item : rule.items())
    if (item.expr->kind != sql::ExprKind::kStar)
      ExprLinter(scope, rule.projection_text(), table, definition, sink, rule).walk(item.expr);
  std::vector<ProjectedColumn> columns = project_columns(rule, source, version, definition);
  for (const ProjectedColumn& column : columns) {
    if (column.compiled && !column.compiled->compile_error.empty())
      sink.add(sink.to, "cdc/not-java",
               "The generated code of column " + column.column.name +
                   " does not compile; the first row fails the job: " + column.compiled->compile_error + ".",
               rule.projection_span(column.compiled->span), "");
  }
  if (!rule.filter()) return;
  Schema projected = source;
  projected.columns.clear();
  for (const ProjectedColumn& column : columns) projected.columns.push_back(column.column);
  scope.projected = &projected;
  ExprLinter(scope, rule.filter_text(), table, definition, sink, rule).filter(rule.filter());
  Compiled filter = compile_filter(rule.filter(), rule.filter_text(), scope);
  if (!filter.compile_error.empty())
    sink.add(sink.to, "cdc/not-java",
             "The generated code of the filter does not compile; the first row fails the job: " +
                 filter.compile_error + ".",
             rule.filter_span(rule.filter()->span), "");
}

}  // namespace rowkind::cdc
