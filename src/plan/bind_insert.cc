// INSERT INTO and bare SELECT: the query, cast to what the sink takes.
#include <algorithm>

#include "base/utf8.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "plan/factory.h"

namespace rowkind {
namespace {

ConflictStrategy conflict_strategy(sql::OnConflict c) {
  switch (c) {
    case sql::OnConflict::kUnspecified:
      return ConflictStrategy::kNone;
    case sql::OnConflict::kDeduplicate:
      return ConflictStrategy::kDeduplicate;
    case sql::OnConflict::kNothing:
      return ConflictStrategy::kNothing;
    case sql::OnConflict::kError:
      return ConflictStrategy::kError;
  }
  return ConflictStrategy::kNone;
}

std::string schema_text(const RowType& fields) {
  std::string out = "[";
  for (size_t i = 0; i < fields.size(); ++i)
    out += (i == 0 ? "" : ", ") + fields[i].name + ": " + fields[i].type.to_string();
  return out + "]";
}

// Whether the sink can take values of this type as they are (Flink's supportsAvoidingCast).
bool same_data(const LogicalType& from, const LogicalType& to) {
  if (from.equals(to, true)) return true;
  if (from.is_character() && to.is(TypeRoot::kVarChar)) return from.length() <= to.length();
  if (from.is_binary() && to.is(TypeRoot::kVarBinary)) return from.length() <= to.length();
  if (from.root() != to.root()) return false;
  switch (from.root()) {
    case TypeRoot::kArray:
    case TypeRoot::kMultiset:
      return same_data(from.element(), to.element());
    case TypeRoot::kMap:
      return same_data(from.key(), to.key()) && same_data(from.value(), to.value());
    case TypeRoot::kRow:
      if (from.fields().size() != to.fields().size()) return false;
      for (size_t i = 0; i < from.fields().size(); ++i) {
        if (!same_data(from.fields()[i].type, to.fields()[i].type)) return false;
      }
      return true;
    default:
      return false;
  }
}

RowType without_attributes(RowType fields) {
  for (Field& field : fields) field.type = field.type.with_attribute(TimeAttribute::kNone);
  return fields;
}

[[noreturn]] void mismatch(const CatalogTable& table, const std::string& cause, const RowType& query,
                           const RowType& sink, Span span) {
  throw Failure("sql/sink-types",
                "Column types of query result and sink for '" + table.full_name() +
                    "' do not match.\nCause: " + cause + "\n\nQuery schema: " +
                    schema_text(without_attributes(query)) + "\nSink schema:  " + schema_text(sink),
                span);
}

// The type with every NOT NULL left out, of its elements and fields, too.
LogicalType nullable_throughout(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kArray:
      return LogicalType::array(nullable_throughout(type.element()));
    case TypeRoot::kMultiset:
      return LogicalType::multiset(nullable_throughout(type.element()));
    case TypeRoot::kMap:
      return LogicalType::map(nullable_throughout(type.key()), nullable_throughout(type.value()));
    case TypeRoot::kRow: {
      std::vector<Field> fields = type.fields();
      for (Field& field : fields) field.type = nullable_throughout(field.type);
      return LogicalType::row(std::move(fields));
    }
    default:
      return type.with_nullable(true);
  }
}

// A cast to exactly this type, also when only the nullability differs.
ExprPtr exactly(const ExprPtr& expr, const LogicalType& target, Span span) {
  if (expr->type.equals(target)) return expr;
  if (expr->type.equals(target, true)) return raw_call("CAST", {expr}, target, span);
  const ExprPtr cast = cast_or_throw(expr, target, span);
  return cast->kind == ExprKind::kLiteral ? cast : with_type(cast, target);
}

// A sink takes its physical columns, then the metadata it writes (under the metadata key, with the type that
// the connector declares). Says whether there is any.
bool reorder_for_sink(const CatalogTable& table, const RowType& target, ExprList& exprs,
                      std::vector<std::string>& names) {
  ExprList physical, metadata;
  std::vector<std::string> physical_names, keys;
  for (const Column& column : table.columns) {
    const int32_t at = find_field(target, column.name);
    if (at < 0) continue;
    const auto i = static_cast<size_t>(at);
    if (column.kind == ColumnKind::kPhysical) {
      physical.push_back(exprs[i]);
      physical_names.push_back(column.name);
      continue;
    }
    const LogicalType type = column.metadata_type.with_nullable(true);
    metadata.push_back(same_data(exprs[i]->type, type) && exprs[i]->type.root() != TypeRoot::kMap
                           ? exprs[i]
                           : exactly(exprs[i], type, exprs[i]->span));
    keys.push_back(column.metadata_key);
  }
  if (metadata.empty()) return false;
  exprs = physical;
  exprs.insert(exprs.end(), metadata.begin(), metadata.end());
  names = physical_names;
  names.insert(names.end(), keys.begin(), keys.end());
  return true;
}

// The columns of `rel` through `exprs`; a projection on top of the query takes them in.
RelPtr project_over(const RelPtr& rel, const ExprList& exprs, const std::vector<std::string>& names,
                    Span span) {
  if (rel->kind != RelKind::kProject) return make_project(rel, exprs, names, true, span);
  const auto& below = static_cast<const ProjectRel&>(*rel);
  ExprList merged;
  for (const ExprPtr& e : exprs) merged.push_back(substitute(e, below.exprs));
  return make_project(below.inputs[0], std::move(merged), names, true, span);
}

// The rows of a query for `targets` as rows of the whole table: NULL where a column is not written.
RelPtr complete(const RelPtr& rel, const RowType& target, const std::vector<int32_t>& targets,
                const sql::Insert& insert) {
  if (rel->kind == RelKind::kSetOp) {
    const auto& op = static_cast<const SetOpRel&>(*rel);
    std::vector<RelPtr> inputs;
    for (const RelPtr& input : op.inputs) inputs.push_back(complete(input, target, targets, insert));
    RowType type = inputs[0]->type;
    for (size_t i = 0; i < targets.size(); ++i) type[static_cast<size_t>(targets[i])].type = op.type[i].type;
    return make_set_op(op.op, op.all, std::move(inputs), std::move(type), op.span);
  }
  if (rel->kind == RelKind::kValues) {
    const auto& values = static_cast<const ValuesRel&>(*rel);
    const LogicalType zero = LogicalType::integer().with_nullable(false);
    std::vector<RelPtr> rows;
    for (const ExprList& row : values.rows) {
      const RelPtr one = make_values({{literal(Value::integer(0), zero)}}, {{"ZERO", zero}}, values.span);
      rows.push_back(complete(make_project(one, row, field_names(values.type), true, values.span), target,
                              targets, insert));
    }
    RowType type = rows[0]->type;
    for (size_t i = 0; i < targets.size(); ++i)
      type[static_cast<size_t>(targets[i])].type = values.type[i].type;
    return rows.size() == 1
               ? rows[0]
               : make_set_op(SetOpKind::kUnion, true, std::move(rows), std::move(type), values.span);
  }
  ExprList exprs;
  std::vector<std::string> names;
  for (size_t i = 0; i < target.size(); ++i) {
    const auto it = std::find(targets.begin(), targets.end(), static_cast<int32_t>(i));
    if (it != targets.end()) {
      const auto from = static_cast<int32_t>(it - targets.begin());
      exprs.push_back(column_ref(*rel, from));
      names.push_back(rel->type[static_cast<size_t>(from)].name);
      if (names.back().compare(0, 5, "EXPR$") == 0) names.back() = "EXPR$" + std::to_string(i);
      continue;
    }
    if (!target[i].type.nullable()) {
      throw Failure("sql/not-null",
                    "Column '" + target[i].name + "' has no default value and does not allow NULLs",
                    insert.target.span);
    }
    exprs.push_back(null_literal(target[i].type));
    names.push_back("EXPR$" + std::to_string(i));
  }
  return project_over(rel, exprs, unique_names(names), insert.span);
}

}  // namespace

