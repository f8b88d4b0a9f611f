// Join: regular join of two changelogs, INNER, LEFT, RIGHT and FULL (Flink: StreamingJoinOperator). m = matches of the row r on the other
// side; a row o of an outer side carries its number of matches a(o).
//
//   +I/+U r, its side outer      m empty: +I[r, null], else for each o of m: (if the other side is outer and a(o) = 0: -D[null, o]; a(o)++)
//                                +I[r, o]; r is kept with a = |m|
//   +I/+U r, its side not outer  r is kept; as above, but if no side is outer the results keep the kind of r
//   -U/-D r                      r is forgotten (whether or not it was known); m empty: -D[r, null] if its side is outer, else [r, o] each
//                                with -D if its side is outer, else the kind of r, and at once a(o)-- and, where it was 1, +I[null, o]
//                                (before 2.2 all results first, then the pads)
//
// NULL keys never match with `=`; outer sides pad them. With mini-batch the bundles of both sides are folded first (join_bundle.h).
#include "ops/bundle.h"
#include "ops/factory.h"
#include "ops/join_bundle.h"
#include "ops/join_side.h"

namespace rowkind {
namespace {

class Join final : public InBundles<Operator> {
 public:
  Join(const JoinNode& node, const OperatorOptions& options, const CalcNode* columns)
      : left_(node.left_spec, node.left_keys, node.filter_nulls, node.left_unique_key, input_of(node, 0).type,
              node.left_ttl_millis > 0 ? node.left_ttl_millis : options.state_ttl_millis),
        right_(node.right_spec, node.right_keys, node.filter_nulls, node.right_unique_key,
               input_of(node, 1).type,
               node.right_ttl_millis > 0 ? node.right_ttl_millis : options.state_ttl_millis),
        pads_at_once_(node.pads_at_once),
        left_outer_(node.join == JoinType::kLeft || node.join == JoinType::kFull),
        right_outer_(node.join == JoinType::kRight || node.join == JoinType::kFull),
        residual_(node.residual && !is_true_literal(*node.residual) ? compile(node.residual) : nullptr),
        mini_batch_(node.mini_batch),
        bundle_(node, node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size),
        with_calc_(columns != nullptr) {
    const int32_t split = left_.arity();
    for (int32_t i = 0; columns == nullptr && i < split + right_.arity(); ++i) add_column(i);
    for (size_t i = 0; columns != nullptr && i < columns->projects.size(); ++i)
      add_column(columns->projects[i]->index);
  }

