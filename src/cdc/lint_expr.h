// Advice on the expressions of a rule for one table.
#pragma once

#include <string>

#include "cdc/rule.h"

namespace rowkind::cdc {

struct LintSink {
  // code, message, span in the YAML, hint
  void (*add)(void* to, const char* code, const std::string& message, Span span,
              const std::string& hint) = nullptr;
  void* to = nullptr;
};

void lint_expressions(const Rule& rule, const Schema& source, const TableId& table, Version version,
                      const Definition& definition, const LintSink& sink);

}  // namespace rowkind::cdc
