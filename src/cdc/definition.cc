#include "cdc/definition.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/utf8.h"
#include "scenario/yaml.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

const char* const kTags[] = {"add.column", "alter.column.type", "create.table",   "drop.column",
                             "drop.table", "rename.column",     "truncate.table", "alter.table.comment"};

bool blank(std::string_view text) {
  return trim(text).empty();
}

// YAML 1.1 takes a plain scalar for a null, a BOOLEAN or a number where it can; as text it then is what Java
// prints: "no" is false, 0x10 is 16, 1e3 is 1000.0.
std::string plain_text(const std::string& text) {
  const std::string lower = ascii_lower(text);
  if (lower.empty() || lower == "~" || lower == "null") return "null";
  if (lower == "true" || lower == "yes" || lower == "on") return "true";
  if (lower == "false" || lower == "no" || lower == "off") return "false";
  const bool negative = text[0] == '-';
  std::string digits = lower.substr(negative || text[0] == '+' ? 1 : 0);
  if (digits.empty() || digits[0] == '_' || digits.find_first_of("0123456789") > 1) return text;
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  int base = 10;
  size_t prefix = 0;
  if (digits.size() > 1 && digits[0] == '0') {
    base = digits[1] == 'x' ? 16 : digits[1] == 'b' ? 2 : 8;
    prefix = base == 8 ? 1 : 2;
  }
  int64_t whole = 0;
  const char* end = digits.data() + digits.size();
  auto [stop, error] = std::from_chars(digits.data() + prefix, end, whole, base);
  if (stop == end && error == std::errc()) return (negative && whole != 0 ? "-" : "") + std::to_string(whole);
  const bool floating = digits.find_first_of(".e") != std::string::npos &&
                        digits.find_first_not_of("0123456789.e+-") == std::string::npos;
  char* rest = nullptr;
  const double number = std::strtod(digits.c_str(), &rest);
  return floating && *rest == '\0' ? java_double(negative ? -number : number) : text;
}

class DefinitionReader {
 public:
  DefinitionReader(std::string_view yaml, Version version) : yaml_(yaml), version_(version) {}

  Definition read() {
    root_ = parse();
    if (root_.kind != YamlKind::kMapping)
      throw Failure("cdc/definition", "The pipeline definition is not a mapping.", root_.span,
                    "write source:, sink:, transform:, route: or pipeline:");
    known_keys(root_, "top-level", {"source", "sink", "route", "transform", "pipeline"});
    if (const YamlNode* node = root_.find("pipeline")) options(*node);
    if (const YamlNode* node = root_.find("source")) out_.source = section(*node, "source");
    if (const YamlNode* node = root_.find("sink")) out_.sink = section(*node, "sink");
    if (out_.source) source_metadata(*out_.source);
    sink_changes();
    if (const YamlNode* node = root_.find("transform")) {
      for (const YamlNode* rule : rules(*node, "transform")) out_.transforms.push_back(transform(*rule));
    }
    if (const YamlNode* node = root_.find("route")) {
      for (const YamlNode* rule : rules(*node, "route")) out_.routes.push_back(route(*rule));
    }
    return std::move(out_);
  }

 private:
  // Flink CDC's YAML reader has the same messages but for this one.
  YamlNode parse() const {
    Result<YamlNode> root = parse_yaml(yaml_);
    if (root) return std::move(*root);
    Error error = root.error();
    constexpr std::string_view kQuoted = "while parsing a quoted scalar";
    size_t at = error.message.find(kQuoted);
    if (at != std::string::npos)
      error.message.replace(at, kQuoted.size(), "while scanning a double-quoted scalar");
    throw Failure(std::move(error));
  }

  // JsonNode.asText().
  static std::string as_text(const YamlNode& node) {
    if (node.kind != YamlKind::kScalar) return "";
    return node.style == YamlStyle::kPlain ? plain_text(node.text) : node.text;
  }

  Text text_of(const YamlNode& node) const {
    Text out;
    out.text = as_text(node);
    out.span = node.span;
    if (node.kind == YamlKind::kScalar && !node.is_null()) out.first = first_character(node, yaml_);
    return out;
  }

