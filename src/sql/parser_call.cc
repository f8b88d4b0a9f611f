// Calls: plain ones, those with a grammar of their own, arguments of table functions, JSON functions.
#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "sql/operators.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
namespace {

std::shared_ptr<Call> new_call(const Token& token, std::string_view text, CallSyntax syntax) {
  auto node = std::make_shared<Call>();
  node->syntax = syntax;
  node->name.parts.push_back(Identifier{std::string(token.text(text)), false, token.span});
  node->name.span = token.span;
  return node;
}

void add(Call& call, ExprPtr value) {
  Argument argument;
  argument.value = std::move(value);
  call.arguments.push_back(std::move(argument));
}

}  // namespace

ExprPtr Parser::special_call() {
  if (is("MAP") && (is("[", 1) || (is("(", 1) && (is("SELECT", 2) || is("WITH", 2) || is("VALUES", 2))))) {
    return collection(Op::kMap, SubqueryKind::kMap);
  }
  if ((is("NEXT") || is("CURRENT")) && is("VALUE", 1) && is("FOR", 2)) unsupported("NEXT VALUE FOR", here());
  if (!is("(", 1)) return nullptr;
  if (is("DESCRIPTOR")) return descriptor();
  if (is("EXTRACT")) return extract();
  if (is("POSITION")) return position_call();
  if (is("SUBSTRING")) return substring();
  if (is("TRIM")) return trim();
  if (is("OVERLAY")) return overlay();
  if (is("CONVERT") || is("TRANSLATE")) return convert();
  if (is("FLOOR") || is("CEIL") || is("CEILING")) return floor_or_ceil();
  static constexpr std::string_view kJson[] = {"JSON_VALUE", "JSON_QUERY",     "JSON_EXISTS",  "JSON_OBJECT",
                                               "JSON_ARRAY", "JSON_OBJECTAGG", "JSON_ARRAYAGG"};
  for (std::string_view name : kJson) {
    if (is(name)) return json_call();
  }
  // Reserved words that are ordinary functions in front of a parenthesis.
  static constexpr std::string_view kPlain[] = {"CLASSIFIER",
                                                "MATCH_NUMBER",
                                                "PREV",
                                                "NEXT",
                                                "DATE",
                                                "TIME",
                                                "TIMESTAMP",
                                                "DATETIME",
                                                "DATE_TRUNC",
                                                "TIMESTAMP_DIFF",
                                                "TIMESTAMP_TRUNC",
                                                "TIME_DIFF",
                                                "TIME_TRUNC",
                                                "DATETIME_TRUNC",
                                                "CONTAINS_SUBSTR",
                                                "ARRAY_CONCAT_AGG"};
  for (std::string_view name : kPlain) {
    if (!is(name)) continue;
    QualifiedName qualified;
    qualified.parts.push_back(Identifier{std::string(word()), false, here()});
    qualified.span = here();
    advance();
    return call(std::move(qualified));
  }
  return nullptr;
}

ExprPtr Parser::call(QualifiedName name) {
  auto node = std::make_shared<Call>();
  Span start = name.span;
  node->name = std::move(name);
  bool built_in = node->name.simple() && !node->name.parts[0].quoted;
  std::string upper = built_in ? ascii_upper(node->name.last()) : std::string();
  expect("(");
  if (is("*")) {
    int32_t first = position_;
    advance();
    add(*node, finish(std::make_shared<Star>(), first));
  } else if (!at(")") || upper == "TIMESTAMPADD" || upper == "TIMESTAMPDIFF") {
    if (accept("DISTINCT")) {
      node->quantifier = SetQuantifier::kDistinct;
    } else if (accept("ALL")) {
      node->quantifier = SetQuantifier::kAll;
    }
    bool unit_first = upper == "TIMESTAMPADD" || upper == "TIMESTAMPDIFF";
    bool unit_last = upper.size() > 5 &&
                     (upper.rfind("_DIFF") == upper.size() - 5 || upper.rfind("_TRUNC") == upper.size() - 6);
    do {
      bool unit_here = kind() == TokenKind::kReserved && is(")", 1);
      if (unit_first && node->arguments.empty()) {
        add(*node, time_unit());
      } else if (unit_last && unit_here && !node->arguments.empty()) {
        add(*node, time_unit());
      } else {
        node->arguments.push_back(argument());
      }
      if (unit_first && node->arguments.size() < 3 && !is(",")) fail();
      if (unit_first && node->arguments.size() == 3) break;
    } while (accept(","));
    bool array_agg = upper == "ARRAY_AGG" || upper == "ARRAY_CONCAT_AGG";
    if (array_agg && (is("IGNORE") || is("RESPECT"))) {
      node->nulls = is("IGNORE") ? NullTreatment::kIgnoreNulls : NullTreatment::kRespectNulls;
      advance();
      expect("NULLS");
    }
    if (is("ORDER") && !array_agg) {
      fail_with("sql/syntax", "SQL parse failed. ORDER BY unexpected at " + where(here().offset) + ".",
                here(), "write f(..) WITHIN GROUP (ORDER BY ..)");
    }
    if (accept("ORDER")) node->order_by = order_by();
  }
  expect(")");
  call_suffixes(*node);
  node->span = cover(start, tokens_[static_cast<size_t>(position_ - 1)].span);
  return node;
}

