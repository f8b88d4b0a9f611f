// Calc: projection and filter, one row for one row. The kind is copied and the filter is asked for each message alone, so an update that
// crosses the predicate leaves a lone -U or a lone +U; an update that changes only columns that are not selected leaves two equal rows.
#include <algorithm>

#include "ops/factory.h"
#include "types/java_default.h"

namespace rowkind {
namespace {

// LAG with a default is NOT NULL for the planner, and yet NULL where the row that it looks back to holds a NULL.
bool has_nulls_in_not_null(const PhysicalNode& input) {
  if (input.kind != NodeKind::kOverAggregate) return false;
  const auto& over = static_cast<const OverAggregateNode&>(input);
  for (size_t i = 0; i < over.calls.size(); ++i) {
    if (over.function_names[i] == "LAG" && !over.calls[i].type.nullable()) return true;
  }
  return false;
}

class Calc final : public Operator {
 public:
  explicit Calc(const CalcNode& node) {
    for (const ExprPtr& expr : node.projects) {
      bool column = expr->kind == ExprKind::kInputRef;
      projects_.push_back(Project{column ? expr->index : -1, column ? nullptr : compile(expr)});
    }
    if (has_nulls_in_not_null(*node.inputs[0])) {
      for (const ExprPtr& expr : node.projects)
        nulls_.push_back(expr->type.nullable() ? Value::null() : java_default(expr->type));
    }
    if (node.condition) condition_ = compile(node.condition);
    identity_ = projects_.size() == input_of(node).type.size();
    for (size_t i = 0; i < projects_.size(); ++i) identity_ &= projects_[i].column == static_cast<int32_t>(i);
    identity_ &= nulls_.empty();
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (condition_) {
      context.eval->watermark = context.watermark;
      if (!condition_->test(*row, *context.eval)) {
        context.suppress(Reason{Rule::kFiltered, row.get()});
        return;
      }
    }
    if (identity_) {
      context.emit(kind, row, Reason{Rule::kCalc, row.get()});
      return;
    }
    context.eval->watermark = context.watermark;
    RowBuilder builder(static_cast<int32_t>(projects_.size()));
    int32_t i = 0;
    for (const Project& project : projects_) {
      builder.set(i++, project.column >= 0 ? row[project.column] : project.expr->eval(*row, *context.eval));
    }
    RowPtr out = builder.finish();
    context.emit(kind, nulls_.empty() ? out : filled(out), Reason{Rule::kCalc, row.get()});
  }

 private:
  // Flink writes a field that is NOT NULL without a look whether it is NULL.
  RowPtr filled(const RowPtr& row) const {
    RowBuilder builder(row->arity());
    for (int32_t i = 0; i < row->arity(); ++i)
      builder.set(i, row[i].is_null() ? nulls_[static_cast<size_t>(i)] : row[i]);
    return builder.finish();
  }

  struct Project {
    int32_t column;  // -1: expr
    std::unique_ptr<Evaluator> expr;
  };
  std::vector<Project> projects_;
  std::unique_ptr<Evaluator> condition_;
  bool identity_ = false;
  std::vector<Value> nulls_;  // what is written for a NULL in each field; empty: what is there
};

}  // namespace

OperatorPtr make_calc(const CalcNode& node, const FactoryContext&) {
  return std::make_unique<Calc>(node);
}

}  // namespace rowkind
