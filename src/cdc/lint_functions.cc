// Advice on calls and casts.
#include <algorithm>

#include "base/utf8.h"
#include "cdc/lint_internal.h"

namespace rowkind::cdc {
namespace {

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const sql::Literal* text_literal(const sql::ExprPtr& expr) {
  const auto* literal = sql::node_cast<sql::Literal>(expr);
  return literal && literal->literal == sql::LiteralKind::kString ? literal : nullptr;
}

}  // namespace

void ExprLinter::call(const sql::Call& call) {
  std::string name = ascii_upper(call.name.last());
  auto argument = [&](size_t i) { return call.arguments[i].value; };
  const size_t count = call.arguments.size();
  if (one_of(name, {"CHAR_LENGTH", "UPPER", "LOWER", "SUBSTR", "SUBSTRING", "TO_TIMESTAMP"}) && count > 0)
    null_fails(argument(0), name, call);
  if (name == "TO_TIMESTAMP_LTZ" && count > 0) {
    NodePtr text = typed(argument(0));
    if (text && text->java == JavaType::kString) null_fails(argument(0), name, call);
  }
  if (name == "IF" && count == 3) {
    null_logic(argument(0), call);
    unboxing(argument(1), argument(2), call);
  }
  text_call(name, call);
  time_call(name, call);
  array_call(name, call);
}

void ExprLinter::text_call(const std::string& name, const sql::Call& call) {
  auto argument = [&](size_t i) { return call.arguments[i].value; };
  const size_t count = call.arguments.size();
  if (name == "CONCAT") {
    for (const sql::Argument& each : call.arguments) null_text(each.value);
  } else if (name == "TRIM") {
    null_fails(call.arguments.back().value, name, call);
    const auto* side = count == 3 ? sql::node_cast<sql::Symbol>(argument(0)) : nullptr;
    const auto* chars = count == 3 ? sql::node_cast<sql::Literal>(argument(1)) : nullptr;
    if ((side && side->name != "BOTH") || (chars && chars->text != " "))
      add("cdc/trim-both",
          "TRIM always cuts blanks at both ends; LEADING, TRAILING and the character are ignored.", call,
          level(scope_.version) >= 37 ? "use LTRIM, RTRIM or BTRIM" : "use REGEXP_REPLACE");
  } else if (name == "REGEXP_REPLACE" && count == 3) {
    const auto* replacement = text_literal(argument(2));
    if (replacement && replacement->text.find('$') != std::string::npos)
      add("cdc/literal-replacement", "The replacement is taken as it is: $1 is no group.", *argument(2));
  } else if (one_of(name, {"REGEXP_EXTRACT", "REGEXP_EXTRACT_ALL"}) && count == 2) {
    const auto* pattern = text_literal(argument(1));
    const bool all = name == "REGEXP_EXTRACT_ALL";
    const bool group = pattern && pattern->text.find('(') != std::string::npos;
    if (pattern && group != all)
      add("cdc/regexp-group",
          all ? "REGEXP_EXTRACT_ALL takes group 1; without groups it is NULL."
              : "REGEXP_EXTRACT takes the whole match, not its first group.",
          call, all ? "name group 0" : "name group 1");
  } else if (name == "OVERLAY" && count == 4) {
    const auto* length = sql::node_cast<sql::Literal>(argument(3));
    if (length && length->text == "0")
      add("cdc/overlay-tail", "FOR 0 drops what stands behind the place instead of inserting.", call,
          "use CONCAT of LEFT and SUBSTR");
  } else if (one_of(name, {"PARSE_JSON", "TRY_PARSE_JSON"})) {
    add("cdc/json-sorted", "A VARIANT prints its keys sorted, not as they were written.", call);
  }
}

void ExprLinter::time_call(const std::string& name, const sql::Call& call) {
  const size_t count = call.arguments.size();
  NodePtr first = count > 0 ? typed(call.arguments[0].value) : nullptr;
  const bool text = first && first->java == JavaType::kString;
  if (one_of(name, {"TIMESTAMPDIFF", "TIMESTAMP_DIFF"}) && count == 3) {
    std::string unit = ascii_upper(source(*call.arguments[0].value));
    if (unit.find("MONTH") != std::string::npos || unit.find("YEAR") != std::string::npos)
      add("cdc/timestampdiff-calendar",
          "MONTH and YEAR are the difference of calendar fields: one second over New Year is a year.", call,
          "divide a difference in DAY");
  } else if (one_of(name, {"CURRENT_TIME", "LOCALTIME"})) {
    add("cdc/time-millis", name + " is a TIME(0), but prints its milliseconds.", call);
  } else if (name == "UNIX_TIMESTAMP" && count > 0) {
    add("cdc/unparsable-minimum", "A text that is no time gives -9223372036854775808, not NULL.", call);
  } else if (name == "DATE_FORMAT_TZ" && first && first->java == JavaType::kTimestamp) {
    add("cdc/zone-ignored", "A TIMESTAMP has no zone: DATE_FORMAT_TZ does not shift it.", call,
        "only a TIMESTAMP_LTZ is shown in another zone");
  } else if (name == "DATE_ADD") {
    add("cdc/date-add-text", "DATE_ADD gives a text, yyyy-MM-dd.", call, "TO_DATE(…) makes it a DATE again");
  } else if (name == "TO_DATE" && text) {
    add("cdc/lenient-date",
        until(35) ? "TO_DATE rolls over impossible days, ignores what stands behind, and makes a far date of "
                    "other texts."
                  : "TO_DATE takes 2024-02-30 for 2024-02-29; other texts are NULL.",
        call);
  } else if (name == "TO_TIMESTAMP" && text) {
    add("cdc/lenient-date", "TO_TIMESTAMP rolls over month 13 and ignores what stands behind.", call);
    if (until(35) && elsewhere())
      add("cdc/utc-always", "TO_TIMESTAMP reads the text in the pipeline's zone, so it is off by it.", call);
  }
  const bool instant = first && first->java == JavaType::kInstant;
  if (!elsewhere()) return;
  if ((name == "TO_DATE" && instant) || (name == "TO_TIMESTAMP_LTZ" && text && count < 3) ||
      (name == "TIMESTAMPADD" && count == 3 && !until(35) && typed(call.arguments[2].value) &&
       typed(call.arguments[2].value)->java == JavaType::kInstant))
    add("cdc/utc-always", name + " works in UTC here, whatever local-time-zone says.", call,
        name == "TO_TIMESTAMP_LTZ" ? "name the zone as third argument" : "");
}

void ExprLinter::array_call(const std::string& name, const sql::Call& call) {
  if (!one_of(name, {"ARRAY_CONTAINS", "ARRAY_POSITION"}) || call.arguments.size() != 2) return;
  NodePtr array = typed(call.arguments[0].value), item = typed(call.arguments[1].value);
  if (!array || !item || !array->type.is(TypeRoot::kArray) || !item->type.is_numeric()) return;
  if (array->type.element().root() != item->type.root())
    add("cdc/array-equality", name + " compares numbers of any type, unlike `=`.", call);
}

void ExprLinter::cast(const sql::Cast& cast) {
  const LogicalType& target = cast.target.type;
  NodePtr operand = typed(cast.operand);
  const bool length = target.is_character() && source(cast).find('(', 5) != std::string::npos &&
                      target.length() != kMaxLength && target.length() > 1;
  if (length)
    add("cdc/cast-length", "The length of a VARCHAR or CHAR is ignored here; nothing is cut.", cast,
        "use SUBSTR to cut");
  if (!operand || cast.safe) return;
  const LogicalType& from = operand->type;
  if (target.is_integer() && from.is_numeric() && (from.root() > target.root() || !from.is_integer()) &&
      from.root() != target.root() && operand->literal() == nullptr)
    add("cdc/cast-narrows", "A number that does not fit wraps or saturates; nothing fails.", cast,
        "compare with the limits first");
  if (target.is(TypeRoot::kBoolean) && from.is_character())
    add("cdc/cast-boolean", "Only the text true is TRUE; yes, 1 and all others are FALSE.", cast,
        "compare: … = 'yes'");
  if (target.is_character() && (from.is_approximate() || from.is(TypeRoot::kDecimal) || from.is_timestamp()))
    add("cdc/cast-java-text",
        from.is_timestamp() ? "The text is Java's: 2024-05-01T10:00, without seconds that are zero."
                            : "The text is Java's: 1.0E7, 1E-8.",
        cast, from.is_timestamp() ? "use DATE_FORMAT" : "");
  if (target.is(TypeRoot::kTimestamp) && from.is_character()) {
    const auto* text = text_literal(cast.operand);
    if (text == nullptr || text->text.find(' ') != std::string::npos)
      add("cdc/cast-timestamp", "CAST reads 2024-01-02T10:00:00; with a blank the job fails.", cast,
          "use TO_TIMESTAMP");
  }
}

}  // namespace rowkind::cdc
