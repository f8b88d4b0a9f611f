#include "base/utf8.h"
#include "sql/keywords.h"
#include "sql/operators.h"
#include "sql/unparser.h"
#include "sql/unparser_state.h"

namespace rowkind::sql {
namespace {

int32_t precedence_of(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kOperator:
      return op_traits(static_cast<const Operator&>(expr).op).precedence;
    case ExprKind::kBetween:
    case ExprKind::kIn:
    case ExprKind::kLike:
      return kPredicate;
    case ExprKind::kQuantified:
      return kComparison;
    default:
      return kPostfix;
  }
}

const char* interval_word(IntervalUnit unit, bool last) {
  switch (unit) {
    case IntervalUnit::kYear:
      return "YEAR";
    case IntervalUnit::kYearToMonth:
      return last ? "MONTH" : "YEAR";
    case IntervalUnit::kMonth:
      return "MONTH";
    case IntervalUnit::kDay:
      return "DAY";
    case IntervalUnit::kDayToHour:
      return last ? "HOUR" : "DAY";
    case IntervalUnit::kDayToMinute:
      return last ? "MINUTE" : "DAY";
    case IntervalUnit::kDayToSecond:
      return last ? "SECOND" : "DAY";
    case IntervalUnit::kHour:
      return "HOUR";
    case IntervalUnit::kHourToMinute:
      return last ? "MINUTE" : "HOUR";
    case IntervalUnit::kHourToSecond:
      return last ? "SECOND" : "HOUR";
    case IntervalUnit::kMinute:
      return "MINUTE";
    case IntervalUnit::kMinuteToSecond:
      return last ? "SECOND" : "MINUTE";
    case IntervalUnit::kSecond:
      return "SECOND";
  }
  return "";
}

}  // namespace

std::string quote_name(const std::string& name) {
  bool plain = !name.empty() && !is_reserved(name) && !(name[0] >= '0' && name[0] <= '9');
  for (char c : name) {
    bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    plain = plain && letter;
  }
  if (plain && name != "$") return name;
  std::string out = "`";
  for (char c : name) {
    if (c == '`') out += '`';
    out += c;
  }
  return out + "`";
}

std::string quote_text(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += '\'';
    out += c;
  }
  return out + "'";
}

std::string unparse(const Expr& expr) {
  Unparser unparser;
  unparser.expr(expr);
  return unparser.take();
}

void Unparser::identifier(const Identifier& id) {
  std::string text = quote_name(id.name);
  put(id.quoted && text[0] != '`' ? "`" + text + "`" : text);
}

void Unparser::name(const QualifiedName& name) {
  const char* dot = "";
  for (const Identifier& part : name.parts) {
    put(dot);
    identifier(part);
    dot = ".";
  }
}

void Unparser::identifiers(const std::vector<Identifier>& items) {
  put("(");
  list(items, [this](const Identifier& item) { identifier(item); });
  put(")");
}

void Unparser::exprs(const std::vector<ExprPtr>& items) {
  list(items, [this](const ExprPtr& item) { expr(*item); });
}

// SECOND prints both of its precisions, which LogicalType's own text does not.
void Unparser::type(const LogicalType& type) {
  if (!type.is_interval()) return put(type.to_ddl());
  IntervalUnit unit = type.interval_unit();
  std::string leading = interval_word(unit, false);
  std::string last = interval_word(unit, true);
  put("INTERVAL " + leading + "(" + std::to_string(type.precision()));
  if (leading == "SECOND") put(", " + std::to_string(type.scale()));
  put(")");
  if (last == leading) return;
  put(" TO " + last);
  if (last == "SECOND") put("(" + std::to_string(type.scale()) + ")");
}