  void known_keys(const YamlNode& node, const std::string& block,
                  const std::vector<std::string>& keys) const {
    if (level(version_) < 36) return;  // silently ignored
    std::string list;
    for (const std::string& key : keys) list += (list.empty() ? "" : ", ") + key;
    for (const auto& [key, value] : node.pairs) {
      if (std::find(keys.begin(), keys.end(), key.text) != keys.end()) continue;
      std::string note = block == "top-level"
                             ? "Flink configurations belong to the Runtime Configurations of the cluster."
                             : "Earlier versions silently ignored unexpected keys.";
      throw Failure("cdc/definition",
                    "Unexpected key `" + key.text + "` in YAML " + block +
                        " block.\nAllowed keys in this context are: [" + list + "]\n" + note,
                    key.span, did_you_mean(key.text, keys));
    }
  }

  std::vector<const YamlNode*> rules(const YamlNode& node, const std::string& block) const {
    std::vector<const YamlNode*> out;
    if (node.kind == YamlKind::kMapping && level(version_) < 36) {
      // Jackson iterates over the values of an object just as well.
      for (const auto& pair : node.pairs) out.push_back(&pair.second);
    } else if (node.kind == YamlKind::kMapping) {
      throw Failure("cdc/definition",
                    "YAML " + block + " block is expecting an array children, but got an OBJECT ({" +
                        (node.pairs.empty() ? "" : "\"" + node.pairs[0].first.text + "\"…") +
                        "}). Perhaps you missed a dash prefix `-`?",
                    node.span, "start each rule with `- source-table: …`");
    } else if (node.kind == YamlKind::kScalar && !node.is_null() && level(version_) >= 36) {
      throw Failure("cdc/definition",
                    "YAML " + block + " block is expecting an array children, but got a STRING (\"" +
                        node.text + "\"). Perhaps you missed a dash prefix `-`?",
                    node.span);
    }
    for (const YamlNode& item : node.items) out.push_back(&item);
    return out;
  }

  Text required(const YamlNode& rule, const char* key, const char* block) const {
    const YamlNode* node = rule.find(key);
    if (node == nullptr)
      throw Failure("cdc/definition",
                    std::string("Missing required field \"") + key + "\" in " + block + " configuration",
                    rule.span);
    return text_of(*node);
  }
  static std::string optional_text(const YamlNode& rule, const char* key) {
    const YamlNode* node = rule.find(key);
    return node ? as_text(*node) : "";
  }
  std::optional<Text> unless_blank(const YamlNode& rule, const char* key) const {
    const YamlNode* node = rule.find(key);
    if (node == nullptr || blank(as_text(*node))) return std::nullopt;
    return text_of(*node);
  }

  TransformRule transform(const YamlNode& node) const {
    known_keys(node, "transform",
               {"source-table", "projection", "filter", "primary-keys", "partition-keys", "table-options",
                "table-options.delimiter", "description", "converter-after-transform"});
    TransformRule rule;
    rule.span = node.span;
    rule.source_table = required(node, "source-table", "transform");
    rule.projection = unless_blank(node, "projection");
    if (rule.projection) {
      // Every \* becomes *, inside literals too.
      std::string& text = rule.projection->text;
      for (size_t at = text.find("\\*"); at != std::string::npos; at = text.find("\\*", at + 1)) {
        text.erase(at, 1);
        rule.projection->first = -1;  // places are off now
      }
    }
    rule.filter = unless_blank(node, "filter");
    rule.primary_keys = optional_text(node, "primary-keys");
    rule.primary_keys_text = unless_blank(node, "primary-keys");
    const YamlNode* keys = node.find("primary-keys");
    rule.clears_primary_keys = version_ == Version::kVvr11 && keys != nullptr &&
                               keys->kind == YamlKind::kScalar && blank(as_text(*keys));
    rule.partition_keys = optional_text(node, "partition-keys");
    rule.table_options = optional_text(node, "table-options");
    rule.description = optional_text(node, "description");
    rule.converter = optional_text(node, "converter-after-transform");
    if (level(version_) >= 36) {
      rule.delimiter = optional_text(node, "table-options.delimiter");
      if (rule.delimiter.empty()) rule.delimiter = ",";
    }
    return rule;
  }

