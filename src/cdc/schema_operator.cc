#include "cdc/schema_operator.h"

#include <algorithm>

#include "cdc/schema_merge.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

Event with_change(const Event& event, EventKind kind, SchemaChange change) {
  Event out = event;
  out.kind = kind;
  out.change = std::make_shared<const SchemaChange>(std::move(change));
  return out;
}

}  // namespace

SchemaOperator::SchemaOperator(const Definition& definition, Version version)
    : definition_(definition),
      router_(definition.routes, definition.first_route_only, version),
      zone_(TimeZone::find(definition.time_zone)),
      version_(version) {
  if (zone_ == nullptr) zone_ = &TimeZone::utc();
}

void SchemaOperator::process(const Event& event, std::vector<Event>& out) {
  note_.clear();
  if (event.is_data()) {
    data(event, out);
  } else {
    change(event, out);
  }
}

void SchemaOperator::change(const Event& event, std::vector<Event>& out) {
  Source* found = source_of(event.table);
  if (found == nullptr) {
    if (event.kind != EventKind::kCreateTable) return;
    Source source;
    source.id = event.table;
    for (TableIdPtr& id : router_.route(event.table)) {
      Sink sink;
      sink.evolved = &evolved_[id->text];
      sink.id = std::move(id);
      source.sinks.push_back(std::move(sink));
    }
    sources_.push_back(std::move(source));
    found = &sources_.back();
  }
  found->schema = apply_change(found->schema, event);
  if (is_redundant(found->coordinator, event)) {
    note_ = "The coordinator knows this change already and skips it.";
    return;
  }
  found->coordinator = apply_change(found->coordinator, event);
  for (const Sink& sink : found->sinks) {
    SchemaPtr evolved = *sink.evolved;
    for (Event& derived : behave(derive(event, sink.id), evolved)) apply(std::move(derived), out);
  }
}

// What the sink table has to become: the change itself, or the difference to the merged schema of all source
// tables that go there.
std::vector<Event> SchemaOperator::derive(const Event& event, const TableIdPtr& sink) const {
  std::vector<const Source*> upstream;
  for (const Source& source : sources_) {
    bool goes_there = std::any_of(source.sinks.begin(), source.sinks.end(),
                                  [&](const Sink& there) { return there.id->text == sink->text; });
    if (goes_there) upstream.push_back(&source);
  }
  auto evolved = evolved_.find(sink->text);
  if (upstream.size() == 1 || evolved == evolved_.end() || !evolved->second) {
    Event out = event;
    out.table = sink;
    return {out};
  }
  SchemaPtr merged = evolved->second;
  for (const Source* source : upstream) merged = merge_schemas(merged, *source->coordinator, version_);
  return schema_difference(sink, *evolved->second, *merged);
}

std::vector<Event> SchemaOperator::behave(const std::vector<Event>& events, const SchemaPtr& evolved) const {
  std::vector<Event> out;
  for (const Event& event : events) {
    bool create = event.kind == EventKind::kCreateTable;
    switch (definition_.behavior) {
      case ChangeBehavior::kException:
        if (!create)
          throw Failure("cdc/run",
                        "Unexpected schema change events occurred in EXCEPTION mode. Job will fail now.");
        out.push_back(event);
        break;
      case ChangeBehavior::kIgnore:
        if (create) out.push_back(event);
        break;
      case ChangeBehavior::kLenient:
        for (Event& changed : lenient(event, evolved)) out.push_back(std::move(changed));
        break;
      default:
        out.push_back(event);
    }
  }
  return out;
}

// Changes that never lose a column of the sink.
std::vector<Event> SchemaOperator::lenient(const Event& event, const SchemaPtr& evolved) const {
  SchemaChange added, altered;
  auto keep_nullable = [&](const std::string& name) {
    int32_t at = evolved ? evolved->find(name) : -1;
    if (at < 0) return;
    const LogicalType& type = evolved->columns[static_cast<size_t>(at)].type;
    if (!type.nullable()) altered.types.emplace(name, type.with_nullable(true));
  };
  switch (event.kind) {
    case EventKind::kAddColumn:
      for (const AddedColumn& add : event.change->added) {
        AddedColumn last = add;
        last.column.type = add.column.type.with_nullable(true);
        last.position = Position::kLast;
        last.existing.clear();
        added.added.push_back(std::move(last));
      }
      break;
    case EventKind::kDropColumn:
      for (const std::string& name : event.change->dropped) keep_nullable(name);
      break;
    case EventKind::kRenameColumn:
      for (const auto& [from, to] : event.change->renames) {
        int32_t at = evolved ? evolved->find(from) : -1;
        if (at < 0)
          throw Failure("cdc/run", "Non-existed column " + from + " in evolved schema.", {},
                        "the upstream renamed a column that the sink never had");
        AddedColumn last;
        last.column = evolved->columns[static_cast<size_t>(at)];
        last.column.name = to;
        last.column.type = last.column.type.with_nullable(true);
        added.added.push_back(std::move(last));
        keep_nullable(from);
      }
      break;
    default:
      return {event};
  }
  std::vector<Event> out;
  if (!added.added.empty()) out.push_back(with_change(event, EventKind::kAddColumn, std::move(added)));
  if (!altered.types.empty())
    out.push_back(with_change(event, EventKind::kAlterColumnType, std::move(altered)));
  return out;
}

void SchemaOperator::apply(Event event, std::vector<Event>& out) {
  SchemaPtr& evolved = evolved_[event.table->text];
  std::string tag(kind_tag(event.kind));
  if (definition_.accepted_changes.count(tag) == 0) {
    note_ = "The sink does not take " + tag + " (include/exclude.schema.changes, schema.change.behavior).";
    return;
  }
  if (is_redundant(evolved, event)) {
    note_ = "The sink table has this already.";
    return;
  }
  if (definition_.sink_rejects_changes && event.kind != EventKind::kCreateTable) {
    if (definition_.behavior == ChangeBehavior::kTryEvolve) {
      note_ = "The sink refused the change; TRY_EVOLVE goes on with the old schema.";
      return;
    }
    throw Failure("cdc/run", "Sink doesn't support such schema change event.", {},
                  "schema.change.behavior: TRY_EVOLVE goes on without the change");
  }
  if (event.kind == EventKind::kAlterColumnType) {
    SchemaChange change = *event.change;
    change.old_types.clear();
    for (const auto& [name, type] : change.types) {
      int32_t at = evolved ? evolved->find(name) : -1;
      if (at >= 0) change.old_types.emplace(name, evolved->columns[static_cast<size_t>(at)].type);
    }
    event.change = std::make_shared<const SchemaChange>(std::move(change));
  }
  evolved = apply_change(evolved, event);
  if (event.kind != EventKind::kDropTable) check_keys(*evolved);
  out.push_back(std::move(event));
}

SchemaOperator::Source* SchemaOperator::source_of(const TableIdPtr& id) {
  if (last_source_ < sources_.size() && sources_[last_source_].id == id) return &sources_[last_source_];
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].id->text != id->text) continue;
    last_source_ = i;
    return &sources_[i];
  }
  return nullptr;
}

void SchemaOperator::data(const Event& event, std::vector<Event>& out) {
  Source* source = source_of(event.table);
  if (source == nullptr) throw Failure("cdc/run", "Table " + event.table->text + " has no schema yet.");
  for (Sink& sink : source->sinks)
    out.push_back(sink.fit.fit(event, sink.id, source->schema, *sink.evolved, *zone_));
}

}  // namespace rowkind::cdc
