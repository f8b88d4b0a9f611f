#include <algorithm>

#include "base/utf8.h"
#include "cdc/transform.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

// A failure of an expression, with what it was about.
[[noreturn]] void rethrow(Failure& failure, const std::string& about, Span span) {
  Error error = failure.error;
  error.message += "\n" + about;
  if (!error.span.known() || error.code == "cdc/run" || error.code == "cdc/compile") error.span = span;
  throw Failure(std::move(error));
}

void lower_names(Schema& schema) {
  for (Column& column : schema.columns) column.name = ascii_lower(column.name);
  for (std::string& key : schema.primary_keys) key = ascii_lower(key);
  for (std::string& key : schema.partition_keys) key = ascii_lower(key);
}

template <typename Map>
Map lower_keys(const Map& map) {
  Map out;
  for (const auto& [key, value] : map) out.emplace(ascii_lower(key), value);
  return out;
}

bool lowers_names(const Rule& rule) {
  return std::find(rule.converters().begin(), rule.converters().end(), Converter::kLowerCaseNames) !=
         rule.converters().end();
}

void lower_change(SchemaChange& change) {
  if (change.schema) {
    auto schema = std::make_shared<Schema>(*change.schema);
    lower_names(*schema);
    change.schema = std::move(schema);
  }
  for (AddedColumn& added : change.added) {
    added.column.name = ascii_lower(added.column.name);
    added.existing = ascii_lower(added.existing);
  }
  change.types = lower_keys(change.types);
  change.renames = lower_keys(change.renames);
  for (auto& [from, to] : change.renames) to = ascii_lower(to);
  for (std::string& name : change.dropped) name = ascii_lower(name);
}

std::string names_text(const Schema& schema) {
  std::string out;
  for (const Column& column : schema.columns) out += (out.empty() ? "" : ", ") + column.name;
  return "[" + out + "]";
}

std::string listed(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return "[" + out + "]";
}

// Up to 3.5 all rules of a table have to give the same columns (SchemaUtils.inferWiderSchema).
void check_same_names(const std::vector<Schema>& schemas, Span span) {
  std::vector<std::string> texts, names;
  for (const Schema& schema : schemas) {
    texts.push_back(schema_text(schema));
    std::string view = names_text(schema);
    if (std::find(names.begin(), names.end(), view) == names.end()) names.push_back(std::move(view));
  }
  if (names.size() > 1)
    throw Failure("cdc/rules",
                  "Trying to merge transformed schemas " + listed(texts) +
                      ", but got more than one column name views: " + listed(names),
                  span, "give the columns of both rules the same names");
}

void check_same_types(const Schema& first, const Schema& next, Span span) {
  for (size_t i = 0; i < first.columns.size(); ++i) {
    const LogicalType &a = first.columns[i].type, &b = next.columns[i].type;
    std::string both = "[" + type_text(a.with_nullable(true)) + ", " + type_text(b.with_nullable(true)) + "]";
    auto root = [](const LogicalType& type) {
      return calcite_type(type).substr(0, calcite_type(type).find('('));
    };
    if (a.root() != b.root() && !(a.is_character() && b.is_character()))
      throw Failure("cdc/rules",
                    "Trying to merge types " + both + ", but got more than one type root: [" + root(a) +
                        ", " + root(b) + "]",
                    span, "CAST the column to the same type in both rules");
    if (!a.is_character() && !a.equals(b))  // nullability counts, too
      throw Failure(
          "cdc/rules",
          "Unable to merge data types with different precision: [" + type_text(a) + ", " + type_text(b) + "]",
          span, "CAST the column to the same type in both rules");
  }
}

}  // namespace