  RouteRule route(const YamlNode& node) const {
    known_keys(node, "route", {"source-table", "sink-table", "replace-symbol", "description"});
    RouteRule rule;
    rule.span = node.span;
    rule.source_table = required(node, "source-table", "route");
    rule.sink_table = required(node, "sink-table", "route");
    if (const YamlNode* symbol = node.find("replace-symbol")) rule.replace_symbol = as_text(*symbol);
    rule.description = optional_text(node, "description");
    return rule;
  }

  static Section section(const YamlNode& node, const char* block) {
    Section out;
    if (node.find("type") == nullptr)
      throw Failure("cdc/definition",
                    std::string("Missing required field \"type\" in ") + block + " configuration", node.span);
    for (const auto& [key, value] : node.pairs) {
      if (key.text == "type") {
        out.type = as_text(value);
      } else if (key.text == "name") {
        out.name = as_text(value);
      } else {
        out.options.emplace_back(key.text, list_text(value));
      }
    }
    return out;
  }

  // Columns that the connector adds; their types are those of the MySQL connector.
  void source_metadata(const Section& source) {
    for (const auto& [key, value] : source.options) {
      std::string list = "," + value + ",";
      list.erase(std::remove(list.begin(), list.end(), ' '), list.end());
      if (key == "metadata.list" && list.find(",op_ts,") != std::string::npos)
        out_.source_metadata.emplace_back("op_ts");
    }
  }

  // A list of names, as a YAML list or with commas.
  static std::string list_text(const YamlNode& node) {
    if (node.kind != YamlKind::kSequence) return as_text(node);
    std::string out;
    for (const YamlNode& item : node.items) out += (out.empty() ? "" : ",") + as_text(item);
    return out;
  }

  // What the user's own classes are called in expressions.
  void functions(const YamlNode& list) {
    for (const YamlNode& item : list.items)
      for (const auto& [key, value] : item.pairs)
        if (key.text == "name" || key.text == "model-name") out_.functions.push_back(ascii_upper(value.text));
  }

  void options(const YamlNode& node) {
    for (const auto& [key, value] : node.pairs) {
      std::string text = as_text(value);
      out_.options.emplace_back(key.text, text);
      std::string upper = ascii_upper(text);
      if (key.text == "user-defined-function" || key.text == "model") {
        functions(value);
      } else if (key.text == "schema.change.behavior") {
        out_.behavior = behavior_of(upper, value.span);
      } else if (key.text == "route-mode" && level(version_) >= 36) {
        out_.first_route_only = upper == "FIRST_MATCH";
      } else if (key.text == "transform.decimal.precision.mode" && level(version_) >= 37) {
        out_.wide_decimals = upper == "UP_TO_38";
      } else if (key.text == "transform.expression.semantics" && level(version_) >= 37) {
        if (upper != "LEGACY" && upper != "FLINK_SQL")
          throw Failure("cdc/definition",
                        "Could not parse value '" + text + "' for key 'transform.expression.semantics'.",
                        value.span, "LEGACY or FLINK_SQL");
        out_.sql_semantics = upper == "FLINK_SQL";
      } else if (key.text == "execution.runtime-mode") {
        if (upper != "STREAMING" && upper != "BATCH")
          throw Failure("cdc/definition",
                        "Could not parse value '" + text + "' for key 'execution.runtime-mode'.", value.span,
                        "STREAMING or BATCH");
        out_.batch = upper == "BATCH";
      } else if (key.text == "transform.allow.trimming.pk-columns" && is_vvr(version_)) {
        out_.may_trim_keys = upper == "TRUE";
      } else if (key.text == "local-time-zone" && text != "default") {
        if (TimeZone::find_session(text) == nullptr)
          throw Failure(
              "cdc/definition",
              "Invalid time zone. The valid value should be a Time Zone Database ID such as "
              "'America/Los_Angeles' to include daylight saving time. Fixed offsets are supported "
              "using 'GMT-08:00' or 'GMT+08:00'. Or use 'UTC' without time zone and daylight saving "
              "time.",
              value.span);
        out_.time_zone = text;
      }
    }
  }

