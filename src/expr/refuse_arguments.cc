// What calls are refused with: the forms a function takes, and Calcite's and Flink's words for any other.
#include <algorithm>
#include <iterator>

#include "expr/infer.h"

namespace rowkind {

namespace {

const char* family_name(char letter) {
  switch (letter) {
    case 'n':
      return "<NUMERIC>";
    case 'i':
      return "<INTEGER>";
    case 'c':
      return "<CHARACTER>";
    case 's':
      return "<STRING>";
    case 'x':
      return "<BINARY>";
    case 'b':
      return "<BOOLEAN>";
    case 't':
      return "<TIMESTAMP>";
    case 'd':
      return "<DATE>";
    case 'm':
      return "<TIME>";
    case 'v':
      return "<DATETIME_INTERVAL>";
    case 'A':
      return "<ARRAY>";
    case 'M':
      return "<MAP>";
    case 'R':
      return "<ROW>";
    case 'V':
      return "<VARIANT>";
    case 'B':
      return "<BITMAP>";
    case 'y':
      return "<SYMBOL>";
    default:
      return "<ANY>";
  }
}

bool is_operator(std::string_view name) {
  return !name.empty() && !(name[0] >= 'A' && name[0] <= 'Z') && name[0] != '$' && name[0] != 'u';
}

// Calls that messages show in words of their own: the call with {0}, {1} for the types of its operands ("": as other calls), and its forms.
struct Shape {
  std::string_view name, call, forms;
};
constexpr Shape kShapes[] = {
    {"AND", "{0} AND {1}", "'<BOOLEAN> AND <BOOLEAN>'"},
    {"OR", "{0} OR {1}", "'<BOOLEAN> OR <BOOLEAN>'"},
    {"NOT", "NOT{0}", "'NOT<BOOLEAN>'"},
    {"unary -", "-{0}", "'-<NUMERIC>'\n'-<DATETIME_INTERVAL>'"},
    {"unary +", "+{0}", "'+<NUMERIC>'\n'+<DATETIME_INTERVAL>'"},
    {"%", "{0} % {1}", "'<EXACT_NUMERIC> % <EXACT_NUMERIC>'"},
    {"CARDINALITY", "", "'CARDINALITY(<MULTISET>)'\n'CARDINALITY(<ARRAY>)'\n'CARDINALITY(<MAP>)'"},
    {"EXTRACT", "EXTRACT({0} FROM {1})",
     "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)'\n"
     "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)'"},
    {"IF", "", "'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'"},
    {"ITEM", "", "<ARRAY>[<INTEGER>]\n<MAP>[<ANY>]\n<ROW>[<CHARACTER>|<INTEGER>]"},
    {"LIKE", "", "'LIKE(<STRING>, <STRING>, <STRING>)'"},
    {"OVERLAY", "OVERLAY({0} PLACING {1} FROM {2})",
     "'OVERLAY(<STRING> PLACING <STRING> FROM <INTEGER>)'\n"
     "'OVERLAY(<STRING> PLACING <STRING> FROM <INTEGER> FOR <INTEGER>)'"},
    {"POSITION", "POSITION({0} IN {1})", "'POSITION(<STRING> IN <STRING>)'"},
    {"TIMESTAMPADD", "", "'TIMESTAMPADD(<ANY>, <INTEGER>, <DATETIME>)'"},
    {"TIMESTAMPDIFF", "", "'TIMESTAMPDIFF(<ANY>, <DATETIME>, <DATETIME>)'"},
    {"TRIM", "TRIM([BOTH|LEADING|TRAILING] {0} FROM {1})",
     "'TRIM([BOTH|LEADING|TRAILING] <ANY> FROM <STRING>)'"},
};
const Shape* shape_of(std::string_view name) {
  for (const Shape& shape : kShapes) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

// How many operands one alternative takes at least; at most that many unless it ends in '*'.
size_t least_operands(const char* form, bool& unbounded) {
  size_t count = 0;
  unbounded = false;
  for (; *form != '\0' && *form != '|'; ++form) {
    if (*form == '*') {
      unbounded = true;
    } else {
      ++count;
    }
  }
  return count;
}

// Whether a call with that many operands exists at all; `least` is the smallest number that does.
bool count_exists(const char* forms, size_t count, size_t& least) {
  least = SIZE_MAX;
  bool exists = false;
  for (const char* form = forms;;) {
    bool unbounded = false;
    const size_t needs = least_operands(form, unbounded);
    least = std::min(least, needs);
    exists = exists || count == needs || (unbounded && count > needs);
    while (*form != '\0' && *form != '|') ++form;
    if (*form == '\0') return exists;
    ++form;
  }
}

// The same of a signature: "F(a, b [, c]*)".
bool count_fits(std::string_view signature, size_t count) {
  const size_t open = signature.find('(');
  if (open == std::string_view::npos) return true;
  size_t needed = 0, optional = 0;
  int32_t depth = 0;
  bool any = false, in_name = false;
  for (char c : signature.substr(open + 1)) {
    if (c == ')') break;
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == '*') any = true;
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
    if (letter && !in_name) ++(depth > 0 ? optional : needed);
    in_name = letter;
  }
  return count >= needed && (any || count <= needed + optional);
}

// Functions that Flink declares with its own type inference and not as Calcite's: they refuse in other words.
constexpr std::string_view kBridged[] = {"ARRAY_DISTINCT",
                                         "ARRAY_REVERSE",
                                         "BTRIM",
                                         "ELT",
                                         "ENDSWITH",
                                         "INET_ATON",
                                         "INET_NTOA",
                                         "JSON",
                                         "JSON_QUOTE",
                                         "JSON_STRING",
                                         "JSON_UNQUOTE",
                                         "PARSE_JSON",
                                         "PRINTF",
                                         "REGEXP_COUNT",
                                         "REGEXP_INSTR",
                                         "REGEXP_SUBSTR",
                                         "SPLIT",
                                         "STARTSWITH",
                                         "REGEXP_EXTRACT_ALL",
                                         "TRANSLATE",
                                         "TRY_PARSE_JSON",
                                         "TYPEOF",
                                         "UNHEX",
                                         "URL_DECODE",
                                         "URL_ENCODE"};
bool is_bridged(std::string_view name) {
  return name.substr(0, 7) == "BITMAP_" ||
         std::find(std::begin(kBridged), std::end(kBridged), name) != std::end(kBridged);
}

const char* bridged_family(char letter) {
  switch (letter) {
    case 'c':
      return "CHARACTER_STRING";
    case 'x':
      return "BINARY_STRING";
    case 'i':
      return "INTEGER_NUMERIC";
    case 'n':
      return "NUMERIC";
    default:
      return nullptr;
  }
}

[[noreturn]] void wrong_bridged(const ScalarFunction& self, const ExprList& operands, Span span) {
  size_t least = 0;
  const std::string name = self.name == "TRANSLATE" ? "TRANSLATE3" : std::string(self.name);
  if (!count_exists(self.forms, operands.size(), least)) {
    throw Failure("sql/wrong-arguments",
                  "No match found for function signature " + signature_text(name, operands) + ".", span,
                  std::string(self.signature));
  }
  const std::string_view forms(self.forms);
  const bool one_form = forms.find('|') == std::string_view::npos || self.name == "PRINTF";
  if (self.name == "ELT")
    throw Failure("sql/wrong-arguments", "Index can only be an INTEGER NUMERIC type.", span);
  for (size_t i = 0; one_form && i < operands.size() && i < forms.size(); ++i) {
    const char* family = bridged_family(forms[i]);
    if (family == nullptr || matches_family(forms[i], operands[i]->type)) continue;
    throw Failure("sql/wrong-arguments",
                  std::string("Unsupported argument type. Expected type of family '") + family +
                      "' but actual type was '" + operands[i]->type.to_string() + "'.",
                  operands[i]->span.known() ? operands[i]->span : span, std::string(self.signature));
  }
  wrong_call(self.name, self.signature, operands, span);
}

// One alternative of `forms`, from `form` up to '|' or the end.
bool matches_form(const char* form, const ExprList& operands) {
  size_t i = 0;
  for (; *form != '\0' && *form != '|'; ++form) {
    if (*form == '*') {
      for (; i < operands.size(); ++i) {
        if (!matches_family(form[-1], operands[i]->type)) return false;
      }
      return true;
    }
    if (i >= operands.size() || !matches_family(*form, operands[i]->type)) return false;
    ++i;
  }
  return i == operands.size();
}

}  // namespace

// "F(<NUMERIC>, <CHARACTER>)": the families that Calcite names where no function fits.
std::string signature_text(std::string_view name, const ExprList& operands) {
  std::string out = std::string(name) + "(";
  const char* separator = "";
  for (const ExprPtr& operand : operands) {
    const LogicalType& type = operand->type;
    out += separator;
    out += type.is_character()                     ? "<CHARACTER>"
           : type.is_numeric()                     ? "<NUMERIC>"
           : type.is_timestamp()                   ? "<TIMESTAMP>"
           : type.is_binary()                      ? "<BINARY>"
           : type.is(TypeRoot::kTime)              ? "<TIME>"
           : type.is(TypeRoot::kIntervalYearMonth) ? "<INTERVAL_YEAR_MONTH>"
           : type.is(TypeRoot::kIntervalDayTime)   ? "<INTERVAL_DAY_TIME>"
                                                   : "<" + std::string(message_type(type)) + ">";
    separator = ", ";
  }
  return out + ")";
}

bool matches_family(char family, const LogicalType& type) {
  switch (family) {
    case 'n':
      return type.is_numeric();
    case 'i':
      return type.is_integer();
    case 'c':
      return type.is_character();
    case 's':
      return type.is_character() || type.is_binary();
    case 'x':
      return type.is_binary();
    case 'b':
      return type.is(TypeRoot::kBoolean);
    case 't':
      return type.is_timestamp();
    case 'd':
      return type.is(TypeRoot::kDate);
    case 'm':
      return type.is(TypeRoot::kTime);
    case 'v':
      return type.is_interval();
    case 'A':
      return type.is(TypeRoot::kArray);
    case 'M':
      return type.is(TypeRoot::kMap);
    case 'R':
      return type.is(TypeRoot::kRow);
    case 'V':
      return type.is(TypeRoot::kVariant);
    case 'B':
      return type.is(TypeRoot::kBitmap);
    case 'y':
      return type.is(TypeRoot::kSymbol);
    default:
      return true;
  }
}

void check_forms(const ScalarFunction& self, const ExprList& operands, Span span) {
  for (const char* form = self.forms;;) {
    if (matches_form(form, operands)) return;
    while (*form != '\0' && *form != '|') ++form;
    if (*form == '\0') break;
    ++form;
  }
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, span);
  }
  if (is_bridged(self.name)) wrong_bridged(self, operands, span);
  wrong_arguments(self.name, self.forms, operands, span);
}

