// Semi and anti join: left rows with, or without, a match on the right (Flink: StreamingSemiAntiJoinOperator). A left row carries its number
// of matches a.
//
//   left r, kind k            has a match xor anti -> k r; kept with a = |m|, or forgotten
//   right +I/+U r, kind k     for each matching left l: a = 0 -> semi `k l`, anti `-D l`; a++
//   right -U/-D r, kind k     for each matching left l: a = 1 -> semi `k l`, anti `+I l`; a--
//
// So a semi join may send a lone -U or +U.
#include "ops/factory.h"
#include "ops/join_side.h"

namespace rowkind {
namespace {

class SemiAntiJoin final : public Operator {
 public:
  SemiAntiJoin(const JoinNode& node, const OperatorOptions& options)
      : left_(node.left_spec, node.left_keys, node.filter_nulls, node.left_unique_key, input_of(node, 0).type,
              node.left_ttl_millis > 0 ? node.left_ttl_millis : options.state_ttl_millis),
        right_(node.right_spec, node.right_keys, node.filter_nulls, node.right_unique_key,
               input_of(node, 1).type,
               node.right_ttl_millis > 0 ? node.right_ttl_millis : options.state_ttl_millis),
        anti_(node.join == JoinType::kAnti),
        residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr) {}

  void open() override {
    left_.open(context, "left rows");
    right_.open(context, "right rows");
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    if (input == 0) {
      from_left(kind, row);
    } else {
      from_right(kind, row);
    }
  }

 private:
  void from_left(RowKind kind, const RowPtr& row) {
    int32_t matches = 0;
    JoinSide::Entry* entry = left_.null_key(*row) ? nullptr : right_.find(left_.join_key(*row));
    if (entry) {
      for (const RowList::Item& item : entry->value) {
        if (item.row && matches_residual(row, item.row)) matches += item.count;
      }
    }
    if ((matches == 0) == anti_) {
      context.emit(kind, row, Reason{anti_ ? Rule::kAntiForward : Rule::kSemiForward, row.get()});
    } else {
      context.suppress(Reason{anti_ ? Rule::kAntiMatched : Rule::kSemiNoMatch, row.get()});
    }
    if (is_accumulate(kind)) {
      left_.add(row, matches);
    } else {
      left_.retract(row);
    }
  }

  void from_right(RowKind kind, const RowPtr& row) {
    bool adds = is_accumulate(kind);
    if (adds) {
      right_.add(row, 0);
    } else {
      right_.retract(row);
    }
    JoinSide::Entry* entry = right_.null_key(*row) ? nullptr : left_.find(right_.join_key(*row));
    bool any = false;
    if (entry) {
      left_.touch(*entry);
      for (RowList::Item& item : entry->value) {
        if (!item.row || !matches_residual(item.row, row)) continue;
        bool turns = item.associations == (adds ? 0 : 1);
        left_.set_associations(item, item.associations + (adds ? 1 : -1));
        if (!turns) continue;
        any = true;
        RowKind out = anti_ ? (adds ? RowKind::kDelete : RowKind::kInsert) : kind;
        Rule rule = adds ? (anti_ ? Rule::kAntiFirst : Rule::kSemiFirst)
                         : (anti_ ? Rule::kAntiLost : Rule::kSemiLost);
        for (int32_t i = 0; i < item.count; ++i) {
          context.emit(out, item.row, Reason{rule, item.row.get(), row.get()});
        }
      }
    }
    if (!any) context.suppress(Reason{Rule::kSemiUnchanged, nullptr, row.get()});
  }

  bool matches_residual(const RowPtr& left, const RowPtr& right) {
    if (!residual_) return true;
    RowBuilder builder(left->arity() + right->arity());
    for (int32_t i = 0; i < left->arity(); ++i) builder.set(i, left[i]);
    for (int32_t i = 0; i < right->arity(); ++i) builder.set(left->arity() + i, right[i]);
    return residual_->test(*builder.finish(), *context.eval);
  }

  JoinSide left_, right_;
  bool anti_;
  std::unique_ptr<Evaluator> residual_;
};

}  // namespace

OperatorPtr make_semi_anti_join(const JoinNode& node, const FactoryContext& context) {
  return std::make_unique<SemiAntiJoin>(node, context.options);
}

}  // namespace rowkind