PostTransform::PostTransform(const Rules& rules, const Definition& definition, Version version, int64_t now)
    : rules_(rules), definition_(definition), version_(version), now_(now) {
  zone_ = TimeZone::find(definition.time_zone);
  if (zone_ == nullptr) zone_ = &TimeZone::utc();
  // Up to 3.5 filters are translated before the first event, so what no Java is written for fails the start.
  const Schema none;
  for (const auto& rule : rules_) {
    if (level(version_) >= 36 || !rule->has_filter()) continue;
    try {
      compile_filter(rule->filter(), rule->filter_text(), filter_scope(none, none));
    } catch (Failure& failure) {
      failure.error.span = rule->filter_span(failure.error.span);
      throw;
    }
  }
}

std::optional<Event> PostTransform::process(const Event& event) {
  if (!event.is_data()) return change(event);
  Table* table = tables_.find(event.table);
  if (table == nullptr || table->rules.empty()) return event;
  return data(*table, event);
}

void PostTransform::compile(Table& table) const {
  table.rules.clear();
  std::vector<Schema> schemas;  // before their keys become NOT NULL
  for (const auto& rule : rules_) {
    if (!rule->matches(*table.id)) continue;
    // Up to 3.5 a rule that neither projects nor filters is left out here.
    if (level(version_) < 36 && !rule->has_projection() && !rule->has_filter()) continue;
    Effective effective;
    effective.rule = rule.get();
    effective.columns = project_columns(*rule, *table.source, version_, definition_);
    auto schema = std::make_shared<Schema>(*table.source);
    schema->columns.clear();
    for (const ProjectedColumn& column : effective.columns) schema->columns.push_back(column.column);
    schemas.push_back(*schema);
    for (const std::string& key : schema->primary_keys) {
      int32_t at = schema->find(key);
      const bool upstream = rule->primary_keys().empty() || table.source->find(key) >= 0;
      if (at < 0 && is_vvr(version_) && !definition_.may_trim_keys && upstream)
        throw Failure("cdc/keys", "Primary key column " + key + " cannot be removed by a projection.",
                      rule->projection_span({}),
                      "set transform.allow.trimming.pk-columns: true in pipeline:");
      if (at < 0) continue;
      Column& column = schema->columns[static_cast<size_t>(at)];
      column.type = column.type.with_nullable(false);
    }
    if (is_vvr(version_) && definition_.may_trim_keys) {
      std::vector<std::string>& keys = schema->primary_keys;
      keys.erase(
          std::remove_if(keys.begin(), keys.end(), [&](const std::string& k) { return schema->find(k) < 0; }),
          keys.end());
    }
    effective.schema = std::move(schema);
    table.rules.push_back(std::move(effective));
    // Since 3.6 the first rule that matches is the only one; before, rules behind one without a filter are
    // not looked at.
    if (level(version_) >= 36 || !rule->has_filter()) break;
  }
  if (table.rules.empty()) {
    table.schema = table.source;
    return;
  }
  table.schema = table.rules[0].schema;
  check_same_names(schemas, table.rules.back().rule->definition().span);
  for (size_t i = 1; i < schemas.size(); ++i)
    check_same_types(schemas[0], schemas[i], table.rules[i].rule->definition().span);
}