void Unparser::expr(const Expr& e, int32_t precedence) {
  bool wrap = precedence_of(e) < precedence;
  if (wrap) put("(");
  switch (e.kind) {
    case ExprKind::kLiteral:
      literal(static_cast<const Literal&>(e));
      break;
    case ExprKind::kTimeDifference: {
      const auto& difference = static_cast<const TimeDifference&>(e);
      put("(");
      expr(*difference.to);
      put(" - ");
      expr(*difference.from);
      put(") " + difference.unit);
      break;
    }
    case ExprKind::kInterval:
      interval(static_cast<const Interval&>(e));
      break;
    case ExprKind::kColumn:
      name(static_cast<const Column&>(e).name);
      break;
    case ExprKind::kStar: {
      const auto& star = static_cast<const Star&>(e);
      name(star.qualifier);
      put(star.qualifier.empty() ? "*" : ".*");
      break;
    }
    case ExprKind::kOperator:
      operation(static_cast<const Operator&>(e));
      break;
    case ExprKind::kCase:
      case_when(static_cast<const Case&>(e));
      break;
    case ExprKind::kCast: {
      const auto& cast = static_cast<const Cast&>(e);
      put(cast.safe ? "TRY_CAST(" : "CAST(");
      expr(*cast.operand);
      put(" AS ");
      // A type knows neither of these two.
      if (cast.unit == "WEEK" || cast.unit == "QUARTER") {
        put("INTERVAL " + cast.unit);
      } else {
        type(cast.target.type);
      }
      put(")");
      break;
    }
    case ExprKind::kCall:
      call(static_cast<const Call&>(e));
      break;
    case ExprKind::kJsonCall:
      json_call(static_cast<const JsonCall&>(e));
      break;
    case ExprKind::kFieldAccess: {
      const auto& access = static_cast<const FieldAccess&>(e);
      bool bare = access.operand->kind != ExprKind::kColumn && access.operand->kind != ExprKind::kLiteral &&
                  access.operand->kind != ExprKind::kInterval;
      if (!bare) put("(");
      expr(*access.operand, kPostfix);
      put(bare ? "." : ").");
      identifier(access.field);
      break;
    }
    case ExprKind::kSubquery: {
      const auto& subquery = static_cast<const Subquery&>(e);
      static constexpr const char* kWords[] = {"", "EXISTS ", "UNIQUE ", "ARRAY", "MULTISET", "MAP"};
      put(kWords[static_cast<size_t>(subquery.form)]);
      put("(");
      query(*subquery.query);
      put(")");
      break;
    }
    case ExprKind::kIn: {
      const auto& in = static_cast<const In&>(e);
      expr(*in.operand, kPredicate);
      put(in.negated ? " NOT IN (" : " IN (");
      in.query ? query(*in.query) : exprs(in.list);
      put(")");
      break;
    }
    case ExprKind::kQuantified: {
      const auto& quantified = static_cast<const Quantified&>(e);
      expr(*quantified.operand, kComparison);
      put(std::string(" ") + op_name(quantified.op) + (quantified.all ? " ALL (" : " SOME ("));
      quantified.query ? query(*quantified.query) : exprs(quantified.list);
      put(")");
      break;
    }
    case ExprKind::kBetween: {
      const auto& between = static_cast<const Between&>(e);
      expr(*between.operand, kPredicate);
      put(between.negated ? " NOT BETWEEN " : " BETWEEN ");
      if (between.symmetric) put("SYMMETRIC ");
      expr(*between.low, kPredicate + 1);
      put(" AND ");
      expr(*between.high, kPredicate + 1);
      break;
    }
    case ExprKind::kLike: {
      const auto& like = static_cast<const Like&>(e);
      static constexpr const char* kWords[] = {"LIKE ", "SIMILAR TO ", "RLIKE ", "ILIKE "};
      expr(*like.operand, kPredicate);
      put(like.negated ? " NOT " : " ");
      put(kWords[static_cast<size_t>(like.form)]);
      expr(*like.pattern, kPredicate + 1);
      if (like.escape) {
        put(" ESCAPE ");
        expr(*like.escape, kPredicate + 1);
      }
      break;
    }
    case ExprKind::kTableArgument:
      table_argument(static_cast<const TableArgument&>(e));
      break;
    case ExprKind::kDescriptor:
      put("DESCRIPTOR(");
      list(static_cast<const Descriptor&>(e).columns, [this](const QualifiedName& column) { name(column); });
      put(")");
      break;
    case ExprKind::kSymbol:
      put(static_cast<const Symbol&>(e).name);
      break;
    case ExprKind::kDefault:
      put("DEFAULT");
      break;
    case ExprKind::kDynamicParameter:
      put("?");
      break;
  }
  if (wrap) put(")");
}

void Unparser::literal(const Literal& literal) {
  switch (literal.literal) {
    case LiteralKind::kString:
      return put(quote_text(literal.text));
    case LiteralKind::kBinary:
      return put("X" + quote_text(literal.text));
    case LiteralKind::kDate:
      return put("DATE " + quote_text(literal.text));
    case LiteralKind::kTime:
      return put("TIME " + quote_text(literal.text));
    case LiteralKind::kTimestamp:
      return put("TIMESTAMP " + quote_text(literal.text));
    case LiteralKind::kTimestampLtz:
      return put("TIMESTAMP WITH LOCAL TIME ZONE " + quote_text(literal.text));
    default:
      return put(literal.text);
  }
}

void Unparser::interval(const Interval& interval) {
  put("INTERVAL ");
  if (interval.negative) put("-");
  if (interval.value) {
    bool bare = interval.value->kind == ExprKind::kColumn || interval.value->kind == ExprKind::kLiteral;
    if (!bare) put("(");
    expr(*interval.value);
    if (!bare) put(")");
  } else {
    put(quote_text(interval.text));
  }
  put(" " + interval.unit);
}

