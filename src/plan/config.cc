#include "plan/config.h"

#include <array>

#include "base/utf8.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

enum class OptionType : uint8_t { kBool, kDuration, kInteger, kEnum };

struct KnownOption {
  std::string_view key;
  OptionType type;
  std::string_view values = {};  // kEnum: allowed words between blanks
};

// Options whose value decides something here; any other key is kept as text.
constexpr std::array<KnownOption, 33> kKnown = {{
    {"table.exec.state.ttl", OptionType::kDuration},
    {"table.exec.mini-batch.enabled", OptionType::kBool},
    {"table.exec.mini-batch.allow-latency", OptionType::kDuration},
    {"table.exec.mini-batch.size", OptionType::kInteger},
    {"table.exec.source.cdc-events-duplicate", OptionType::kBool},
    {"table.exec.source.idle-timeout", OptionType::kDuration},
    {"table.exec.sink.not-null-enforcer", OptionType::kEnum, "ERROR DROP"},
    {"table.exec.sink.type-length-enforcer", OptionType::kEnum, "IGNORE TRIM_PAD ERROR"},
    {"table.exec.sink.upsert-materialize", OptionType::kEnum, "NONE AUTO FORCE"},
    {"table.exec.sink.require-on-conflict", OptionType::kBool},
    {"table.exec.sink.keyed-shuffle", OptionType::kEnum, "NONE AUTO FORCE"},
    {"table.exec.sink.upsert-materialize-strategy.type", OptionType::kEnum, "LEGACY MAP VALUE ADAPTIVE"},
    {"table.exec.legacy-cast-behaviour", OptionType::kEnum, "ENABLED DISABLED"},
    {"table.exec.deduplicate.insert-update-after-sensitive-enabled", OptionType::kBool},
    {"table.exec.deduplicate.mini-batch.compact-changes-enabled", OptionType::kBool},
    {"table.exec.emit.early-fire.enabled", OptionType::kBool},
    {"table.exec.emit.early-fire.delay", OptionType::kDuration},
    {"table.exec.emit.late-fire.enabled", OptionType::kBool},
    {"table.exec.emit.late-fire.delay", OptionType::kDuration},
    {"table.exec.emit.allow-lateness", OptionType::kDuration},
    {"table.exec.interval-join.min-cleanup-interval", OptionType::kDuration},
    {"table.exec.rank.topn-cache-size", OptionType::kInteger},
    {"table.exec.resource.default-parallelism", OptionType::kInteger},
    {"table.optimizer.agg-phase-strategy", OptionType::kEnum, "AUTO ONE_PHASE TWO_PHASE"},
    {"table.optimizer.distinct-agg.split.enabled", OptionType::kBool},
    {"table.optimizer.distinct-agg.split.bucket-num", OptionType::kInteger},
    {"table.optimizer.incremental-agg-enabled", OptionType::kBool},
    {"table.optimizer.multi-join.enabled", OptionType::kBool},
    {"table.optimizer.non-deterministic-update.strategy", OptionType::kEnum, "TRY_RESOLVE IGNORE"},
    {"table.optimizer.reuse-sub-plan-enabled", OptionType::kBool},
    {"table.optimizer.reuse-source-enabled", OptionType::kBool},
    {"table.optimizer.delta-join.strategy", OptionType::kEnum, "AUTO FORCE NONE"},
    {"pipeline.auto-watermark-interval", OptionType::kDuration},
}};

struct UnitName {
  std::string_view name;
  int64_t factor;
};

Error unreadable(std::string message, std::string hint = {}) {
  return Error{"plan/option-value", std::move(message), {}, std::move(hint)};
}

// The leading digits of `text`, and what follows them without blanks.
bool split_number(std::string_view text, int64_t& number, std::string_view& unit) {
  size_t i = 0;
  number = 0;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9') {
    if (number > (INT64_MAX - 9) / 10) return false;
    number = number * 10 + (text[i] - '0');
    ++i;
  }
  unit = trim(text.substr(i));
  return i > 0;
}

const KnownOption* find_known(std::string_view key) {
  for (const KnownOption& option : kKnown) {
    if (option.key == key) return &option;
  }
  return nullptr;
}

bool word_in(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t blank = words.find(' ');
    if (words.substr(0, blank) == word) return true;
    if (blank == std::string_view::npos) return false;
    words.remove_prefix(blank + 1);
  }
  return false;
}

const std::string* find(const Options& options, std::string_view key) {
  const auto it = options.find(std::string(key));
  return it == options.end() ? nullptr : &it->second;
}

}  // namespace

Result<bool> parse_bool(std::string_view text) {
  if (ascii_iequals(text, "true")) return true;
  if (ascii_iequals(text, "false")) return false;
  return unreadable("Unrecognized option for boolean: " + std::string(text) +
                    ". Expected either true or false(case insensitive)");
}

