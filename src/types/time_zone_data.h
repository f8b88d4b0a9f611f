// The IANA time zone database as compact text, whole history included; read lazily by time_zone.cc. Written
// by scripts/make-tz-data. Every text starts and ends with a newline; one item a line.
//
//   kTzRules      "~NAME", then its rules by year: [YEARS][/SPAN]MONTH DAY,TIME[!SAVE]
//                 YEARS since the rule before (the first: since 1900); SPAN = further years, "*" = for ever;
//                 MONTH = A..L DAY = "5", "LU" (last Sunday), "U+8" (Sunday on or after the 8th), "U-25"; U M
//                 Tu W Th F Sa TIME = h[:m[:s]] with suffix s (standard time), u (UTC) or none (wall clock)
//                 SAVE = h[:m], nothing behind "!" = 0, no "!" = 1 hour
//   kTzZones      "=FOLDER" ("" for names without one), then its zones: "#NAME " in front of the first line
//   of each, which is
//                 OFFSET[ RULES or SAVE][|UNTIL] with UNTIL = YEARS[MONTH[DAY[,TIME]]], YEARS as above,
//                 counted on from line to line
//   kTzLinks      "ZONE ALIAS ALIAS ..."
//   kTzJavaShort  the same for the three-letter names of java.util.TimeZone
#pragma once

namespace rowkind {

extern const char* const kTzRules;
extern const char* const kTzZones;
extern const char* const kTzLinks;
extern const char* const kTzJavaShort;

}  // namespace rowkind
