#include "cdc/lint_expr.h"

#include <algorithm>

#include "base/utf8.h"
#include "cdc/expr_internal.h"

namespace rowkind::cdc {
namespace {

class Linter {
 public:
  Linter(const Scope& scope, std::string_view text, const TableId& table, const LintSink& sink,
         const Rule& rule)
      : scope_(scope), text_(text), table_(table), sink_(sink), rule_(rule) {}

  void walk(const sql::ExprPtr& expr) {
    if (!expr) return;
    look(expr);
    for (const sql::ExprPtr& child : children_of(*expr)) walk(child);
  }

 private:
  void add(const char* code, const std::string& message, const sql::Expr& at, const std::string& hint) {
    Span span = scope_.filter() ? rule_.filter_span(at.span) : rule_.projection_span(at.span);
    sink_.add(sink_.to, code, message, span, hint);
  }

  // The node of a part of the expression; null when it is refused.
  NodePtr typed(const sql::ExprPtr& expr) const {
    try {
      return ExprCompiler(scope_, text_).compile(expr);
    } catch (const Failure&) {
      return nullptr;
    }
  }

  std::string source(const sql::Expr& expr) const {
    if (!expr.span.known()) return "";
    return std::string(
        text_.substr(static_cast<size_t>(expr.span.offset), static_cast<size_t>(expr.span.length)));
  }

  // A column that may hold NULL.
  bool may_be_null(const sql::ExprPtr& expr) const {
    const auto* column = sql::node_cast<sql::Column>(expr);
    if (column == nullptr) return false;
    int32_t at = scope_.source->find(column->name.last());
    return at >= 0 && scope_.source->columns[static_cast<size_t>(at)].type.nullable();
  }

  void look(const sql::ExprPtr& expr) {
    switch (expr->kind) {
      case sql::ExprKind::kOperator:
        return operation(expr, static_cast<const sql::Operator&>(*expr));
      case sql::ExprKind::kCall:
        return call(static_cast<const sql::Call&>(*expr));
      case sql::ExprKind::kLike:
        return like(static_cast<const sql::Like&>(*expr));
      case sql::ExprKind::kCase:
        return case_of(static_cast<const sql::Case&>(*expr), expr);
      case sql::ExprKind::kCast: {
        const auto& cast = static_cast<const sql::Cast&>(*expr);
        if (cast.target.type.is_character() && source(*expr).find('(', 5) != std::string::npos &&
            cast.target.type.length() != kMaxLength && cast.target.type.length() > 1)
          add("cdc/cast-length", "The length of a VARCHAR or CHAR is ignored here; nothing is cut.", *expr,
              "use SUBSTR to cut");
        return;
      }
      case sql::ExprKind::kLiteral:
        if (static_cast<const sql::Literal&>(*expr).literal == sql::LiteralKind::kDate)
          add("cdc/date-literal", "A DATE literal becomes the subtraction of its parts, an integer.", *expr,
              "use TO_DATE('…')");
        return;
      case sql::ExprKind::kColumn: {
        const std::string& name = static_cast<const sql::Column&>(*expr).name.last();
        if (name == "__namespace_name__" && table_.parts.size() < 3)
          add("cdc/namespace-null",
              "The id " + table_.text +
                  " has no namespace: __namespace_name__ is NULL, inside texts the word null.",
              *expr, "the first part of an id of two parts is __schema_name__");
        if (name == "__data_event_type__" && scope_.filter())
          add("cdc/event-type-filter",
              level(scope_.version) >= 36 ? "An update has two values here, -U and +U: a filter that passes "
                                            "one of them turns updates into "
                                            "inserts or deletes."
                                          : "Only the after image of an update, +U, decides here.",
              *expr, "");
        return;
      }
      default:
        return;
    }
  }