void Parser::call_suffixes(Call& call) {
  for (;;) {
    if (is("IGNORE") && is("NULLS", 1)) {
      position_ += 2;
      call.nulls = NullTreatment::kIgnoreNulls;
    } else if (is("RESPECT") && is("NULLS", 1)) {
      position_ += 2;
      call.nulls = NullTreatment::kRespectNulls;
    } else if (is("WITHIN") && is("DISTINCT", 1)) {
      unsupported("WITHIN DISTINCT", here());
    } else if (is("WITHIN") && !is("INTERVAL", 1)) {
      advance();
      expect("GROUP");
      expect("(");
      expect("ORDER");
      call.within_group = order_by();
      expect(")");
    } else if (accept("FILTER")) {
      expect("(");
      expect("WHERE");
      call.filter = expression();
      expect(")");
    } else {
      break;
    }
  }
  over(call.over);
}

void Parser::over(std::optional<WindowSpec>& window) {
  if (!accept("OVER")) return;
  if (is("(")) {
    window = window_spec();
    return;
  }
  WindowSpec named;
  named.by_name = true;
  note("(");
  named.base = identifier("the name of a window");
  named.span = named.base->span;
  window = std::move(named);
}

// --- arguments -------------------------------------------------------------------------------------------

Argument Parser::argument() {
  Argument result;
  if (at_name() && is("=>", 1)) {
    result.name = identifier();
    advance();
  }
  int32_t first = position_;
  if (accept("DEFAULT")) {
    result.value = finish(std::make_shared<Default>(), first);
  } else if (is("TABLE")) {
    result.value = table_argument(first);
  } else if (is("MODEL") && (kind(1) == TokenKind::kName || kind(1) == TokenKind::kQuotedName)) {
    unsupported("MODEL as an argument", here());
  } else if (at_query()) {
    auto node = std::make_shared<Subquery>();
    node->query = query();
    result.value = finish(std::move(node), first);
  } else {
    result.value = expression();
    const auto* inner = node_cast<Subquery>(result.value);
    if (inner && inner->form == SubqueryKind::kScalar && (is("PARTITION") || is("ORDER"))) {
      auto table = std::make_shared<TableArgument>();
      table->query = inner->query;
      partition_and_order(*table);
      result.value = finish(std::move(table), first);
    }
  }
  return result;
}

ExprPtr Parser::table_argument(int32_t first) {
  auto node = std::make_shared<TableArgument>();
  advance();
  if (is("(")) {
    note("a table name");
    fail_with(
        "sql/syntax",
        "SQL parse failed. Encountered \"(\" at " + where(here().offset) + ". Was expecting a table name.",
        here(), "leave out the word TABLE, or put the query in a view");
  }
  node->table = qualified_name("a table name");
  partition_and_order(*node);
  return finish(std::move(node), first);
}

// One column, or several in parentheses: a comma without them starts the next argument.
void Parser::partition_and_order(TableArgument& table) {
  if (accept("PARTITION")) {
    expect("BY");
    if (accept("(")) {
      do {
        table.partition_by.push_back(expression());
      } while (accept(","));
      expect(")");
    } else {
      table.partition_by.push_back(expression());
    }
  }
  if (accept("ORDER")) {
    expect("BY");
    if (accept("(")) {
      do {
        table.order_by.push_back(order_item());
      } while (accept(","));
      expect(")");
    } else {
      table.order_by.push_back(order_item());
    }
  }
}

ExprPtr Parser::descriptor() {
  auto node = std::make_shared<Descriptor>();
  int32_t first = position_;
  advance();
  expect("(");
  if (!accept(")")) {
    do {
      node->columns.push_back(qualified_name("a column name"));
    } while (accept(","));
    expect(")");
  }
  return finish(std::move(node), first);
}

// --- functions with words between their arguments --------------------------------------------------------

