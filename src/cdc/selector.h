// Which tables a rule means: selectors of transform rules (Selectors, Predicates) and the patterns of routes
// (TableIdRouter).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdc/definition.h"
#include "cdc/event.h"

namespace rowkind::cdc {

// A list of selectors by commas; each has one to three parts by dots, each part is a Java regular expression
// that must match its part of the id whole, whatever the case. `\.` in a part is the dot of regular
// expressions.
class Selector {
 public:
  // Throws Failure: a bad pattern, "Invalid table inclusion pattern: a.b.c.d".
  explicit Selector(std::string_view text);
  bool matches(const TableId& table) const { return parts_of_match(table) > 0; }
  // How many parts the selector has that matches; 0: none does.
  size_t parts_of_match(const TableId& table) const;

 private:
  struct Predicates {
    bool matches(const TableId& id) const;
    std::optional<std::string> name_space, schema, table;
  };
  std::vector<Predicates> selectors_;
};

class Router {
 public:
  // Throws Failure for a bad pattern.
  Router(const std::vector<RouteRule>& rules, bool first_only, Version version);
  // The sink tables of a source table, at least one; up to 3.5 as often as rules name them. Throws Failure: "Invalid tableId: ...",
  // "No group 1".
  std::vector<TableIdPtr> route(const TableIdPtr& source) const;
  // For each rule the tables among `sources` that it matches, in their order.
  std::vector<std::vector<TableIdPtr>> groups(const std::vector<TableIdPtr>& sources) const;

 private:
  struct Rule {
    bool matches(const TableId& source) const;

    std::optional<Selector> selector;  // 3.5
    std::string pattern;               // 3.6 and later
    std::string sink;
    std::optional<std::string> symbol;
  };
  std::vector<Rule> rules_;
  bool first_only_;
};

}  // namespace rowkind::cdc
