// What an outer join that pads less than before leaves to those above it: their columns may be NULL still (FilterJoinRule converts the join to
// the row type that it had).
#include "plan/physical_util.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

RelPtr as_padded(const RelPtr& join, const RowType& before) {
  ExprList exprs = column_refs(*join);
  bool changed = false;
  for (size_t i = 0; i < exprs.size(); ++i) {
    if (exprs[i]->type.nullable() || !before[i].type.nullable()) continue;
    exprs[i] = cast_call(exprs[i], exprs[i]->type.with_nullable(true));
    changed = true;
  }
  return changed ? make_project(join, std::move(exprs), field_names(join->type), join->span) : join;
}

}  // namespace rowkind::rules
