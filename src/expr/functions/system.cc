// TYPEOF, the catalog's names, PRINTF, and functions that are known but need a cluster.
#include <cstdio>

#include "expr/compare.h"
#include "expr/functions/letter_case.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {

namespace {

// Intervals are kept in seconds or months: INTERVAL '1' DAY is INTERVAL SECOND(3).
Value eval_typeof(const Expr& call, const Value*, EvalContext&) {
  LogicalType type = call.operands[0]->type.with_attribute(TimeAttribute::kNone);
  const char* nullability = type.nullable() ? "" : " NOT NULL";
  if (type.is(TypeRoot::kIntervalDayTime))
    return Value::string(std::string("INTERVAL SECOND(3)") + nullability);
  if (type.is(TypeRoot::kIntervalYearMonth))
    return Value::string(std::string("INTERVAL MONTH") + nullability);
  return Value::string(type.to_string());
}

Value eval_current_database(const Expr&, const Value*, EvalContext&) {
  return Value::string("default_database");
}

std::string padded(std::string text, size_t width, bool left, char fill) {
  while (text.size() < width) text.insert(left ? text.size() : 0, 1, fill);
  return text;
}

std::string java_text(const Value& v, const LogicalType& type, const EvalContext& context) {
  if (v.is_null()) return "null";
  if (type.is(TypeRoot::kBoolean)) return v.as_bool() ? "true" : "false";
  return cast_to_string(v, type, context.zone != nullptr ? *context.zone : TimeZone::utc());
}

[[noreturn]] void bad_format(std::string_view what, const Expr& call) {
  throw Failure("run/printf", "PRINTF: " + std::string(what), call.span);
}

// The conversions of java.util.Formatter for texts and numbers: %s %S %d %x %X %o %f %e %c %b %n %%, with
// flags - 0 + , space, width and precision.
std::string printf_text(const Expr& call, const Value* args, EvalContext& context) {
  std::string_view format = args[0].string();
  std::string out;
  size_t next = 1;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    bool left = false, zero = false, plus = false, comma = false, blank = false;
    for (++i; i < format.size(); ++i) {
      if (format[i] == '-') {
        left = true;
      } else if (format[i] == '0') {
        zero = true;
      } else if (format[i] == '+') {
        plus = true;
      } else if (format[i] == ',') {
        comma = true;
      } else if (format[i] == ' ') {
        blank = true;
      } else {
        break;
      }
    }
    size_t width = 0, precision = std::string::npos;
    for (; i < format.size() && format[i] >= '0' && format[i] <= '9' && width < 10000; ++i)
      width = width * 10 + static_cast<size_t>(format[i] - '0');
    if (i < format.size() && format[i] == '.') {
      precision = 0;
      for (++i; i < format.size() && format[i] >= '0' && format[i] <= '9' && precision < 1000; ++i) {
        precision = precision * 10 + static_cast<size_t>(format[i] - '0');
      }
    }
    if (i >= format.size()) bad_format("UnknownFormatConversionException: Conversion = '%'", call);
    char kind = format[i];
    if (kind == 'n' || kind == '%') {
      out += kind == 'n' ? "\n" : padded("%", width, left, ' ');
      continue;
    }
    if (next >= call.operands.size())
      bad_format("MissingFormatArgumentException: Format specifier '%" + std::string(1, kind) + "'", call);
    const Value& v = args[next];
    const LogicalType& type = call.operands[next++]->type;
    std::string text;
    bool number = false;
    if (v.is_null() && kind != 'b' && kind != 'B') {
      text = "null";
    } else if (kind == 's' || kind == 'S') {
      text = java_text(v, type, context).substr(0, precision);
      if (kind == 'S') text = to_upper(text);
    } else if (kind == 'b' || kind == 'B') {
      text = v.is_null() || (type.is(TypeRoot::kBoolean) && !v.as_bool()) ? "false" : "true";
    } else if (kind == 'd' && type.is_integer()) {
      text = std::to_string(v.integer());
      number = true;
    } else if ((kind == 'x' || kind == 'X' || kind == 'o') && type.is_integer()) {
      char buffer[32];
      uint64_t bits = static_cast<uint64_t>(v.integer());
      if (!type.is(TypeRoot::kBigInt))
        bits &= type.is(TypeRoot::kTinyInt) ? 0xFF : type.is(TypeRoot::kSmallInt) ? 0xFFFF : 0xFFFFFFFF;
      snprintf(buffer, sizeof buffer,
               kind == 'o'   ? "%llo"
               : kind == 'x' ? "%llx"
                             : "%llX",
               static_cast<unsigned long long>(bits));
      text = buffer;
    } else if ((kind == 'f' || kind == 'e') && type.is_numeric() && !type.is_integer()) {
      char buffer[400];
      int digits = precision == std::string::npos ? 6 : static_cast<int>(precision);
      snprintf(buffer, sizeof buffer, kind == 'f' ? "%.*f" : "%.*e", digits, to_double(v));
      text = buffer;
      number = true;
    } else if (kind == 'c' && (type.is_integer() || type.is_character())) {
      text = type.is_character() ? std::string(v.string()) : std::string(1, static_cast<char>(v.integer()));
    } else {
      bad_format("IllegalFormatConversionException: " + std::string(1, kind) + " != " + type.to_string(),
                 call);
    }
    bool negative = number && text[0] == '-';
    std::string digits = negative ? text.substr(1) : text;
    if (number && comma) {
      size_t end = digits.find('.');
      if (end == std::string::npos) end = digits.size();
      for (size_t at = end; at > 3; at -= 3) digits.insert(at - 3, ",");
    }
    std::string sign = negative ? "-" : number && plus ? "+" : number && blank ? " " : "";
    if (zero && !left) {
      out += sign + padded(digits, width > sign.size() ? width - sign.size() : 0, false, '0');
    } else {
      out += padded(sign + digits, width, left, ' ');
    }
  }
  return out;
}

Value eval_printf(const Expr& call, const Value* args, EvalContext& context) {
  if (args[0].is_null()) return Value::null();
  return Value::string(printf_text(call, args, context));
}

const ScalarFunction kRows[] = {
    {"TYPEOF", "type conversion", "TYPEOF(input [, force_serializable])", "The type of the input as text.",
     "a|ab", "S?", eval_typeof, kSeesNulls},
    {"CURRENT_DATABASE", "catalog", "CURRENT_DATABASE()", "The name of the current database.", "", "S!",
     eval_current_database, kNotDeterministic},
    {"PRINTF", "string", "PRINTF(format [, obj]*)", "A text by a Java format.", "c|ca*", "S?", eval_printf,
     kSeesNulls},
};

}  // namespace

FunctionTable system_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
