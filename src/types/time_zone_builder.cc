#include "types/time_zone_builder.h"

#include <algorithm>

#include "types/datetime.h"
#include "types/time_zone_data.h"

namespace rowkind {
namespace {

constexpr int32_t kLastFixedYear = 2100;  // no rule ends later; from here on they repeat
constexpr int32_t kLastYear = kLastFixedYear + 401;

// A place in the year with a clock time, and whose clock that is.
struct Moment {
  int32_t month = 1;
  int32_t day = 1;      // of the month; with a weekday: the nearest such day on or after (before) it
  int32_t weekday = 0;  // 1 = Monday .. 7, 0 = none
  bool last = false, backward = false;
  int32_t seconds = 0;
  char clock = 'w';  // 'w' wall, 's' standard, 'u' UTC

  // Seconds since 1970 on its own clock.
  int64_t in_year(int64_t year) const {
    int32_t from = last ? days_of_month(year, month) : day;
    int64_t days = days_from_civil(year, month, from);
    if (weekday != 0) {
      int64_t ahead = weekday - iso_day_of_week(days);
      if (last || backward) {
        days += ahead > 0 ? ahead - 7 : ahead;
      } else {
        days += ahead < 0 ? ahead + 7 : ahead;
      }
    }
    return days * 86400 + seconds;
  }

  int64_t to_utc(int64_t local, int32_t standard, int32_t save) const {
    return clock == 'u' ? local : clock == 's' ? local - standard : local - standard - save;
  }
};

struct Rule {
  int32_t from = 0, to = 0;
  Moment moment;
  int32_t save = 0;
};

struct Era {
  int32_t standard = 0;
  int32_t save = 0;        // when without rules
  std::string_view rules;  // name, "" for none
  bool bounded = false;
  int32_t until_year = 0;
  Moment until;
};

class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  bool done() const { return pos_ >= line_.size(); }
  char peek() const { return done() ? '\0' : line_[pos_]; }
  bool accept(char c) {
    if (peek() != c) return false;
    ++pos_;
    return true;
  }
  bool at_number() const { return peek() == '-' || (peek() >= '0' && peek() <= '9'); }

  int32_t number() {
    bool negative = accept('-');
    int32_t v = 0;
    while (peek() >= '0' && peek() <= '9') v = v * 10 + (line_[pos_++] - '0');
    return negative ? -v : v;
  }

  // h[:m[:s]]
  int32_t duration() {
    bool negative = accept('-');
    int32_t v = number() * 3600;
    if (accept(':')) v += number() * 60;
    if (accept(':')) v += number();
    return negative ? -v : v;
  }

  std::string_view until(char end) {
    size_t start = pos_;
    while (!done() && peek() != end) ++pos_;
    return line_.substr(start, pos_ - start);
  }

  // MONTH[DAY[,TIME]], all optional.
  Moment moment() {
    Moment out;
    if (peek() >= 'A' && peek() <= 'L') out.month = line_[pos_++] - 'A' + 1;
    if (peek() == 'L') {
      ++pos_;
      out.last = true;
      out.weekday = weekday();
    } else if (at_number()) {
      out.day = number();
    } else if (!done() && peek() != ',') {
      out.weekday = weekday();
      out.backward = peek() == '-';
      ++pos_;
      out.day = number();
    }
    if (accept(',')) {
      out.seconds = duration();
      if (peek() == 's' || peek() == 'u') out.clock = line_[pos_++];
    }
    return out;
  }

 private:
  int32_t weekday() {
    char c = line_[pos_++];
    switch (c) {
      case 'M':
        return 1;
      case 'T':
        return line_[pos_++] == 'u' ? 2 : 4;
      case 'W':
        return 3;
      case 'F':
        return 5;
      case 'S':
        ++pos_;
        return 6;
      default:
        return 7;
    }
  }

