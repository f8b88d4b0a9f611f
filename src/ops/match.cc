// Match: MATCH_RECOGNIZE over insert-only input, one +I per match (Flink: CepOperator; the automaton is in match_nfa.h).
//
// Event time: rows wait until the watermark reaches them, then go to the automaton in time order, those of one time sorted by the further order
//   columns or as they came. A row at or before the watermark is dropped. The first timer of a key works off everything up to the watermark.
// Processing time: rows go in as they come; with further order columns those of one millisecond are sorted when it is over.
// WITHIN sets a timer for the end of each match that begins (processing time: one millisecond later), which may let a waiting match go.
#include <algorithm>
#include <map>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/match_nfa.h"
#include "ops/row_order.h"

namespace rowkind {
namespace {

struct Waiting {
  std::map<int64_t, std::vector<RowPtr>> rows;
  int64_t written = 0;
};

std::vector<SortKey> further_keys(const MatchRel& match) {
  return std::vector<SortKey>(match.order.begin() + 1, match.order.end());
}

// "match", "complete", "variable", then the row: a line for each row of each partial match.
void describe_matches(const MatchAutomaton& automaton, const MatchQueue& queue, bool complete,
                      int64_t& number, std::vector<RowPtr>& out) {
  std::vector<const PartialMatch*> ordered;
  for (const PartialMatch& match : queue) {
    if (match.rows) ordered.push_back(&match);
  }
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const PartialMatch* a, const PartialMatch* b) { return BeganEarlier()(*a, *b); });
  for (const PartialMatch* match : ordered) {
    ++number;
    const size_t from = out.size();
    for (const MatchedRow* row = match->rows.get(); row != nullptr; row = row->previous.get()) {
      RowBuilder line(3 + row->row->arity());
      line.set(0, Value::integer(number));
      line.set(1, Value::boolean(complete));
      line.set(2, Value::string(automaton.variables()[static_cast<size_t>(row->variable)]));
      for (int32_t i = 0; i < row->row->arity(); ++i) line.set(3 + i, row->row[i]);
      out.push_back(line.finish());
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(from), out.end());
  }
}

class Match final : public Operator, private MatchObserver {
 public:
  explicit Match(const MatchNode& node)
      : partition_(node.match->partition),
        partition_of_table_(partition_),
        type_(input_of(node).type),
        time_(node.match->order[0].column),
        rowtime_(type_[static_cast<size_t>(time_)].type.is_rowtime()),
        order_(further_keys(*node.match), type_),
        sorts_(node.match->order.size() > 1),
        nfa_(*node.match) {
    std::sort(partition_of_table_.begin(), partition_of_table_.end());
    for (const MatchRel::Named& measure : node.match->measures)
      measures_.push_back(std::make_unique<MatchExpression>(measure.expr, nfa_.automaton(), -1));
  }

  void open() override {
    RowType key;
    for (const int32_t column : partition_) key.push_back(type_[static_cast<size_t>(column)]);
    waiting_.open(context, StateSchema{"rows waiting", key, type_}, 0, this,
                  [](const void*, const Waiting& waiting) {
                    std::vector<RowPtr> out;
                    for (const auto& [time, rows] : waiting.rows)
                      out.insert(out.end(), rows.begin(), rows.end());
                    return out;
                  });
    RowType lines{{"match", LogicalType::bigint()},
                  {"complete", LogicalType::boolean()},
                  {"variable", LogicalType::string()}};
    lines.insert(lines.end(), type_.begin(), type_.end());
    progress_.open(context, StateSchema{"partial matches", key, lines}, 0, this,
                   [](const void* self, const MatchProgress& progress) {
                     const MatchAutomaton& automaton = static_cast<const Match*>(self)->nfa_.automaton();
                     std::vector<RowPtr> out;
                     int64_t number = 0;
                     describe_matches(automaton, progress.complete, true, number, out);
                     describe_matches(automaton, progress.partial, false, number, out);
                     return out;
                   });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    const KeyView key(*row, partition_);
    if (!rowtime_ && !sorts_) {
      look_at({row}, context.clock(), *progress_of(key));
      return;
    }
    const int64_t time = rowtime_ ? row[time_].timestamp().millis : context.clock();
    if (rowtime_ && time <= context.watermark) {
      context.late(kind, row);
      return;
    }
    auto* entry = waiting_.touch_or_create(key);
    std::vector<RowPtr>& rows = entry->value.rows[time];
    if (rows.empty()) set_timer(entry->key, time);
    rows.push_back(row);
    context.suppress(Reason{Rule::kMatchWaits, row.get()});
  }

