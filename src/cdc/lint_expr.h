// The parts of the advice: expressions of a rule for one table, and what the source does.
#pragma once

#include <string>

#include "cdc/rule.h"
#include "cdc/source.h"
#include "cdc/transform.h"

namespace rowkind::cdc {

struct LintSink {
  // code, message, span in the YAML, hint
  void (*add)(void* to, const char* code, const std::string& message, Span span,
              const std::string& hint) = nullptr;
  void* to = nullptr;
};

void lint_expressions(const Rule& rule, const Schema& source, const TableId& table, Version version,
                      const Definition& definition, const LintSink& sink);

void lint_changes(const Rules& rules, const Definition& definition, const std::vector<SourceStep>& steps,
                  const LintSink& sink);

}  // namespace rowkind::cdc
