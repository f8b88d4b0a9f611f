#include "cdc/rule.h"

#include <algorithm>

#include "base/utf8.h"
#include "sql/parser.h"
#include "sql/token.h"

namespace rowkind::cdc {
namespace {

constexpr std::string_view kSelect = "SELECT ", kWhere = "SELECT * FROM TB WHERE ", kFrom = " FROM TB";

std::vector<std::string> names_of(std::string_view list) {
  std::vector<std::string> out;
  size_t start = 0;
  while (start <= list.size() && !trim(list).empty()) {
    size_t end = std::min(list.find(',', start), list.size());
    out.emplace_back(trim(list.substr(start, end - start)));
    start = end + 1;
  }
  while (!out.empty() && out.back().empty()) out.pop_back();  // as String.split() does
  return out;
}

std::map<std::string, std::string> options_of(const TransformRule& rule, Version version) {
  std::map<std::string, std::string> out;
  const std::string& between = rule.delimiter;
  std::string text = rule.table_options;
  // String.split() drops empty parts at the end.
  while (text.size() >= between.size() && text.substr(text.size() - between.size()) == between)
    text.resize(text.size() - between.size());
  if (trim(text).empty()) return out;
  size_t start = 0;
  while (start <= text.size()) {
    size_t end = std::min(text.find(between, start), text.size());
    std::string entry = text.substr(start, end - start);
    // Up to 3.5 String.split() cuts the entry as well: an empty value is no value.
    while (level(version) < 36 && !entry.empty() && entry.back() == '=') entry.pop_back();
    size_t equals = entry.find('=');
    bool broken = equals == std::string::npos ||
                  (level(version) < 36 && entry.find('=', equals + 1) != std::string::npos);
    if (broken)
      throw Failure("cdc/table-options",
                    "table option format error: " + rule.table_options + ", it should be like `key1=value1" +
                        between + "key2=value2`.",
                    rule.span);
    out[std::string(trim(std::string_view(entry).substr(0, equals)))] =
        std::string(trim(std::string_view(entry).substr(equals + 1)));
    start = end + between.size();
  }
  return out;
}

std::vector<Converter> converters_of(const TransformRule& rule, Version version) {
  std::vector<Converter> out;
  // Up to 3.5 a rule that neither projects nor filters is left out, and so is its converter.
  if (trim(rule.converter).empty() || (level(version) < 36 && !rule.projection && !rule.filter)) return out;
  std::vector<std::string> names =
      is_vvr(version) ? names_of(rule.converter) : std::vector<std::string>{rule.converter};
  for (const std::string& name : names) {
    if (name == "SOFT_DELETE") {
      out.push_back(Converter::kSoftDelete);
    } else if (name == "FIELD_NAME_LOWER_CASE" && version == Version::kVvr11) {
      out.push_back(Converter::kLowerCaseNames);
    } else {
      throw Failure("cdc/converter", "Failed to find the converter " + name + ".", rule.span,
                    name == "FIELD_NAME_LOWER_CASE" ? "it is there in VVR from 11.1 on" : "SOFT_DELETE");
    }
  }
  return out;
}

const sql::Select& select_of(const sql::Script& script) {
  const auto* query =
      script.statements.size() == 1 ? sql::node_cast<sql::QueryStatement>(script.statements[0]) : nullptr;
  const bool bare = query && query->query->order_by.empty() && !query->query->offset && !query->query->fetch;
  const auto* select = bare ? sql::node_cast<sql::Select>(query->query->body) : nullptr;
  if (select == nullptr) throw Failure("cdc/expression", "Only select statements can be parsed.");
  return *select;
}

Span shifted(Span inner, size_t prefix, const Text& text) {
  int32_t offset = inner.offset - static_cast<int32_t>(prefix);
  if (!inner.known() || text.first < 0 || offset < 0 || offset > static_cast<int32_t>(text.text.size()))
    return text.span;
  return Span{text.first + offset, inner.length};
}

// The message without the words of Flink's SQL parser in front.
Error parse_error(const Error& error) {
  Error out = error;
  constexpr std::string_view kFlink = "SQL parse failed. ";
  if (out.message.rfind(kFlink, 0) == 0) out.message = out.message.substr(kFlink.size());
  out.code = "cdc/expression";
  out.message = "Statements can not be parsed. " + out.message;
  return out;
}

// Parses what stands in the file between the words around it. A transform is no script: no semicolon ends it.
Result<sql::Script> parse_select(const std::string& text) {
  for (const sql::Token& token : sql::tokenize(text, sql::Dialect::kCalcite)) {
    if (token.kind != sql::TokenKind::kSymbol || token.text(text) != ";") continue;
    const LineColumn at = locate(text, token.span.offset);
    return Error{"sql/syntax",
                 "Encountered \";\" at line " + std::to_string(at.line) + ", column " +
                     std::to_string(at.column) + ".",
                 token.span};
  }
  return sql::parse_script(text, sql::Dialect::kCalcite);
}

Selector selector_of(const TransformRule& rule) {
  try {
    return Selector(rule.source_table.text);
  } catch (Failure& failure) {
    failure.error.span = rule.source_table.span;
    throw;
  }
}

}  // namespace

Rule::Rule(const TransformRule& definition, Version version)
    : definition_(definition), selector_(selector_of(definition)) {
  projection_text_ =
      std::string(kSelect) + (definition.projection ? definition.projection->text : "*") + std::string(kFrom);
  if (definition.filter) {
    filter_text_ = std::string(kWhere) + definition.filter->text;
    Result<sql::Script> script = parse_select(filter_text_);
    if (!script) {
      Error error = parse_error(script.error());
      error.span = filter_span(error.span);
      throw Failure(std::move(error));
    }
    filter_ = select_of(*script).where;
  }
  primary_keys_ = names_of(definition.primary_keys);
  partition_keys_ = names_of(definition.partition_keys);
  table_options_ = options_of(definition, version);
  converters_ = converters_of(definition, version);
}

Span Rule::projection_span(Span inner) const {
  return definition_.projection ? shifted(inner, kSelect.size(), *definition_.projection) : definition_.span;
}

Span Rule::filter_span(Span inner) const {
  return definition_.filter ? shifted(inner, kWhere.size(), *definition_.filter) : definition_.span;
}

const std::vector<sql::SelectItem>& Rule::items() const {
  if (!items_) {
    Result<sql::Script> script = parse_select(projection_text_);
    if (!script) {
      Error error = parse_error(script.error());
      error.span = projection_span(error.span);
      throw Failure(std::move(error));
    }
    const sql::Select& select = select_of(*script);
    if (!select.from) refuse_comment(select.items);
    if (select.where || select.group_by || select.having || select.qualify)
      throw Failure("cdc/expression", "Statements can not be parsed.", projection_span({}),
                    "a projection is a list of columns and expressions");
    items_ = std::make_shared<const std::vector<sql::SelectItem>>(select.items);
  }
  return *items_;
}

// A comment at the end takes the FROM behind the projection with it.
void Rule::refuse_comment(const std::vector<sql::SelectItem>& items) const {
  std::vector<std::string> names;
  for (const sql::SelectItem& item : items) collect_columns(item.expr, names);
  if (!names.empty())
    throw Failure("cdc/expression", "Column '" + names[0] + "' not found in any table", {},
                  "a comment with -- hides the rest of the statement: write it as /* … */");
}

bool Rule::has_asterisk() const {
  return std::any_of(items().begin(), items().end(),
                     [](const sql::SelectItem& item) { return item.expr->kind == sql::ExprKind::kStar; });
}

namespace {

bool is_signed_literal(const sql::Expr& expr) {
  const auto* op = sql::node_cast<sql::Operator>(&expr);
  return op && (op->op == sql::Op::kNegate || op->op == sql::Op::kPositive) &&
         sql::node_cast<sql::Literal>(op->operands[0]) != nullptr;
}

class Projector {
 public:
  Projector(const Rule& rule, const Schema& source, Version version, const Definition& definition)
      : rule_(rule), source_(source), scope_(scope_of(source, version, definition)) {}

