#include "expr/infer.h"

#include <algorithm>

#include "types/decimal.h"

namespace rowkind {

namespace {

LogicalType exact_union(const LogicalType& a, const LogicalType& b) {
  if (!a.is(TypeRoot::kDecimal) && !b.is(TypeRoot::kDecimal)) return a.root() >= b.root() ? a : b;
  LogicalType x = exact_decimal(a), y = exact_decimal(b);
  int32_t whole = std::min(std::max(x.precision() - x.scale(), y.precision() - y.scale()), 38);
  int32_t scale = std::min(std::max(x.scale(), y.scale()), 38 - whole);
  return LogicalType::decimal(whole + scale, scale);
}

LogicalType text_union(const LogicalType& a, const LogicalType& b) {
  int32_t length = std::max(a.length(), b.length());
  bool text = a.is_character();
  bool varying = a.is(TypeRoot::kVarChar) || a.is(TypeRoot::kVarBinary) || b.is(TypeRoot::kVarChar) ||
                 b.is(TypeRoot::kVarBinary) || a.length() != b.length();
  if (text) return varying ? LogicalType::varchar(length) : LogicalType::character(length);
  return varying ? LogicalType::varbinary(length) : LogicalType::binary(length);
}

LogicalType with_precision(const LogicalType& type, int32_t precision) {
  if (type.is(TypeRoot::kTime)) return LogicalType::time(precision);
  if (type.is(TypeRoot::kTimestampLtz)) return LogicalType::timestamp_ltz(precision);
  return LogicalType::timestamp(precision);
}

int unit_start(IntervalUnit unit) {
  if (unit <= IntervalUnit::kYearToMonth) return 0;
  if (unit == IntervalUnit::kMonth) return 1;
  if (unit <= IntervalUnit::kDayToSecond) return 2;
  if (unit <= IntervalUnit::kHourToSecond) return 3;
  return unit <= IntervalUnit::kMinuteToSecond ? 4 : 5;
}

int unit_end(IntervalUnit unit) {
  switch (unit) {
    case IntervalUnit::kYear:
      return 0;
    case IntervalUnit::kYearToMonth:
    case IntervalUnit::kMonth:
      return 1;
    case IntervalUnit::kDay:
      return 2;
    case IntervalUnit::kDayToHour:
    case IntervalUnit::kHour:
      return 3;
    case IntervalUnit::kDayToMinute:
    case IntervalUnit::kHourToMinute:
    case IntervalUnit::kMinute:
      return 4;
    default:
      return 5;
  }
}

LogicalType interval_union(const LogicalType& a, const LogicalType& b) {
  int start = std::min(unit_start(a.interval_unit()), unit_start(b.interval_unit()));
  int end = std::max(unit_end(a.interval_unit()), unit_end(b.interval_unit()));
  for (int u = 0; u <= static_cast<int>(IntervalUnit::kSecond); ++u) {
    IntervalUnit unit = static_cast<IntervalUnit>(u);
    if (unit_start(unit) == start && unit_end(unit) == end) {
      return LogicalType::interval(unit, std::max(a.precision(), b.precision()),
                                   std::max(a.scale(), b.scale()));
    }
  }
  return a;
}

std::optional<LogicalType> merge(const TypeList& types, bool flink);

// Union of the type parts at one position of equally shaped nested types.
std::optional<LogicalType> nested_union(const TypeList& types, bool flink) {
  const LogicalType& first = types[0];
  size_t count = first.fields().size();
  std::vector<LogicalType> parts;
  for (size_t i = 0; i < count; ++i) {
    TypeList column;
    for (const LogicalType& type : types) {
      if (type.is(TypeRoot::kNull)) continue;
      if (!type.is(first.root()) || type.fields().size() != count) return std::nullopt;
      column.push_back(type.fields()[i].type);
    }
    std::optional<LogicalType> part = merge(column, flink);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  switch (first.root()) {
    case TypeRoot::kArray:
      return LogicalType::array(parts[0]);
    case TypeRoot::kMultiset:
      return LogicalType::multiset(parts[0]);
    case TypeRoot::kMap:
      return LogicalType::map(parts[0], parts[1]);
    default: {
      RowType fields = first.fields();
      for (size_t i = 0; i < count; ++i) fields[i].type = parts[i];
      return LogicalType::row(std::move(fields));
    }
  }
}

std::optional<LogicalType> pair_union(const LogicalType& a, const LogicalType& b, bool flink) {
  if (a.equals(b, true)) return a;
  if (a.is_exact() && b.is_exact()) return exact_union(a, b);
  if (a.is_numeric() && b.is_numeric()) {
    if (a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal)) return LogicalType::double_type();
    // Calcite's FLOAT is as precise as DOUBLE: the first one stays.
    if (a.is_approximate() && b.is_approximate()) return flink ? LogicalType::double_type() : a;
    return a.is_approximate() ? a : b;
  }
  if ((a.is_character() && b.is_character()) || (a.is_binary() && b.is_binary())) return text_union(a, b);
  if (a.is_timestamp() && b.is_timestamp()) {
    int32_t precision = std::max(a.precision(), b.precision());
    if (a.root() == b.root() || (flink && b.is(TypeRoot::kTimestampLtz))) return with_precision(b, precision);
    return flink ? std::optional(with_precision(a, precision)) : std::optional(a);
  }
  if (a.is(TypeRoot::kTime) && b.is(TypeRoot::kTime))
    return with_precision(a, std::max(a.precision(), b.precision()));
  if (a.is_interval() && a.root() == b.root()) return interval_union(a, b);
  // Flink: a date or time beside a number or an interval.
  if (a.is_datetime() && (b.is_interval() || (flink && b.is_exact() && !a.is(TypeRoot::kTime)))) return a;
  if (b.is_datetime() && (a.is_interval() || (flink && a.is_exact() && !b.is(TypeRoot::kTime)))) return b;
  if (flink && implicitly_castable(a, b)) return b;
  if (flink && implicitly_castable(b, a)) return a;
  return std::nullopt;
}

std::optional<LogicalType> merge(const TypeList& types, bool flink) {
  std::optional<LogicalType> result;
  bool nullable = false;
  for (const LogicalType& type : types) {
    nullable |= type.nullable();
    if (type.is(TypeRoot::kNull)) continue;
    LogicalType plain = type.with_attribute(TimeAttribute::kNone);
    if (!result) {
      result = plain;
      if (type.is_nested()) {
        TypeList nested;
        for (const LogicalType& t : types) {
          if (!t.is(TypeRoot::kNull)) nested.push_back(t);
        }
        result = nested_union(nested, flink);
        for (const LogicalType& t : types) nullable |= t.nullable();
        break;
      }
      continue;
    }
    result = pair_union(*result, plain, flink);
    if (!result) return std::nullopt;
  }
  if (result) result = result->with_nullable(nullable);
  return result;
}

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
  return std::find(std::begin(kBridged), std::end(kBridged), name) != std::end(kBridged);
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

TypeList types_of(const ExprList& operands) {
  TypeList types;
  types.reserve(operands.size());
  for (const ExprPtr& operand : operands) types.push_back(operand->type);
  return types;
}

bool any_nullable(const ExprList& operands) {
  return std::any_of(operands.begin(), operands.end(), [](const ExprPtr& o) { return o->type.nullable(); });
}

std::optional<LogicalType> least_restrictive(const TypeList& types) {
  return merge(types, false);
}

std::optional<LogicalType> common_type(const TypeList& types) {
  return merge(types, true);
}

// LogicalTypeCasts: the implicit rules (widening of numbers and texts, any number to DECIMAL, a TIMESTAMP to
// its DATE or TIME, between the two timestamps).
bool implicitly_castable(const LogicalType& from, const LogicalType& to) {
  if (from.is(TypeRoot::kNull) || from.root() == to.root()) {
    if (!from.is_nested()) return true;
    const auto &a = from.fields(), &b = to.fields();
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!implicitly_castable(a[i].type, b[i].type)) return false;
    }
    return true;
  }
  if (from.is_character() && to.is(TypeRoot::kVarChar)) return true;
  if (from.is_binary() && to.is(TypeRoot::kVarBinary)) return true;
  if (from.is_integer() && to.is_numeric()) return to.root() > from.root();
  if (from.is(TypeRoot::kDecimal)) return to.is_approximate();
  if (from.is(TypeRoot::kFloat)) return to.is(TypeRoot::kDouble) || to.is(TypeRoot::kDecimal);
  if (from.is(TypeRoot::kDouble)) return to.is(TypeRoot::kDecimal);
  if (from.is(TypeRoot::kTimestamp) && (to.is(TypeRoot::kDate) || to.is(TypeRoot::kTime))) return true;
  if (from.is_timestamp()) return to.is_timestamp();
  return from.is_interval() && to.is_interval();
}

