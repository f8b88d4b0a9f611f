// Points in time: the clock, parts, rounding, arithmetic by units.
#include "expr/compare.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/time_zone.h"

namespace rowkind {

namespace {

enum class TimeUnit : uint8_t {
  kYear,
  kQuarter,
  kMonth,
  kWeek,
  kDay,
  kDoy,
  kDow,
  kIsoDow,
  kIsoYear,
  kDecade,
  kCentury,
  kMillennium,  // of a date
  kEpoch,
  kHour,
  kMinute,
  kSecond,
  kMillisecond,
  kMicrosecond,
  kNanosecond,
  kNone,
};

TimeUnit unit_of(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "YEAR",   "QUARTER", "MONTH",       "WEEK",        "DAY",        "DOY",   "DOW",
      "ISODOW", "ISOYEAR", "DECADE",      "CENTURY",     "MILLENNIUM", "EPOCH", "HOUR",
      "MINUTE", "SECOND",  "MILLISECOND", "MICROSECOND", "NANOSECOND"};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<TimeUnit>(i);
  }
  return TimeUnit::kNone;
}

TimeUnit unit_literal(const Expr& operand) {
  return operand.literal.kind() == ValueKind::kString ? unit_of(operand.literal.string()) : TimeUnit::kNone;
}

const TimeZone& zone_of(const EvalContext& context) {
  return context.zone != nullptr ? *context.zone : TimeZone::utc();
}

// Milliseconds of the unit; 0 for months and longer.
int64_t unit_millis(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kWeek:
      return 7 * kMillisPerDay;
    case TimeUnit::kDay:
      return kMillisPerDay;
    case TimeUnit::kHour:
      return kMillisPerHour;
    case TimeUnit::kMinute:
      return kMillisPerMinute;
    case TimeUnit::kSecond:
      return kMillisPerSecond;
    case TimeUnit::kMillisecond:
      return 1;
    default:
      return 0;
  }
}

int64_t unit_months(TimeUnit unit) {
  return unit == TimeUnit::kYear ? 12 : unit == TimeUnit::kQuarter ? 3 : 1;
}

// Days of the Monday of ISO week 1.
int64_t first_iso_week(int64_t year) {
  int64_t jan_fourth = days_from_civil(year, 1, 4);
  return jan_fourth - (iso_day_of_week(jan_fourth) - 1);
}

int64_t iso_year(int64_t days) {
  int64_t year = civil_from_days(days).year;
  if (days >= first_iso_week(year + 1)) return year + 1;
  return days < first_iso_week(year) ? year - 1 : year;
}

int64_t date_part(TimeUnit unit, int64_t days) {
  CivilDate date = civil_from_days(days);
  int64_t year = date.year;
  switch (unit) {
    case TimeUnit::kQuarter:
      return (date.month + 2) / 3;
    case TimeUnit::kMonth:
      return date.month;
    case TimeUnit::kWeek:
      return (days - first_iso_week(iso_year(days))) / 7 + 1;
    case TimeUnit::kDay:
      return date.day;
    case TimeUnit::kDoy:
      return day_of_year(days);
    case TimeUnit::kDow:
      return iso_day_of_week(days) % 7 + 1;
    case TimeUnit::kIsoDow:
      return iso_day_of_week(days);
    case TimeUnit::kIsoYear:
      return iso_year(days);
    case TimeUnit::kDecade:
      return year / 10;
    case TimeUnit::kCentury:
      return year > 0 ? (year + 99) / 100 : (year - 99) / 100;
    case TimeUnit::kMillennium:
      return year > 0 ? (year + 999) / 1000 : (year - 999) / 1000;
    case TimeUnit::kEpoch:
      return days * 86400;
    default:
      return year;
  }
}

