// Looks built-in functions up, checks and coerces their arguments.
#include "cdc/functions.h"

#include <algorithm>

#include "base/utf8.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

const FunctionEntry* find_entry(const std::string& name, size_t count, bool any_count, int32_t version) {
  auto fits = [&](const FunctionEntry& entry) {
    std::string_view letters = entry.arguments;
    size_t least = std::min(letters.find_first_of("?*"), letters.size());
    bool repeats = letters.find('*') != std::string_view::npos;
    size_t most = letters.size() - (letters.find('?') != std::string_view::npos ? 1 : 0);
    return any_count || (count >= least && (repeats || count <= most));
  };
  for (const FunctionTable& table :
       {numeric_functions(), text_functions(), regex_functions(), time_functions(), other_functions()}) {
    for (const FunctionEntry* entry = table.begin; entry != table.end; ++entry)
      if (name == entry->name && entry->since <= version && fits(*entry)) return entry;
  }
  return nullptr;
}

size_t least_arguments(const std::string& name, int32_t version) {
  size_t least = 9;
  for (size_t count = 9; count-- > 0;)
    if (find_entry(name, count, false, version) != nullptr) least = count;
  return least;
}

char letter_of(const FunctionEntry& entry, size_t index) {
  std::string letters;
  for (const char* at = entry.arguments; *at != '\0'; ++at)
    if (*at != '?' && *at != '*') letters += *at;
  return letters[std::min(index, letters.size() - 1)];
}

bool accepts(char letter, JavaType java) {
  switch (letter) {
    case 's':
      return java == JavaType::kString;
    case 'i':
      return numeric_primitive(java) == JavaType::kInt;
    case 'b':
      return java == JavaType::kInt || java == JavaType::kInteger;
    case 'n':
      return numeric_primitive(java) == JavaType::kInt || numeric_primitive(java) == JavaType::kLong;
    case 'l':
      return java == JavaType::kLong || java == JavaType::kLongBox;
    case 'd':
      return numeric_primitive(java) != JavaType::kNull || java == JavaType::kDecimal;
    case 't':
      return java >= JavaType::kDate && java <= JavaType::kInstant;
    case 'm':
      return java == JavaType::kTimestamp || java == JavaType::kInstant;
    case 'x':
      return java == JavaType::kString || java == JavaType::kBytes;
    case 'c':
      return java == JavaType::kList || java == JavaType::kMap;
    case 'r':
      return java == JavaType::kList;
    default:
      return true;
  }
}

LogicalType result_type(Returns returns, const std::vector<NodePtr>& args) {
  switch (returns) {
    case Returns::kString:
      return LogicalType::string();
    case Returns::kInt:
      return LogicalType::integer();
    case Returns::kBigInt:
      return LogicalType::bigint();
    case Returns::kBoolean:
      return LogicalType::boolean();
    case Returns::kTimestamp:
      return LogicalType::timestamp(3);
    case Returns::kTimestampLtz:
      return LogicalType::timestamp_ltz(3);
    case Returns::kDate:
      return LogicalType::date();
    case Returns::kTime:
      return LogicalType::time(0);
    case Returns::kVariant:
      return LogicalType(TypeRoot::kVariant);
    case Returns::kStrings:
      return LogicalType::array(LogicalType::string());
    case Returns::kBinary:
      return LogicalType::varbinary(65536);
    case Returns::kFirst:
      return args[0]->type;
    case Returns::kThird:
      return args[2]->type;
  }
  return LogicalType();
}

// Rounding may add a digit in front (LogicalTypeMerging.findRoundDecimalType).
LogicalType rounded_type(const LogicalType& type, int64_t digits) {
  if (digits >= type.scale()) return type;
  int32_t kept = static_cast<int32_t>(std::max<int64_t>(0, digits));
  return LogicalType::decimal(1 + type.precision() - type.scale() + kept, kept);
}