std::string message_type(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kNull:
      return "NULL";
    case TypeRoot::kSymbol:
      return "SYMBOL";
    default:
      return type.to_plan(false, false);
  }
}

std::string call_text(std::string_view name, const ExprList& operands) {
  auto type_text = [&](size_t i) {
    const Expr& operand = *operands[i];
    // A time unit is an interval to Calcite.
    const bool unit = operand.type.is(TypeRoot::kSymbol) && operand.kind == ExprKind::kLiteral &&
                      (name == "EXTRACT" || name == "TIMESTAMPADD" || name == "TIMESTAMPDIFF");
    return "<" + (unit ? "INTERVAL " + std::string(operand.literal.string()) : message_type(operand.type)) +
           ">";
  };
  if (const Shape* shape = shape_of(name); shape != nullptr && !shape->call.empty()) {
    std::string out;
    for (size_t i = 0; i < shape->call.size(); ++i) {
      if (shape->call[i] != '{') {
        out += shape->call[i];
        continue;
      }
      const auto operand = static_cast<size_t>(shape->call[i + 1] - '0');
      if (operand < operands.size()) out += type_text(operand);
      i += 2;
    }
    return out;
  }
  if (is_operator(name) && operands.size() == 2)
    return type_text(0) + " " + std::string(name) + " " + type_text(1);
  std::string out(name);
  out += "(";
  for (size_t i = 0; i < operands.size(); ++i) out += (i == 0 ? "" : ", ") + type_text(i);
  return out + ")";
}