  std::string_view line_;
  size_t pos_ = 0;
};

// The lines behind the one that is exactly `heading`, up to a line that starts with one of `stops`.
std::vector<std::string_view> section(std::string_view text, std::string_view heading,
                                      std::string_view stops) {
  std::vector<std::string_view> out;
  std::string marker = "\n" + std::string(heading) + "\n";
  size_t pos = text.find(marker);
  if (pos == std::string_view::npos) return out;
  pos += marker.size();
  while (pos < text.size() && stops.find(text[pos]) == std::string_view::npos) {
    size_t end = text.find('\n', pos);
    out.push_back(text.substr(pos, end - pos));
    pos = end + 1;
  }
  return out;
}

std::vector<Rule> read_rules(std::string_view name) {
  std::vector<Rule> out;
  int32_t year = 1900;
  for (std::string_view line : section(kTzRules, "~" + std::string(name), "~")) {
    Reader reader(line);
    Rule rule;
    rule.from = year += reader.at_number() ? reader.number() : 0;
    rule.to = rule.from;
    if (reader.accept('/')) rule.to = reader.accept('*') ? kLastYear : rule.from + reader.number();
    rule.moment = reader.moment();
    rule.save = !reader.accept('!') ? 3600 : reader.done() ? 0 : reader.duration();
    out.push_back(rule);
  }
  return out;
}

std::vector<Era> read_eras(std::string_view name) {
  size_t slash = name.rfind('/');
  std::string_view folder = slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
  std::string start =
      "#" + std::string(slash == std::string_view::npos ? name : name.substr(slash + 1)) + " ";
  std::vector<Era> out;
  bool inside = false;
  int32_t year = 1900;
  for (std::string_view line : section(kTzZones, "=" + std::string(folder), "=")) {
    if (line[0] == '#') {
      if (inside) break;
      inside = line.substr(0, start.size()) == start;
      if (inside) line.remove_prefix(start.size());
    }
    if (!inside) continue;
    Reader reader(line);
    Era era;
    era.standard = reader.duration();
    if (reader.accept(' ')) {
      if (reader.at_number()) {
        era.save = reader.duration();
      } else {
        era.rules = reader.until('|');
      }
    }
    if (reader.accept('|')) {
      era.bounded = true;
      era.until_year = year += reader.number();
      era.until = reader.moment();
    }
    out.push_back(era);
  }
  return out;
}

// One change of the clock that a rule asks for, on the rule's own clock.
struct Occurrence {
  int64_t local = 0;
  const Rule* rule = nullptr;
};

// In order of time. Year by year, so that only the few rules of one year need sorting.
std::vector<Occurrence> occurrences(const std::vector<Rule>& rules) {
  std::vector<Occurrence> out;
  if (rules.empty()) return out;
  for (int32_t year = rules.front().from; year <= kLastYear; ++year) {
    for (const Rule& rule : rules) {
      if (year < rule.from || year > rule.to) continue;
      Occurrence next{rule.moment.in_year(year), &rule};
      size_t at = out.size();
      out.push_back(next);
      for (; at > 0 && next.local < out[at - 1].local; --at) out[at] = out[at - 1];
      out[at] = next;
    }
  }
  return out;
}

class Builder {
 public:
  std::unique_ptr<TimeZone> build(std::string_view name, const std::vector<Era>& eras) {
    bool recurring = false;
    for (const Era& era : eras) {
      if (era.rules.empty()) {
        change(start_, era.standard + era.save, era.save > 0);
        if (era.bounded) start_ = until(era, era.save);
        continue;
      }
      std::vector<Rule> rules = read_rules(era.rules);
      follow(era, occurrences(rules));
      recurring = !era.bounded &&
                  std::any_of(rules.begin(), rules.end(), [](const Rule& r) { return r.to == kLastYear; });
    }
    return std::make_unique<TimeZone>(std::string(name), first_, std::move(transitions_), recurring);
  }

 private:
  static int64_t until(const Era& era, int32_t save) {
    return era.bounded ? era.until.to_utc(era.until.in_year(era.until_year), era.standard, save) : INT64_MAX;
  }

  void follow(const Era& era, const std::vector<Occurrence>& all) {
    int32_t save = 0;
    bool started = false;
    // Where winter is the exception, as in Ireland since 1968, Java takes summer for it all the same.
    const bool turned = std::any_of(all.begin(), all.end(), [&](const Occurrence& o) {
      return o.rule->save < 0 && o.local > start_ && o.local < until(era, 0);
    });
    auto daylight = [&] { return turned ? save == 0 : save > 0; };
    for (const Occurrence& occurrence : all) {
      int64_t at = occurrence.rule->moment.to_utc(occurrence.local, era.standard, save);
      if (at >= until(era, save)) break;
      if (at > start_ && !started) {
        change(start_, era.standard + save, daylight());
        started = true;
      }
      save = occurrence.rule->save;
      if (started) change(at, era.standard + save, daylight());
    }
    if (!started) change(start_, era.standard + save, daylight());
    start_ = until(era, save);
  }

  void change(int64_t at, int32_t offset, bool daylight) {
    if (at == INT64_MIN) {
      first_ = offset;
      return;
    }
    if (!transitions_.empty()) {
      // As zic: when an era and a rule change the clock together, local time must not pass the same moment
      // twice.
      TimeZone::Transition& last = transitions_.back();
      if (at + last.offset <= last.at + before_last()) {
        at = last.at;
        transitions_.pop_back();
      }
    }
    int32_t current = transitions_.empty() ? first_ : transitions_.back().offset;
    const bool same = transitions_.empty() ? !daylight : transitions_.back().daylight == daylight;
    if (offset != current || !same)
      transitions_.push_back({at, offset, daylight, at + std::max(offset, current)});
  }

  int32_t before_last() const {
    return transitions_.size() < 2 ? first_ : transitions_[transitions_.size() - 2].offset;
  }

  int64_t start_ = INT64_MIN;
  int32_t first_ = 0;
  std::vector<TimeZone::Transition> transitions_;
};

// The first word of the line of `text` that holds `name` among its other words.
std::string_view link_target(std::string_view text, std::string_view name) {
  if (name.empty() || name.find_first_of(" \n") != std::string_view::npos) return {};
  std::string wanted = " " + std::string(name);
  for (size_t pos = text.find(wanted); pos != std::string_view::npos; pos = text.find(wanted, pos + 1)) {
    char behind = text[pos + wanted.size()];
    if (behind != ' ' && behind != '\n') continue;
    size_t line = text.rfind('\n', pos) + 1;
    return text.substr(line, text.find(' ', line) - line);
  }
  return {};
}

}  // namespace

std::string_view java_short_zone(std::string_view name) {
  return link_target(kTzJavaShort, name);
}

std::string_view time_zone_target(std::string_view name) {
  return link_target(kTzLinks, name);
}

std::unique_ptr<TimeZone> build_time_zone(std::string_view name) {
  std::vector<Era> eras = read_eras(name);
  if (eras.empty()) {
    std::string_view target = time_zone_target(name);
    if (!target.empty()) eras = read_eras(target);
  }
  return eras.empty() ? nullptr : Builder().build(name, eras);
}

}  // namespace rowkind
