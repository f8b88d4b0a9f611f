#include "plan/ddl.h"

#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "plan/bind.h"
#include "plan/connectors.h"
#include "plan/metadata.h"

namespace rowkind {
namespace {

void check_free(const Session& session, const Session::Path& path, bool temporary, const char* what,
                Span span) {
  if (session.find(path, temporary) == nullptr) return;
  throw Failure("ddl/exists",
                temporary ? std::string("Temporary ") + what + " '`" + path.catalog + "`.`" + path.database +
                                "`.`" + path.object + "`' already exists"
                          : std::string("Could not execute CreateTable in path `") + path.catalog + "`.`" +
                                path.database + "`.`" + path.object + "`: Table (or view) " + path.database +
                                "." + path.object + " already exists in Catalog " + path.catalog + ".",
                span,
                std::string("drop it first, or write CREATE ") + (temporary ? "TEMPORARY " : "") + what +
                    " IF NOT EXISTS");
}

void declare_columns(const TableDraft& draft, CatalogTable& table) {
  if (draft.columns.size() > static_cast<size_t>(limits::kColumns)) {
    throw Failure("ddl/too-many-columns",
                  "A table has at most " + std::to_string(limits::kColumns) + " columns here", table.span);
  }
  for (const sql::ColumnDefinition& definition : draft.columns) {
    for (const Column& other : table.columns) {
      if (other.name == definition.name.name) {
        throw Failure("ddl/duplicate-column",
                      "A regular Column named '" + other.name + "' already exists in the table.",
                      definition.name.span, "every column needs its own name");
      }
    }
    Column column;
    column.name = definition.name.name;
    column.comment = definition.comment.value_or("");
    switch (definition.kind) {
      case sql::ColumnKind::kPhysical:
        column.type = definition.type.type;
        break;
      case sql::ColumnKind::kMetadata:
        column.kind = ColumnKind::kMetadata;
        column.type = column.metadata_type = definition.type.type;
        column.metadata_key = definition.metadata_key.value_or(column.name);
        column.is_virtual = definition.is_virtual;
        break;
      case sql::ColumnKind::kComputed:
        column.kind = ColumnKind::kComputed;
        break;
    }
    table.columns.push_back(std::move(column));
  }
}

// Computed columns see the others as they are once the primary key has made its columns NOT NULL.
void bind_computed(const TableDraft& draft, CatalogTable& table, Binder& binder) {
  RowType present;
  for (const Column& column : table.columns) {
    if (column.kind != ColumnKind::kComputed) present.push_back({column.name, column.type});
  }
  size_t i = 0;
  for (const sql::ColumnDefinition& definition : draft.columns) {
    Column& column = table.columns[i++];
    if (column.kind != ColumnKind::kComputed) continue;
    if (has_subquery(definition.expr))
      throw Failure("ddl/computed-column", "Sub-queries are not supported in computed columns",
                    definition.expr->span);
    column.computed = binder.bind_over_columns(definition.expr, present, "computed column");
    column.type = column.computed->type;
  }
}

void add_primary_key(const TableDraft& draft, CatalogTable& table) {
  for (const sql::Constraint& constraint : draft.constraints) {
    if (constraint.kind == sql::ConstraintKind::kUnique)
      throw Failure("ddl/unique", "UNIQUE constraint is not supported yet", constraint.span);
    if (!table.primary_key.empty())
      throw Failure("ddl/primary-key", "Duplicate primary key definition", constraint.span);
    if (constraint.enforced.value_or(true)) {
      throw Failure("ddl/primary-key",
                    "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. ENFORCED/NOT ENFORCED "
                    "controls if the constraint checks are performed on the incoming/outgoing data. "
                    "Flink does not own the data therefore the only supported mode is the NOT ENFORCED mode",
                    constraint.span, "write PRIMARY KEY (...) NOT ENFORCED");
    }
    for (const sql::Identifier& name : constraint.columns) {
      const auto it = std::find_if(table.columns.begin(), table.columns.end(),
                                   [&](const Column& c) { return c.name == name.name; });
      if (it == table.columns.end()) {
        std::vector<std::string> names;
        for (const Column& c : table.columns) names.push_back(c.name);
        throw Failure("ddl/primary-key",
                      "Primary key column '" + name.name + "' is not defined in the schema", name.span,
                      did_you_mean(name.name, names));
      }
      if (it->kind != ColumnKind::kPhysical)
        throw Failure("ddl/primary-key",
                      "Could not create a PRIMARY KEY with column '" + name.name +
                          "'. A PRIMARY KEY constraint must be declared on physical columns.",
                      name.span);
      if (std::find(table.primary_key.begin(), table.primary_key.end(), name.name) !=
          table.primary_key.end()) {
        throw Failure("ddl/primary-key",
                      "Invalid primary key. A primary key must not contain duplicate columns. Found: [" +
                          name.name + "]",
                      name.span);
      }
      it->type = it->type.with_nullable(false);
      table.primary_key.push_back(name.name);
    }
  }
}

void add_watermark(const TableDraft& draft, CatalogTable& table, Binder& binder) {
  if (draft.watermarks.size() > 1)
    throw Failure("ddl/watermark", "Multiple WATERMARK declarations are not supported yet.",
                  draft.watermarks[1].span);
  if (draft.watermarks.empty()) return;
  const sql::Watermark& watermark = draft.watermarks[0];
  if (!watermark.column.simple())
    throw Failure("ddl/watermark", "Nested rowtime attributes are not supported: " + watermark.column.text(),
                  watermark.column.span, "make it a computed column first");
  const std::string& name = watermark.column.last();
  const RowType columns = table.schema();
  const int32_t at = find_field(columns, name);
  if (at < 0) {
    throw Failure("ddl/watermark",
                  "The rowtime attribute field '" + name + "' is not defined in the table schema, at " + name,
                  watermark.column.span, did_you_mean(name, field_names(columns)));
  }
  const LogicalType& type = columns[static_cast<size_t>(at)].type;
  if (!type.is_timestamp() || type.precision() > 3 || type.is_proctime()) {
    throw Failure("ddl/watermark",
                  "Invalid data type of time field for watermark definition. The field must be of type "
                  "TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the "
                  "time field type is " +
                      type.to_string(),
                  watermark.column.span, type.is_timestamp() ? "declare it as TIMESTAMP(3)" : "");
  }
  WatermarkSpec spec;
  spec.column = name;
  const auto* call = sql::node_cast<sql::Call>(watermark.expr);
  if (call == nullptr || !ascii_iequals(call->name.last(), "SOURCE_WATERMARK")) {
    spec.expression = binder.bind_over_columns(watermark.expr, columns, "WATERMARK");
    const LogicalType& result = spec.expression->type;
    if (result.root() != type.root() && !result.is(TypeRoot::kNull)) {
      throw Failure("ddl/watermark",
                    "Invalid data type of expression for watermark definition. The field must be of type "
                    "TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the "
                    "watermark expression type is " +
                        result.to_string(),
                    watermark.expr->span);
    }
  }
  table.watermark = spec;
}

void check_metadata(const TableDraft& draft, CatalogTable& table) {
  const auto known = readable_metadata(table);
  if (!known) return;
  std::vector<std::string> keys;
  for (const auto& [key, type] : *known) keys.push_back(key);
  std::vector<std::pair<size_t, int32_t>> order;  // position in the connector's list, column of the feed
  int32_t physical = 0, feed = 0;
  for (const Column& column : table.columns) physical += column.kind == ColumnKind::kPhysical ? 1 : 0;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    Column& column = table.columns[i];
    if (column.kind != ColumnKind::kMetadata) continue;
    // Keys of the value format may be written without their prefix.
    const auto it = std::find_if(known->begin(), known->end(),
                                 [&](const auto& k) { return k.first == column.metadata_key; });
    if (it == known->end()) {
      std::string list;
      for (const std::string& key : keys) list += "\n" + key;
      throw Failure("ddl/metadata",
                    "Invalid metadata key '" + column.metadata_key + "' in column '" + column.name +
                        "' of table '" + table.full_name() + "'. The connector '" + table.connector +
                        "' supports the following metadata keys for reading:" + list,
                    draft.columns[i].span, did_you_mean(column.metadata_key, keys));
    }
    column.metadata_type = it->second;
    order.emplace_back(static_cast<size_t>(it - known->begin()), physical + feed++);
  }
  if (order.empty()) return;
  std::sort(order.begin(), order.end());
  for (int32_t i = 0; i < physical; ++i) table.scan_columns.push_back(i);
  for (const auto& [position, column] : order) table.scan_columns.push_back(column);
}

// The same columns under other names; a projection on top just takes them.
RelPtr renamed(const RelPtr& rel, const std::vector<std::string>& names, Span span) {
  if (rel->kind != RelKind::kProject) return make_project(rel, all_columns(*rel), names, true, span);
  auto copy = std::make_shared<ProjectRel>(static_cast<const ProjectRel&>(*rel));
  for (size_t i = 0; i < names.size(); ++i) copy->type[i].name = names[i];
  return copy;
}

}  // namespace

