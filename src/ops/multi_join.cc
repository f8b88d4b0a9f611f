// MultiJoin: a chain of inner and left joins in one operator (Flink: StreamingMultiJoinOperator). Keeps the rows of every input and nothing
// of the steps between; each change walks the chain from the first input on.
//
//   before its own input   every combination of stored rows that passes the conditions; a LEFT step without a match goes on with NULLs
//   at its own input       the stored rows of that input only say whether the combination had a match. +I/+U, LEFT, none: what was padded
//                          is taken back (-D); then the change itself goes on; -U/-D, LEFT, and it was the last match: padded again (+I)
//   behind it              as before; whatever reaches the end goes out with the kind of the change
//
// The number of matches is not kept but counted anew, up to what matters, and not from zero for each combination: a retraction of a row that
// never was can leave it at -1. Rows of one key come in the order of Flink's hash map.
#include <algorithm>

#include "ops/factory.h"
#include "ops/java_hash_order.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

struct StoredRow {
  RowPtr row;
  uint32_t hash;
  int32_t count = 1;
};

// Rows by identity as java.util.HashMap lists them: by bucket, in a bucket by arrival. Its table never gets smaller.
struct StoredRows {
  std::vector<StoredRow> rows;
  uint32_t buckets = 16;
  int64_t written = 0;

  uint32_t bucket(uint32_t hash) const { return (hash ^ (hash >> 16)) & (buckets - 1); }
  void add(StoredRow row) {
    if (rows.size() + 1 > buckets / 4 * 3) {
      buckets *= 2;
      std::stable_sort(rows.begin(), rows.end(), [this](const StoredRow& a, const StoredRow& b) {
        return bucket(a.hash) < bucket(b.hash);
      });
    }
    const auto behind =
        std::upper_bound(rows.begin(), rows.end(), bucket(row.hash),
                         [this](uint32_t own, const StoredRow& other) { return own < bucket(other.hash); });
    rows.insert(behind, std::move(row));
  }
};