void wrong_arguments(std::string_view name, const char* forms, const ExprList& operands, Span span) {
  size_t least = 0;
  if (name == "PI" && forms != nullptr && !operands.empty()) {
    throw Failure("sql/wrong-arguments",
                  "No match found for function signature " + signature_text(name, operands), span, "PI()");
  }
  if (forms != nullptr && !is_operator(name) && name != "LISTAGG" &&
      !count_exists(forms, operands.size(), least)) {
    throw Failure("sql/wrong-arguments",
                  "Invalid number of arguments to function '" + std::string(name) + "'. Was expecting " +
                      std::to_string(least) + " arguments",
                  span);
  }
  std::string text(name.substr(0, 6) == "unary " ? name.substr(6) : name);
  std::string message =
      "Cannot apply '" + text + "' to arguments of type '" + call_text(name, operands) + "'.";
  if (const Shape* shape = shape_of(name)) {
    message += " Supported form(s): " + std::string(shape->forms);
  } else if (forms != nullptr) {
    bool infix = is_operator(name);
    std::string open = infix ? "'" : "'" + text + "(", close = infix ? "'" : ")'";
    std::string between = infix ? " " + text + " " : ", ";
    message += " Supported form(s): " + open;
    bool first = true;
    for (const char* form = forms; *form != '\0'; ++form) {
      if (*form == '|') {
        message += close + "\n" + open;
        first = true;
      } else if (*form != '*') {
        if (!first) message += between;
        message += family_name(*form);
        first = false;
      }
    }
    message += close;
  }
  throw Failure("sql/wrong-arguments", message, span);
}

void wrong_call(std::string_view name, std::string_view expected, const ExprList& operands, Span span) {
  if (!count_fits(expected, operands.size())) {
    throw Failure("sql/wrong-arguments",
                  "No match found for function signature " + signature_text(name, operands) + ".", span,
                  std::string(expected));
  }
  std::string message = "Invalid function call:\n" + std::string(name) + "(";
  const char* separator = "";
  for (const ExprPtr& operand : operands) {
    message += separator;
    message += operand->type.to_string();
    separator = ", ";
  }
  message += ")\nInvalid input arguments. Expected signatures are:\n" + std::string(expected);
  throw Failure("sql/wrong-arguments", message, span);
}

}  // namespace rowkind