ExprPtr Parser::time_unit() {
  auto node = std::make_shared<Symbol>();
  int32_t first = position_;
  if (!at_name() && kind() != TokenKind::kReserved) fail("a unit of time");
  std::string unit = ascii_upper(word());
  if (unit.rfind("SQL_TSI_", 0) == 0) unit = unit.substr(8);
  if (unit == "DAYOFWEEK") unit = "DOW";
  if (unit == "DAYOFYEAR") unit = "DOY";
  if (unit == "FRAC_SECOND") unit = "MICROSECOND";
  static constexpr std::string_view kUnits[] = {
      "YEAR",       "QUARTER",     "MONTH",       "WEEK",       "DAY",     "HOUR",   "MINUTE",
      "SECOND",     "DOW",         "DOY",         "ISODOW",     "ISOYEAR", "DECADE", "CENTURY",
      "MILLENNIUM", "MILLISECOND", "MICROSECOND", "NANOSECOND", "EPOCH"};
  if (std::find(std::begin(kUnits), std::end(kUnits), unit) == std::end(kUnits)) {
    if (dialect_ == Dialect::kCalcite) fail("a unit of time");
    std::vector<std::string> units(std::begin(kUnits), std::end(kUnits));
    fail_with("sql/syntax",
              "'" + std::string(word()) + "' is not a valid time frame at " + where(here().offset) + ".",
              here(), did_you_mean(unit, units));
  }
  node->name = std::move(unit);
  advance();
  return finish(std::move(node), first);
}

ExprPtr Parser::symbol_argument() {
  auto node = std::make_shared<Symbol>();
  int32_t first = position_;
  node->name = ascii_upper(identifier("a character set").name);
  return finish(std::move(node), first);
}

ExprPtr Parser::extract() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kExtract);
  advance();
  expect("(");
  add(*node, time_unit());
  expect("FROM");
  add(*node, expression());
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::position_call() {
  Level level(*this);
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kPosition);
  advance();
  expect("(");
  add(*node, expression(kPredicate + 1, -1));
  expect("IN");
  add(*node, expression());
  if (accept("FROM")) add(*node, expression());
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::substring() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kPlain);
  advance();
  expect("(");
  add(*node, expression());
  if (accept("FROM")) {
    node->syntax = CallSyntax::kSubstring;
    add(*node, expression());
    if (accept("FOR")) add(*node, expression());
  } else {
    expect(",");
    add(*node, expression());
    if (accept(",")) add(*node, expression());
  }
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::trim() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kTrim);
  advance();
  expect("(");
  auto side = std::make_shared<Symbol>();
  side->name = "BOTH";
  side->span = Span{here().offset, 0};
  auto blank = std::make_shared<Literal>();
  blank->literal = LiteralKind::kString;
  blank->text = " ";
  blank->span = side->span;
  bool named = at("BOTH") || at("LEADING") || at("TRAILING");
  if (named) {
    side->name = ascii_upper(word());
    side->span = here();
    advance();
  }
  ExprPtr chars = blank;
  ExprPtr source;
  if (named && accept("FROM")) {
    source = expression();
  } else {
    source = expression();
    if (named ? (expect("FROM"), true) : accept("FROM")) {
      chars = std::move(source);
      source = expression();
    }
  }
  expect(")");
  add(*node, std::move(side));
  add(*node, std::move(chars));
  add(*node, std::move(source));
  return finish(std::move(node), first);
}

ExprPtr Parser::overlay() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kOverlay);
  advance();
  expect("(");
  add(*node, expression());
  expect("PLACING");
  add(*node, expression());
  expect("FROM");
  add(*node, expression());
  if (accept("FOR")) add(*node, expression());
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::convert() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kPlain);
  advance();
  expect("(");
  add(*node, expression());
  if (accept("USING")) {
    node->syntax = CallSyntax::kConvert;
    add(*node, symbol_argument());
  } else {
    while (accept(",")) add(*node, expression());
  }
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::floor_or_ceil() {
  int32_t first = position_;
  auto node = new_call(token(), text_, CallSyntax::kPlain);
  advance();
  expect("(");
  add(*node, expression());
  if (accept("TO")) {
    node->syntax = CallSyntax::kToUnit;
    add(*node, time_unit());
  }
  expect(")");
  return finish(std::move(node), first);
}

// --- JSON ------------------------------------------------------------------------------------------------

