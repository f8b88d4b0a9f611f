#include "sql/unparser.h"
#include "sql/unparser_state.h"

namespace rowkind::sql {

std::string unparse(const Statement& statement) {
  Unparser unparser;
  unparser.statement(statement);
  return unparser.take();
}

std::string unparse(const Script& script) {
  std::string out;
  for (const StatementPtr& statement : script.statements) out += unparse(*statement) + ";\n";
  return out;
}

void Unparser::statement(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kSet: {
      const auto& set = static_cast<const SetStatement&>(statement);
      put("SET");
      if (set.option) put(" " + quote_text(set.option->key) + " = " + quote_text(set.option->value));
      return;
    }
    case StatementKind::kReset: {
      const auto& reset = static_cast<const ResetStatement&>(statement);
      put("RESET");
      if (reset.key) put(" " + quote_text(*reset.key));
      return;
    }
    case StatementKind::kCreateTable:
      return create_table(static_cast<const CreateTable&>(statement));
    case StatementKind::kCreateView:
      return create_view(static_cast<const CreateView&>(statement));
    case StatementKind::kDrop: {
      const auto& drop = static_cast<const Drop&>(statement);
      put(drop.temporary ? "DROP TEMPORARY " : "DROP ");
      put(drop.object == DropKind::kView ? "VIEW " : "TABLE ");
      if (drop.if_exists) put("IF EXISTS ");
      return name(drop.name);
    }
    case StatementKind::kInsert:
      return insert(static_cast<const Insert&>(statement));
    case StatementKind::kStatementSet:
      put("EXECUTE ");
      return statement_set(static_cast<const StatementSet&>(statement));
    case StatementKind::kQuery:
      return query(*static_cast<const QueryStatement&>(statement).query);
    case StatementKind::kExplain: {
      const auto& explain = static_cast<const Explain&>(statement);
      put("EXPLAIN ");
      list(explain.details, [this](const Identifier& detail) { put(detail.name); });
      if (!explain.details.empty()) put(" ");
      const auto* set = node_cast<StatementSet>(explain.statement);
      if (set) return statement_set(*set);
      return this->statement(*explain.statement);
    }
    case StatementKind::kOther:
      return put(static_cast<const OtherStatement&>(statement).text);
  }
}

// --- DDL -------------------------------------------------------------------------------------------------

void Unparser::comment(const std::optional<std::string>& comment) {
  if (comment) put(" COMMENT " + quote_text(*comment));
}

void Unparser::create_table(const CreateTable& table) {
  put("CREATE ");
  if (table.replace) put("OR REPLACE ");
  put(table.temporary ? "TEMPORARY TABLE " : "TABLE ");
  if (table.if_not_exists) put("IF NOT EXISTS ");
  name(table.name);
  const char* separator = " (\n  ";
  auto next = [&] {
    put(separator);
    separator = ",\n  ";
  };
  for (const ColumnDefinition& definition : table.columns) {
    next();
    column(definition);
  }
  for (const Identifier& id : table.column_names) {
    next();
    identifier(id);
  }
  // A constraint of a column prints as one of the table.
  for (const Constraint& key : table.constraints) {
    next();
    constraint(key);
  }
  for (const Watermark& watermark : table.watermarks) {
    next();
    put("WATERMARK FOR ");
    name(watermark.column);
    put(" AS ");
    expr(*watermark.expr);
  }
  if (separator[0] == ',') put("\n)");
  if (table.comment) put("\nCOMMENT " + quote_text(*table.comment));
  if (table.distribution) {
    put("\nDISTRIBUTED");
    if (!table.distribution->columns.empty()) {
      put(" BY ");
      if (table.distribution->algorithm) put(*table.distribution->algorithm);
      identifiers(table.distribution->columns);
    }
    if (table.distribution->buckets) put(" INTO " + *table.distribution->buckets + " BUCKETS");
  }
  if (!table.partitioned_by.empty()) {
    put("\nPARTITIONED BY ");
    identifiers(table.partitioned_by);
  }
  if (!table.options.empty()) {
    put("\nWITH (\n  ");
    bool first = true;
    for (const Option& option : table.options) {
      if (!first) put(",\n  ");
      first = false;
      put(quote_text(option.key) + " = " + quote_text(option.value));
    }
    put("\n)");
  }
  if (table.like) {
    put("\nLIKE ");
    name(table.like->source);
    static constexpr const char* kStrategies[] = {"INCLUDING ", "EXCLUDING ", "OVERWRITING "};
    static constexpr const char* kFeatures[] = {"ALL",      "CONSTRAINTS", "DISTRIBUTION", "GENERATED",
                                                "METADATA", "OPTIONS",     "PARTITIONS",   "WATERMARKS"};
    const char* before = " (";
    for (const LikeOption& option : table.like->options) {
      put(before);
      put(kStrategies[static_cast<size_t>(option.strategy)]);
      put(kFeatures[static_cast<size_t>(option.feature)]);
      before = " ";
    }
    if (!table.like->options.empty()) put(")");
  }
  if (table.as_query) {
    put("\nAS ");
    query(*table.as_query);
  }
}

