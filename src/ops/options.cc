#include "ops/options.h"

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace rowkind {
namespace {

struct TimeUnit {
  std::string_view names;  // each between blanks
  int64_t nanos;
};
constexpr TimeUnit kUnits[] = {
    {" d day days ", 86'400'000'000'000},
    {" h hour hours ", 3'600'000'000'000},
    {" m min minute minutes ", 60'000'000'000},
    {" s sec secs second seconds ", 1'000'000'000},
    {" ms milli millis millisecond milliseconds ", 1'000'000},
    {" us µs micro micros microsecond microseconds ", 1'000},
    {" ns nano nanos nanosecond nanoseconds ", 1},
};

std::string_view setting(const Options& settings, const char* key) {
  auto it = settings.find(key);
  return it == settings.end() ? std::string_view() : trim(it->second);
}

bool flag(const Options& settings, const char* key, bool otherwise) {
  std::string_view text = setting(settings, key);
  return text.empty() ? otherwise : ascii_iequals(text, "true");
}

}  // namespace

int64_t parse_duration_millis(std::string_view text) {
  text = trim(text);
  size_t digits = 0;
  int64_t number = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    if (number > INT64_MAX / 100) return -1;
    number = number * 10 + (text[digits++] - '0');
  }
  if (digits == 0) return -1;
  std::string unit = " " + ascii_lower(trim(text.substr(digits))) + " ";
  if (unit == "  ") return number;
  for (const TimeUnit& u : kUnits) {
    if (u.names.find(unit) == std::string_view::npos) continue;
    return u.nanos >= 1'000'000 ? number * (u.nanos / 1'000'000) : number / (1'000'000 / u.nanos);
  }
  return -1;
}

OperatorOptions read_operator_options(const Options& settings) {
  OperatorOptions options;
  int64_t ttl = parse_duration_millis(setting(settings, "table.exec.state.ttl"));
  if (ttl > 0) options.state_ttl_millis = ttl;
  options.mini_batch = flag(settings, "table.exec.mini-batch.enabled", false);
  int64_t size = parse_duration_millis(setting(settings, "table.exec.mini-batch.size"));
  if (size > 0) options.mini_batch_size = size;
  options.drop_null_rows = ascii_iequals(setting(settings, "table.exec.sink.not-null-enforcer"), "DROP");
  std::string_view length = setting(settings, "table.exec.sink.type-length-enforcer");
  if (ascii_iequals(length, "TRIM_PAD")) options.length = LengthEnforcer::kTrimPad;
  if (ascii_iequals(length, "ERROR")) options.length = LengthEnforcer::kError;
  options.dedup_first_row_is_insert =
      flag(settings, "table.exec.deduplicate.insert-update-after-sensitive-enabled", true);
  options.dedup_compact_changes =
      flag(settings, "table.exec.deduplicate.mini-batch.compact-changes-enabled", false);
  return options;
}

}  // namespace rowkind
