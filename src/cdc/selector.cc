#include "cdc/selector.h"

#include <algorithm>

#include "base/utf8.h"
#include "cdc/java_regex.h"

namespace rowkind::cdc {
namespace {

// Parts between unescaped `separator`s, trimmed; an escaped separator becomes a plain one.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  std::string part;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (i + 1 >= text.size())
        throw Failure("cdc/selector",
                      "Unterminated escape sequence at the end of the string: " + std::string(text));
      if (text[i + 1] != separator) part += '\\';
      part += text[++i];
    } else if (text[i] == separator) {
      out.emplace_back(trim(part));
      part.clear();
    } else {
      part += text[i];
    }
  }
  out.emplace_back(trim(part));
  return out;
}

// A part is a list by commas once more, so a comma inside braces cuts a pattern in two.
std::string insensitive(const std::string& part) {
  std::string out;
  for (const std::string& pattern : split(part, ',')) {
    check_regex(pattern);
    out += (out.empty() ? "" : "|") + pattern;
  }
  return "(?i)(?:" + out + ")";
}

std::string replaced(const std::string& text, const std::string& symbol, const std::string& name) {
  std::string out;
  if (symbol.empty()) {
    // String.replace("", x) puts x around every character.
    out = name;
    for (char c : text) out += c + name;
    return out;
  }
  size_t start = 0;
  for (;;) {
    size_t at = text.find(symbol, start);
    if (at == std::string::npos) return out + text.substr(start);
    out += text.substr(start, at - start) + name;
    start = at + symbol.size();
  }
}

// `,` is an alternation, `\.` any character, a bare `.` a dot.
std::string route_pattern(std::string_view text) {
  std::string out;
  for (const std::string& part : split(text, ',')) {
    if (part.empty()) continue;
    std::string pattern;
    for (size_t i = 0; i < part.size(); ++i) {
      if (part[i] == '\\' && i + 1 < part.size() && part[i + 1] == '.') {
        pattern += '.';
        ++i;
      } else if (part[i] == '.') {
        pattern += "\\.";
      } else {
        pattern += part[i];
      }
    }
    out += (out.empty() ? "" : "|") + pattern;
  }
  return out;
}

}  // namespace

Selector::Selector(std::string_view text) {
  if (trim(text).empty())
    throw Failure("cdc/selector", text.empty() ? "Invalid table inclusion pattern cannot be null or empty"
                                               : "Invalid table inclusion pattern: " + std::string(text));
  for (const std::string& entry : split(text, ',')) {
    if (entry.empty()) continue;
    std::vector<std::string> parts = split(entry, '.');
    if (parts.size() > 3) throw Failure("cdc/selector", "Invalid table inclusion pattern: " + entry);
    Predicates predicates;
    predicates.table = insensitive(parts.back());
    if (parts.size() > 1) predicates.schema = insensitive(parts[parts.size() - 2]);
    if (parts.size() > 2) predicates.name_space = insensitive(parts[0]);
    selectors_.push_back(std::move(predicates));
  }
}

// Predicates without a part of the id to look at are passed over; a part of the id without predicate fails.
bool Selector::Predicates::matches(const TableId& id) const {
  const std::vector<std::string>& parts = id.parts;
  if (!full_match(*table, parts.back())) return false;
  if (parts.size() > 1 && (!schema || !full_match(*schema, parts[parts.size() - 2]))) return false;
  return parts.size() < 3 || (name_space && full_match(*name_space, parts[0]));
}

size_t Selector::parts_of_match(const TableId& table) const {
  for (const Predicates& one : selectors_)
    if (one.matches(table)) return one.name_space ? 3 : one.schema ? 2 : 1;
  return 0;
}

Router::Router(const std::vector<RouteRule>& rules, bool first_only, Version version)
    : first_only_(first_only) {
  for (const RouteRule& rule : rules) {
    Rule out;
    try {
      if (level(version) < 36) {
        out.selector = Selector(rule.source_table.text);
      } else {
        out.pattern = route_pattern(rule.source_table.text);
        check_regex(out.pattern);
      }
    } catch (Failure& failure) {
      Error error = failure.error;
      if (level(version) >= 36)
        error.message = "Failed to parse regular expression in routing rule " + rule.source_table.text +
                        ": " + error.message;
      error.span = rule.source_table.span;
      throw Failure(std::move(error));
    }
    out.sink = rule.sink_table.text;
    out.symbol = rule.replace_symbol;
    rules_.push_back(std::move(out));
  }
}

bool Router::Rule::matches(const TableId& source) const {
  return selector ? selector->matches(source) : full_match(pattern, source.text);
}

std::vector<std::vector<TableIdPtr>> Router::groups(const std::vector<TableIdPtr>& sources) const {
  std::vector<std::vector<TableIdPtr>> out(rules_.size());
  for (size_t i = 0; i < rules_.size(); ++i) {
    for (const TableIdPtr& source : sources)
      if (rules_[i].matches(*source)) out[i].push_back(source);
  }
  return out;
}

std::vector<TableIdPtr> Router::route(const TableIdPtr& source) const {
  std::vector<TableIdPtr> out;
  for (const Rule& rule : rules_) {
    if (!rule.matches(*source)) continue;
    std::string sink = rule.sink;
    if (rule.symbol) {
      sink = replaced(rule.sink, *rule.symbol, source->table());
    } else if (!rule.selector) {
      sink = replace_all(rule.pattern, source->text, rule.sink);
    }
    TableIdPtr id = parse_table_id(sink).or_throw();
    bool known =
        std::any_of(out.begin(), out.end(), [&](const TableIdPtr& t) { return t->text == id->text; });
    if (!known || rule.selector) out.push_back(std::move(id));
    if (first_only_) break;
  }
  if (out.empty()) out.push_back(source);
  return out;
}

}  // namespace rowkind::cdc