// Results that the table cannot say.
void adjust(const std::string& name, ExprCompiler& compiler, const std::vector<NodePtr>& args,
            LogicalType& type, JavaType& java) {
  if ((name == "CEIL" || name == "CEILING" || name == "FLOOR") && type.is(TypeRoot::kDecimal))
    type = LogicalType::decimal(type.precision(), 0);
  if (name == "ROUND" && type.is(TypeRoot::kDecimal)) {
    const Value* digits = args.size() > 1 ? args[1]->literal() : nullptr;
    if (args.size() == 1) type = rounded_type(type, 0);
    if (digits && !digits->is_null()) type = rounded_type(type, digits->integer());
  }
  if (name == "ROUND" && args.size() == 1)
    compiler.not_java("ROUND needs a number of digits: write ROUND(x, 0)");
  if ((name == "CEIL" || name == "CEILING" || name == "FLOOR" || name == "ROUND" || name == "ABS") &&
      args[0]->java == JavaType::kDecimal)
    java = JavaType::kDecimal;
  const bool text = name == "UPPER" || name == "LOWER" || name == "TRIM" || name == "SUBSTR";
  if ((text || name == "SUBSTRING") && args[0]->type.is(TypeRoot::kNull)) type = LogicalType();
  if (name == "ELEMENT") {
    type = args[0]->type.element().with_nullable(true);
    java = class_of(type);
  }
  if (name == "UUID" || name == "CURRENT_TIME" || name == "LOCALTIME") type = type.with_nullable(false);
}

// Whether Calcite lets a value stand where the letter does, and how its message names that.
const char* family_of(char letter, const LogicalType& type, bool& fits) {
  const bool null = type.is(TypeRoot::kNull);
  switch (letter) {
    case 'd':
      fits = null || type.is_numeric() || type.is_binary();
      return "<NUMERIC>";
    case 'i':
    case 'b':
    case 'n':
      fits = null || type.is_integer() || type.is_binary();
      return "<INTEGER>";
    case 'm':
      fits = null || type.is_timestamp() || is_zoned(type);
      return "<TIMESTAMP>";
    default:
      fits = true;
      return letter == 'u' ? "<ANY>" : "<CHARACTER>";
  }
}

std::string type_name(const LogicalType& type) {
  if (type.is(TypeRoot::kNull)) return "<NULL>";
  return type.is(TypeRoot::kSymbol) ? "<SYMBOL>" : "<" + calcite_type(type) + ">";
}

// The validator's check of the functions whose operands it looks at; `written`: the arguments before casts.
void check_operands(ExprCompiler& compiler, const FunctionEntry& entry, const std::vector<NodePtr>& args,
                    const std::vector<LogicalType>& written, const sql::Call& call) {
  const std::string name = std::string(entry.name) == "CEILING" ? "CEIL" : entry.name;
  bool looked_at = false;
  for (const char* known : {"ABS", "CEIL", "FLOOR", "ROUND", "SUBSTR", "SUBSTRING", "FROM_UNIXTIME",
                            "TIMESTAMPDIFF", "TIMESTAMP_DIFF", "TIMESTAMPADD", "TIMESTAMP_ADD"})
    looked_at = looked_at || name == known;
  if (!looked_at) return;
  const bool substring = name == "SUBSTRING";
  bool all_fit = true;
  std::string given, wanted;
  const bool optional = name == "SUBSTR" || name == "FROM_UNIXTIME";
  for (size_t i = 0; i < args.size(); ++i) {
    const char letter = letter_of(entry, i);
    bool fits = true;
    const char* family = family_of(letter, args[i]->type, fits);
    if (substring) fits = letter != 'i' || args[i]->type.is_numeric() || args[i]->type.is(TypeRoot::kNull);
    all_fit = all_fit && fits;
    given += (i == 0 ? "" : !substring ? ", " : i == 1 ? " FROM " : " FOR ") + type_name(written[i]);
    if (!optional || i < (name == "SUBSTR" ? 2u : 1u)) wanted += (i == 0 ? "" : ", ") + std::string(family);
  }
  if (all_fit) return;
  if (substring && args.size() == 3)
    compiler.refuse(
        "class java.lang.Integer cannot be cast to class java.lang.String (java.lang.Integer and "
        "java.lang.String are "
        "in module java.base of loader 'bootstrap')",
        call, "the second and third argument are numbers");
  if (name == "ROUND") wanted = "<NUMERIC>, <INTEGER>";
  if (substring) wanted = "<CHAR> FROM <INTEGER>";
  compiler.refuse("Cannot apply '" + name + "' to arguments of type '" + name + "(" + given +
                      ")'. Supported form(s): '" + name + "(" + wanted + ")'",
                  call);
}

