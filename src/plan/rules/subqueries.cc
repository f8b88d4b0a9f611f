#include "plan/rules/rules.h"

namespace rowkind::rules {

RelPtr remove_subqueries(const RelPtr& root) {
  return root;
}
RelPtr rewrite_aggregates(const RelPtr& root) {
  return root;
}

}  // namespace rowkind::rules