void Unparser::operation(const Operator& op) {
  OpTraits traits = op_traits(op.op);
  switch (traits.form) {
    case OpForm::kPrefix: {
      put(traits.name);
      size_t start = out_.size();
      expr(*op.operands[0], traits.precedence);
      // "--" would be a comment.
      bool sign = op.op == Op::kNegate || op.op == Op::kPositive;
      if (!sign || out_[start] == '-' || out_[start] == '+') out_.insert(start, " ");
      return;
    }
    case OpForm::kPostfix:
      expr(*op.operands[0], traits.precedence);
      put(" ");
      return put(traits.name);
    case OpForm::kInfix: {
      bool flat = op.op == Op::kAnd || op.op == Op::kOr;
      for (size_t i = 0; i < op.operands.size(); ++i) {
        if (i > 0) put(std::string(" ") + traits.name + " ");
        expr(*op.operands[i], traits.precedence + (i > 0 || flat ? 1 : 0));
      }
      return;
    }
    case OpForm::kOther:
      break;
  }
  if (op.op == Op::kItem) {
    expr(*op.operands[0], kPostfix);
    put("[");
    expr(*op.operands[1]);
    return put("]");
  }
  bool round = op.op == Op::kRow || op.op == Op::kPeriod;
  if (op.op != Op::kRow || op.keyword || op.operands.size() == 1) put(traits.name);
  put(round ? "(" : "[");
  exprs(op.operands);
  put(round ? ")" : "]");
}

void Unparser::case_when(const Case& node) {
  put("CASE");
  if (node.operand) {
    put(" ");
    expr(*node.operand);
  }
  for (const Case::When& when : node.whens) {
    put(" WHEN ");
    exprs(when.conditions);
    put(" THEN ");
    expr(*when.result);
  }
  if (node.otherwise) {
    put(" ELSE ");
    expr(*node.otherwise);
  }
  put(" END");
}

// --- calls -----------------------------------------------------------------------------------------------

void Unparser::call(const Call& call) {
  // Names of functions are bare unless the user quoted them: COUNT and YEAR are reserved words.
  if (call.name.simple() && !call.name.parts[0].quoted) {
    put(call.name.parts[0].name);
  } else {
    name(call.name);
  }
  if (call.syntax == CallSyntax::kNoParens) return;
  put("(");
  call_arguments(call);
  put(")");
  call_suffixes(call);
}

void Unparser::call_arguments(const Call& call) {
  const auto& arguments = call.arguments;
  auto with_words = [&](std::initializer_list<const char*> words) {
    size_t i = 0;
    for (const char* word : words) {
      if (i >= arguments.size()) break;
      put(word);
      // POSITION(a IN b): a predicate in the first place needs its parentheses.
      expr(*arguments[i].value, call.syntax == CallSyntax::kPosition && i == 0 ? kPredicate + 1 : 0);
      ++i;
    }
  };
  switch (call.syntax) {
    case CallSyntax::kExtract:
      return with_words({"", " FROM "});
    case CallSyntax::kPosition:
      return with_words({"", " IN ", " FROM "});
    case CallSyntax::kSubstring:
      return with_words({"", " FROM ", " FOR "});
    case CallSyntax::kTrim:
      return with_words({"", " ", " FROM "});
    case CallSyntax::kOverlay:
      return with_words({"", " PLACING ", " FROM ", " FOR "});
    case CallSyntax::kToUnit:
      return with_words({"", " TO "});
    case CallSyntax::kConvert:
      return with_words({"", " USING "});
    default:
      break;
  }
  if (call.quantifier == SetQuantifier::kDistinct) put("DISTINCT ");
  if (call.quantifier == SetQuantifier::kAll) put("ALL ");
  list(arguments, [this](const Argument& argument) {
    if (argument.name) {
      identifier(*argument.name);
      put(" => ");
    }
    expr(*argument.value);
  });
  // ARRAY_AGG takes both of these inside.
  if (call.order_by.empty()) return;
  if (call.nulls == NullTreatment::kIgnoreNulls) put(" IGNORE NULLS");
  if (call.nulls == NullTreatment::kRespectNulls) put(" RESPECT NULLS");
  put(" ORDER BY ");
  order_items(call.order_by);
}

void Unparser::call_suffixes(const Call& call) {
  if (call.order_by.empty()) {
    if (call.nulls == NullTreatment::kIgnoreNulls) put(" IGNORE NULLS");
    if (call.nulls == NullTreatment::kRespectNulls) put(" RESPECT NULLS");
  }
  if (!call.within_group.empty()) {
    put(" WITHIN GROUP (ORDER BY ");
    order_items(call.within_group);
    put(")");
  }
  if (call.filter) {
    put(" FILTER (WHERE ");
    expr(*call.filter);
    put(")");
  }
  if (!call.over) return;
  put(" OVER ");
  window(*call.over);
}

