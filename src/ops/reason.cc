#include "ops/reason.h"

namespace rowkind {
namespace {

struct RuleText {
  std::string_view id, docs;
};
#define ROWKIND_DOCS "https://nightlies.apache.org/flink/flink-docs-stable/docs/"
constexpr RuleText kRules[] = {
#define ROWKIND_RULE_TEXT(name, id, docs) {id, ROWKIND_DOCS docs},
    ROWKIND_RULES(ROWKIND_RULE_TEXT)
#undef ROWKIND_RULE_TEXT
};

}  // namespace

std::string_view rule_id(Rule rule) {
  return kRules[static_cast<size_t>(rule)].id;
}
std::string rule_docs(Rule rule) {
  return std::string(kRules[static_cast<size_t>(rule)].docs);
}

}  // namespace rowkind
