#include "lab/timeline.h"

#include <algorithm>
#include <tuple>

#include "lab/window_nodes.h"
#include "ops/window_time.h"
#include "types/datetime.h"

namespace rowkind {
namespace {

struct WindowSpan {
  int32_t node = -1;
  int64_t start = 0, end = 0;
  int32_t first = 0, last = -1;
  RowPtr key;  // of a session: key columns, then its bounds
};

int64_t millis_from_end(const Row& row, int32_t place) {
  return row[row.arity() - place].timestamp().millis;
}

// Session keys without their bounds.
bool same_key(const Row& a, const Row& b) {
  for (int32_t i = 0; i + 2 < a.arity(); ++i) {
    if (!a[i].equals(b[i])) return false;
  }
  return true;
}

class WindowFinder {
 public:
  explicit WindowFinder(const Run& run) : run_(run), watermarks_(run.plan->nodes.size(), INT64_MIN) {}

  std::vector<WindowSpan> find() {
    const Trace& trace = *run_.job->trace();
    for (step_ = 0; step_ < trace.steps(); ++step_) {
      for (const TraceEvent& event : trace.step(step_).events) look_at(event);
      close(trace.step(step_).clock_millis);
    }
    done_.insert(done_.end(), open_.begin(), open_.end());
    std::stable_sort(done_.begin(), done_.end(), [](const WindowSpan& a, const WindowSpan& b) {
      return std::tie(a.end, a.start, a.first) < std::tie(b.end, b.start, b.first);
    });
    return std::move(done_);
  }

 private:
  void look_at(const TraceEvent& event) {
    if (event.kind == EventKind::kWatermark) watermarks_[event.op] = event.n;
    if (event.kind != EventKind::kSuppress && event.kind != EventKind::kEmit) return;
    switch (event.rule) {
      case Rule::kWindowBuffered:
      case Rule::kWindowPartlyLate:
      case Rule::kWindowJoinWaits:
        return add_slice(event.op, millis_from_end(*event.b, 1));
      case Rule::kSessionOpened:
      case Rule::kSessionJoined:
      case Rule::kSessionBridged:
        return add_session(event.op, event.b);
      case Rule::kGroupWindowWaits:
        return add_group_window(event.op, event.b);
      case Rule::kGroupWindowEarly:
        return add_group_window(event.op, event.a);
      default:
        return;
    }
  }

  const WindowSpec& spec(int32_t node) const { return *window_node(*run_.plan->nodes[node]).window; }

  void add_slice(int32_t node, int64_t end) {
    const WindowSpec& window = spec(node);
    if (window.window == WindowKind::kSession) return;  // told by the operator that makes them
    WindowSlices slices(window);
    for (int64_t last = slices.last_window_end(end); end <= last; end += slices.interval())
      add(WindowSpan{node, slices.window_start(end), end, step_, -1, nullptr});
  }

  void add_group_window(int32_t node, const RowPtr& key) {
    if (spec(node).window == WindowKind::kSession) return add_session(node, key);
    add(WindowSpan{node, millis_from_end(*key, 2), millis_from_end(*key, 1), step_, -1, nullptr});
  }

  void add(const WindowSpan& span) {
    if (closed(span, clock_)) return;
    bool known = std::any_of(open_.begin(), open_.end(), [&](const WindowSpan& s) {
      return !s.key && s.start == span.start && s.end == span.end;
    });
    if (!known) open_.push_back(span);
  }

  // A session takes the place of those that it grew out of.
  void add_session(int32_t node, const RowPtr& key) {
    WindowSpan session{node, millis_from_end(*key, 2), millis_from_end(*key, 1), step_, -1, key};
    auto inside = [&](const WindowSpan& s) {
      if (!s.key || s.node != node || s.end < session.start || s.start > session.end) return false;
      if (!same_key(*s.key, *key)) return false;
      session.first = std::min(session.first, s.first);
      return true;
    };
    open_.erase(std::remove_if(open_.begin(), open_.end(), inside), open_.end());
    open_.push_back(session);
  }

  bool closed(const WindowSpan& span, int64_t clock) const {
    const WindowSpec& window = spec(span.node);
    return WindowZone(window, &run_.zone()).fired(span.end, window.rowtime ? watermarks_[span.node] : clock);
  }

  void close(int64_t clock) {
    clock_ = clock;
    auto is_closed = [&](WindowSpan& span) {
      if (!closed(span, clock)) return false;
      span.last = step_;
      done_.push_back(span);
      return true;
    };
    open_.erase(std::remove_if(open_.begin(), open_.end(), is_closed), open_.end());
  }

  const Run& run_;
  std::vector<int64_t> watermarks_;  // by node
  std::vector<WindowSpan> open_, done_;
  int32_t step_ = 0;
  int64_t clock_ = INT64_MIN;
};

// Of a session, without its bounds.
Json key_json(const WindowSpan& span, const Run& run) {
  Json cells = window_key_cells(*span.key, *run.plan->nodes[span.node], run.zone());
  cells.erase(cells.end() - 2, cells.end());
  return cells;
}

// Whether an event comes of the row that the step brought, not of a timer or a watermark that let go of earlier ones.
bool is_of_row(const std::vector<TraceEvent>& events, const TraceEvent& event) {
  for (int32_t parent = event.parent; parent >= 0; parent = events[parent].parent) {
    if (events[parent].kind == EventKind::kWatermark || events[parent].kind == EventKind::kTimer)
      return false;
  }
  return true;
}

}  // namespace

std::vector<Lateness> lateness(const Run& run) {
  std::vector<Lateness> out(static_cast<size_t>(run.steps) + 1, Lateness::kOnTime);
  if (!run.job->trace()) return out;
  const Trace& trace = *run.job->trace();
  std::vector<int64_t> watermarks(run.plan->nodes.size(), INT64_MIN);
  for (int32_t step = 0; step < trace.steps(); ++step) {
    Lateness& late = out[static_cast<size_t>(step)];
    const std::vector<TraceEvent>& events = trace.step(step).events;
    for (const TraceEvent& event : events) {
      if (event.kind == EventKind::kLate && is_of_row(events, event)) late = Lateness::kDropped;
      if (event.kind == EventKind::kWatermark) watermarks[event.op] = event.n;
      if (event.kind != EventKind::kReceive || late == Lateness::kDropped) continue;
      const PhysicalNode& node = *run.plan->nodes[event.op];
      if (node.kind != NodeKind::kWatermarkAssigner) continue;
      const Value& time = (*event.row)[static_cast<const WatermarkAssignerNode&>(node).rowtime];
      if (!time.is_null() && time.timestamp().millis <= watermarks[event.op]) late = Lateness::kKept;
    }
  }
  return out;
}

Json windows_json(const Run& run) {
  Json out = Json::array();
  if (!run.job->trace()) return out;
  for (const WindowSpan& span : WindowFinder(run).find()) {
    Json window = {{"node", span.node},
                   {"start", time_text(span.start)},
                   {"end", time_text(span.end)},
                   {"first", span.first}};
    if (span.last >= 0) window["last"] = span.last;
    if (span.key) window["key"] = key_json(span, run);
    out.push_back(std::move(window));
  }
  return out;
}

Json watermarks_json(const Run& run, int32_t step) {
  Json out = Json::object();
  for (const auto& node : run.plan->nodes) {
    if (auto watermark = run.job->trace()->watermark_at(node->id, step))
      out[std::to_string(node->id)] = time_text(*watermark);
  }
  return out;
}

std::string time_text(int64_t millis) {
  return millis == INT64_MAX ? "end" : timestamp_text(Timestamp{millis, 0}, 3);
}

}  // namespace rowkind