  void open() override {
    left_.open(context, "left rows");
    right_.open(context, "right rows");
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    if (!mini_batch_) {
      react(input, kind, row);
      return;
    }
    bundle_.add(input, kind, row);
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

 private:
  struct Match {
    RowList::Item* item;
    RowPtr joined;  // made already if the residual condition had to see it
  };

  // Where the Calc behind is done here too, both count against the step's budget.
  void send(RowKind kind, const RowPtr& row, const Reason& reason) {
    if (with_calc_) --*context.emission_budget;
    context.emit(kind, row, reason);
  }

  void flush() override {
    if (bundle_.empty()) return;
    // RIGHT joins take the left bundle first, all others the right one: fewer pads to take back.
    int32_t first = right_outer_ && !left_outer_ ? 0 : 1;
    for (int32_t input : {first, 1 - first}) {
      for (Change& change : bundle_.take(input)) react(input, change.kind, change.row);
    }
  }

  void react(int32_t input, RowKind kind, const RowPtr& row) {
    bool from_left = input == 0;
    JoinSide& own = from_left ? left_ : right_;
    JoinSide& other = from_left ? right_ : left_;
    bool own_outer = from_left ? left_outer_ : right_outer_;
    bool other_outer = from_left ? right_outer_ : left_outer_;

    int64_t copies = 0;
    JoinSide::Entry* entry = own.null_key(*row) ? nullptr : other.find(own.join_key(*row));
    if (entry) copies = find_matches(*entry, row, from_left);
    if (is_accumulate(kind)) {
      if (!own_outer) own.add(row, 0);
      if (copies == 0) {
        if (own_outer) {
          send(RowKind::kInsert, pad(row, from_left), Reason{Rule::kJoinPad, row.get()});
          own.add(row, 0);
        } else {
          context.suppress(Reason{own.null_key(*row) ? Rule::kJoinNullKey : Rule::kJoinStored, row.get()});
        }
        return;
      }
      if (other_outer) {
        match_padded(other, *entry, row, from_left);
      } else {
        emit_matches(own_outer ? RowKind::kInsert : kind, row, from_left, Rule::kJoinMatch);
      }
      if (own_outer) own.add(row, static_cast<int32_t>(copies));
      return;
    }
    own.retract(row);
    if (copies == 0) {
      if (own_outer) {
        send(RowKind::kDelete, pad(row, from_left), Reason{Rule::kJoinUnpad, row.get()});
      } else {
        context.suppress(Reason{Rule::kJoinForgotten, row.get()});
      }
      return;
    }
    const RowKind gone = own_outer ? RowKind::kDelete : kind;
    if (!other_outer || !pads_at_once_) emit_matches(gone, row, from_left, Rule::kJoinUnmatch);
    if (!other_outer) return;
    other.touch(*entry);
    for (Match& match : matches_) {
      RowList::Item& item = *match.item;
      other.set_associations(item, item.associations - 1);
      for (int32_t i = 0; i < item.count; ++i) {
        if (pads_at_once_) emit_match(match, gone, row, from_left, Rule::kJoinUnmatch);
        if (item.associations != 0) continue;
        send(RowKind::kInsert, pad(item.row, !from_left),
             Reason{Rule::kJoinLastMatch, item.row.get(), row.get()});
      }
    }
  }

  // Fills matches_; the number of matching rows, copies counted.
  int64_t find_matches(const JoinSide::Entry& entry, const RowPtr& row, bool from_left) {
    matches_.clear();
    int64_t copies = 0;
    for (RowList::Item& item : entry.value) {
      if (!item.row) continue;
      Match match{&item, nullptr};
      if (residual_) {
        match.joined = from_left ? joined(row, item.row) : joined(item.row, row);
        if (!residual_->test(*match.joined, *context.eval)) continue;
      }
      copies += item.count;
      matches_.push_back(std::move(match));
    }
    return copies;
  }

  // Matches with rows of an outer side: what was padded so far is taken back, row by row.
  void match_padded(JoinSide& other, JoinSide::Entry& entry, const RowPtr& row, bool from_left) {
    other.touch(entry);
    for (Match& match : matches_) {
      RowList::Item& item = *match.item;
      bool padded = item.associations == 0;
      other.set_associations(item, item.associations + 1);
      if (!match.joined) match.joined = from_left ? joined(row, item.row) : joined(item.row, row);
      const Row *left = from_left ? row.get() : item.row.get(),
                *right = from_left ? item.row.get() : row.get();
      for (int32_t i = 0; i < item.count; ++i) {
        if (padded) {
          send(RowKind::kDelete, pad(item.row, !from_left),
               Reason{Rule::kJoinFirstMatch, item.row.get(), row.get()});
        }
        send(RowKind::kInsert, match.joined, Reason{Rule::kJoinMatch, left, right});
      }
    }
  }

  void emit_matches(RowKind kind, const RowPtr& row, bool from_left, Rule rule) {
    for (Match& match : matches_) {
      for (int32_t i = 0; i < match.item->count; ++i) emit_match(match, kind, row, from_left, rule);
    }
  }

  void emit_match(Match& match, RowKind kind, const RowPtr& row, bool from_left, Rule rule) {
    const RowPtr& other = match.item->row;
    const RowPtr &left = from_left ? row : other, &right = from_left ? other : row;
    if (!match.joined) match.joined = joined(left, right);
    send(kind, match.joined, Reason{rule, left.get(), right.get()});
  }

  void add_column(int32_t index) {
    const bool is_left = index < left_.arity();
    columns_.push_back(Column{is_left, is_left ? index : index - left_.arity()});
  }
  RowPtr joined(const RowPtr& left, const RowPtr& right) const {
    RowBuilder builder(static_cast<int32_t>(columns_.size()));
    int32_t i = 0;
    for (const Column& column : columns_) builder.set(i++, (column.left ? left : right)[column.index]);
    return builder.finish();
  }
  RowPtr pad(const RowPtr& row, bool is_left) const {
    RowBuilder builder(static_cast<int32_t>(columns_.size()));
    int32_t i = 0;
    for (const Column& column : columns_) {
      if (column.left == is_left) builder.set(i, row[column.index]);
      ++i;
    }
    return builder.finish();
  }

  struct Column {
    bool left;
    int32_t index;  // within its side
  };
  JoinSide left_, right_;
  bool pads_at_once_;
  bool left_outer_, right_outer_;
  std::unique_ptr<Evaluator> residual_;
  bool mini_batch_;
  JoinBundle bundle_;
  std::vector<Match> matches_;
  std::vector<Column> columns_;  // of the rows sent
  bool with_calc_;
};

}  // namespace

OperatorPtr make_join(const JoinNode& node, const FactoryContext& context) {
  if (node.join == JoinType::kSemi || node.join == JoinType::kAnti) return make_semi_anti_join(node, context);
  return std::make_unique<Join>(node, context.options, context.columns);
}

}  // namespace rowkind