  std::vector<ProjectedColumn> columns() {
    std::vector<std::string> named;
    for (const sql::SelectItem& item : rule_.items()) collect_columns(item.expr, named);
    for (const Column& column : source_.columns) {
      bool used = rule_.has_asterisk() || std::find(named.begin(), named.end(), column.name) != named.end();
      if (used && is_metadata(column.name))
        throw Failure("cdc/expression", "Column '" + column.name + "' is ambiguous", {},
                      "rename the column of the source: its name is that of a metadata column");
    }
    for (const sql::SelectItem& item : rule_.items()) add(item);
    return std::move(columns_);
  }

 private:
  // A later column takes the place of an earlier one of its name.
  void put(ProjectedColumn column) {
    for (ProjectedColumn& known : columns_) {
      if (known.column.name != column.column.name) continue;
      known = std::move(column);
      return;
    }
    columns_.push_back(std::move(column));
  }

  void plain(int32_t index, const std::string& name) {
    ProjectedColumn out;
    out.column = source_.columns[static_cast<size_t>(index)];
    out.column.name = name;
    out.source = index;
    put(std::move(out));
  }

  void computed(const sql::ExprPtr& expr, const std::string& name, bool nullable) {
    auto compiled = std::make_shared<Compiled>(compile_projection(expr, rule_.projection_text(), scope_));
    compiled->text = std::string(
        std::string_view(rule_.projection_text())
            .substr(static_cast<size_t>(expr->span.offset), static_cast<size_t>(expr->span.length)));
    compiled->span = expr->span;
    ProjectedColumn out;
    out.column.name = name;
    out.column.type = compiled->type.with_nullable(nullable);
    out.compiled = std::move(compiled);
    put(std::move(out));
  }

