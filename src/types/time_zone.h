// Time zones: all of the IANA database (embedded, so that every build and every machine gives the same
// result) and fixed offsets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/value.h"

namespace rowkind {

class TimeZone {
 public:
  // "Asia/Shanghai", "UTC", "Z", "GMT+08:00", "UTC-3", "+08:00": what java.time.ZoneId.of() takes. Null for
  // other text. The object lives for ever.
  static const TimeZone* find(std::string_view id);
  // What Flink accepts as table.local-time-zone: a name of the database or "GMT+8", "GMT-03:30". Null for
  // other text.
  static const TimeZone* find_session(std::string_view id);
  // java.util.TimeZone.getTimeZone(), which Flink's functions with zone arguments use: names of the database,
  // "GMT+8:00" and the like, "PST" and the like; everything else (also "UTC+8", "+08:00") is GMT.
  static const TimeZone& java_util(std::string_view id);
  static const TimeZone& utc();

  const std::string& id() const { return id_; }
  // Local time minus UTC, in milliseconds, at an instant (milliseconds since 1970 UTC).
  int64_t offset_at(int64_t utc_millis) const;
  int64_t to_local(int64_t utc_millis) const { return utc_millis + offset_at(utc_millis); }
  // Whether summer time is in force at an instant, as java.util.TimeZone sees it.
  bool daylight_at(int64_t utc_millis) const;
  // The instant of a local time, as LocalDateTime.atZone(): in a gap the time moves forward by its length, in
  // an overlap the earlier instant counts.
  int64_t to_utc(int64_t local_millis) const;

  Timestamp to_local(Timestamp utc) const { return Timestamp{to_local(utc.millis), utc.nanos_of_millis}; }
  Timestamp to_utc(Timestamp local) const { return Timestamp{to_utc(local.millis), local.nanos_of_millis}; }

  // Instants at which the offset changes, in order.
  struct Transition {
    int64_t at = 0;          // UTC seconds
    int32_t offset = 0;      // seconds, from here on
    bool daylight = false;   // summer time, from here on
    int64_t local_from = 0;  // local seconds from which `offset` is the one to use
  };

  TimeZone(std::string id, int32_t fixed_offset_seconds)
      : id_(std::move(id)), first_offset_(fixed_offset_seconds) {}
  TimeZone(std::string id, int32_t first_offset_seconds, std::vector<Transition> transitions, bool recurring)
      : id_(std::move(id)),
        first_offset_(first_offset_seconds),
        recurring_(recurring),
        transitions_(std::move(transitions)) {}

  const std::vector<Transition>& transitions() const { return transitions_; }
  // java.util.TimeZone.useDaylightTime(): the zone goes on changing its clocks.
  bool daylight_saving() const { return recurring_; }

 private:
  // What is in force at an instant; null: nothing has changed yet.
  const Transition* in_force(int64_t utc_millis) const;

  std::string id_;
  int32_t first_offset_ = 0;  // seconds, before the first transition
  // The transitions of the last 400 years repeat for ever; so long is the cycle of the calendar.
  bool recurring_ = false;
  std::vector<Transition> transitions_;
};

}  // namespace rowkind
