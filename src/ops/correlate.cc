// Correlate: for each left row the rows of a table function over it, kind copied; a LEFT join pads with NULLs when there is none.
//
//   $UNNEST_ROWS$1(collection)       elements of an ARRAY (a ROW element becomes columns), entries of a MAP, elements of a MULTISET as often
//                                    as they occur; WITH ORDINALITY appends the position, from 1
//   $REPLICATE_ROWS$1(n, c1, c2 …)   the row (c1, c2 …) n times (INTERSECT ALL, EXCEPT ALL)
#include "ops/factory.h"

namespace rowkind {
namespace {

class Correlate : public Operator {
 public:
  explicit Correlate(const CorrelateNode& node)
      : left_arity_(static_cast<int32_t>(input_of(node).type.size())),
        arity_(static_cast<int32_t>(node.type.size())),
        pads_(node.join == JoinType::kLeft),
        condition_(node.condition && !is_true_literal(*node.condition) ? compile(node.condition) : nullptr) {
    for (const ExprPtr& arg : node.args) args_.push_back(compile(arg));
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    kind_ = kind;
    left_ = row;
    emitted_ = 0;
    produce();
    if (emitted_ == 0 && pads_) {
      context.emit(kind, start().finish(), Reason{Rule::kCorrelatePad, row.get()});
    } else if (emitted_ == 0) {
      context.suppress(Reason{Rule::kCorrelateEmpty, row.get()});
    }
    left_ = nullptr;
  }

 protected:
  virtual void produce() = 0;
  Value arg(size_t i) const { return args_[i]->eval(*left_, *context.eval); }
  size_t args() const { return args_.size(); }
  // A result row that holds the left columns; the others are NULL.
  RowBuilder start() const {
    RowBuilder builder(arity_);
    for (int32_t i = 0; i < left_arity_; ++i) builder.set(i, left_[i]);
    return builder;
  }
  void add(RowBuilder builder) {
    RowPtr row = builder.finish();
    if (condition_) {
      RowBuilder produced(arity_ - left_arity_);
      for (int32_t i = left_arity_; i < arity_; ++i) produced.set(i - left_arity_, row[i]);
      if (!condition_->test(*produced.finish(), *context.eval)) return;
    }
    context.emit(kind_, row, Reason{Rule::kCorrelate, left_.get(), nullptr, emitted_});
    ++emitted_;
  }
  int32_t left_arity_;
  int32_t arity_;

 private:
  bool pads_;
  std::unique_ptr<Evaluator> condition_;  // over the function's columns
  std::vector<std::unique_ptr<Evaluator>> args_;
  RowKind kind_ = RowKind::kInsert;
  RowPtr left_;
  int64_t emitted_ = 0;
};

class Unnest final : public Correlate {
 public:
  explicit Unnest(const CorrelateNode& node)
      : Correlate(node), root_(node.args[0]->type.root()), ordinality_(node.with_ordinality) {
    if (root_ == TypeRoot::kArray || root_ == TypeRoot::kMultiset) {
      rows_ = node.args[0]->type.element().is(TypeRoot::kRow);
    }
  }

 private:
  void produce() override {
    Value collection = arg(0);
    position_ = 0;
    if (collection.is_null()) return;
    if (root_ == TypeRoot::kArray) {
      for (const Value& element : collection.array()) add_element(element);
    } else if (root_ == TypeRoot::kMap) {
      for (const auto& [key, value] : collection.map()) {
        RowBuilder builder = start();
        builder.set(left_arity_, key);
        builder.set(left_arity_ + 1, value);
        add_with_position(std::move(builder));
      }
    } else {
      for (const auto& [element, count] : collection.map()) {
        for (int64_t i = 0; i < count.integer(); ++i) add_element(element);
      }
    }
  }
  void add_element(const Value& element) {
    RowBuilder builder = start();
    if (!rows_) {
      builder.set(left_arity_, element);
    } else if (!element.is_null()) {
      const Row& row = element.row();
      for (int32_t i = 0; i < row.arity(); ++i) builder.set(left_arity_ + i, row[i]);
    }
    add_with_position(std::move(builder));
  }
  void add_with_position(RowBuilder builder) {
    ++position_;
    if (ordinality_) builder.set(arity_ - 1, Value::integer(position_));
    add(std::move(builder));
  }
  TypeRoot root_;
  bool rows_ = false;
  bool ordinality_;
  int64_t position_ = 0;
};

class ReplicateRows final : public Correlate {
 public:
  using Correlate::Correlate;

 private:
  void produce() override {
    Value count = arg(0);
    if (count.is_null()) return;
    for (int64_t n = 0; n < count.integer(); ++n) {
      RowBuilder builder = start();
      for (size_t i = 1; i < args(); ++i) builder.set(left_arity_ + static_cast<int32_t>(i) - 1, arg(i));
      add(std::move(builder));
    }
  }
};

}  // namespace

OperatorPtr make_correlate(const CorrelateNode& node, const FactoryContext&) {
  if (node.function.find("UNNEST_ROWS") != std::string::npos) return std::make_unique<Unnest>(node);
  if (node.function.find("REPLICATE_ROWS") != std::string::npos) return std::make_unique<ReplicateRows>(node);
  throw Failure("plan/not-yet", "The table function " + node.function + " cannot be executed yet.",
                node.span);
}

}  // namespace rowkind
