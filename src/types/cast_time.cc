#include "types/cast_rules.h"
#include "types/datetime.h"
#include "types/time_zone.h"

namespace rowkind::cast {
namespace {

// Flink divides the milliseconds of a TIMESTAMP toward 0: before 1970 a part of a day counts as the day
// after.
Value to_date_or_time(Timestamp t, const LogicalType& from, const LogicalType& to, const TimeZone& zone) {
  bool floor = from.is(TypeRoot::kTimestampLtz);
  int64_t millis = floor ? zone.to_local(t.millis) : t.millis;
  if (to.is(TypeRoot::kDate))
    return Value::integer(floor ? floor_div(millis, kMillisPerDay) : millis / kMillisPerDay);
  int64_t of_day = floor ? floor_mod(millis, kMillisPerDay) : millis % kMillisPerDay;
  return Value::integer(cut_time(of_day, to.precision()));
}

Value to_timestamp(Timestamp t, const LogicalType& from, const LogicalType& to, const TimeZone& zone) {
  bool from_instant = from.is(TypeRoot::kTimestampLtz), to_instant = to.is(TypeRoot::kTimestampLtz);
  if (from_instant && !to_instant) t = zone.to_local(t);
  if (!from_instant && to_instant) t = zone.to_utc(t);
  return Value::timestamp(to.precision() < from.precision() ? cut_timestamp(t, to.precision()) : t);
}

}  // namespace

Value datetime_to_datetime(const Value& value, const LogicalType& from, const LogicalType& to,
                           const TimeZone& zone) {
  if (from.is_timestamp()) {
    return to.is_timestamp() ? to_timestamp(value.timestamp(), from, to, zone)
                             : to_date_or_time(value.timestamp(), from, to, zone);
  }
  if (to.is(from.root())) {
    return to.is(TypeRoot::kTime) && to.precision() < from.precision()
               ? Value::integer(cut_time(value.integer(), to.precision()))
               : value;
  }
  // A DATE is its midnight, a TIME belongs to 1970-01-01; the precision of the target does not cut here.
  int64_t millis = from.is(TypeRoot::kDate) ? value.integer() * kMillisPerDay : value.integer();
  Timestamp local{millis, 0};
  return Value::timestamp(to.is(TypeRoot::kTimestampLtz) ? zone.to_utc(local) : local);
}

}  // namespace rowkind::cast
