#include "cdc/lint.h"

#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "cdc/lint_expr.h"
#include "scenario/yaml.h"

namespace rowkind::cdc {
namespace {

const char* const kPipelineOptions[] = {"name",
                                        "parallelism",
                                        "execution.runtime-mode",
                                        "schema.change.behavior",
                                        "route-mode",
                                        "local-time-zone",
                                        "operator.uid.prefix",
                                        "schema.operator.uid",
                                        "schema-operator.rpc-timeout",
                                        "sink.partitioning.strategy",
                                        "transform.decimal.precision.mode",
                                        "transform.expression.semantics",
                                        "user-defined-function",
                                        "model"};

class PipelineLinter {
 public:
  PipelineLinter(const Pipeline& pipeline, const UpstreamTables& tables, std::string_view yaml)
      : pipeline_(pipeline), tables_(tables), yaml_(yaml) {
    sink_.add = forward;
    sink_.to = this;
  }

  std::vector<Error> run(const std::vector<SourceStep>& steps) {
    shapes();
    for (const auto& rule : pipeline_.rules()) keys(*rule);
    for (const auto& [id, schema] : tables_) table(*id, *schema);
    for (const auto& rule : pipeline_.rules()) {
      bool matches =
          std::any_of(tables_.begin(), tables_.end(), [&](const auto& t) { return rule->matches(*t.first); });
      if (!matches && !tables_.empty())
        add("cdc/rule-matches-nothing", "No table matches `" + rule->definition().source_table.text + "`.",
            rule->definition().source_table.span,
            "parts of the id are separated by plain dots, each is a regular expression; `\\.` is its any "
            "character");
    }
    routes();
    merges();
    lint_changes(pipeline_.rules(), pipeline_.definition(), steps, sink_);
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Error& a, const Error& b) { return a.span.offset < b.span.offset; });
    return std::move(out_);
  }

 private:
  static void forward(void* to, const char* code, const std::string& message, Span span,
                      const std::string& hint) {
    static_cast<PipelineLinter*>(to)->add(code, message, span, hint);
  }

  void add(const char* code, const std::string& message, Span span, const std::string& hint) {
    for (const Error& known : out_)
      if (known.code == code && known.span.offset == span.offset && known.span.length == span.length) return;
    out_.emplace_back(code, message, span, hint, Severity::kAdvice);
  }

  // What the reader of the YAML makes of odd shapes.
  void shapes() {
    Result<YamlNode> root = parse_yaml(yaml_);
    if (!root) return;
    if (const YamlNode* rules = root->find("transform")) {
      for (const YamlNode& rule : rules->items) {
        for (const auto& [key, value] : rule.pairs) {
          if (key.text == "projection") stars(value);
          if (value.kind != YamlKind::kScalar)
            add("cdc/list-ignored", "A list or mapping counts as an empty text: " + key.text + " is ignored.",
                value.span, "write it as one text with commas");
          if (value.is_null())
            add("cdc/null-value", key.text + " without a value is the text `null`.", key.span,
                "leave the key out");
        }
      }
    }
    const YamlNode* options = root->find("pipeline");
    if (options == nullptr) return;
    for (const auto& option : options->pairs) {
      const YamlNode& key = option.first;
      bool known = std::any_of(std::begin(kPipelineOptions), std::end(kPipelineOptions),
                               [&](const char* name) { return key.text == name; });
      if (key.text == "transform.allow.trimming.pk-columns") known = is_vvr(pipeline_.version());
      std::vector<std::string> names(std::begin(kPipelineOptions), std::end(kPipelineOptions));
      if (!known)
        add("cdc/unknown-option", "Flink CDC silently ignores the option " + key.text + ".", key.span,
            did_you_mean(key.text, names));
    }
  }

  void keys(const Rule& rule) {
    for (const std::string& key : rule.primary_keys()) {
      if (key == "__data_event_type__")
        add("cdc/event-type-key", "An update has two event types, so its images have different keys.",
            rule.definition().span, "");
    }
    const std::string& keys = rule.definition().primary_keys;
    if (pipeline_.version() != Version::kVvr11 && !keys.empty() && trim(keys).empty())
      add("cdc/blank-primary-keys", "Blank primary-keys are ignored; the source's key stays.",
          rule.definition().span, "");
  }

