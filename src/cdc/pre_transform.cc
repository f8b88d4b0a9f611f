#include <algorithm>

#include "cdc/transform.h"

namespace rowkind::cdc {

PreTransform::PreTransform(const Rules& rules) : rules_(rules) {}

std::optional<Event> PreTransform::process(const Event& event) {
  Table* found = tables_.find(event.table);
  if (event.kind == EventKind::kCreateTable) {
    if (found != nullptr) return std::nullopt;  // known already
    return create(event);
  }
  if (found == nullptr) {
    if (!event.is_data()) return event;
    throw Failure("cdc/run",
                  "Transform operator receives a data change event from table " + event.table->text +
                      " without a full schema view. That could happen when the schema has not been "
                      "received yet.");
  }
  Table& table = *found;
  if (!event.is_data()) return change(table, event);
  if (table.rules.empty()) return event;
  Event out = event;
  out.schema = table.pruned;
  if (out.before) out.before = cut(table, out.before);
  if (out.after) out.after = cut(table, out.after);
  return out;
}

Event PreTransform::create(const Event& event) {
  Table table;
  table.source = event.change->schema;
  for (const auto& rule : rules_)
    if (rule->matches(*event.table)) table.rules.push_back(rule.get());
  table.asterisk = table.rules.empty();
  for (const Rule* rule : table.rules) table.asterisk = table.asterisk || rule->has_asterisk();
  table.pruned = table.rules.empty() ? table.source : prune(table);
  find_columns(table);
  Event out = event;
  auto change = std::make_shared<SchemaChange>(*event.change);
  change->schema = table.pruned;
  out.change = std::move(change);
  tables_.put(event.table, std::move(table));
  return out;
}

SchemaPtr PreTransform::prune(const Table& table) const {
  std::vector<std::string> needed;
  for (const Rule* rule : table.rules) {
    for (const sql::SelectItem& item : rule->items()) {
      if (item.alias || item.expr->kind != sql::ExprKind::kCase) collect_columns(item.expr, needed);
    }
    collect_columns(rule->filter(), needed);
  }
  auto schema = std::make_shared<Schema>();
  for (const Column& column : table.source->columns) {
    if (table.asterisk || std::find(needed.begin(), needed.end(), column.name) != needed.end())
      schema->columns.push_back(column);
  }
  // Keys and options come from the first rule that matches; the table's comment is lost.
  const Rule& first = *table.rules[0];
  schema->primary_keys = first.primary_keys().empty() ? table.source->primary_keys : first.primary_keys();
  if (first.definition().clears_primary_keys) schema->primary_keys.clear();
  schema->partition_keys =
      first.partition_keys().empty() ? table.source->partition_keys : first.partition_keys();
  schema->options = first.table_options().empty() ? table.source->options : first.table_options();
  return schema;
}

void PreTransform::find_columns(Table& table) {
  table.columns.clear();
  table.unread.clear();
  for (const Column& column : table.pruned->columns) {
    table.columns.push_back(table.source->find(column.name));
    const bool row = column.type.is(TypeRoot::kRow) && !column.type.nullable();
    if (row || reads_no_null(column.type)) table.unread.push_back(table.columns.size() - 1);
  }
}

RowPtr PreTransform::cut(const Table& table, const RowPtr& row) const {
  bool whole = table.columns.size() == static_cast<size_t>(row->arity());
  for (size_t i = 0; i < table.columns.size(); ++i) {
    int32_t at = table.columns[i];
    if (at < 0 || at >= row->arity())
      throw Failure("cdc/run", "IndexOutOfBoundsException", {},
                    "column " + table.pruned->columns[i].name +
                        " was renamed or dropped upstream, but a projection without * does not hear of it");
    whole = whole && at == static_cast<int32_t>(i);
  }
  for (size_t i : table.unread)
    if ((*row)[table.columns[i]].is_null()) fail_unread(table.pruned->columns[i]);
  return whole ? row : rowkind::project(*row, table.columns);
}

std::optional<Event> PreTransform::change(Table& table, const Event& event) {
  if (event.kind == EventKind::kDropTable) {
    tables_.erase(event.table);
    return event;
  }
  if (event.kind == EventKind::kTruncateTable || event.kind == EventKind::kAlterTableComment) return event;
  Event out = event;
  auto change = std::make_shared<SchemaChange>(*event.change);
  if (table.asterisk) {
    // Columns that would stand last go behind the last column of the source, so that computed ones stay last.
    for (AddedColumn& added : change->added) {
      if (added.position != Position::kLast && added.position != Position::kFirst) continue;
      bool last = added.position == Position::kLast;
      added.position = last ? Position::kAfter : Position::kBefore;
      added.existing = last ? table.source->columns.back().name : table.source->columns.front().name;
    }
    // Two columns behind the same one come to stand in reverse order. The rows do not: their values are read
    // under the wrong names from here on, as in Flink CDC.
    out.change = change;
    table.source = apply_change(table.source, out);
  } else {
    table.source = apply_change(table.source, event);
    find_columns(table);
    if (event.kind != EventKind::kAlterColumnType) return std::nullopt;
    for (auto it = change->types.begin(); it != change->types.end();)
      it = table.pruned->find(it->first) < 0 ? change->types.erase(it) : std::next(it);
    if (change->types.empty()) return std::nullopt;
  }
  out.change = std::move(change);
  table.pruned = apply_change(table.pruned, out);
  find_columns(table);
  return out;
}

}  // namespace rowkind::cdc
