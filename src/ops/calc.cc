// Calc: projection and filter, one row for one row. The kind is copied and the filter is asked for each message alone, so an update that
// crosses the predicate leaves a lone -U or a lone +U; an update that changes only columns that are not selected leaves two equal rows.
#include <algorithm>

#include "ops/factory.h"

namespace rowkind {
namespace {

class Calc final : public Operator {
 public:
  explicit Calc(const CalcNode& node) {
    for (const ExprPtr& expr : node.projects) {
      bool column = expr->kind == ExprKind::kInputRef;
      projects_.push_back(Project{column ? expr->index : -1, column ? nullptr : compile(expr)});
    }
    if (node.condition) condition_ = compile(node.condition);
    identity_ = projects_.size() == input_of(node).type.size();
    for (size_t i = 0; i < projects_.size(); ++i) identity_ &= projects_[i].column == static_cast<int32_t>(i);
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
    context.emit(kind, builder.finish(), Reason{Rule::kCalc, row.get()});
  }

 private:
  struct Project {
    int32_t column;  // -1: expr
    std::unique_ptr<Evaluator> expr;
  };
  std::vector<Project> projects_;
  std::unique_ptr<Evaluator> condition_;
  bool identity_ = false;
};

}  // namespace

OperatorPtr make_calc(const CalcNode& node, const FactoryContext&) {
  return std::make_unique<Calc>(node);
}

}  // namespace rowkind
