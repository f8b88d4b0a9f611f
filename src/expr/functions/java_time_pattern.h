// A Java date pattern in its parts, for the reading and the writing half of java_time.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowkind {

constexpr std::string_view kMonthNames[] = {"January",   "February", "March",    "April",
                                            "May",       "June",     "July",     "August",
                                            "September", "October",  "November", "December"};
constexpr std::string_view kDayNames[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                          "Friday", "Saturday", "Sunday"};

constexpr int64_t kGregorianStart = -141427;  // days to 1582-10-15: java.util's calendar is Julian before

struct DateItem {
  char letter = 0;  // 0: literal text
  int count = 0;
  std::string text;
};

// Nothing if a quote is not closed. `sections`: [ ] { } # are no text but letters.
std::optional<std::vector<DateItem>> split_date_pattern(std::string_view pattern, bool sections);

}  // namespace rowkind
