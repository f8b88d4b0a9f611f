// Names in expressions: columns, metadata, functions without parentheses.
#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"
#include "cdc/expr_internal.h"

namespace rowkind::cdc {
namespace {

class ColumnNode final : public Node {
 public:
  int32_t index = 0;
  bool projected = false;
  Value eval(const EvalContext& context) const override {
    return (projected ? *context.projected : *context.source)[index];
  }
};

enum class Metadata : uint8_t { kNamespace, kSchema, kTable, kEventType };
constexpr const char* kMetadataNames[] = {"__namespace_name__", "__schema_name__", "__table_name__",
                                          "__data_event_type__"};

class MetadataNode final : public Node {
 public:
  Metadata which = Metadata::kTable;
  Value eval(const EvalContext& context) const override {
    const std::vector<std::string>& parts = context.table->parts;
    switch (which) {
      case Metadata::kNamespace:
        return parts.size() == 3 ? Value::string(parts[0]) : Value::null();
      case Metadata::kSchema:
        return parts.size() >= 2 ? Value::string(parts[parts.size() - 2]) : Value::null();
      case Metadata::kTable:
        return Value::string(parts.back());
      case Metadata::kEventType:
        return Value::string(context.row_kind);
    }
    return Value::null();
  }
};

// A number out of the event's meta; null when it is not there.
class SourceMetadataNode final : public Node {
 public:
  std::string name;
  Value eval(const EvalContext& context) const override {
    if (context.meta == nullptr) return Value::null();
    auto found = context.meta->find(name);
    if (found == context.meta->end()) return Value::null();
    char* end = nullptr;
    int64_t number = std::strtoll(found->second.c_str(), &end, 10);
    if (*end != '\0') fail_run("For input string: \"" + found->second + "\"");
    return Value::integer(number);
  }
};

// Words that the translator takes as functions wherever they stand as names.
const char* const kFunctionNames[] = {"LOCALTIME",     "LOCALTIMESTAMP",    "CURRENT_TIME",
                                      "CURRENT_DATE",  "CURRENT_TIMESTAMP", "NOW",
                                      "UNIX_TIMESTAMP"};

}  // namespace

// The rows of a projection come from a table named TB.
void check_qualifier(const sql::Column& column) {
  std::string table = column.name.text();
  if (column.name.simple()) return;
  table.resize(table.size() - column.name.last().size() - 1);
  if (table == "TB" || table == "default_schema.TB") return;
  throw Failure(
      "cdc/expression",
      "Table '" + table + "' not found" + (ascii_iequals(table, "TB") ? "; did you mean 'TB'?" : ""),
      column.span, "write the column's name alone");
}

bool is_metadata(std::string_view name) {
  return std::any_of(std::begin(kMetadataNames), std::end(kMetadataNames),
                     [&](const char* known) { return name == known; });
}

bool Scope::is_metadata(std::string_view name) const {
  if (cdc::is_metadata(name)) return true;
  return source_metadata &&
         std::find(source_metadata->begin(), source_metadata->end(), name) != source_metadata->end();
}

NodePtr ExprCompiler::column(const sql::Column& column) {
  if (projection()) check_qualifier(column);
  const std::string& name = column.name.last();
  std::string upper = name;
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  // Calcite takes NOW and UNIX_TIMESTAMP without parentheses for columns.
  bool parentheses = upper == "NOW" || upper == "UNIX_TIMESTAMP";
  bool known = !projection() || !parentheses || scope_.source->find(name) >= 0;
  for (const char* function : kFunctionNames)
    if (known && upper == function) return niladic(upper);
  int32_t in_source = scope_.source->find(name);
  int32_t in_projected = scope_.projected ? scope_.projected->find(name) : -1;
  if (in_source >= 0 || in_projected >= 0) {
    auto node = std::make_shared<ColumnNode>();
    node->projected = in_projected >= 0;
    node->index = node->projected ? in_projected : in_source;
    const Schema& schema = node->projected ? *scope_.projected : *scope_.source;
    const LogicalType& actual = schema.columns[static_cast<size_t>(node->index)].type;
    node->java = class_of(actual);
    // Filters deduce types from the source columns, whatever a projection made of them.
    node->type = cap(in_source >= 0 ? scope_.source->columns[static_cast<size_t>(in_source)].type : actual);
    return node;
  }
  for (int32_t i = 0; i < 4; ++i) {
    if (name != kMetadataNames[i]) continue;
    auto node = std::make_shared<MetadataNode>();
    node->which = static_cast<Metadata>(i);
    node->java = JavaType::kString;
    node->type = LogicalType::string().with_nullable(false);
    return node;
  }
  if (scope_.is_metadata(name)) {
    auto node = std::make_shared<SourceMetadataNode>();
    node->name = name;
    node->java = JavaType::kLongBox;
    node->type = LogicalType::bigint().with_nullable(false);
    return node;
  }
  if (projection()) {
    std::vector<std::string> names;
    for (const Column& c : scope_.source->columns) names.push_back(c.name);
    std::string other;  // Calcite's own guess: the same name in another case
    for (const std::string& known_name : names)
      if (ascii_iequals(known_name, name)) other = known_name;
    for (const char* metadata : kMetadataNames)
      if (ascii_iequals(metadata, name)) other = metadata;
    refuse("Column '" + name + "' not found in any table" +
               (other.empty() ? "" : "; did you mean '" + other + "'?"),
           column, other.empty() ? did_you_mean(name, names) : "");
  }
  not_java("Unknown variable or type \"" + name + "\"");
  return constant(Value::null(), JavaType::kObject, LogicalType());
}

NodePtr ExprCompiler::niladic(const std::string& upper_name) {
  sql::Call call;
  return compile_function(*this, upper_name, call, {});
}

}  // namespace rowkind::cdc
