#include "cdc/batch_schema.h"

#include <algorithm>

#include "cdc/schema_merge.h"
#include "types/java_hash.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

// TableId.hashCode()
uint32_t hash_of(const TableId& id) {
  uint32_t hash = 1;
  for (size_t missing = id.parts.size(); missing < 3; ++missing) hash *= 31;
  for (const std::string& part : id.parts) hash = hash * 31 + java_string_hash(part);
  return hash;
}

// As a Java HashSet or HashMap hands them out.
std::vector<TableIdPtr> hash_order(const std::vector<TableIdPtr>& ids) {
  std::vector<uint32_t> hashes;
  for (const TableIdPtr& id : ids) hashes.push_back(hash_of(*id));
  std::vector<TableIdPtr> out;
  for (size_t i : java_map_order(hashes)) out.push_back(ids[i]);
  return out;
}

}  // namespace

BatchSchema::BatchSchema(const Definition& definition, Version version)
    : router_(definition.routes, definition.first_route_only, version),
      zone_(TimeZone::find(definition.time_zone)),
      version_(version) {
  if (zone_ == nullptr) zone_ = &TimeZone::utc();
}

void BatchSchema::process(const Event& event, std::vector<Event>& out) {
  note_.clear();
  auto source = std::find_if(sources_.begin(), sources_.end(),
                             [&](const Source& known) { return known.id->text == event.table->text; });
  if (event.kind == EventKind::kCreateTable) {
    if (source == sources_.end()) source = sources_.insert(sources_.end(), Source{event.table, nullptr, {}});
    source->schema = event.change->schema;
    note_ = created_
                ? "Batch mode: the sink's tables were created before the first row; this one comes too late."
                : "Batch mode: the sink's tables are created together, right before the first row.";
    return;
  }
  if (!event.is_data())
    throw Failure("cdc/run", "Unknown event type in Batch record: " + event_text(event, version_), {},
                  "execution.runtime-mode: BATCH takes rows only; STREAMING follows schema changes");
  if (!created_) create_all(out);
  created_ = true;
  if (source == sources_.end())
    throw Failure("cdc/run", "Table " + event.table->text + " has no schema yet.");
  for (const TableIdPtr& sink : router_.route(event.table))
    out.push_back(source->fits[sink->text].fit(event, sink, source->schema, evolved_[sink->text], *zone_));
}

// Tables that one rule matches get one schema, also where they go to different sinks; a later rule wins.
void BatchSchema::create_all(std::vector<Event>& out) {
  std::map<std::string, SchemaPtr> schemas;
  std::vector<TableIdPtr> sources, sinks;
  for (const Source& source : sources_) {
    schemas[source.id->text] = source.schema;
    sources.push_back(source.id);
  }
  sources = hash_order(sources);
  auto create = [&](const TableIdPtr& sink, const SchemaPtr& schema) {
    SchemaPtr& known = evolved_[sink->text];
    if (!known) sinks.push_back(sink);
    known = schema;
  };
  std::vector<std::string> routed;
  for (const std::vector<TableIdPtr>& group : router_.groups(sources)) {
    SchemaPtr merged;
    for (const TableIdPtr& source : hash_order(group)) {
      const SchemaPtr& schema = schemas[source->text];
      merged = merged ? merge_schemas(merged, *schema, version_) : schema;
      routed.push_back(source->text);
    }
    for (const TableIdPtr& source : hash_order(group))
      for (const TableIdPtr& sink : router_.route(source)) create(sink, merged);
  }
  for (const TableIdPtr& source : sources) {
    const bool known = evolved_.count(source->text) > 0 ||
                       std::find(routed.begin(), routed.end(), source->text) != routed.end();
    if (!known) create(source, schemas[source->text]);
  }
  for (const TableIdPtr& sink : hash_order(sinks)) {
    Event event;
    event.kind = EventKind::kCreateTable;
    event.table = sink;
    SchemaChange change;
    change.schema = evolved_[sink->text];
    event.change = std::make_shared<const SchemaChange>(std::move(change));
    check_keys(*evolved_[sink->text]);
    out.push_back(std::move(event));
  }
}

}  // namespace rowkind::cdc
