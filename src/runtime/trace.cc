#include "runtime/trace.h"

#include <algorithm>

#include "runtime/trace_impl.h"

namespace rowkind {

Trace::Trace() : impl_(std::make_unique<Impl>()) {}
Trace::~Trace() = default;

int32_t Trace::steps() const {
  return static_cast<int32_t>(impl_->steps.size());
}
const StepTrace& Trace::step(int32_t index) const {
  return impl_->steps[static_cast<size_t>(index)];
}
const std::vector<StateSchema>& Trace::states() const {
  return impl_->schemas;
}
int32_t Trace::state_op(int32_t state) const {
  return impl_->states[static_cast<size_t>(state)].op;
}

namespace {

// The entry of the last step up to `step`; null: there is none.
template <typename T>
const T* last_of(const std::vector<std::pair<int32_t, T>>& by_step, int32_t step) {
  auto later = std::upper_bound(by_step.begin(), by_step.end(), step,
                                [](int32_t wanted, const auto& entry) { return wanted < entry.first; });
  return later == by_step.begin() ? nullptr : &(later - 1)->second;
}

}  // namespace

std::optional<int64_t> Trace::watermark_at(int32_t op, int32_t index) const {
  auto known = impl_->watermarks.find(op);
  const int64_t* watermark = known == impl_->watermarks.end() ? nullptr : last_of(known->second, index);
  return watermark ? std::optional<int64_t>(*watermark) : std::nullopt;
}

std::vector<StateRow> Trace::state_at(int32_t state, int32_t index) {
  impl_->seek(index);
  std::vector<StateRow> out;
  Impl::State& s = impl_->states[static_cast<size_t>(state)];
  for (const RowPtr& key : s.keys) {
    const Impl::Cell& cell = s.cells.find(key)->value;
    if (!cell.rows.empty()) out.push_back(StateRow{key, cell.rows, cell.expiries_at(index)});
  }
  return out;
}

Trace::Impl::Cell& Trace::Impl::cell(int32_t state, const RowPtr& key) {
  State& s = states[static_cast<size_t>(state)];
  auto* entry = s.cells.find(key);
  if (entry == nullptr) {
    entry = s.cells.insert(key);
    entry->value.order = static_cast<int32_t>(s.keys.size());
    s.keys.push_back(key);
  }
  return entry->value;
}

void Trace::Impl::put(int32_t state, const RowPtr& key, const std::vector<RowPtr>& rows) {
  Cell& c = cell(state, key);
  live += (rows.empty() ? 0 : 1) - (c.rows.empty() ? 0 : 1);
  c.rows = rows;
}

void Trace::Impl::put_expiries(int32_t state, const RowPtr& key, std::vector<int64_t> expiries) {
  auto& known = cell(state, key).expiries;
  int32_t step = static_cast<int32_t>(steps.size()) - 1;
  if (known.empty() || known.back().first != step) known.emplace_back(step, std::vector<int64_t>{});
  known.back().second = std::move(expiries);
}

const std::vector<int64_t>& Trace::Impl::Cell::expiries_at(int32_t step) const {
  static const std::vector<int64_t> kNever;
  const std::vector<int64_t>* known = last_of(expiries, step);
  return known ? *known : kNever;
}

void Trace::Impl::apply(const StepTrace& step, bool forward) {
  size_t n = step.events.size();
  for (size_t i = 0; i < n; ++i) {
    const TraceEvent& event = step.events[forward ? i : n - 1 - i];
    if (event.kind != EventKind::kState && event.kind != EventKind::kExpire) continue;
    put(event.state, event.key, forward ? event.after : event.before);
  }
}

void Trace::Impl::step_done() {
  int64_t count = 0;
  for (const TraceEvent& event : steps.back().events) {
    count += event.kind == EventKind::kState || event.kind == EventKind::kExpire;
  }
  changes.push_back((changes.empty() ? 0 : changes.back()) + count);
  int32_t last = static_cast<int32_t>(steps.size()) - 1;
  seek(last);
  int32_t checkpoint_step = checkpoints.empty() ? -1 : checkpoints.back().step;
  if (last - checkpoint_step < kCheckpointEvery || distance(checkpoint_step, last) < live) return;
  Checkpoint checkpoint{last, {}};
  for (size_t s = 0; s < states.size(); ++s) {
    for (const RowPtr& key : states[s].keys) {
      const Cell& c = states[s].cells.find(key)->value;
      if (!c.rows.empty()) checkpoint.saved.push_back(Saved{static_cast<int32_t>(s), c.order, c.rows});
    }
  }
  checkpoints.push_back(std::move(checkpoint));
}

int64_t Trace::Impl::distance(int32_t from, int32_t to) const {
  auto total = [this](int32_t step) { return step < 0 ? 0 : changes[static_cast<size_t>(step)]; };
  return from < to ? total(to) - total(from) : total(from) - total(to);
}

void Trace::Impl::load(const Checkpoint& checkpoint) {
  for (State& s : states) {
    s.cells.for_each([](RowMap<Cell>::Entry& entry) { entry.value.rows.clear(); });
  }
  live = static_cast<int64_t>(checkpoint.saved.size());
  for (const Saved& saved : checkpoint.saved) {
    State& s = states[static_cast<size_t>(saved.state)];
    s.cells.find(s.keys[static_cast<size_t>(saved.order)])->value.rows = saved.rows;
  }
  cursor = checkpoint.step;
}

void Trace::Impl::seek(int32_t step) {
  const Checkpoint* nearest = nullptr;
  int64_t best = distance(cursor, step);
  for (const Checkpoint& checkpoint : checkpoints) {
    // Loading costs about as much as applying that many changes.
    int64_t cost = static_cast<int64_t>(checkpoint.saved.size()) + distance(checkpoint.step, step);
    if (cost < best) {
      best = cost;
      nearest = &checkpoint;
    }
  }
  if (nearest != nullptr) load(*nearest);
  while (cursor < step) apply(steps[static_cast<size_t>(++cursor)], true);
  while (cursor > step) apply(steps[static_cast<size_t>(cursor--)], false);
}

}  // namespace rowkind