Result<int64_t> parse_duration(std::string_view text) {
  static constexpr UnitName kUnits[] = {{"", 1},           {"ms", 1},           {"milli", 1},
                                        {"millis", 1},     {"millisecond", 1},  {"milliseconds", 1},
                                        {"s", 1000},       {"sec", 1000},       {"secs", 1000},
                                        {"second", 1000},  {"seconds", 1000},   {"m", 60'000},
                                        {"min", 60'000},   {"minute", 60'000},  {"minutes", 60'000},
                                        {"h", 3'600'000},  {"hour", 3'600'000}, {"hours", 3'600'000},
                                        {"d", 86'400'000}, {"day", 86'400'000}, {"days", 86'400'000}};
  const std::string_view trimmed = trim(text);
  if (trimmed.empty()) return unreadable("argument is an empty- or whitespace-only string");
  int64_t number = 0;
  std::string_view unit;
  if (!split_number(trimmed, number, unit))
    return unreadable("text does not start with a number: " + std::string(text), "write '1 h' or '200 ms'");
  const std::string lower = ascii_lower(unit);
  if (lower == "ns" || lower == "nano" || lower == "nanos" || lower == "nanosecond" || lower == "nanoseconds")
    return number / 1'000'000;
  if (lower == "us" || lower == "µs" || lower == "micro" || lower == "micros" || lower == "microsecond" ||
      lower == "microseconds")
    return number / 1000;
  for (const UnitName& u : kUnits) {
    if (u.name == lower) {
      if (number > INT64_MAX / u.factor)
        return unreadable("The value '" + std::string(text) +
                          "' cannot be represented as 64bit number of milliseconds");
      return number * u.factor;
    }
  }
  return unreadable(
      "Time interval unit label '" + std::string(unit) +
      "' does not match any of the recognized units: DAYS: (d | day | days), HOURS: (h | hour | hours), "
      "MINUTES: (m | min | minute | minutes), SECONDS: (s | sec | secs | second | seconds), MILLISECONDS: "
      "(ms | milli | millis | "
      "millisecond | milliseconds), MICROSECONDS: (µs | micro | micros | microsecond | microseconds), "
      "NANOSECONDS: (ns | nano | nanos | "
      "nanosecond | nanoseconds)");
}

Result<int64_t> parse_memory(std::string_view text) {
  static constexpr UnitName kUnits[] = {{"", 1},
                                        {"b", 1},
                                        {"bytes", 1},
                                        {"k", 1 << 10},
                                        {"kb", 1 << 10},
                                        {"kibibytes", 1 << 10},
                                        {"m", 1 << 20},
                                        {"mb", 1 << 20},
                                        {"mebibytes", 1 << 20},
                                        {"g", 1 << 30},
                                        {"gb", 1 << 30},
                                        {"gibibytes", 1 << 30},
                                        {"t", int64_t{1} << 40},
                                        {"tb", int64_t{1} << 40},
                                        {"tebibytes", int64_t{1} << 40}};
  int64_t number = 0;
  std::string_view unit;
  if (!split_number(trim(text), number, unit))
    return unreadable("text does not start with a number: " + std::string(text), "write '64 mb'");
  const std::string lower = ascii_lower(unit);
  for (const UnitName& u : kUnits) {
    if (u.name == lower && number <= INT64_MAX / u.factor) return number * u.factor;
  }
  return unreadable(
      "Memory size unit '" + std::string(unit) +
      "' does not match any of the recognized units: (b | bytes) / (k | kb | kibibytes) / (m | mb | "
      "mebibytes) / (g | gb | gibibytes) / (t | tb | tebibytes)");
}

Result<int64_t> parse_integer(std::string_view text) {
  std::string_view digits = trim(text);
  const bool negative = !digits.empty() && digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  int64_t number = 0;
  std::string_view rest;
  if (!split_number(digits, number, rest) || !rest.empty())
    return unreadable("For input string: \"" + std::string(text) + "\"");
  return negative ? -number : number;
}

Status check_option(std::string_view key, std::string_view value, Span span) {
  if (key == "table.local-time-zone" && value != "default" && TimeZone::find_session(value) == nullptr) {
    return Error{"plan/option-value",
                 "Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as "
                 "'America/Los_Angeles' to include daylight saving time. Fixed offsets are supported using "
                 "'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' without time zone and daylight saving time.",
                 span};
  }
  const KnownOption* known = find_known(key);
  if (known == nullptr) return ok_status();
  std::string cause;
  switch (known->type) {
    case OptionType::kBool:
      if (auto r = parse_bool(value); !r.ok()) cause = r.error().message;
      break;
    case OptionType::kDuration:
      if (auto r = parse_duration(value); !r.ok()) cause = r.error().message;
      break;
    case OptionType::kInteger:
      if (auto r = parse_integer(value); !r.ok()) cause = r.error().message;
      break;
    case OptionType::kEnum:
      if (!word_in(known->values, ascii_upper(value))) {
        cause = "Expected one of:";
        for (const char c : " " + std::string(known->values))
          cause += c == ' ' ? std::string(", ") : std::string(1, c);
        cause.replace(cause.find(':') + 1, 1, "");
      }
      break;
  }
  if (cause.empty()) return ok_status();
  return Error{
      "plan/option-value",
      "Could not parse value '" + std::string(value) + "' for key '" + std::string(key) + "'. " + cause,
      span};
}

bool bool_option(const Options& options, std::string_view key, bool fallback) {
  const std::string* text = find(options, key);
  if (text == nullptr) return fallback;
  const Result<bool> value = parse_bool(*text);
  return value.ok() ? *value : fallback;
}

int64_t duration_option(const Options& options, std::string_view key, int64_t fallback_millis) {
  const std::string* text = find(options, key);
  if (text == nullptr) return fallback_millis;
  const Result<int64_t> value = parse_duration(*text);
  return value.ok() ? *value : fallback_millis;
}

int64_t integer_option(const Options& options, std::string_view key, int64_t fallback) {
  const std::string* text = find(options, key);
  if (text == nullptr) return fallback;
  const Result<int64_t> value = parse_integer(*text);
  return value.ok() ? *value : fallback;
}

std::string text_option(const Options& options, std::string_view key, std::string_view fallback) {
  const std::string* text = find(options, key);
  return text == nullptr ? std::string(fallback) : *text;
}

std::string enum_option(const Options& options, std::string_view key, std::string_view fallback) {
  return ascii_upper(text_option(options, key, fallback));
}

}  // namespace rowkind