ExprPtr Parser::json_call() {
  auto node = std::make_shared<JsonCall>();
  int32_t first = position_;
  node->name.parts.push_back(Identifier{std::string(word()), false, here()});
  node->name.span = here();
  std::string name = ascii_upper(word());
  advance();
  expect("(");
  bool aggregate = name == "JSON_OBJECTAGG" || name == "JSON_ARRAYAGG";
  if (name == "JSON_OBJECT" || name == "JSON_OBJECTAGG") {
    bool clause = (is("NULL") || is("ABSENT")) && is("ON", 1) && is("NULL", 2);
    if (aggregate || (!is(")") && !clause)) json_pairs(*node);
    json_nulls(*node);
  } else if (name == "JSON_ARRAY" || name == "JSON_ARRAYAGG") {
    bool clause = (is("NULL") || is("ABSENT")) && is("ON", 1) && is("NULL", 2);
    if (aggregate || (!is(")") && !clause)) {
      do {
        node->arguments.push_back(expression());
      } while (!aggregate && accept(","));
    }
    if (aggregate && accept("ORDER")) node->order_by = order_by();
    json_nulls(*node);
  } else {
    node->arguments.push_back(expression());
    expect(",");
    node->arguments.push_back(expression());
    if (is("PASSING")) unsupported("PASSING", here());
    bool query = name == "JSON_QUERY";
    if (name != "JSON_EXISTS" && accept("RETURNING")) node->returning = data_type(false);
    if (query) {
      if (accept("WITHOUT")) {
        node->wrapper = accept("ARRAY") ? JsonWrapper::kWithoutArray : JsonWrapper::kWithout;
        expect("WRAPPER");
      } else if (accept("WITH")) {
        node->wrapper = JsonWrapper::kUnconditional;
        if (accept("CONDITIONAL")) {
          node->wrapper = JsonWrapper::kConditional;
        } else {
          accept("UNCONDITIONAL");
        }
        accept("ARRAY");
        expect("WRAPPER");
      }
    }
    if (name == "JSON_EXISTS") {
      bool behavior = true;
      if (accept("TRUE")) {
        node->on_error = JsonBehavior::kTrue;
      } else if (accept("FALSE")) {
        node->on_error = JsonBehavior::kFalse;
      } else if (accept("UNKNOWN")) {
        node->on_error = JsonBehavior::kUnknown;
      } else if (accept("ERROR")) {
        node->on_error = JsonBehavior::kError;
      } else {
        behavior = false;
      }
      if (behavior) {
        expect("ON");
        expect("ERROR");
      }
    } else {
      json_behaviors(*node, query);
    }
  }
  expect(")");
  if (aggregate) {
    if (accept("FILTER")) {
      expect("(");
      expect("WHERE");
      node->filter = expression();
      expect(")");
    }
    over(node->over);
  }
  return finish(std::move(node), first);
}

// [KEY] name VALUE value, or name : value
void Parser::json_pairs(JsonCall& call) {
  do {
    if (is("KEY") && !is(":", 1) && !is("VALUE", 1) && !is(".", 1)) advance();
    call.arguments.push_back(expression());
    if (!accept(":")) expect("VALUE");
    call.arguments.push_back(expression());
  } while (ascii_upper(call.name.last()) == "JSON_OBJECT" && accept(","));
}

bool Parser::json_nulls(JsonCall& call) {
  if (accept("NULL")) {
    call.nulls = JsonNulls::kNullOnNull;
  } else if (accept("ABSENT")) {
    call.nulls = JsonNulls::kAbsentOnNull;
  } else {
    return false;
  }
  expect("ON");
  expect("NULL");
  return true;
}

void Parser::json_behaviors(JsonCall& call, bool query) {
  JsonBehavior behavior = JsonBehavior::kUnspecified;
  ExprPtr otherwise;
  while (json_behavior(behavior, otherwise, query)) {
    expect("ON");
    if (accept("EMPTY")) {
      call.on_empty = behavior;
      call.empty_default = std::move(otherwise);
    } else {
      expect("ERROR");
      call.on_error = behavior;
      call.error_default = std::move(otherwise);
    }
    otherwise = nullptr;
  }
}

bool Parser::json_behavior(JsonBehavior& behavior, ExprPtr& otherwise, bool query) {
  if (accept("NULL")) {
    behavior = JsonBehavior::kNull;
  } else if (accept("ERROR")) {
    behavior = JsonBehavior::kError;
  } else if (query && accept("EMPTY")) {
    behavior = JsonBehavior::kEmpty;
    if (accept("ARRAY")) {
      behavior = JsonBehavior::kEmptyArray;
    } else if (accept("OBJECT")) {
      behavior = JsonBehavior::kEmptyObject;
    }
  } else if (!query && accept("DEFAULT")) {
    behavior = JsonBehavior::kDefault;
    otherwise = expression();
  } else {
    return false;
  }
  return true;
}

}  // namespace rowkind::sql