// As Flink: quotients are cut toward 0, so times before 1970 give the parts of the next day and negative
// hours.
int64_t time_part(TimeUnit unit, int64_t millis, int64_t nanos) {
  switch (unit) {
    case TimeUnit::kHour:
      return millis % kMillisPerDay / kMillisPerHour;
    case TimeUnit::kMinute:
      return millis % kMillisPerHour / kMillisPerMinute;
    case TimeUnit::kSecond:
      return millis % kMillisPerMinute / kMillisPerSecond;
    case TimeUnit::kMillisecond:
      return millis % kMillisPerSecond;
    case TimeUnit::kMicrosecond:
      return millis % kMillisPerSecond * 1000 + nanos / 1000;
    case TimeUnit::kNanosecond:
      return millis % kMillisPerSecond * 1000000 + nanos;
    case TimeUnit::kEpoch:
      return millis / 1000;
    default:
      return date_part(unit, millis / kMillisPerDay);
  }
}

Value eval_extract(const Expr& call, const Value* args, EvalContext& context) {
  TimeUnit unit = unit_literal(*call.operands[0]);
  const LogicalType& type = call.operands[1]->type;
  const Value& v = args[1];
  switch (type.root()) {
    case TypeRoot::kDate:
      if (unit >= TimeUnit::kHour) return Value::integer(0);
      return Value::integer(date_part(unit, v.integer()));
    case TypeRoot::kIntervalYearMonth: {
      int64_t months = v.integer();
      if (unit == TimeUnit::kMonth) return Value::integer(months % 12);
      if (unit == TimeUnit::kQuarter) return Value::integer((months % 12 - 1) / 3 + 1);
      return Value::integer(months / (unit == TimeUnit::kCentury  ? 1200
                                      : unit == TimeUnit::kDecade ? 120
                                                                  : 12));
    }
    case TypeRoot::kTime:
    case TypeRoot::kIntervalDayTime:
      if (unit == TimeUnit::kDay) return Value::integer(v.integer() / kMillisPerDay);
      return Value::integer(time_part(unit, v.integer(), 0));
    default: {
      Timestamp t = v.timestamp();
      if (type.is(TypeRoot::kTimestampLtz)) t = zone_of(context).to_local(t);
      return Value::integer(time_part(unit, t.millis, t.nanos_of_millis));
    }
  }
}

LogicalType infer_extract(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 2) wrong_arguments(self.name, "yt|yd|ym|yv", operands, span);
  const LogicalType& type = operands[1]->type;
  TimeUnit unit = unit_literal(*operands[0]);
  if (unit == TimeUnit::kNone || (!type.is_datetime() && !type.is_interval()))
    wrong_arguments(self.name, "yt|yd|ym|yv", operands, span);
  if (type.is(TypeRoot::kTime) && unit <= TimeUnit::kEpoch) {
    throw Failure(
        "sql/wrong-arguments",
        "unit " + std::string(operands[0]->literal.string()) + " can not be applied to time variable", span);
  }
  return LogicalType::bigint().with_nullable(type.nullable());
}

// The start (or with `up` the end) of the unit around a day.
int64_t round_date(TimeUnit unit, int64_t days, bool up) {
  CivilDate date = civil_from_days(days);
  int64_t year = date.year, month = date.month;
  bool inside_year = date.month > 1 || date.day > 1;
  switch (unit) {
    case TimeUnit::kMillennium:
      return days_from_civil(1000 * ((year + 999) / 1000) + (up ? 1 : -999), 1, 1);
    case TimeUnit::kCentury:
      return days_from_civil(100 * ((year + 99) / 100) + (up ? 1 : -99), 1, 1);
    case TimeUnit::kDecade:
      return days_from_civil(10 * (year / 10 + (up ? 1 : 0)), 1, 1);
    case TimeUnit::kYear:
      return days_from_civil(up && inside_year ? year + 1 : year, 1, 1);
    case TimeUnit::kQuarter:
    case TimeUnit::kMonth: {
      // Flink lets CEIL(... TO QUARTER) go up from the first day of a quarter, too, unless it is the first
      // day of the year.
      month = unit == TimeUnit::kQuarter ? ((month + 2) / 3 + (up && inside_year ? 1 : 0)) * 3 - 2
                                         : month + (up && date.day > 1 ? 1 : 0);
      return days_from_civil(year + (month - 1) / 12, static_cast<int32_t>((month - 1) % 12) + 1, 1);
    }
    case TimeUnit::kWeek: {
      int64_t since_sunday = iso_day_of_week(days) % 7;
      return days - (up && since_sunday > 0 ? since_sunday - 7 : since_sunday);
    }
    default:
      return days;
  }
}