std::optional<Event> PostTransform::change(const Event& event) {
  if (event.kind == EventKind::kCreateTable) {
    Table table;
    table.id = event.table;
    table.source = event.change->schema;
    compile(table);
    Event out = event;
    auto change = std::make_shared<SchemaChange>(*event.change);
    change->schema = table.schema;
    if (!table.rules.empty() && lowers_names(*table.rules[0].rule)) lower_change(*change);
    out.change = std::move(change);
    tables_.put(event.table, std::move(table));
    return out;
  }
  Table* found = tables_.find(event.table);
  if (found == nullptr || event.kind == EventKind::kDropTable || event.kind == EventKind::kTruncateTable ||
      event.kind == EventKind::kAlterTableComment)
    return event;
  Table& table = *found;
  table.source = apply_change(table.source, event);
  if (table.rules.empty()) {
    table.schema = table.source;
    return event;
  }
  try {
    compile(table);
  } catch (Failure& failure) {
    rethrow(failure, "Failed to post-transform with " + event_text(event, version_), failure.error.span);
  }
  Event out = event;
  auto change = std::make_shared<SchemaChange>(*event.change);
  const bool asterisk = std::any_of(table.rules.begin(), table.rules.end(),
                                    [](const Effective& e) { return e.rule->has_asterisk(); });
  if (!asterisk && event.kind == EventKind::kAlterColumnType) {
    for (auto it = change->types.begin(); it != change->types.end();)
      it = table.schema->find(it->first) < 0 ? change->types.erase(it) : std::next(it);
    if (change->types.empty()) return std::nullopt;
  }
  // A rule with * behind the first one lets these pass in front of this operator.
  if (!asterisk && event.kind != EventKind::kAlterColumnType) return std::nullopt;
  if (lowers_names(*table.rules[0].rule)) lower_change(*change);
  out.change = std::move(change);
  return out;
}

namespace {

// Up to 3.5 no transform carries an ARRAY or a MAP: the row's fields take arrays of another class.
void refuse_collection(const LogicalType& type) {
  auto check_element = [](const LogicalType& element) {
    if ((element.is(TypeRoot::kRow) && !is_zoned(element)) || element.is_binary())
      throw Failure("cdc/run", "Unsupported array element type: " + type_text(element));
    if (element.is(TypeRoot::kArray) || element.is(TypeRoot::kMap)) refuse_collection(element);
    if (element.is(TypeRoot::kTimestampLtz)) throw Failure("cdc/run", "Not support LocalZonedTimestampData");
  };
  if (type.is(TypeRoot::kMap)) check_element(type.key());
  check_element(type.is(TypeRoot::kMap) ? type.value() : type.element());
  throw Failure("cdc/run", "argument type mismatch", {}, "ARRAY and MAP columns pass transforms from 3.6 on");
}

}  // namespace

void PostTransform::refuse_collections(const Table& table, const RowPtr& row) const {
  if (!row || level(version_) >= 36) return;
  for (size_t i = 0; i < table.source->columns.size(); ++i) {
    const LogicalType& type = table.source->columns[i].type;
    const bool collection = type.is(TypeRoot::kArray) || type.is(TypeRoot::kMap);
    if (collection && !(*row)[static_cast<int32_t>(i)].is_null()) refuse_collection(type);
  }
}

EvalContext PostTransform::context(const Table& table, const Row& source, const char* kind,
                                   const Event& event) const {
  EvalContext out;
  out.source = &source;
  out.table = table.id.get();
  out.row_kind = kind;
  out.meta = event.meta.get();
  out.now = now_;
  out.zone = zone_;
  return out;
}

RowPtr PostTransform::project(const Table& table, const Effective& effective, const RowPtr& row,
                              const char* kind, const Event& event) const {
  EvalContext where = context(table, *row, kind, event);
  RowBuilder out(static_cast<int32_t>(effective.columns.size()));
  for (size_t i = 0; i < effective.columns.size(); ++i) {
    const ProjectedColumn& column = effective.columns[i];
    if (column.source >= 0) {
      out.set(static_cast<int32_t>(i), (*row)[column.source]);
      continue;
    }
    try {
      out.set(static_cast<int32_t>(i), column.compiled->eval(where));
    } catch (Failure& failure) {
      fail_column(failure, table, effective, column);
    }
  }
  return out.finish();
}

bool PostTransform::passes(const Table& table, const Effective& effective, const Row& source,
                           const Row& projected, const char* kind, const Event& event) const {
  EvalContext where = context(table, source, kind, event);
  where.projected = &projected;
  try {
    Value value = effective.filter->eval(where);
    if (value.is_null() && level(version_) < 37) fail_null();
    return value.is_true();
  } catch (Failure& failure) {
    fail_filter(failure, table, effective);
  }
}

