// Expand (GROUPING SETS, CUBE, ROLLUP): each input row becomes one row a grouping set, in the order of the plan; the kind is copied.
#include "ops/factory.h"

namespace rowkind {
namespace {

class Expand final : public Operator {
 public:
  explicit Expand(const ExpandNode& node) {
    for (const ExprList& exprs : node.projects) {
      std::vector<std::unique_ptr<Evaluator>> project;
      for (const ExprPtr& expr : exprs) project.push_back(compile(expr));
      projects_.push_back(std::move(project));
    }
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t set = 0;
    for (const auto& project : projects_) {
      RowBuilder builder(static_cast<int32_t>(project.size()));
      for (size_t i = 0; i < project.size(); ++i) {
        builder.set(static_cast<int32_t>(i), project[i]->eval(*row, *context.eval));
      }
      context.emit(kind, builder.finish(), Reason{Rule::kExpand, row.get(), nullptr, set++});
    }
  }

 private:
  std::vector<std::vector<std::unique_ptr<Evaluator>>> projects_;
};

}  // namespace

OperatorPtr make_expand(const ExpandNode& node, const FactoryContext&) {
  return std::make_unique<Expand>(node);
}

}  // namespace rowkind