int64_t round_millis(TimeUnit unit, int64_t millis, bool up) {
  int64_t size = unit_millis(unit);
  if (unit <= TimeUnit::kMillennium && unit != TimeUnit::kDay)
    return round_date(unit, millis / kMillisPerDay, up) * kMillisPerDay;
  if (size == 0) return millis;
  return up ? floor_div(millis + size - 1, size) * size : floor_div(millis, size) * size;
}

Value round_time(const Expr& call, const Value* args, EvalContext& context, bool up) {
  const LogicalType& type = call.operands[0]->type;
  if (call.operands.size() == 1) {
    if (type.is(TypeRoot::kDecimal))
      return Value::decimal(up ? decimal_ceil(args[0].decimal()) : decimal_floor(args[0].decimal()));
    if (!type.is_approximate()) return args[0];
    double v = args[0].floating();
    return Value::floating(up ? __builtin_ceil(v) : __builtin_floor(v));
  }
  TimeUnit unit = unit_literal(*call.operands[1]);
  if (type.is(TypeRoot::kDate)) return Value::integer(round_date(unit, args[0].integer(), up));
  if (type.is(TypeRoot::kTime)) return Value::integer(round_millis(unit, args[0].integer(), up));
  Timestamp t = args[0].timestamp();
  if (!type.is(TypeRoot::kTimestampLtz))
    return Value::timestamp(Timestamp{round_millis(unit, t.millis, up), 0});
  int64_t offset = zone_of(context).offset_at(t.millis);
  return Value::timestamp(Timestamp{round_millis(unit, t.millis + offset, up) - offset, 0});
}

Value eval_floor(const Expr& call, const Value* args, EvalContext& context) {
  return round_time(call, args, context, false);
}
Value eval_ceil(const Expr& call, const Value* args, EvalContext& context) {
  return round_time(call, args, context, true);
}

LogicalType infer_round(const ScalarFunction& self, ExprList& operands, Span span) {
  const LogicalType type = operands[0]->type.with_attribute(TimeAttribute::kNone);
  if (operands.size() == 1) {
    return type.is(TypeRoot::kDecimal)
               ? LogicalType::decimal(type.precision(), 0).with_nullable(type.nullable())
               : type;
  }
  TimeUnit unit = unit_literal(*operands[1]);
  if (unit == TimeUnit::kNone || unit == TimeUnit::kEpoch)
    wrong_arguments(self.name, self.forms, operands, span);
  return type;
}

ExprPtr expand_ceiling(ExprList& o, Span span) {
  return call_or_throw("CEIL", o, span);
}

// YEAR(x) is EXTRACT(YEAR FROM x), and so on.
template <const char* Unit>
ExprPtr expand_part(ExprList& o, Span span) {
  return call_or_throw("EXTRACT", {symbol(Unit), o[0]}, span);
}
constexpr char kYear[] = "YEAR", kQuarter[] = "QUARTER", kMonth[] = "MONTH", kWeek[] = "WEEK", kDay[] = "DAY",
               kDoy[] = "DOY", kDow[] = "DOW", kHour[] = "HOUR", kMinute[] = "MINUTE", kSecond[] = "SECOND";

LogicalType interval_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kYear:
      return LogicalType::interval(IntervalUnit::kYear);
    case TimeUnit::kQuarter:
    case TimeUnit::kMonth:
      return LogicalType::interval(IntervalUnit::kMonth);
    case TimeUnit::kWeek:
    case TimeUnit::kDay:
      return LogicalType::interval(IntervalUnit::kDay);
    case TimeUnit::kHour:
      return LogicalType::interval(IntervalUnit::kHour);
    case TimeUnit::kMinute:
      return LogicalType::interval(IntervalUnit::kMinute);
    default:
      return LogicalType::interval(IntervalUnit::kSecond);
  }
}