  static ChangeBehavior behavior_of(const std::string& upper, Span span) {
    for (ChangeBehavior b : {ChangeBehavior::kIgnore, ChangeBehavior::kLenient, ChangeBehavior::kTryEvolve,
                             ChangeBehavior::kEvolve, ChangeBehavior::kException})
      if (behavior_name(b) == upper) return b;
    throw Failure(
        "cdc/definition",
        "Could not parse value '" + upper +
            "' for key 'schema.change.behavior'. Could not parse value for enum class "
            "org.apache.flink.cdc.common.pipeline.SchemaChangeBehavior. Expected one of: [[IGNORE, LENIENT, "
            "TRY_EVOLVE, EVOLVE, EXCEPTION]]",
        span, "IGNORE, LENIENT, TRY_EVOLVE, EVOLVE or EXCEPTION");
  }

  // ChangeEventUtils.resolveSchemaEvolutionTag: a kind, or a family named by one of the kind's words.
  static void resolve(const YamlNode& name, std::set<std::string>& out) {
    const std::string text = as_text(name);
    bool known = false;
    for (const char* tag : kTags) {
      std::string dotted = "." + std::string(tag) + ".";
      if (text.empty() || dotted.find("." + text + ".") == std::string::npos) continue;
      known = true;
      out.insert(tag);
    }
    if (!known) throw Failure("cdc/definition", "Unknown schema change event type: " + text, name.span);
  }

  // The elements of a list or the values of a mapping; a text has none and so names nothing.
  static void resolve_all(const YamlNode& list, std::set<std::string>& out) {
    for (const YamlNode& item : list.items) resolve(item, out);
    for (const auto& [key, value] : list.pairs) resolve(value, out);
  }

  void sink_changes() {
    std::set<std::string> included, excluded;
    const YamlNode* sink = root_.find("sink");
    const YamlNode* include = sink ? sink->find("include.schema.changes") : nullptr;
    const YamlNode* exclude = sink ? sink->find("exclude.schema.changes") : nullptr;
    if (include) resolve_all(*include, included);
    if (exclude) resolve_all(*exclude, excluded);
    if (out_.sink) {
      for (const auto& [key, value] : out_.sink->options) {
        if (key == "error.on.schema.change" && ascii_lower(value) == "true") out_.sink_rejects_changes = true;
      }
    }
    if (out_.behavior == ChangeBehavior::kLenient && !exclude) excluded = {"drop.table", "truncate.table"};
    if (included.empty()) included.insert(std::begin(kTags), std::end(kTags));
    if (level(version_) >= 36) included.insert("create.table");
    for (const std::string& tag : included)
      if (excluded.count(tag) == 0) out_.accepted_changes.insert(tag);
  }

  std::string_view yaml_;
  Version version_;
  YamlNode root_;
  Definition out_;
};

}  // namespace

std::string_view behavior_name(ChangeBehavior behavior) {
  switch (behavior) {
    case ChangeBehavior::kIgnore:
      return "IGNORE";
    case ChangeBehavior::kLenient:
      return "LENIENT";
    case ChangeBehavior::kTryEvolve:
      return "TRY_EVOLVE";
    case ChangeBehavior::kEvolve:
      return "EVOLVE";
    case ChangeBehavior::kException:
      return "EXCEPTION";
  }
  return "";
}

const std::string* Definition::option(std::string_view key) const {
  for (const auto& [name, value] : options)
    if (name == key) return &value;
  return nullptr;
}

Result<Definition> read_definition(std::string_view yaml, Version version) {
  try {
    return DefinitionReader(yaml, version).read();
  } catch (const Failure& failure) {
    return failure;
  }
}

}  // namespace rowkind::cdc