void create_table(const sql::CreateTable& statement, Session& session) {
  if (statement.as_query)
    throw Failure("plan/not-yet", "CREATE TABLE ... AS SELECT is not executable yet", statement.span,
                  "write CREATE TABLE and INSERT INTO");
  const Session::Path path = session.resolve(statement.name);
  if (statement.if_not_exists && session.find(path, statement.temporary) != nullptr) return;
  check_free(session, path, statement.temporary, "table", statement.name.span);

  TableDraft draft{statement.columns, statement.constraints, statement.watermarks, {}};
  for (const sql::Option& option : statement.options) draft.options[option.key] = option.value;
  if (statement.like) {
    const CatalogObject& source = session.get(statement.like->source);
    if (!source.table)
      throw Failure(
          "ddl/like",
          "Source table of the LIKE clause can not be a VIEW: '" + statement.like->source.text() + "'",
          statement.like->source.span);
    draft = merge_like(draft, session.draft(source.table.get()), *statement.like);
  }
  if (draft.columns.empty())
    throw Failure("ddl/no-columns", "Table '" + statement.name.text() + "' has no columns",
                  statement.name.span);

  auto table = std::make_shared<CatalogTable>();
  table->catalog = path.catalog;
  table->database = path.database;
  table->name = path.object;
  table->options = draft.options;
  table->span = statement.span;
  Binder binder(session);
  declare_columns(draft, *table);
  add_primary_key(draft, *table);
  bind_computed(draft, *table, binder);
  add_watermark(draft, *table, binder);
  const auto& modes = session.options().table_modes;
  const auto mode = modes.find(table->name);
  apply_connector(*table, mode == modes.end() ? std::nullopt : std::optional<ChangelogMode>(mode->second));
  check_metadata(draft, *table);
  session.remember(table.get(), std::move(draft));
  session.put(path, CatalogObject{table, nullptr}, statement.temporary);
}