  void table(const TableId& id, const Schema& schema) {
    const Rule* first = nullptr;
    for (const auto& rule : pipeline_.rules()) {
      if (!rule->matches(id)) continue;
      if (first && level(pipeline_.version()) >= 36) {
        add("cdc/rule-unused",
            "An earlier rule matches " + id.text +
                "; only the first one counts, even if its filter rejects the row.",
            rule->definition().source_table.span, "put both into one rule, with CASE");
        continue;
      }
      const bool is_first = first == nullptr;
      if (is_first) first = rule.get();
      try {
        rule_of(*rule, id, schema, is_first);
      } catch (const Failure&) {
        // The run says what is wrong.
      }
    }
  }

  void rule_of(const Rule& rule, const TableId& id, const Schema& schema, bool first) {
    const TransformRule& definition = rule.definition();
    if (!schema.comment.empty() && first)
      add("cdc/comment-lost", "The comment of " + id.text + " is lost as soon as a rule matches the table.",
          definition.source_table.span, "");
    if (!schema.options.empty() && !rule.table_options().empty() && first)
      add("cdc/options-replaced", "table-options replace all options of " + id.text + ".", definition.span,
          "");
    for (Converter converter : rule.converters()) {
      if (converter == Converter::kSoftDelete && rule.has_filter() && level(pipeline_.version()) >= 36)
        add("cdc/soft-delete-filter",
            "An update whose after image the filter rejects becomes an insert with the event type -U.",
            definition.filter->span, "");
    }
    const size_t parts = rule.selector().parts_of_match(id);
    if (parts != id.parts.size())
      add("cdc/selector-parts",
          "A selector of " + std::to_string(parts) + " parts matches " + id.text +
              ": parts that the id does not have are not looked at.",
          definition.source_table.span, "");
    collections(rule, schema);
    names(rule, schema);
    computed(rule, schema);
    lint_expressions(rule, schema, id, pipeline_.version(), pipeline_.definition(), sink_);
    if (!first) return;
    std::vector<ProjectedColumn> columns =
        project_columns(rule, schema, pipeline_.version(), pipeline_.definition());
    const std::vector<std::string>& keys =
        rule.primary_keys().empty() ? schema.primary_keys : rule.primary_keys();
    for (const std::string& key : keys) {
      auto column = std::find_if(columns.begin(), columns.end(),
                                 [&](const ProjectedColumn& c) { return c.column.name == key; });
      if (column != columns.end() && column->column.type.nullable())
        add("cdc/null-as-zero",
            "The key column " + key + " is made NOT NULL, but a NULL in it stays: it shows as '' or 0.",
            rule.projection_span({}), "filter such rows, or use COALESCE");
      if (column == columns.end() && !definition.clears_primary_keys)
        add("cdc/key-lost",
            "The projection has no column " + key + ", which is a key: the job fails at the sink.",
            rule.projection_span({}), "keep it, or name another key with primary-keys");
    }
  }

  void collections(const Rule& rule, const Schema& schema) {
    if (level(pipeline_.version()) >= 36) return;
    for (const Column& column : schema.columns) {
      if (column.type.is(TypeRoot::kArray) || column.type.is(TypeRoot::kMap))
        add("cdc/collections-fail",
            "Under any rule the column " + column.name + " fails the job: 3.5 cannot carry ARRAY and MAP.",
            rule.definition().source_table.span, "use 3.6 or later");
    }
  }