  void add(const sql::SelectItem& item) {
    if (const auto* star = sql::node_cast<sql::Star>(item.expr)) {
      if (item.alias)
        throw Failure("cdc/expression",
                      star->qualifier.empty() ? "Unknown identifier '*'" : "Unknown field '*'",
                      item.expr->span);
      const std::string table = star->qualifier.empty() ? "TB" : star->qualifier.text();
      if (table != "TB" && table != "default_schema.TB")
        throw Failure("cdc/expression", "Unknown identifier '" + table + "'", item.expr->span);
      for (size_t i = 0; i < source_.columns.size(); ++i)
        plain(static_cast<int32_t>(i), source_.columns[i].name);
      return;
    }
    if (item.alias && is_metadata(item.alias->name))
      throw Failure("cdc/expression",
                    "Column name " + item.alias->name + " is reserved and shading it is not allowed.",
                    item.alias->span);
    if (const auto* column = sql::node_cast<sql::Column>(item.expr)) {
      check_qualifier(*column);
      const std::string& name = column->name.last();
      int32_t index = source_.find(name);
      if (index >= 0) {
        plain(index, item.alias ? item.alias->name : name);
      } else {
        computed(item.expr, item.alias ? item.alias->name : name, !scope_.is_metadata(name));
      }
      return;
    }
    const auto* call = sql::node_cast<sql::Call>(item.expr);
    if (!item.alias && call && call->syntax == sql::CallSyntax::kNoParens) {
      computed(item.expr, ascii_upper(call->name.last()), true);
      return;
    }
    if (!item.alias) {
      const sql::ExprKind kind = item.expr->kind;
      bool expression = call || (kind == sql::ExprKind::kOperator && !is_signed_literal(*item.expr)) ||
                        kind == sql::ExprKind::kCast || kind == sql::ExprKind::kIn ||
                        kind == sql::ExprKind::kBetween || kind == sql::ExprKind::kLike ||
                        kind == sql::ExprKind::kQuantified || kind == sql::ExprKind::kSubquery ||
                        kind == sql::ExprKind::kJsonCall;
      const auto* cast = sql::node_cast<sql::Cast>(item.expr);
      const bool counts_all =
          call && call->arguments.size() == 1 && call->arguments[0].value->kind == sql::ExprKind::kStar;
      // What the validator refuses before anybody asks for a name.
      if (kind == sql::ExprKind::kCase || kind == sql::ExprKind::kDynamicParameter || counts_all ||
          (cast && cast->safe))
        compile_projection(item.expr, rule_.projection_text(), scope_);
      std::string text = calcite_text(*item.expr, rule_.projection_text(),
                                      item.expr->kind == sql::ExprKind::kCase ? "`TB`." : "");
      throw Failure("cdc/expression",
                    expression
                        ? "Unrecognized projection expression: " + text + ". Should be <EXPR> AS <IDENTIFIER>"
                        : "Unrecognized projection: " + text,
                    item.expr->span, "give the expression a name with AS");
    }
    bool never_null = call && ascii_upper(call->name.last()) == "IFNULL";
    computed(item.expr, item.alias->name, true);
    if (never_null) {
      for (ProjectedColumn& column : columns_)
        if (column.column.name == item.alias->name) column.column.type = column.compiled->type;
    }
  }

  const Rule& rule_;
  const Schema& source_;
  Scope scope_;
  std::vector<ProjectedColumn> columns_;
};

}  // namespace

Scope scope_of(const Schema& source, Version version, const Definition& definition) {
  Scope scope;
  scope.source = &source;
  scope.version = version;
  scope.wide_decimals = definition.wide_decimals;
  scope.sql_semantics = definition.sql_semantics;
  scope.source_metadata = &definition.source_metadata;
  scope.functions = &definition.functions;
  return scope;
}

std::vector<ProjectedColumn> project_columns(const Rule& rule, const Schema& source, Version version,
                                             const Definition& definition) {
  try {
    return Projector(rule, source, version, definition).columns();
  } catch (Failure& failure) {
    // Spans of what Rule itself throws count in the YAML already.
    if (failure.error.message.rfind("Statements can not be parsed", 0) != 0 &&
        failure.error.message.rfind("Only select", 0) != 0)
      failure.error.span = rule.projection_span(failure.error.span);
    throw;
  }
}

}  // namespace rowkind::cdc
