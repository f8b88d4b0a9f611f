// Hints of a SELECT: STATE_TTL, MULTI_JOIN, LOOKUP.
#include <algorithm>

#include "base/utf8.h"
#include "plan/bind.h"
#include "plan/planner_config.h"

namespace rowkind {
namespace {

[[noreturn]] void bad_lookup(const std::string& message, Span span) {
  throw Failure("sql/hint", "Invalid LOOKUP hint: " + message, span);
}

QueryHints::Lookup read_lookup(const sql::Hint& hint) {
  QueryHints::Lookup out;
  out.span = hint.span;
  std::map<std::string, std::string> options;
  for (const auto& option : hint.options) {
    if (option.key) options[*option.key] = option.value;
  }
  if (options.count("table") == 0) bad_lookup("table name is required", hint.span);
  out.table = options["table"];
  out.shuffle = ascii_iequals(options["shuffle"], "true");
  size_t retry = options.count("retry-predicate") + options.count("retry-strategy") +
                 options.count("fixed-delay") + options.count("max-attempts");
  if (retry == 0) return out;
  if (retry != 4) bad_lookup("retry options can be both null or all not null", hint.span);
  if (options["retry-predicate"] != "lookup_miss")
    bad_lookup("unsupported retry-predicate: '" + options["retry-predicate"] + "'", hint.span);
  out.retry = "lookup_miss, " + ascii_upper(options["retry-strategy"]) + ", " +
              std::to_string(duration_millis("fixed-delay", options["fixed-delay"])) + "ms, " +
              options["max-attempts"];
  return out;
}

}  // namespace

QueryHints read_hints(const std::vector<sql::Hint>& hints) {
  QueryHints out;
  for (const sql::Hint& hint : hints) {
    if (ascii_iequals(hint.name.name, "STATE_TTL")) {
      for (const auto& option : hint.options) {
        if (option.key) out.state_ttl[*option.key] = option.value;
      }
    } else if (ascii_iequals(hint.name.name, "MULTI_JOIN")) {
      for (const auto& option : hint.options) out.multi_join.push_back(option.value);
    } else if (ascii_iequals(hint.name.name, "LOOKUP")) {
      out.lookups.push_back(read_lookup(hint));
    }
  }
  return out;
}

void check_all_used(const QueryHints& hints) {
  for (const QueryHints::Lookup& lookup : hints.lookups) {
    if (lookup.used) continue;
    throw Failure("sql/hint",
                  "The options of following hints cannot match the name of input tables or views: \n`" +
                      lookup.table + "` in `LOOKUP`",
                  lookup.span, "name the table by its alias, if it has one");
  }
}

RelPtr with_hints(const JoinRel& join, const QueryHints& hints, const std::vector<Relation>& relations,
                  size_t left_relations) {
  auto out = std::make_shared<JoinRel>(join);
  bool named[2] = {false, false};
  for (size_t r = 0; r < relations.size(); ++r) {
    const bool left = r < left_relations;
    const std::string& alias = relations[r].alias;
    const auto ttl = hints.state_ttl.find(alias);
    if (ttl != hints.state_ttl.end()) (left ? out->state_ttl_left : out->state_ttl_right) = ttl->second;
    const auto& names = hints.multi_join;
    if (std::find(names.begin(), names.end(), alias) != names.end()) named[left ? 0 : 1] = true;
  }
  out->multi_join = named[0] && named[1];
  return out;
}

}  // namespace rowkind