void create_view(const sql::CreateView& statement, Session& session) {
  const Session::Path path = session.resolve(statement.name);
  if (statement.if_not_exists && session.find(path, statement.temporary) != nullptr) return;
  if (!statement.replace) check_free(session, path, statement.temporary, "view", statement.name.span);
  Binder binder(session);
  Bound bound = binder.bind_query(*statement.query, nullptr);
  if (!statement.columns.empty()) {
    if (statement.columns.size() != bound.columns.size()) {
      throw Failure("ddl/view",
                    "VIEW definition and input fields not match:\n\tDef fields: " +
                        std::to_string(statement.columns.size()) +
                        ".\n\tInput fields: " + std::to_string(bound.columns.size()) + ".",
                    statement.columns[0].span);
    }
    for (size_t i = 0; i < bound.columns.size(); ++i) bound.columns[i].name = statement.columns[i].name;
  }
  const std::vector<std::string> names = field_names(bound.columns);
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + static_cast<int64_t>(i), names[i]) ==
        names.begin() + static_cast<int64_t>(i))
      continue;
    throw Failure("ddl/duplicate-column", "A column with the same name `" + names[i] + "` has been defined",
                  statement.query->span, "give it another name with AS");
  }
  if (names != field_names(bound.rel->type)) bound.rel = renamed(bound.rel, names, statement.span);
  auto view = std::make_shared<View>();
  view->name = path.object;
  view->columns = bound.columns;
  view->rel = bound.rel;
  view->span = statement.span;
  session.drop(path, statement.temporary);
  session.put(path, CatalogObject{nullptr, view}, statement.temporary);
}

void drop(const sql::Drop& statement, Session& session) {
  const Session::Path path = session.resolve(statement.name);
  const CatalogObject* object = session.find(path, statement.temporary);
  const bool view = statement.object == sql::DropKind::kView;
  if (object == nullptr || (object->view != nullptr) != view) {
    if (statement.if_exists) return;
    throw Failure("ddl/unknown",
                  std::string(statement.temporary ? "Temporary " : "") + (view ? "View" : "Table") +
                      " with identifier '" + path.text() + "' does not exist.",
                  statement.name.span);
  }
  session.drop(path, statement.temporary);
}

void set_option(const sql::SetStatement& statement, Session& session) {
  if (!statement.option)
    throw Failure("plan/not-yet",
                  "SET without a key lists options in Flink's client and is not executable here",
                  statement.span);
  check_option(statement.option->key, statement.option->value, statement.option->value_span).or_throw();
  session.settings()[statement.option->key] = statement.option->value;
}

void reset_option(const sql::ResetStatement& statement, Session& session) {
  if (!statement.key) {
    session.settings() = session.options().settings;
    return;
  }
  session.settings().erase(*statement.key);
}

void other_statement(const sql::OtherStatement& statement, Session& session) {
  const std::string name = statement.name.substr(0, statement.name.find_last_not_of(' ') + 1);
  if (name == "USE CATALOG" && !statement.object.empty() && statement.object.last() == session.catalog())
    return;
  if (name == "CREATE DATABASE" && !statement.object.empty()) {
    session.create_database(statement.object.last());
    return;
  }
  if (name == "USE" && !statement.object.empty()) {
    if (!session.has_database(statement.object.last())) {
      throw Failure("ddl/unknown",
                    "A database with name [" + statement.object.last() +
                        "] does not exist in the catalog: [" + session.catalog() + "].",
                    statement.object.span);
    }
    session.use(statement.object.last());
    return;
  }
  throw Failure("plan/not-yet", name + " is not executable here", statement.span);
}

}  // namespace rowkind