  // `\\*` is replaced wherever it stands.
  void stars(const YamlNode& projection) {
    const std::string& text = projection.text;
    bool quoted = false;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '\'') quoted = !quoted;
      if (quoted && text[i] == '\\' && text[i + 1] == '*')
        add("cdc/star-escape", "\\* becomes * inside of texts and patterns, too.", projection.span,
            "write [*] in a pattern");
    }
  }

  // What computed columns and new names do to nullability, comment and default.
  void computed(const Rule& rule, const Schema& schema) {
    bool said = false;
    for (const sql::SelectItem& item : rule.items()) {
      if (!item.alias) continue;
      if (const auto* column = sql::node_cast<sql::Column>(item.expr)) {
        int32_t at = schema.find(column->name.last());
        const bool kept = at >= 0 && (schema.columns[static_cast<size_t>(at)].comment ||
                                      schema.columns[static_cast<size_t>(at)].default_value);
        if (kept && item.alias->name != column->name.last())
          add("cdc/comment-kept",
              item.alias->name + " takes comment and default of " + column->name.last() + " along.",
              rule.projection_span(item.span), "");
      } else if (!said && of_certain_columns(*item.expr, schema)) {
        said = true;
        add("cdc/computed-nullable",
            item.alias->name + " may be NULL for the sink, though all of its columns are NOT NULL.",
            rule.projection_span(item.span), "");
      }
    }
  }

  // Whether an expression is made of columns, all NOT NULL.
  static bool of_certain_columns(const sql::Expr& expr, const Schema& schema, int32_t depth = 0) {
    bool any = false;
    for (const sql::ExprPtr& child : children_of(expr)) {
      if (!child) continue;
      if (const auto* column = sql::node_cast<sql::Column>(child)) {
        int32_t at = schema.find(column->name.last());
        if (at < 0 || schema.columns[static_cast<size_t>(at)].type.nullable()) return false;
        any = true;
      } else if (!children_of(*child).empty()) {
        if (!of_certain_columns(*child, schema, depth + 1)) return false;
        any = true;
      }
    }
    return any;
  }

  // A column of a name that was there before takes its place.
  void names(const Rule& rule, const Schema& schema) {
    std::vector<std::string> computed;
    for (const sql::SelectItem& item : rule.items()) {
      if (item.expr->kind == sql::ExprKind::kStar) {
        for (const std::string& name : computed)
          if (schema.find(name) >= 0)
            add("cdc/overwritten-column",
                "The later * puts the source's " + name + " in place of the computed one.",
                rule.projection_span(item.span), "put * first");
      } else if (item.alias) {
        computed.push_back(item.alias->name);
      }
    }
  }

  void routes() {
    const Definition& definition = pipeline_.definition();
    if (level(pipeline_.version()) < 36) return;
    for (const RouteRule& route : definition.routes) {
      route_case(route);
      if (route.replace_symbol || route.sink_table.text.find('$') != std::string::npos) continue;
      Router router({route}, false, pipeline_.version());
      for (const auto& [id, schema] : tables_) {
        try {
          std::string sink = router.route(id).front()->text;
          if (sink == id->text || sink == route.sink_table.text) continue;
          add("cdc/route-leftover",
              id->text + " goes to " + sink + ": every match inside the id is replaced by the sink's name.",
              route.sink_table.span, "put the longer name first, and end patterns that may be empty");
        } catch (const Failure&) {
          // The run says what is wrong.
        }
      }
    }
  }

  // Tables that end up in one sink table make changes of their own.
  void merges() {
    const Definition& definition = pipeline_.definition();
    const bool strict =
        definition.behavior == ChangeBehavior::kException || definition.behavior == ChangeBehavior::kIgnore;
    if (!strict || definition.batch || definition.routes.empty()) return;
    std::map<std::string, const Schema*> sinks;
    Router router(definition.routes, definition.first_route_only, pipeline_.version());
    for (const auto& [id, schema] : tables_) {
      try {
        for (const TableIdPtr& sink : router.route(id)) {
          const Schema*& known = sinks[sink->text];
          if (known && known->columns != schema->columns)
            add("cdc/merge-changes",
                id->text + " has other columns than the tables before it: " +
                    std::string(definition.behavior == ChangeBehavior::kException
                                    ? "to merge them changes " + sink->text + ", and EXCEPTION fails."
                                    : "IGNORE leaves what is new out of " + sink->text + "."),
                definition.routes.front().source_table.span, "schema.change.behavior: EVOLVE or LENIENT");
          known = schema.get();
        }
      } catch (const Failure&) {
        // The run says what is wrong.
      }
    }
  }

  // A route that would match if case did not count.
  void route_case(const RouteRule& route) {
    auto lower = [](const TableIdPtr& id) { return parse_table_id(ascii_lower(id->text)); };
    RouteRule loose = route;
    loose.source_table.text = ascii_lower(route.source_table.text);
    loose.sink_table.text = "x";
    loose.replace_symbol = "<>";
    RouteRule strict = loose;
    strict.source_table.text = route.source_table.text;
    Router exact({strict}, false, pipeline_.version()), any_case({loose}, false, pipeline_.version());
    for (const auto& [id, schema] : tables_) {
      Result<TableIdPtr> small = lower(id);
      if (small && exact.groups({id})[0].empty() && !any_case.groups({*small})[0].empty())
        add("cdc/route-case",
            "`" + route.source_table.text + "` does not match " + id->text +
                ": routes are case-sensitive, transform selectors are not.",
            route.source_table.span, "write the id as it is");
    }
  }

  const Pipeline& pipeline_;
  LintSink sink_;
  const UpstreamTables& tables_;
  std::string_view yaml_;
  std::vector<Error> out_;
};

}  // namespace

std::vector<Error> lint(const Pipeline& pipeline, const UpstreamTables& tables,
                        const std::vector<SourceStep>& steps, std::string_view yaml) {
  return PipelineLinter(pipeline, tables, yaml).run(steps);
}

}  // namespace rowkind::cdc
