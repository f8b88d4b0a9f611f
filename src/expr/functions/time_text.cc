// Between text, numbers and points in time: DATE_FORMAT, TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ,
// FROM_UNIXTIME, UNIX_TIMESTAMP, CONVERT_TZ.
#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "expr/compare.h"
#include "expr/functions/java_time.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind {

namespace {

constexpr std::string_view kDefault = "yyyy-MM-dd HH:mm:ss";

const TimeZone& zone_of(const EvalContext& context) {
  return context.zone != nullptr ? *context.zone : TimeZone::utc();
}

Value optional_time(const std::optional<Timestamp>& t, int32_t precision) {
  return t ? Value::timestamp(cut_timestamp(*t, precision)) : Value::null();
}

Value eval_date_format(const Expr& call, const Value* args, EvalContext& context) {
  std::string_view pattern = args[1].string();
  if (call.operands[0]->type.is_character()) {
    std::optional<int64_t> t = parse_simple(args[0].string(), kDefault, TimeZone::utc());
    return t ? Value::string(format_simple(*t, pattern, TimeZone::utc())) : Value::null();
  }
  Timestamp t = args[0].timestamp();
  if (call.operands[0]->type.is(TypeRoot::kTimestampLtz)) t = zone_of(context).to_local(t);
  return Value::string(format_date_time(t, pattern));
}

// A text that does not fit is Long.MIN_VALUE milliseconds, which Flink makes 5471-09-27 of.
constexpr int64_t kMinMillisDate = 1278983;

// Integer.parseInt on the parts of a date: too many digits fail the job where any other text gives NULL.
void check_integers(std::string_view text) {
  const size_t blank = text.find(' ');
  if (blank != std::string_view::npos && blank > 0) text = text.substr(0, blank);
  for (int part = 0; part < 3; ++part) {
    const size_t hyphen = part < 2 ? text.find('-') : std::string_view::npos;
    const std::string_view digits = trim(text.substr(0, hyphen));
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return;
    const size_t first = std::min(digits.find_first_not_of('0'), digits.size());
    const std::string_view value = digits.substr(first);
    if (value.size() > 10 || (value.size() == 10 && value > "2147483647"))
      throw Failure("run/number", "For input string: \"" + std::string(digits) + "\"");
    if (hyphen == std::string_view::npos) return;
    text = text.substr(hyphen + 1);
  }
}

Value eval_to_date(const Expr& call, const Value* args, EvalContext&) {
  if (call.operands.size() == 1) {
    check_integers(args[0].string());
    std::optional<int32_t> days = parse_date(args[0].string());
    return days ? Value::integer(*days) : Value::null();
  }
  std::optional<int64_t> t = parse_simple(args[0].string(), args[1].string(), TimeZone::utc());
  return Value::integer(t ? floor_div(*t, kMillisPerDay) : kMinMillisDate);
}

// The digits of one part of a java.sql.Timestamp text.
std::optional<int64_t> part(std::string_view text, size_t low, size_t high) {
  if (text.size() < low || text.size() > high) return std::nullopt;
  int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

// Timestamp.valueOf and Date.valueOf, what TO_TIMESTAMP falls back to: days and times may be too large and
// then go into the next month, day or hour.
std::optional<Timestamp> parse_jdbc(std::string_view text) {
  constexpr size_t kNone = std::string_view::npos;
  text = trim(text);
  const size_t blank = text.find(' ');
  const std::string_view date = text.substr(0, blank);
  const size_t dash1 = date.find('-'), dash2 = dash1 == kNone ? kNone : date.find('-', dash1 + 1);
  if (dash2 == kNone) return std::nullopt;
  const auto year = part(date.substr(0, dash1), 4, 4),
             month = part(date.substr(dash1 + 1, dash2 - dash1 - 1), 1, 2),
             day = part(date.substr(dash2 + 1), 1, 2);
  if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return std::nullopt;
  Timestamp out{(days_from_civil(*year, static_cast<int32_t>(*month), 1) + *day - 1) * kMillisPerDay, 0};
  if (blank == kNone) return out;
  const std::string_view time = text.substr(blank + 1);
  const size_t colon1 = time.find(':'), colon2 = colon1 == kNone ? kNone : time.find(':', colon1 + 1);
  if (colon2 == kNone) return std::nullopt;
  const size_t point = time.find('.', colon2);
  const auto hour = part(time.substr(0, colon1), 1, 9),
             minute = part(time.substr(colon1 + 1, colon2 - colon1 - 1), 1, 9),
             second = part(time.substr(colon2 + 1, point == kNone ? kNone : point - colon2 - 1), 1, 9);
  if (!hour || !minute || !second) return std::nullopt;
  out.millis += *hour * kMillisPerHour + *minute * kMillisPerMinute + *second * kMillisPerSecond;
  if (point == kNone) return out;
  auto nanos = part(time.substr(point + 1), 1, 9);
  if (!nanos) return std::nullopt;
  for (size_t i = time.size() - point - 1; i < 9; ++i) *nanos *= 10;
  out.millis += *nanos / 1000000;
  out.nanos_of_millis = static_cast<int32_t>(*nanos % 1000000);
  return out;
}

std::optional<Timestamp> parse_with(std::string_view text, std::string_view pattern) {
  std::optional<Timestamp> t = parse_date_time(text, pattern);
  return t ? t : parse_jdbc(text);
}

std::optional<Timestamp> parse_default(std::string_view text, int32_t precision) {
  Result<Timestamp> t = parse_timestamp(text, precision);
  return t.ok() ? std::optional<Timestamp>(*t) : std::nullopt;
}

Value eval_to_timestamp(const Expr& call, const Value* args, EvalContext&) {
  if (call.operands.size() == 1) return optional_time(parse_default(args[0].string(), 3), 3);
  return optional_time(parse_with(args[0].string(), args[1].string()), 3);
}

int32_t pattern_precision(std::string_view pattern) {
  int32_t fraction = 0;
  for (size_t i = pattern.size(); i > 0 && pattern[i - 1] == 'S'; --i) ++fraction;
  return std::max(std::min(fraction, 9), 3);
}

LogicalType infer_to_ltz(const ScalarFunction& self, ExprList& operands, Span span) {
  size_t n = operands.size();
  int32_t precision = 3;
  auto chars = [&](size_t i) { return operands[i]->type.is_character(); };
  auto literal_at = [&](size_t i) {
    return operands[i]->kind == ExprKind::kLiteral && !operands[i]->literal.is_null();
  };
  bool number = n >= 1 && operands[0]->type.is_numeric();
  bool fits = n >= 1 && n <= 3 && (number || chars(0));
  if (n == 2) fits = fits && (number ? operands[1]->type.is(TypeRoot::kInt) : chars(1));
  if (n == 3) fits = fits && chars(0) && chars(1) && chars(2);
  if (!fits) wrong_call(self.name, self.signature, operands, span);
  if (n == 2 && number && literal_at(1)) {
    int64_t given = operands[1]->literal.integer();
    if (given < 0 || given > 9) {
      throw Failure(
          "sql/wrong-arguments",
          "Precision for TO_TIMESTAMP_LTZ must be between 0 and 9 but was " + std::to_string(given) + ".",
          span);
    }
    precision = std::max(static_cast<int32_t>(given), 3);
  } else if (n >= 2 && !number && literal_at(1)) {
    precision = pattern_precision(operands[1]->literal.string());
  }
  return LogicalType::timestamp_ltz(precision);
}

std::optional<Timestamp> from_epoch(int64_t epoch, int64_t precision) {
  int64_t factor = 1, nano_factor = 1;
  for (int64_t i = 0; i < precision; ++i) factor *= 10;
  for (int64_t i = precision; i < 9; ++i) nano_factor *= 10;
  int64_t seconds = floor_div(epoch, factor), nanos = floor_mod(epoch, factor) * nano_factor;
  // Years 0000 to 9999.
  if (seconds < -62167219200LL || seconds > 253402300799LL) return std::nullopt;
  return Timestamp{seconds * 1000 + nanos / 1000000, static_cast<int32_t>(nanos % 1000000)};
}

Value eval_to_ltz(const Expr& call, const Value* args, EvalContext&) {
  size_t n = call.operands.size();
  if (call.operands[0]->type.is_character()) {
    if (n == 1) {  // unlike TO_TIMESTAMP, this fails the job
      Result<Timestamp> t = parse_timestamp(args[0].string(), 3);
      return Value::timestamp(t.or_throw());
    }
    std::string_view pattern = args[1].string();
    std::optional<Timestamp> t = parse_with(args[0].string(), pattern);
    if (t && n == 3) {
      const TimeZone* zone = TimeZone::find(args[2].string());
      if (zone == nullptr) return Value::null();
      t = zone->to_utc(*t);
    }
    return optional_time(t, pattern_precision(pattern));
  }
  int64_t precision = n == 2 ? args[1].integer() : 3;
  if (args[0].kind() == ValueKind::kDouble) {
    double epoch = args[0].floating();
    for (int64_t i = precision; i < 9; ++i) epoch *= 10;
    if (!(std::fabs(epoch) < 9.2e18)) return Value::null();
    return optional_time(from_epoch(static_cast<int64_t>(epoch), 9), 9);
  }
  int64_t epoch =
      args[0].kind() == ValueKind::kDecimal ? decimal_to_integer(args[0].decimal()) : args[0].integer();
  return optional_time(from_epoch(epoch, precision), 9);
}

Value eval_from_unixtime(const Expr& call, const Value* args, EvalContext& context) {
  std::string_view pattern = call.operands.size() > 1 ? args[1].string() : kDefault;
  return Value::string(format_simple(args[0].integer() * 1000, pattern, zone_of(context)));
}

Value eval_unix_timestamp(const Expr& call, const Value* args, EvalContext& context) {
  if (call.operands.empty()) return Value::integer(floor_div(context.clock_millis, 1000));
  std::string_view pattern = call.operands.size() > 1 ? args[1].string() : kDefault;
  std::optional<int64_t> t = parse_simple(args[0].string(), pattern, zone_of(context));
  return Value::integer(t ? *t / 1000 : INT64_MIN);
}

Value eval_convert_tz(const Expr&, const Value* args, EvalContext&) {
  std::optional<int64_t> t = parse_simple(args[0].string(), kDefault, TimeZone::java_util(args[1].string()));
  return t ? Value::string(format_simple(*t, kDefault, TimeZone::java_util(args[2].string())))
           : Value::null();
}

const ScalarFunction kRows[] = {
    {"DATE_FORMAT", "temporal", "DATE_FORMAT(timestamp, format)",
     "A point in time as text, by a Java pattern.", "tc|cc", "S?", eval_date_format},
    {"TO_DATE", "temporal", "TO_DATE(string [, format])", "A date from text.", "c|cc", "d?", eval_to_date},
    {"TO_TIMESTAMP", "temporal", "TO_TIMESTAMP(string [, format])",
     "A TIMESTAMP(3) from text; NULL if it is none.", "c|cc", "T?", eval_to_timestamp},
    {"TO_TIMESTAMP_LTZ", "temporal",
     "TO_TIMESTAMP_LTZ(numeric [, precision] | string [, format [, timezone]])",
     "An instant from seconds (0), milliseconds (3) ... since 1970, or from text.", nullptr, nullptr,
     eval_to_ltz, 0, infer_to_ltz},
    {"FROM_UNIXTIME", "temporal", "FROM_UNIXTIME(seconds [, format])",
     "Seconds since 1970 as text in the session's time zone.", "i|ic", "S?", eval_from_unixtime},
    {"UNIX_TIMESTAMP", "temporal", "UNIX_TIMESTAMP([string [, format]])",
     "Seconds since 1970, of now or of a text.", "|c|cc", "L", eval_unix_timestamp, kNotDeterministic},
    {"CONVERT_TZ", "temporal", "CONVERT_TZ(string, zone1, zone2)",
     "A local time of zone1 as the one of zone2.", "ccc", "S?", eval_convert_tz},
};

}  // namespace

FunctionTable time_text_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