// LOCALTIME(3) and the like pass the validator, but their Java takes no digits.
NodePtr with_precision(ExprCompiler& compiler, const std::string& name, const std::vector<NodePtr>& args,
                       const FunctionEntry& entry, const sql::Call& call) {
  const Value* digits = args[0]->literal();
  const std::string argument = "Argument to function '" + name + "' must ";
  if (compiler.projection()) {
    if (digits && digits->is_null()) compiler.refuse(argument + "not be NULL", call);
    if (!digits || digits->kind() != ValueKind::kInt) compiler.refuse(argument + "be a literal", call);
    if (digits->integer() < 0) compiler.refuse(argument + "be a positive integer literal", call);
    if (name == "LOCALTIME" && digits->integer() > 3)
      compiler.refuse(argument + "be a valid precision between '0' and '3'", call);
  }
  compiler.not_java(name + " takes no argument");
  LogicalType type = result_type(entry.returns, args);
  if (name == "LOCALTIME" && digits && digits->kind() == ValueKind::kInt)
    type = LogicalType::time(static_cast<int32_t>(digits->integer()));
  return compiler.constant(Value::null(), class_of(type), type);
}

// Calcite's implicit cast of an argument that has to be a TIMESTAMP. A text is one of DATE_FORMAT's own types.
NodePtr as_timestamp(ExprCompiler& compiler, const NodePtr& arg, const std::string& name,
                     const sql::Call& call) {
  bool text = arg->type.is_character() && name != "DATE_FORMAT";
  if (!text && !arg->type.is(TypeRoot::kDate)) return arg;
  return compiler.cast(arg, LogicalType::timestamp(0), false, call);
}

// Whether Calcite casts an argument of a text function to VARCHAR. Bytes count as texts for some.
bool takes_text(const std::string& name, const LogicalType& type) {
  bool bytes = name == "CONCAT" || name == "REGEXP_REPLACE" || name == "TO_DATE";
  return !type.is_character() && !(bytes && type.is_binary()) && name != "DATE_ADD" &&
         !type.is(TypeRoot::kVariant);
}

NodePtr if_null(ExprCompiler& compiler, const std::vector<NodePtr>& args, const sql::Call& call) {
  std::optional<LogicalType> common = compiler.least_restrictive(args);
  if (!common) compiler.refuse("Parameters must be of the same type", call);
  LogicalType type = *common;
  std::vector<NodePtr> cast_args;
  for (const NodePtr& arg : args) {
    bool same = class_of(type) == boxed(arg->java) || arg->java == JavaType::kNull;
    cast_args.push_back(same ? arg : compiler.cast(arg, type, false, call));
  }
  bool never_null = !args[1]->type.nullable() || (args[1]->literal() && !args[1]->literal()->is_null());
  if (type.is_character()) type = LogicalType::string();
  return compiler.function([](const Args& a) { return a[0].is_null() ? a[1] : a[0]; }, OnNull::kSee,
                           class_of(type), type.with_nullable(!never_null), std::move(cast_args));
}

