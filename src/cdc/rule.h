// A transform rule made ready: selector, parsed projection and filter, keys, options, converters.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdc/definition.h"
#include "cdc/expr.h"
#include "cdc/selector.h"
#include "sql/ast.h"

namespace rowkind::cdc {

enum class Converter : uint8_t { kSoftDelete, kLowerCaseNames };

class Rule {
 public:
  // Throws Failure for what fails before the job starts: selector, filter syntax, table-options, converter.
  Rule(const TransformRule& definition, Version version);

  const TransformRule& definition() const { return definition_; }
  bool matches(const TableId& table) const { return selector_.matches(table); }
  const Selector& selector() const { return selector_; }
  bool has_projection() const { return definition_.projection.has_value(); }
  bool has_filter() const { return filter_ != nullptr; }
  // The items of the projection (`*` without one); parsed when first asked for, as Flink CDC does. Throws.
  const std::vector<sql::SelectItem>& items() const;
  bool has_asterisk() const;
  void refuse_comment(const std::vector<sql::SelectItem>& items) const;
  // "SELECT ... FROM TB" and the like: what the spans of the expressions count in.
  const std::string& projection_text() const { return projection_text_; }
  const sql::ExprPtr& filter() const { return filter_; }
  const std::string& filter_text() const { return filter_text_; }
  // A place inside those texts as a place in the YAML.
  Span projection_span(Span inner) const;
  Span filter_span(Span inner) const;

  const std::vector<std::string>& primary_keys() const { return primary_keys_; }
  const std::vector<std::string>& partition_keys() const { return partition_keys_; }
  const std::map<std::string, std::string>& table_options() const { return table_options_; }
  const std::vector<Converter>& converters() const { return converters_; }

 private:
  TransformRule definition_;
  Selector selector_;
  std::string projection_text_, filter_text_;
  mutable std::shared_ptr<const std::vector<sql::SelectItem>> items_;
  sql::ExprPtr filter_;
  std::vector<std::string> primary_keys_, partition_keys_;
  std::map<std::string, std::string> table_options_;
  std::vector<Converter> converters_;
};

// One column of a projection.
struct ProjectedColumn {
  Column column;
  int32_t source = -1;  // of a plain column; else `compiled` (shared: columns are copied about)
  std::shared_ptr<const Compiled> compiled;
};
// What the pipeline says about names and types; a projection's, as long as nothing is projected.
Scope scope_of(const Schema& source, Version version, const Definition& definition);
// The columns of the rule for a source schema. Throws Failure with a span into the YAML.
std::vector<ProjectedColumn> project_columns(const Rule& rule, const Schema& source, Version version,
                                             const Definition& definition);

}  // namespace rowkind::cdc