TimeUnit checked_unit(std::string_view name, const ExprList& o, Span span) {
  TimeUnit unit = unit_literal(*o[0]);
  bool months = unit == TimeUnit::kYear || unit == TimeUnit::kQuarter || unit == TimeUnit::kMonth;
  if (!months && unit_millis(unit) == 0) wrong_arguments(name, nullptr, o, span);
  return unit;
}

// timestamp + n * INTERVAL '1' unit
ExprPtr expand_add(ExprList& o, Span span) {
  TimeUnit unit = checked_unit("TIMESTAMPADD", o, span);
  int64_t one = unit_millis(unit) != 0 ? unit_millis(unit) : unit_months(unit);
  if (!o[2]->type.is_datetime()) wrong_arguments("TIMESTAMPADD", nullptr, o, span);
  ExprPtr interval = literal(Value::integer(one), interval_of(unit), span);
  const Expr& n = *o[1];
  if (n.kind == ExprKind::kLiteral && !n.literal.is_null() && n.type.is_integer()) {
    interval = literal(Value::integer(one * n.literal.integer()), interval_of(unit), span);
  } else {
    interval = call_or_throw("*", {interval, o[1]}, span);
  }
  // A date and a part of a day make a TIMESTAMP(6), while date + INTERVAL stays a date.
  if (o[2]->type.is(TypeRoot::kDate) && unit_millis(unit) != 0 && unit_millis(unit) < kMillisPerDay) {
    bool nullable = o[2]->type.nullable() || interval->type.nullable();
    return raw_call("+", {o[2], interval}, LogicalType::timestamp(6).with_nullable(nullable), span);
  }
  return call_or_throw("+", {o[2], interval}, span);
}

// CAST(/INT(Reinterpret(-(to, from)), size of the unit) AS INTEGER)
ExprPtr expand_diff(ExprList& o, Span span) {
  TimeUnit unit = checked_unit("TIMESTAMPDIFF", o, span);
  if (!o[1]->type.is_datetime() || !o[2]->type.is_datetime())
    wrong_arguments("TIMESTAMPDIFF", nullptr, o, span);
  bool ltz1 = o[1]->type.is(TypeRoot::kTimestampLtz), ltz2 = o[2]->type.is(TypeRoot::kTimestampLtz);
  if (ltz1 != ltz2)
    throw Failure("sql/wrong-arguments", "TIMESTAMP_LTZ only supports diff between the same type.", span);
  bool nullable = o[1]->type.nullable() || o[2]->type.nullable();
  TimeUnit base = unit == TimeUnit::kWeek || unit == TimeUnit::kMillisecond ? TimeUnit::kSecond
                  : unit == TimeUnit::kQuarter                              ? TimeUnit::kMonth
                                                                            : unit;
  LogicalType bigint = LogicalType::bigint().with_nullable(nullable);
  ExprPtr e = raw_call("-", {o[2], o[1]}, interval_of(base).with_nullable(nullable), span);
  e = raw_call("Reinterpret", {e}, bigint, span);
  if (unit == TimeUnit::kMillisecond) return cast_or_throw(e, LogicalType::integer(), span);
  int64_t size = unit_millis(base) != 0 ? unit_millis(base) : unit_months(base);
  if (size != 1) e = raw_call("/INT", {e, int_literal(static_cast<int32_t>(size))}, bigint, span);
  e = cast_or_throw(e, LogicalType::integer(), span);
  if (unit == TimeUnit::kWeek) e = raw_call("/INT", {e, int_literal(604800)}, e->type, span);
  if (unit == TimeUnit::kQuarter) e = raw_call("/INT", {e, int_literal(3)}, e->type, span);
  return e;
}