Scope PostTransform::filter_scope(const Schema& source, const Schema& projected) const {
  Scope scope = scope_of(source, version_, definition_);
  scope.projected = &projected;
  return scope;
}

void PostTransform::fail_column(Failure& failure, const Table& table, const Effective& effective,
                                const ProjectedColumn& column) const {
  rethrow(failure,
          "Failed to evaluate projection expression `" + column.compiled->text + "` for column `" +
              column.column.name + "` in table `" + table.id->text + "`.",
          effective.rule->projection_span(column.compiled->span));
}

void PostTransform::fail_filter(Failure& failure, const Table& table, const Effective& effective) const {
  rethrow(failure,
          "Failed to evaluate filtering expression for table `" + table.id->text +
              "`.\n\tOriginal expression: " + effective.rule->definition().filter->text,
          effective.rule->filter_span(failure.error.span));
}

void PostTransform::make_ready(const Table& table, const Effective& effective) const {
  effective.ready = true;
  for (const ProjectedColumn& column : effective.columns) {
    if (column.source >= 0) continue;
    try {
      column.compiled->check();
    } catch (Failure& failure) {
      fail_column(failure, table, effective, column);
    }
  }
  if (!effective.rule->has_filter()) return;
  try {
    effective.filter = compile_filter(effective.rule->filter(), effective.rule->filter_text(),
                                      filter_scope(*table.source, *effective.schema));
    effective.filter->check();
  } catch (Failure& failure) {
    fail_filter(failure, table, effective);
  }
}

bool PostTransform::apply(const Table& table, const Effective& effective, Event& event) const {
  if (!effective.ready) make_ready(table, effective);
  const bool update = event.op == DataOp::kUpdate;
  RowPtr before = event.before, after = event.after;
  const char *before_kind = update ? "-U" : "-D", *after_kind = update ? "+U" : "+I";
  if (before) event.before = project(table, effective, before, before_kind, event);
  if (after) event.after = project(table, effective, after, after_kind, event);
  event.schema = effective.schema;
  if (effective.rule->has_filter()) {
    auto image_passes = [&](const RowPtr& source, const RowPtr& projected, const char* kind) {
      return source && passes(table, effective, *source, *projected, kind, event);
    };
    if (level(version_) < 36) {
      bool deleted = event.op == DataOp::kDelete;
      if (!(deleted ? image_passes(before, event.before, before_kind)
                    : image_passes(after, event.after, after_kind)))
        return false;
    } else {
      bool had = image_passes(before, event.before, before_kind),
           has = image_passes(after, event.after, after_kind);
      if (!had && !has) return false;
      if (update && had != has) {
        event.op = had ? DataOp::kDelete : DataOp::kInsert;
        if (had) event.after = RowPtr();
        if (has) event.before = RowPtr();
      }
    }
  }
  // Only who reads the rows behind this operator takes a null under NOT NULL for a value.
  event.before = read_row(event.before, *effective.schema);
  event.after = read_row(event.after, *effective.schema);
  convert(*effective.rule, event);
  return true;
}

void PostTransform::convert(const Rule& rule, Event& event) const {
  for (Converter converter : rule.converters()) {
    if (converter != Converter::kSoftDelete || event.op != DataOp::kDelete) continue;
    event.op = DataOp::kInsert;
    event.after = event.before;
    event.before = RowPtr();
  }
}

std::optional<Event> PostTransform::data(Table& table, const Event& event) const {
  if (event.op == DataOp::kReplace)
    throw Failure("cdc/run", "Unknown operation type: REPLACE", {},
                  "an upsert without before image cannot pass a transform rule; give -U and +U");
  if (!table.rules.empty()) {
    refuse_collections(table, event.before);
    refuse_collections(table, event.after);
  }
  for (const Effective& effective : table.rules) {
    Event out = event;
    if (apply(table, effective, out)) return out;
  }
  return std::nullopt;
}

}  // namespace rowkind::cdc