std::shared_ptr<const SinkRel> Binder::make_sink(RelPtr rel, std::shared_ptr<const CatalogTable> table,
                                                 std::string name, Span span) {
  auto sink = std::make_shared<SinkRel>();
  sink->type = rel->type;
  sink->inputs = {std::move(rel)};
  sink->table = std::move(table);
  sink->name = std::move(name);
  sink->span = span;
  return sink;
}

std::shared_ptr<const SinkRel> Binder::bind_select_statement(const sql::Query& query,
                                                             const std::string& name) {
  Bound bound = bind_query(query, nullptr);
  // A sink has one rowtime at most: of several, all become plain timestamps.
  const auto rowtimes = std::count_if(bound.columns.begin(), bound.columns.end(),
                                      [](const Field& f) { return f.type.is_rowtime(); });
  if (rowtimes > 1) {
    ExprList exprs = all_columns(*bound.rel);
    for (size_t i = 0; i < exprs.size(); ++i) {
      if (!bound.columns[i].type.is_rowtime()) continue;
      exprs[i] = plain_timestamp(exprs[i]);
      bound.columns[i].type = exprs[i]->type;
    }
    bound.rel = project_over(bound.rel, exprs, unique_names(field_names(bound.columns)), query.span);
  }
  auto sink = std::make_shared<SinkRel>(*make_sink(bound.rel, nullptr, name, query.span));
  const std::vector<std::string> names = unique_names(field_names(bound.columns));
  for (size_t i = 0; i < names.size(); ++i) sink->type[i].name = names[i];
  return sink;
}