void illegal_null(const Expr& operand, Span span) {
  throw Failure("sql/wrong-arguments", "Illegal use of 'NULL'", operand.span.known() ? operand.span : span,
                "give it a type: CAST(NULL AS ...)");
}

ExprPtr cast_or_throw(const ExprPtr& operand, const LogicalType& to, Span span) {
  return make_cast(operand, to, span.known() ? span : operand->span).or_throw();
}

void cast_all(ExprList& operands, const LogicalType& type, size_t first, size_t step) {
  for (size_t i = first; i < operands.size(); i += step) {
    // Nullability of elements counts, the operand's own does not.
    bool same = operands[i]->type.equals(type.with_nullable(operands[i]->type.nullable()));
    if (!same) operands[i] = cast_or_throw(operands[i], type);
  }
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

LogicalType result_type(const char* code, const ExprList& operands) {
  auto base = [&]() -> LogicalType {
    switch (code[0]) {
      case 'S':
        return LogicalType::string();
      case 'I':
        return LogicalType::integer();
      case 'L':
        return LogicalType::bigint();
      case 'D':
        return LogicalType::double_type();
      case 'Z':
        return LogicalType::boolean();
      case 'Y':
        return LogicalType::bytes();
      case 'T':
        return LogicalType::timestamp(3);
      case 'Q':
        return LogicalType::timestamp_ltz(3);
      case 'd':
        return LogicalType::date();
      case '1':
        return operands[1]->type;
      case 'v':
        if (operands[0]->type.is_character()) return LogicalType::varchar(operands[0]->type.length());
        return LogicalType::varbinary(operands[0]->type.length());
      default:
        return operands[0]->type;
    }
  };
  LogicalType type = base().with_attribute(TimeAttribute::kNone);
  if (code[1] == '?') return type.with_nullable(true);
  if (code[1] == '!') return type.with_nullable(false);
  return type.with_nullable(any_nullable(operands));
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