void Unparser::json_behavior(JsonBehavior behavior, const ExprPtr& otherwise, std::string_view on) {
  static constexpr const char* kWords[] = {
      "", "NULL", "ERROR", "DEFAULT ", "EMPTY", "EMPTY ARRAY", "EMPTY OBJECT", "TRUE", "FALSE", "UNKNOWN"};
  if (behavior == JsonBehavior::kUnspecified) return;
  put(" ");
  put(kWords[static_cast<size_t>(behavior)]);
  if (otherwise) expr(*otherwise);
  put(on);
}

void Unparser::json_call(const JsonCall& call) {
  std::string upper = ascii_upper(call.name.last());
  put(call.name.last());
  put("(");
  bool pairs = upper.rfind("JSON_OBJECT", 0) == 0;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    bool value = pairs && i % 2 == 1;
    if (i > 0) put(value ? " VALUE " : ", ");
    if (pairs && !value) put("KEY ");
    expr(*call.arguments[i]);
  }
  if (call.returning) {
    put(" RETURNING ");
    type(call.returning->type);
  }
  static constexpr const char* kWrappers[] = {"", " WITHOUT WRAPPER", " WITHOUT ARRAY WRAPPER",
                                              " WITH CONDITIONAL ARRAY WRAPPER",
                                              " WITH UNCONDITIONAL ARRAY WRAPPER"};
  put(kWrappers[static_cast<size_t>(call.wrapper)]);
  json_behavior(call.on_empty, call.empty_default, " ON EMPTY");
  json_behavior(call.on_error, call.error_default, " ON ERROR");
  if (!call.order_by.empty()) {
    put(" ORDER BY ");
    order_items(call.order_by);
  }
  if (call.nulls == JsonNulls::kNullOnNull) put(call.arguments.empty() ? "NULL ON NULL" : " NULL ON NULL");
  if (call.nulls == JsonNulls::kAbsentOnNull)
    put(call.arguments.empty() ? "ABSENT ON NULL" : " ABSENT ON NULL");
  put(")");
  if (call.filter) {
    put(" FILTER (WHERE ");
    expr(*call.filter);
    put(")");
  }
  if (!call.over) return;
  put(" OVER ");
  window(*call.over);
}

void Unparser::table_argument(const TableArgument& table) {
  if (table.query) {
    put("(");
    query(*table.query);
    put(")");
  } else {
    put("TABLE ");
    name(table.table);
  }
  if (!table.partition_by.empty()) {
    put(" PARTITION BY (");
    exprs(table.partition_by);
    put(")");
  }
  if (!table.order_by.empty()) {
    put(" ORDER BY (");
    order_items(table.order_by);
    put(")");
  }
}

// --- windows ---------------------------------------------------------------------------------------------

void Unparser::order_items(const std::vector<OrderItem>& items) {
  list(items, [this](const OrderItem& item) {
    expr(*item.expr);
    if (item.descending) put(" DESC");
    if (item.nulls == NullOrder::kFirst) put(" NULLS FIRST");
    if (item.nulls == NullOrder::kLast) put(" NULLS LAST");
  });
}

void Unparser::frame_bound(const FrameBound& bound) {
  switch (bound.kind) {
    case BoundKind::kUnboundedPreceding:
      return put("UNBOUNDED PRECEDING");
    case BoundKind::kUnboundedFollowing:
      return put("UNBOUNDED FOLLOWING");
    case BoundKind::kCurrentRow:
      return put("CURRENT ROW");
    case BoundKind::kPreceding:
    case BoundKind::kFollowing:
      expr(*bound.offset, kAboveAnd);
      return put(bound.kind == BoundKind::kPreceding ? " PRECEDING" : " FOLLOWING");
  }
}

void Unparser::window(const WindowSpec& spec) {
  if (spec.by_name) return identifier(*spec.base);
  put("(");
  const char* blank = "";
  auto next = [&](const char* words) {
    put(blank);
    put(words);
    blank = " ";
  };
  if (spec.base) {
    next("");
    identifier(*spec.base);
  }
  if (!spec.partition_by.empty()) {
    next("PARTITION BY ");
    exprs(spec.partition_by);
  }
  if (!spec.order_by.empty()) {
    next("ORDER BY ");
    order_items(spec.order_by);
  }
  if (spec.frame) {
    next(spec.frame->rows ? "ROWS " : "RANGE ");
    if (spec.frame->end) put("BETWEEN ");
    frame_bound(spec.frame->start);
    if (spec.frame->end) {
      put(" AND ");
      frame_bound(*spec.frame->end);
    }
  }
  if (spec.allow_partial) next(*spec.allow_partial ? "ALLOW PARTIAL" : "DISALLOW PARTIAL");
  put(")");
}

}  // namespace rowkind::sql
