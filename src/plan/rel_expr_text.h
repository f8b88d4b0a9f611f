// Texts of expressions in logical trees: what to_plan_text prints, and the parts that only logical trees have
// (OVER, sub-queries, correlated columns), in Calcite's form ("CAST($0):BIGINT").
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/rel.h"

namespace rowkind {

using OuterRows =
    std::map<int32_t, std::vector<std::string>>;  // column names of the row behind a correlation id

std::string join_text(const std::vector<std::string>& parts, const char* separator);
// What plans say of a partial INSERT, "[2],[0]", and of the sink's OPTIONS, ", hints=[...]"; "" if there is none.
std::string target_columns_text(const SinkRel& sink);
std::string sink_hints_text(const SinkRel& sink);
// The value of a literal alone, without ":TYPE".
std::string literal_without_type(const ExprPtr& value);

class ExprText {
 public:
  virtual ~ExprText() = default;
  std::string text(const ExprPtr& expr);
  std::string list(const ExprList& exprs);
  // "variablesSet=[[$cor1]]" of what the sub-queries in these expressions need, or "".
  static std::string variables(const ExprList& exprs);

 protected:
  // The tree of a sub-query, one line a node.
  virtual std::string subtree(const Rel& rel, OuterRows outer) = 0;

  OuterRows outer_;
  std::vector<std::string> input_names_;  // of the node whose expressions are printed

 private:
  ExprPtr replace_special(const ExprPtr& expr, std::vector<std::string>& names);
  std::string correl_text(const Expr& expr) const;
  std::string bound_text(const FrameBound& bound);
  std::string over_text(const Expr& expr);
  std::string subquery_text(const Expr& expr);
};

}  // namespace rowkind