std::shared_ptr<const SinkRel> Binder::bind_insert(const sql::Insert& insert) {
  if (insert.overwrite)
    throw Failure("plan/not-yet", "INSERT OVERWRITE is not supported in streaming mode", insert.span);
  if (!insert.partition.empty())
    throw Failure("plan/not-yet", "INSERT INTO ... PARTITION is not supported",
                  insert.partition[0].column.span);
  const CatalogObject& object = session_.get(insert.target);
  if (!object.table)
    throw Failure("sql/unknown-table",
                  "Sink '" + session_.resolve(insert.target).text() + "' does not exists", insert.target.span,
                  "it is a view; only tables can be written to");
  std::shared_ptr<const CatalogTable> table = object.table;
  const RowType sink_type = table->sink_type();
  // A NULL on its way to a NOT NULL column is met by the sink's enforcer, not by a cast.
  RowType target = sink_type;
  for (Field& field : target) field.type = nullable_throughout(field.type);
  std::map<std::string, std::string> hints;
  for (const sql::Hint& hint : insert.hints) {
    for (const auto& option : hint.options) {
      if (option.key && ascii_iequals(hint.name.name, "OPTIONS")) hints[*option.key] = option.value;
    }
  }
  Bound bound = bind_query(*insert.query, nullptr);
  RelPtr rel = bound.rel;
  std::vector<int32_t> targets;

  if (!insert.columns.empty()) {
    if (insert.columns.size() != bound.columns.size()) {
      throw Failure("sql/column-count", "Number of columns must match number of query columns",
                    insert.columns[0].span);
    }
    for (const sql::Identifier& column : insert.columns) {
      const int32_t at = find_field(target, column.name);
      if (at < 0)
        throw Failure("sql/unknown-column", "Unknown target column '" + column.name + "'", column.span,
                      did_you_mean(column.name, field_names(target)));
      if (std::find(targets.begin(), targets.end(), at) != targets.end())
        throw Failure("sql/duplicate-column",
                      "Target column '" + column.name + "' is assigned more than once", column.span);
      targets.push_back(at);
    }
    // As in Flink, each SELECT or VALUES row below set operations is completed for itself.
    rel = complete(rel, sink_type, targets, insert);
    RowType columns;
    for (size_t i = 0; i < target.size(); ++i) {
      const auto it = std::find(targets.begin(), targets.end(), static_cast<int32_t>(i));
      const auto from = static_cast<size_t>(it - targets.begin());
      columns.push_back(it == targets.end() ? Field{rel->type[i].name, target[i].type} : bound.columns[from]);
    }
    bound.columns = columns;
  }

  if (bound.columns.size() != target.size())
    mismatch(*table, "Different number of columns.", bound.columns, target, insert.query->span);
  bool cast = false;
  for (size_t i = 0; i < target.size(); ++i) {
    const LogicalType from = bound.columns[i].type.with_attribute(TimeAttribute::kNone);
    if (!implicitly_castable(from, target[i].type)) {
      mismatch(*table,
               "Incompatible types for sink column '" + target[i].name + "' at position " +
                   std::to_string(i + 1) + ".",
               bound.columns, target, insert.query->span);
    }
    cast = cast || !same_data(from, target[i].type);
  }
  // One column that needs a cast makes all columns get the exact type of the sink.
  ExprList exprs = all_columns(*rel);
  std::vector<std::string> names = cast ? field_names(target) : field_names(rel->type);
  for (size_t i = 0; cast && i < exprs.size(); ++i)
    exprs[i] = exactly(exprs[i], target[i].type, insert.query->span);
  const bool metadata = reorder_for_sink(*table, target, exprs, names);
  if (cast || metadata) rel = project_over(rel, exprs, unique_names(names), insert.span);

  if (!hints.empty()) table = with_options(table, hints);
  check_sink(*table, session_.settings(), insert.target.span);
  auto sink = std::make_shared<SinkRel>(*make_sink(rel, table, table->name, insert.span));
  sink->hints = std::move(hints);
  if (insert.on_conflict != sql::OnConflict::kUnspecified && session_.options().flink_version < kFlink2_3) {
    throw Failure("sql/syntax", "Incorrect syntax near the keyword 'ON'", insert.on_conflict_span,
                  "ON CONFLICT exists since Flink 2.3");
  }
  sink->conflict = conflict_strategy(insert.on_conflict);
  sink->target_columns = targets;
  if (!cast && !metadata && insert.columns.empty()) {
    const std::vector<std::string> shown = unique_names(field_names(bound.columns));
    for (size_t i = 0; i < shown.size(); ++i) sink->type[i].name = shown[i];
  }
  return sink;
}

ExprPtr Binder::bind_over_columns(const sql::ExprPtr& expr, const RowType& columns, const char* clause) {
  Scope scope;
  scope.relations.push_back(Relation{"", {}, 0, columns});
  try {
    return bind(expr, scope, Place{clause, false, false});
  } catch (Failure& failure) {
    // Flink binds these over the table's own columns and says it in other words.
    const size_t quote = failure.error.message.find('\'', 8);
    if (failure.error.code == "sql/unknown-column" && quote != std::string::npos)
      failure.error.message = "Unknown identifier " + failure.error.message.substr(7, quote - 6);
    throw;
  }
}

}  // namespace rowkind