class MultiJoin final : public Operator {
 public:
  explicit MultiJoin(const MultiJoinNode& node) : inputs_(node.inputs.size()) {
    int32_t start = 0;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      Input& input = inputs_[i];
      input.type = input_of(node, i).type;
      input.start = start;
      start += static_cast<int32_t>(input.type.size());
      input.unique_key = node.unique_keys[i];
      input.ttl = node.state_ttl_millis[i];
      input.common_key = node.keys[i];
      if (i == 0) {
        input.key = node.keys[0];
        continue;
      }
      input.left = node.joins[i - 1] == JoinType::kLeft;
      input.condition = compile(node.conditions[i - 1]);
      add_equalities(*node.conditions[i - 1], input, start);
    }
  }

  void open() override {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      Input& input = inputs_[i];
      StateSchema schema{"rows of input " + std::to_string(i + 1), {}, input.type};
      for (int32_t column : input.key) schema.key.push_back(input.type[static_cast<size_t>(column)]);
      input.state.open(context, std::move(schema), input.ttl, nullptr,
                       [](const void*, const StoredRows& stored) {
                         std::vector<RowPtr> out;
                         for (const StoredRow& row : stored.rows)
                           out.insert(out.end(), static_cast<size_t>(row.count), row.row);
                         return out;
                       });
    }
  }

  void process(int32_t input, RowKind kind, const RowPtr& row) override {
    own_ = static_cast<size_t>(input);
    row_ = row;
    kind_ = kind;
    rule_ = is_accumulate(kind) ? Rule::kMultiJoinRow : Rule::kMultiJoinGone;
    matches_.assign(inputs_.size(), 0);
    emitted_ = false;
    join(0, nullptr, Phase::kCount);
    if (!emitted_) {
      context.suppress(Reason{is_accumulate(kind) ? Rule::kJoinStored : Rule::kJoinForgotten, row.get()});
    }
    store(inputs_[own_], is_accumulate(kind), row);
    row_ = nullptr;
  }

 private:
  struct Input {
    RowType type;
    int32_t start = 0;  // of its columns in a joined row
    bool left = false;  // joined with LEFT
    std::unique_ptr<Evaluator> condition;
    std::vector<int32_t> key, left_key;  // columns of its own and, in a joined row, what they are equal to
    std::vector<int32_t> common_key;     // of its own
    ColumnSet unique_key;                // empty: rows count
    int64_t ttl = 0;
    KeyedState<StoredRows> state;
  };
  enum class Phase : uint8_t { kCount, kEmit };

  static void add_equalities(const Expr& condition, Input& input, int32_t end) {
    if (is_call(condition, "AND")) {
      for (const ExprPtr& part : condition.operands) add_equalities(*part, input, end);
    }
    if (!is_call(condition, "=")) return;
    const Expr &a = *condition.operands[0], &b = *condition.operands[1];
    if (a.kind != ExprKind::kInputRef || b.kind != ExprKind::kInputRef) return;
    const int32_t left = std::min(a.index, b.index), own = std::max(a.index, b.index);
    if (left >= input.start || own < input.start || own >= end) return;
    input.left_key.push_back(left);
    input.key.push_back(own - input.start);
  }

  // `joined`: the rows of all inputs before `depth`.
  void join(size_t depth, const RowPtr& joined, Phase phase) {
    if (depth == inputs_.size()) {
      emitted_ = true;
      context.emit(kind_, joined, Reason{rule_, row_.get(), nullptr, static_cast<int64_t>(own_)});
      return;
    }
    const bool matched = join_stored(depth, joined, phase);
    if (depth == own_) {
      join_own(depth, joined, matched);
    } else if (inputs_[depth].left && !matched) {
      join(depth + 1, appended(joined, nullptr, depth), phase);
    }
  }

  // Whether any stored row of the input passes.
  bool join_stored(size_t depth, const RowPtr& joined, Phase phase) {
    Input& input = inputs_[depth];
    if (!input.left && depth == own_) return false;
    const auto* entry = depth == 0 ? input.state.find(KeyView(*row_, inputs_[own_].common_key))
                                   : input.state.find(KeyView(*joined, input.left_key));
    if (entry == nullptr) return false;
    bool matched = false;
    for (const StoredRow& stored : entry->value.rows) {
      RowPtr next = appended(joined, stored.row.get(), depth);
      if (!passes(input, *next)) continue;
      matched = true;
      for (int32_t copy = 0; copy < stored.count; ++copy) {
        if (input.left) {
          matches_[depth - 1] += phase == Phase::kCount || is_accumulate(kind_) ? 1 : -1;
          if (depth == own_ && matches_[depth - 1] > (is_accumulate(kind_) ? 0 : 1)) return true;
          matches_[depth] = 0;
        }
        if (phase == Phase::kCount && depth == own_) continue;
        join(depth + 1, next, phase);
      }
    }
    return matched;
  }

  void join_own(size_t depth, const RowPtr& joined, bool matched) {
    const Input& input = inputs_[depth];
    RowPtr next = appended(joined, row_.get(), depth);
    if (!passes(input, *next)) return;
    const bool adds = is_accumulate(kind_);
    if (adds && input.left && !matched) join_pad(depth, joined, RowKind::kDelete, Rule::kMultiJoinFirstMatch);
    if (input.left) matches_[depth - 1] += adds ? 1 : -1;
    join(depth + 1, next, Phase::kEmit);
    if (!adds && input.left && matches_[depth - 1] == 0)
      join_pad(depth, joined, RowKind::kInsert, Rule::kMultiJoinLastMatch);
  }

  void join_pad(size_t depth, const RowPtr& joined, RowKind kind, Rule rule) {
    const RowKind saved_kind = std::exchange(kind_, kind);
    const Rule saved_rule = std::exchange(rule_, rule);
    join(depth + 1, appended(joined, nullptr, depth), Phase::kEmit);
    kind_ = saved_kind;
    rule_ = saved_rule;
  }

  bool passes(const Input& input, const Row& joined) const {
    return !input.condition || input.condition->test(joined, *context.eval);
  }

  RowPtr appended(const RowPtr& joined, const Row* row, size_t depth) const {
    const Input& input = inputs_[depth];
    RowBuilder out(input.start + static_cast<int32_t>(input.type.size()));
    for (int32_t i = 0; i < input.start; ++i) out.set(i, joined[i]);
    for (int32_t i = 0; row != nullptr && i < row->arity(); ++i) out.set(input.start + i, (*row)[i]);
    return out.finish();
  }

  static void store(Input& input, bool adds, const RowPtr& row) {
    KeyView key(*row, input.key);
    auto* entry = adds ? input.state.touch_or_create(key) : input.state.find(key);
    if (entry == nullptr) return;
    std::vector<StoredRow>& rows = entry->value.rows;
    const bool counts = input.unique_key.empty();
    const auto identity = [&](const RowPtr& r) { return counts ? r : project(*r, input.unique_key); };
    const RowPtr wanted = identity(row);
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const StoredRow& stored) {
      return identity(stored.row)->equals(*wanted);
    });
    if (adds && known == rows.end()) {
      RowType types;
      for (int32_t column : input.unique_key) types.push_back(input.type[static_cast<size_t>(column)]);
      uint32_t hash = 0;
      binary_row_hash(*wanted, counts ? input.type : types, hash);
      entry->value.add(StoredRow{row, hash});
    } else if (adds && counts) {
      ++known->count;
    } else if (adds) {
      known->row = row;
    } else if (known != rows.end()) {
      input.state.touch(*entry);
      if (--known->count == 0) rows.erase(known);
      if (rows.empty()) input.state.erase(entry);
    }
  }

  std::vector<Input> inputs_;
  // Of the change being processed.
  size_t own_ = 0;
  RowPtr row_;
  RowKind kind_ = RowKind::kInsert;
  Rule rule_ = Rule::kMultiJoinRow;
  std::vector<int32_t> matches_;  // of each step: rows of the next input that match, as far as it was counted
  bool emitted_ = false;
};

}  // namespace

OperatorPtr make_multi_join(const MultiJoinNode& node, const FactoryContext&) {
  return std::make_unique<MultiJoin>(node);
}

}  // namespace rowkind
