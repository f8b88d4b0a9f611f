#include "plan/planner_config.h"

#include <cctype>
#include <cstdlib>

namespace rowkind {

namespace {

[[noreturn]] void bad(const std::string& key, const std::string& text) {
  throw Failure("config/bad-value", "Could not parse value '" + text + "' for key '" + key + "'.");
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class Reader {
 public:
  explicit Reader(const std::map<std::string, std::string>& settings) : settings_(settings) {}

  const std::string* find(const char* key) const {
    auto found = settings_.find(key);
    return found == settings_.end() ? nullptr : &found->second;
  }
  void flag(const char* key, bool& to) const {
    const std::string* text = find(key);
    if (!text) return;
    std::string value = lower(*text);
    if (value != "true" && value != "false") bad(key, *text);
    to = value == "true";
  }
  void number(const char* key, int64_t& to) const {
    const std::string* text = find(key);
    if (!text) return;
    char* end = nullptr;
    to = std::strtoll(text->c_str(), &end, 10);
    if (end == text->c_str() || *end != 0) bad(key, *text);
  }
  void duration(const char* key, int64_t& to) const {
    if (const std::string* text = find(key)) to = duration_millis(key, *text);
  }

 private:
  const std::map<std::string, std::string>& settings_;
};

}  // namespace

int64_t duration_millis(const std::string& key, const std::string& text) {
  size_t i = 0;
  while (i < text.size() && text[i] == ' ') ++i;
  size_t digits = i;
  while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) ++i;
  if (i == digits || i - digits > 15) bad(key, text);
  int64_t amount = std::strtoll(text.substr(digits, i - digits).c_str(), nullptr, 10);
  std::string unit = lower(text.substr(i));
  while (!unit.empty() && unit.front() == ' ') unit.erase(unit.begin());
  while (!unit.empty() && unit.back() == ' ') unit.pop_back();
  struct Unit {
    const char* name;
    int64_t millis;
  };
  static const Unit kUnits[] = {{"", 1},          {"ms", 1},          {"milli", 1},
                                {"millis", 1},    {"millisecond", 1}, {"milliseconds", 1},
                                {"s", 1000},      {"sec", 1000},      {"secs", 1000},
                                {"second", 1000}, {"seconds", 1000},  {"m", 60000},
                                {"min", 60000},   {"minute", 60000},  {"minutes", 60000},
                                {"h", 3600000},   {"hour", 3600000},  {"hours", 3600000},
                                {"d", 86400000},  {"day", 86400000},  {"days", 86400000}};
  for (const Unit& known : kUnits) {
    if (unit == known.name) return amount * known.millis;
  }
  bad(key, text);
}

PlannerConfig planner_config(const std::map<std::string, std::string>& settings, FlinkVersion version) {
  Reader reader(settings);
  PlannerConfig config;
  config.version = version;
  // FLINK-41478: the clause may be left out again.
  config.require_on_conflict = version < kFlink2_4;
  reader.flag("table.exec.mini-batch.enabled", config.mini_batch);
  reader.duration("table.exec.mini-batch.allow-latency", config.mini_batch_latency_millis);
  reader.number("table.exec.mini-batch.size", config.mini_batch_size);
  if (const std::string* phase = reader.find("table.optimizer.agg-phase-strategy")) {
    std::string value = lower(*phase);
    if (value == "one_phase") {
      config.agg_phase = PlannerConfig::AggPhase::kOnePhase;
    } else if (value == "two_phase") {
      config.agg_phase = PlannerConfig::AggPhase::kTwoPhase;
    } else if (value != "auto") {
      bad("table.optimizer.agg-phase-strategy", *phase);
    }
  }
  reader.flag("table.optimizer.distinct-agg.split.enabled", config.split_distinct);
  reader.number("table.optimizer.distinct-agg.split.bucket-num", config.split_buckets);
  reader.flag("table.optimizer.incremental-agg-enabled", config.incremental_agg);
  reader.flag("table.exec.source.cdc-events-duplicate", config.cdc_duplicates);
  reader.duration("table.exec.state.ttl", config.state_ttl_millis);
  if (const std::string* text = reader.find("table.exec.sink.upsert-materialize")) {
    std::string value = lower(*text);
    if (value == "force") {
      config.upsert_materialize = PlannerConfig::Materialize::kForce;
    } else if (value == "none") {
      config.upsert_materialize = PlannerConfig::Materialize::kNone;
    } else if (value != "auto") {
      bad("table.exec.sink.upsert-materialize", *text);
    }
  }
  reader.flag("table.exec.sink.require-on-conflict", config.require_on_conflict);
  if (version < kFlink2_3) config.require_on_conflict = false;  // neither clause nor option yet
  if (const std::string* text = reader.find("table.exec.sink.not-null-enforcer"))
    config.not_null_drop = lower(*text) == "drop";
  if (const std::string* text = reader.find("table.optimizer.non-deterministic-update.strategy"))
    config.resolve_updates = lower(*text) == "try_resolve";
  reader.flag("table.optimizer.multi-join.enabled", config.multi_join);
  reader.flag("table.exec.emit.early-fire.enabled", config.early_fire);
  reader.duration("table.exec.emit.early-fire.delay", config.early_fire_delay_millis);
  reader.flag("table.exec.emit.late-fire.enabled", config.late_fire);
  reader.duration("table.exec.emit.late-fire.delay", config.late_fire_delay_millis);
  reader.duration("table.exec.emit.allow-lateness", config.allow_lateness_millis);
  return config;
}

}  // namespace rowkind