  void on_event_timer(const RowPtr& key, int64_t) override { work_off(key, context.watermark); }
  void on_processing_timer(const RowPtr& key, int64_t) override { work_off(key, context.clock()); }

 private:
  using Progress = KeyedState<MatchProgress>::Entry;

  void note(const Reason& reason) override { context.suppress(reason); }
  MatchObserver* observer() { return context.recorder ? this : nullptr; }

  void set_timer(const RowPtr& key, int64_t time) {
    if (rowtime_) {
      context.register_event_timer(key, time);
    } else {
      context.register_processing_timer(key, time + 1);
    }
  }

  Progress* progress_of(const KeyView& key) {
    Progress* entry = progress_.find(key);
    if (entry) {
      progress_.touch(*entry);
      return entry;
    }
    entry = progress_.create(key);
    entry->value = nfa_.begin();
    return entry;
  }

  // All rows of the key up to `now`.
  void work_off(const RowPtr& key, int64_t now) {
    Progress* progress = progress_of(KeyView(*key));
    if (auto* waiting = waiting_.find(key)) {
      std::map<int64_t, std::vector<RowPtr>>& rows = waiting->value.rows;
      waiting_.touch(*waiting);
      while (!rows.empty() && rows.begin()->first <= now) {
        const int64_t time = rows.begin()->first;
        std::vector<RowPtr> batch = std::move(rows.begin()->second);
        rows.erase(rows.begin());
        if (sorts_) std::stable_sort(batch.begin(), batch.end(), order_);
        look_at(batch, time, *progress);
      }
      if (rows.empty()) waiting_.erase(waiting);
    }
    send(nfa_.advance(progress->value, now, observer()), now);
    progress->value.new_timer = false;
    if (progress->value.partial.size() == 1 && progress->value.complete.empty()) progress_.erase(progress);
  }

  // Rows of one time, in order.
  void look_at(const std::vector<RowPtr>& rows, int64_t time, Progress& progress) {
    send(nfa_.advance(progress.value, time, observer()), time);
    for (const RowPtr& row : rows) {
      const std::vector<MatchedRowPtr> matches =
          nfa_.process(progress.value, row, time, *context.eval, observer());
      if (nfa_.within() > 0 && progress.value.new_timer) set_timer(progress.key, time + nfa_.within());
      send(matches, time);
    }
    if (!rowtime_ && !sorts_) progress.value.new_timer = false;
  }

  void send(const std::vector<MatchedRowPtr>& matches, int64_t time) {
    for (const MatchedRowPtr& match : matches) {
      int64_t rows = 0;
      const MatchedRow* first = nullptr;
      for (const MatchedRow* row = match.get(); row != nullptr; row = row->previous.get()) {
        first = row;
        ++rows;
      }
      const MatchedRows by_variable(match.get(), nfa_.automaton().variables().size());
      RowBuilder out(static_cast<int32_t>(partition_.size() + measures_.size()));
      int32_t column = 0;
      for (const int32_t key : partition_of_table_) out.set(column++, first->row[key]);
      for (const std::unique_ptr<MatchExpression>& measure : measures_)
        out.set(column++, measure->eval(&by_variable, nullptr, time, *context.eval));
      context.emit(RowKind::kInsert, out.finish(),
                   Reason{Rule::kMatchFound, first->row.get(), match->row.get(), rows});
    }
  }

  std::vector<int32_t> partition_;
  std::vector<int32_t> partition_of_table_;  // in the order of the input's columns, as Flink puts them out
  RowType type_;
  int32_t time_;
  bool rowtime_;
  RowOrder order_;
  bool sorts_;
  MatchNfa nfa_;
  std::vector<std::unique_ptr<MatchExpression>> measures_;
  KeyedState<Waiting> waiting_;
  KeyedState<MatchProgress> progress_;
};

}  // namespace

OperatorPtr make_match(const MatchNode& node, const FactoryContext&) {
  return std::make_unique<Match>(node);
}

}  // namespace rowkind