  void equality(const sql::ExprPtr& left, const sql::ExprPtr& right, const sql::Expr& at,
                const char* outcome) {
    NodePtr a = typed(left), b = typed(right);
    if (!a || !b || a->java == JavaType::kNull || b->java == JavaType::kNull ||
        a->java == JavaType::kObject || b->java == JavaType::kObject)
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

  static bool is_comparison(const sql::ExprPtr& expr) {
    const auto* op = sql::node_cast<sql::Operator>(expr);
    return op && op->op >= sql::Op::kEquals && op->op <= sql::Op::kGreaterEqual;
  }

  // How tight the operator of the generated Java binds; 0: a method call or a value.
  int32_t tightness(const sql::ExprPtr& expr) const {
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

  void parentheses(const sql::ExprPtr& expr, const sql::Operator& op) {
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

  void operation(const sql::ExprPtr& expr, const sql::Operator& op) {
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

  void arithmetic(const sql::Operator& op) {
    for (const sql::ExprPtr& operand : op.operands) {
      NodePtr node = typed(operand);
      if (!node || !node->type.is_numeric() || !may_be_null(operand)) continue;
      add("cdc/null-arithmetic", "Arithmetic on a NULL fails the job: " + source(*operand) + " may be NULL.",
          op, "guard it: CASE WHEN " + source(*operand) + " IS NULL THEN … ELSE … END");
      break;
    }
    if (op.op != sql::Op::kDivide) return;
    NodePtr a = typed(op.operands[0]), b = typed(op.operands[1]);
    if (a && b && a->java == JavaType::kDecimal && b->java == JavaType::kDecimal &&
        level(scope_.version) >= 36)
      add("cdc/decimal-division",
          "The quotient of two DECIMALs has the dividend's scale and is cut, not rounded.", op,
          "CAST the dividend to a DECIMAL of the scale you need");
  }

  void null_text(const sql::ExprPtr& operand) {
    if (may_be_null(operand))
      add("cdc/null-text", source(*operand) + " may be NULL, which is written as the text null.", *operand,
          "COALESCE(" + source(*operand) + ", '')");
  }

  void call(const sql::Call& call) {
    std::string name = ascii_upper(call.name.last());
    auto argument = [&](size_t i) { return call.arguments[i].value; };
    if (name == "CONCAT") {
      for (const sql::Argument& each : call.arguments) null_text(each.value);
    }
    constexpr const char* kFailing[] = {"CHAR_LENGTH", "UPPER",     "LOWER",
                                        "SUBSTR",      "SUBSTRING", "TO_TIMESTAMP"};
    bool fails =
        std::any_of(std::begin(kFailing), std::end(kFailing), [&](const char* f) { return name == f; });
    if (fails && !call.arguments.empty()) null_fails(argument(0), name, call);
    if (name == "TRIM") {
      null_fails(call.arguments.back().value, name, call);
      const auto* side = call.arguments.size() == 3 ? sql::node_cast<sql::Symbol>(argument(0)) : nullptr;
      const auto* chars = call.arguments.size() == 3 ? sql::node_cast<sql::Literal>(argument(1)) : nullptr;
      if ((side && side->name != "BOTH") || (chars && chars->text != " "))
        add("cdc/trim-both",
            "TRIM always cuts blanks at both ends; LEADING, TRAILING and the character are ignored.", call,
            level(scope_.version) >= 37 ? "use LTRIM, RTRIM or BTRIM" : "use REGEXP_REPLACE");
    }
    if ((name == "TIMESTAMPDIFF" || name == "TIMESTAMP_DIFF") && call.arguments.size() == 3) {
      std::string unit = ascii_upper(source(*argument(0)));
      if (unit.find("MONTH") != std::string::npos || unit.find("YEAR") != std::string::npos)
        add("cdc/timestampdiff-calendar",
            "MONTH and YEAR are the difference of calendar fields: one second over New Year is a year.", call,
            "divide a difference in DAY");
    }
    if (name == "REGEXP_REPLACE" && call.arguments.size() == 3) {
      const auto* replacement = sql::node_cast<sql::Literal>(argument(2));
      if (replacement && replacement->text.find('$') != std::string::npos)
        add("cdc/literal-replacement", "The replacement is taken as it is: $1 is no group.", *argument(2),
            "");
    }
    if (name == "IF" && call.arguments.size() == 3) unboxing(argument(1), argument(2), call);
    if (name == "COALESCE" && call.arguments.size() == 2 && !scope_.filter())
      unboxing(nullptr, argument(1), call);
  }

  void null_fails(const sql::ExprPtr& argument, const std::string& name, const sql::Expr& at) {
    if (may_be_null(argument))
      add("cdc/null-function", name + " of a NULL fails the job: " + source(*argument) + " may be NULL.", at,
          "guard it: CASE WHEN " + source(*argument) + " IS NOT NULL THEN … END");
  }

  // Branches of different number classes are unboxed, so that a NULL fails the job.
  void unboxing(const sql::ExprPtr& a, const sql::ExprPtr& b, const sql::Expr& at) {
    if (!a || !b) return;
    NodePtr x = typed(a), y = typed(b);
    if (!x || !y || x->java == y->java || numeric_primitive(x->java) == JavaType::kNull ||
        numeric_primitive(y->java) == JavaType::kNull)
      return;
    if (may_be_null(a) || may_be_null(b))
      add("cdc/case-unboxing", "Branches of different number types are unboxed: a NULL branch fails the job.",
          at, "CAST the other branch to the column's type");
  }

  void like(const sql::Like& like) {
    if (like.escape || like.form != sql::LikeKind::kLike) return;
    const auto* pattern = sql::node_cast<sql::Literal>(like.pattern);
    if (pattern && pattern->text.find_first_of("%_") != std::string::npos)
      add("cdc/like-regex",
          "LIKE looks for a regular expression anywhere in the text; % and _ are plain characters.", like,
          "write '^abc' for abc%, 'abc$' for %abc, 'abc' for %abc%");
    null_fails(like.operand, "LIKE", like);
  }

  void case_of(const sql::Case& node, const sql::ExprPtr&) {
    for (const sql::Case::When& when : node.whens) {
      if (node.operand) {
        for (const sql::ExprPtr& condition : when.conditions)
          equality(node.operand, condition, *condition, "never matches");
      }
      if (node.otherwise) unboxing(when.result, node.otherwise, node);
    }
  }

  Scope scope_;
  std::string_view text_;
  const TableId& table_;
  LintSink sink_;
  const Rule& rule_;
};

}  // namespace

void lint_expressions(const Rule& rule, const Schema& source, const TableId& table, Version version,
                      const Definition& definition, const LintSink& sink) {
  Scope scope;
  scope.source = &source;
  scope.version = version;
  scope.wide_decimals = definition.wide_decimals;
  scope.sql_semantics = definition.sql_semantics;
  scope.source_metadata = &definition.source_metadata;
  for (const sql::SelectItem& item : rule.items())
    if (item.expr->kind != sql::ExprKind::kColumn || item.alias)
      Linter(scope, rule.projection_text(), table, sink, rule).walk(item.expr);
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
  Linter(scope, rule.filter_text(), table, sink, rule).walk(rule.filter());
  Compiled filter = compile_filter(rule.filter(), rule.filter_text(), scope);
  if (!filter.compile_error.empty())
    sink.add(sink.to, "cdc/not-java",
             "The generated code of the filter does not compile; the first row fails the job: " +
                 filter.compile_error + ".",
             rule.filter_span(rule.filter()->span), "");
}

}  // namespace rowkind::cdc