// One end of a period: a point in time, or the start plus an interval.
Value period_end(const Expr& call, const Value* args, size_t i, EvalContext& context) {
  if (!call.operands[i]->type.is_interval()) return args[i];
  Expr plus = call;
  plus.type = call.operands[i - 1]->type;
  plus.function = find_function("+");
  plus.operands = {call.operands[i - 1], call.operands[i]};
  return plus.function->eval(plus, args + i - 1, context);
}

Value eval_overlaps(const Expr& call, const Value* args, EvalContext& context) {
  Value start1 = args[0], end1 = period_end(call, args, 1, context), start2 = args[2],
        end2 = period_end(call, args, 3, context);
  if (compare_values(start1, end1) > 0) std::swap(start1, end1);
  if (compare_values(start2, end2) > 0) std::swap(start2, end2);
  return Value::boolean(compare_values(end1, start2) >= 0 && compare_values(end2, start1) >= 0);
}

LogicalType infer_overlaps(const ScalarFunction& self, ExprList& operands, Span span) {
  bool fits = operands.size() == 4;
  for (size_t i = 0; fits && i < 4; ++i) {
    const LogicalType& type = operands[i]->type;
    fits = type.is_datetime() || (i % 2 == 1 && type.is_interval());
  }
  if (!fits) wrong_arguments(self.name, "tttt|tvtv", operands, span);
  return LogicalType::boolean().with_nullable(any_nullable(operands));
}

Timestamp local_now(const EvalContext& context) {
  return zone_of(context).to_local(Timestamp{context.clock_millis, 0});
}

Value eval_current_date(const Expr&, const Value*, EvalContext& context) {
  return Value::integer(floor_div(local_now(context).millis, kMillisPerDay));
}
Value eval_local_time(const Expr&, const Value*, EvalContext& context) {
  int64_t millis = floor_mod(local_now(context).millis, kMillisPerDay);
  return Value::integer(millis - millis % kMillisPerSecond);
}
Value eval_local_timestamp(const Expr&, const Value*, EvalContext& context) {
  return Value::timestamp(local_now(context));
}
Value eval_now(const Expr&, const Value*, EvalContext& context) {
  return Value::timestamp(Timestamp{context.clock_millis, 0});
}

LogicalType infer_time(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::time(0).with_nullable(false);
}

LogicalType infer_proctime(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::timestamp_ltz(3, TimeAttribute::kProctime).with_nullable(false);
}

LogicalType infer_watermark(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 1 || !operands[0]->type.is_timestamp() || !operands[0]->type.is_rowtime()) {
    throw Failure("sql/wrong-arguments",
                  "The function " + std::string(self.name) +
                      "() must be called with a single rowtime attribute argument",
                  span);
  }
  return operands[0]->type.with_attribute(TimeAttribute::kNone).with_nullable(true);
}

Value eval_watermark(const Expr&, const Value*, EvalContext& context) {
  return context.watermark == INT64_MIN ? Value::null() : Value::timestamp(Timestamp{context.watermark, 0});
}

LogicalType infer_source_watermark(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::timestamp(3);
}

constexpr uint8_t kClock = kNotDeterministic;