void Unparser::column(const ColumnDefinition& column) {
  identifier(column.name);
  if (column.kind == ColumnKind::kComputed) {
    put(" AS ");
    expr(*column.expr);
  } else {
    put(" " + column.type.type.to_ddl());
  }
  if (column.kind == ColumnKind::kMetadata) {
    put(" METADATA");
    if (column.metadata_key) put(" FROM " + quote_text(*column.metadata_key));
    if (column.is_virtual) put(" VIRTUAL");
  }
  comment(column.comment);
}

void Unparser::constraint(const Constraint& constraint) {
  if (constraint.name) {
    put("CONSTRAINT ");
    identifier(*constraint.name);
    put(" ");
  }
  put(constraint.kind == ConstraintKind::kPrimaryKey ? "PRIMARY KEY " : "UNIQUE ");
  identifiers(constraint.columns);
  if (constraint.enforced) put(*constraint.enforced ? " ENFORCED" : " NOT ENFORCED");
}

void Unparser::create_view(const CreateView& view) {
  put("CREATE ");
  if (view.replace) put("OR REPLACE ");
  put(view.temporary ? "TEMPORARY VIEW " : "VIEW ");
  if (view.if_not_exists) put("IF NOT EXISTS ");
  name(view.name);
  if (!view.columns.empty()) {
    put(" ");
    identifiers(view.columns);
  }
  comment(view.comment);
  put(" AS\n");
  query(*view.query);
}

// --- DML -------------------------------------------------------------------------------------------------

void Unparser::insert(const Insert& insert) {
  put(insert.overwrite ? "INSERT OVERWRITE " : "INSERT INTO ");
  name(insert.target);
  hints(insert.hints, " ");
  if (!insert.partition.empty()) {
    put(" PARTITION (");
    list(insert.partition, [this](const Insert::PartitionValue& value) {
      identifier(value.column);
      put(" = ");
      expr(*value.value);
    });
    put(")");
  }
  if (!insert.columns.empty()) {
    put(" ");
    identifiers(insert.columns);
  }
  put("\n");
  query(*insert.query);
  static constexpr const char* kWords[] = {"", " ON CONFLICT DO DEDUPLICATE", " ON CONFLICT DO NOTHING",
                                           " ON CONFLICT DO ERROR"};
  put(kWords[static_cast<size_t>(insert.on_conflict)]);
}

void Unparser::statement_set(const StatementSet& set) {
  put("STATEMENT SET BEGIN\n");
  for (const InsertPtr& one : set.inserts) {
    insert(*one);
    put(";\n");
  }
  put("END");
}

}  // namespace rowkind::sql