// A filter's unit is looked at when the code is made, a projection's when it runs.
void check_unit(ExprCompiler& compiler, const std::string& name, const sql::Call& call,
                const std::vector<NodePtr>& args) {
  const bool diff = name == "TIMESTAMPDIFF", add = name == "TIMESTAMPADD";
  if (compiler.projection() || (!diff && !add) || args.empty() || !args[0]->literal()) return;
  std::string unit = ascii_upper(args[0]->literal()->string());
  for (const char* known : {"SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "YEAR"})
    if (unit == known) return;
  compiler.refuse("Unsupported time interval unit in timestamp " + std::string(diff ? "diff" : "add") +
                      " function: \"" + unit + "\"",
                  call);
}

NodePtr null_if(ExprCompiler& compiler, const std::vector<NodePtr>& args) {
  Evaluate evaluate = [](const Args& a) {
    if (a[0].is_null() || a[1].is_null()) return a[0];
    bool same = is_number(a[0]) && is_number(a[1])
                    ? (a[0].kind() == ValueKind::kInt && a[1].kind() == ValueKind::kInt
                           ? a[0].integer() == a[1].integer()
                           : as_double(a[0]) == as_double(a[1]))
                    : a[0].equals(a[1]);
    return same ? Value::null() : a[0];
  };
  return compiler.function(evaluate, OnNull::kSee, boxed(args[0]->java), args[0]->type.with_nullable(true),
                           args);
}

}  // namespace

bool is_known_function(const std::string& name, Version version) {
  return find_entry(name, 0, true, level(version)) != nullptr ||
         (level(version) >= 37 && (name == "IFNULL" || name == "NULLIF"));
}

NodePtr compile_function(ExprCompiler& compiler, const std::string& name, const sql::Call& call,
                         std::vector<NodePtr> args) {
  const int32_t number = level(compiler.version());
  if (number >= 37 && args.size() == 2 && name == "IFNULL") return if_null(compiler, args, call);
  if (number >= 37 && args.size() == 2 && name == "NULLIF") return null_if(compiler, args);
  if ((name == "FLOOR" || name == "CEIL") && args.size() == 2) {  // FLOOR(t TO unit)
    compiler.not_java(name + " to a unit of time has no Java");
    return compiler.constant(Value::null(), JavaType::kObject, args[0]->type);
  }
  check_unit(compiler, name, call, args);
  // TRIM([BOTH | ...] [chars] FROM s): Java's trim() whatever is asked for.
  if (name == "TRIM" && args.size() == 3) args.erase(args.begin(), args.begin() + 2);
  if (name == "CHARACTER_LENGTH") return nullptr;
  if (name == "EXTRACT" && args.size() == 2) std::swap(args[0], args[1]);
  // Functions with several forms tell them apart by the first argument.
  const bool text_ltz = name == "TO_TIMESTAMP_LTZ" && !args.empty() && args[0]->java == JavaType::kString;
  const FunctionEntry* entry =
      find_entry(text_ltz ? "TO_TIMESTAMP_LTZ text" : name, args.size(), false, number);
  if (entry == nullptr) {
    if (find_entry(name, 0, true, number) == nullptr) return nullptr;
    const FunctionEntry* bare = find_entry(name, 0, false, number);
    if (bare != nullptr && args.size() == 1 && name != "CURRENT_DATE" && name != "UUID" &&
        name != "UNIX_TIMESTAMP")
      return with_precision(compiler, name, args, *bare, call);
    if (name == "CURRENT_DATE" && compiler.projection()) return nullptr;
    if (!compiler.projection() && name == "CONCAT")
      return compiler.constant(Value::string(""), JavaType::kString, LogicalType::string());
    if (!compiler.projection()) {
      compiler.not_java(name + " takes another number of arguments");
      return compiler.constant(Value::null(), JavaType::kObject, LogicalType());
    }
    compiler.refuse("Invalid number of arguments to function '" + name + "'. Was expecting " +
                        std::to_string(least_arguments(name, number)) + " arguments",
                    call);
  }
  if (name == "TO_DATE" && args.size() == 1 && number >= 37 && args[0]->java >= JavaType::kTimestamp &&
      args[0]->java <= JavaType::kZoned)
    entry = find_entry("TO_DATE time", 1, false, number);
  if (entry == nullptr) compiler.refuse("Invalid number of arguments to function '" + name + "'.", call);
  std::vector<LogicalType> written;
  for (const NodePtr& arg : args) written.push_back(arg->type);
  for (size_t i = 0; i < args.size(); ++i) {
    char letter = letter_of(*entry, i);
    if (letter == 't' && number < 36) letter = 'm';  // DATE_FORMAT
    if (compiler.projection() && letter == 'm') args[i] = as_timestamp(compiler, args[i], name, call);
    if (compiler.projection() && letter == 's' && takes_text(name, args[i]->type))
      args[i] = compiler.as_text(args[i], call);
    if (compiler.projection() && args[i]->type.is_character()) {
      const bool whole = letter == 'i' || letter == 'b' || letter == 'n' || letter == 'l';
      if (whole) args[i] = compiler.cast(args[i], LogicalType::bigint(), false, call);
      if (letter == 'd') args[i] = compiler.cast(args[i], compiler.any_decimal(), false, call);
    }
    const bool primitive = letter == 'i' || letter == 'n';
    if (args[i]->java == JavaType::kNull && primitive && number < 36)
      compiler.not_java(name + " takes no NULL as argument " + std::to_string(i + 1));
    if (args[i]->java != JavaType::kNull && !accepts(letter, args[i]->java))
      compiler.not_java(name + " takes no " + class_name(args[i]->java, compiler.version()) +
                        " as argument " + std::to_string(i + 1));
  }
  if (compiler.projection()) check_operands(compiler, *entry, args, written, call);
  LogicalType type = result_type(entry->returns, args);
  JavaType java = class_of(type);
  if (name == "UNIX_TIMESTAMP" && (args.empty() || number < 36)) java = JavaType::kLong;
  if (entry->returns == Returns::kFirst || entry->returns == Returns::kThird)
    java = boxed(args[entry->returns == Returns::kFirst ? 0 : 2]->java);
  adjust(name, compiler, args, type, java);
  return compiler.function(entry->evaluate, entry->on_null, java, type, std::move(args), entry->option);
}

}  // namespace rowkind::cdc