const ScalarFunction kRows[] = {
    {"EXTRACT", "temporal", "EXTRACT(unit FROM temporal)", "One part of a date, time or interval.", nullptr,
     nullptr, eval_extract, 0, infer_extract},
    {"YEAR", "temporal", "YEAR(date)", "EXTRACT(YEAR FROM date).", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kYear>},
    {"QUARTER", "temporal", "QUARTER(date)", "EXTRACT(QUARTER FROM date).", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kQuarter>},
    {"MONTH", "temporal", "MONTH(date)", "EXTRACT(MONTH FROM date).", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kMonth>},
    {"WEEK", "temporal", "WEEK(date)", "The ISO week.", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kWeek>},
    {"DAYOFYEAR", "temporal", "DAYOFYEAR(date)", "The day of the year.", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kDoy>},
    {"DAYOFMONTH", "temporal", "DAYOFMONTH(date)", "The day of the month.", "a", nullptr, nullptr, 0, nullptr,
     expand_part<kDay>},
    {"DAYOFWEEK", "temporal", "DAYOFWEEK(date)", "The day of the week, Sunday is 1.", "a", nullptr, nullptr,
     0, nullptr, expand_part<kDow>},
    {"HOUR", "temporal", "HOUR(timestamp)", "EXTRACT(HOUR FROM timestamp).", "a", nullptr, nullptr, 0,
     nullptr, expand_part<kHour>},
    {"MINUTE", "temporal", "MINUTE(timestamp)", "EXTRACT(MINUTE FROM timestamp).", "a", nullptr, nullptr, 0,
     nullptr, expand_part<kMinute>},
    {"SECOND", "temporal", "SECOND(timestamp)", "EXTRACT(SECOND FROM timestamp).", "a", nullptr, nullptr, 0,
     nullptr, expand_part<kSecond>},
    {"FLOOR", "arithmetic", "FLOOR(numeric | temporal TO unit)", "Rounded down.", "n|ty|dy|my", nullptr,
     eval_floor, 0, infer_round},
    {"CEIL", "arithmetic", "CEIL(numeric | temporal TO unit)", "Rounded up.", "n|ty|dy|my", nullptr,
     eval_ceil, 0, infer_round},
    {"CEILING", "arithmetic", "CEILING(numeric | temporal TO unit)", "Rounded up.", "n|ty|dy|my", nullptr,
     nullptr, 0, nullptr, expand_ceiling},
    {"TIMESTAMPADD", "temporal", "TIMESTAMPADD(unit, integer, timestamp)", "So many units later.", "yna",
     nullptr, nullptr, 0, nullptr, expand_add},
    {"TIMESTAMPDIFF", "temporal", "TIMESTAMPDIFF(unit, from, to)", "Whole units between two points in time.",
     "yaa", nullptr, nullptr, 0, nullptr, expand_diff},
    {"OVERLAPS", "temporal", "(point1, end1) OVERLAPS (point2, end2)",
     "TRUE if two periods have a point in common.", nullptr, nullptr, eval_overlaps, 0, infer_overlaps},
    {"CURRENT_DATE", "temporal", "CURRENT_DATE", "Today in the session's time zone.", "", "d!",
     eval_current_date, kClock},
    {"CURRENT_TIME", "temporal", "CURRENT_TIME", "The time of day in the session's time zone.", "", nullptr,
     eval_local_time, kClock, infer_time},
    {"LOCALTIME", "temporal", "LOCALTIME", "The time of day in the session's time zone.", "", nullptr,
     eval_local_time, kClock, infer_time},
    {"LOCALTIMESTAMP", "temporal", "LOCALTIMESTAMP", "Date and time in the session's time zone.", "", "T!",
     eval_local_timestamp, kClock},
    {"CURRENT_TIMESTAMP", "temporal", "CURRENT_TIMESTAMP", "This instant.", "", "Q!", eval_now, kClock},
    {"NOW", "temporal", "NOW()", "This instant.", "", "Q!", eval_now, kClock},
    {"CURRENT_ROW_TIMESTAMP", "temporal", "CURRENT_ROW_TIMESTAMP()", "This instant.", "", "Q!", eval_now,
     kClock},
    {"PROCTIME", "temporal", "PROCTIME()", "The processing time, as a time attribute.", "", nullptr, eval_now,
     kClock, infer_proctime},
    {"PROCTIME_MATERIALIZE", "temporal", "", "", "t", "Q", eval_now, kClock | kNotInSql | kSeesNulls},
    {"CURRENT_WATERMARK", "temporal", "CURRENT_WATERMARK(rowtime)",
     "The watermark at this operator; NULL before the first one.", nullptr, nullptr, eval_watermark,
     kClock | kSeesNulls, infer_watermark},
    {"SOURCE_WATERMARK", "temporal", "SOURCE_WATERMARK()",
     "In a WATERMARK declaration: the source makes the watermarks.", "", nullptr, nullptr, kClock,
     infer_source_watermark},
};

}  // namespace

FunctionTable temporal_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
