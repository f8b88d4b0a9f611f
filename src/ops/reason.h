// Why a row was emitted (or why nothing was): a stable rule id plus arguments. The prose lives in i18n, keyed by the id.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/row.h"

namespace rowkind {

// X(enumerator, stable id, docs page below nightlies.apache.org/flink/flink-docs-stable/docs/)
// Arguments of each rule, in the order Reason holds them, stand beside it: row a, row b, number n.
#define ROWKIND_RULES(X)                                                                                        \
  X(kSource, "source/row", "dev/table/concepts/dynamic_tables/")                        /* */                  \
  X(kForward, "stateless/forward", "dev/table/concepts/dynamic_tables/")                /* */                  \
  X(kFiltered, "calc/filtered-out", "dev/table/sql/queries/overview/")                  /* a input */          \
  X(kCalc, "calc/project", "dev/table/sql/queries/select/")                             /* a input */          \
  X(kUnion, "union/pass", "dev/table/sql/queries/set-ops/")                             /* */                  \
  X(kDropUpdateBefore, "drop-update-before/dropped", "dev/table/concepts/dynamic_tables/") /* a dropped */     \
  X(kNormalizeFirst, "normalize/first-row", "dev/table/concepts/dynamic_tables/")       /* */                  \
  X(kNormalizeUpdate, "normalize/new-version", "dev/table/concepts/dynamic_tables/")    /* a previous, b new */ \
  X(kNormalizeEqual, "normalize/equal-row", "dev/table/concepts/dynamic_tables/")       /* a stored */         \
  X(kNormalizeDelete, "normalize/delete-stored-row", "dev/table/concepts/dynamic_tables/") /* a stored */      \
  X(kNormalizeUnknown, "normalize/delete-of-unknown-key", "dev/table/concepts/dynamic_tables/") /* */          \
  X(kNormalizeFiltered, "normalize/left-the-filter", "dev/table/concepts/dynamic_tables/") /* a stored */      \
  X(kAggFirst, "group-aggregate/first-row", "dev/table/sql/queries/group-agg/")         /* b new result */     \
  X(kAggUpdate, "group-aggregate/new-result", "dev/table/sql/queries/group-agg/")       /* a old, b new */     \
  X(kAggEqual, "group-aggregate/same-result", "dev/table/sql/queries/group-agg/")       /* a result */         \
  X(kAggEmpty, "group-aggregate/group-empty", "dev/table/sql/queries/group-agg/")       /* a last result */    \
  X(kAggUnknown, "group-aggregate/retraction-of-unknown-group", "dev/table/sql/queries/group-agg/") /* */      \
  X(kSinkWrite, "sink/write", "dev/table/concepts/dynamic_tables/")                     /* */                  \
  X(kSinkDropped, "sink/kind-not-taken", "dev/table/concepts/dynamic_tables/")          /* */

enum class Rule : uint16_t {
#define ROWKIND_RULE_ENUM(name, id, docs) name,
  ROWKIND_RULES(ROWKIND_RULE_ENUM)
#undef ROWKIND_RULE_ENUM
};
std::string_view rule_id(Rule rule);
std::string_view rule_docs(Rule rule);

// Borrows its rows for the duration of the call that it is passed to.
struct Reason {
  Rule rule = Rule::kForward;
  const Row* a = nullptr;
  const Row* b = nullptr;
  int64_t n = 0;
};

}  // namespace rowkind
