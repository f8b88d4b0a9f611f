#include <algorithm>

#include "base/flink_version.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "scenario/scenario.h"
#include "scenario/yaml.h"

namespace rowkind {
namespace {

using Names = std::vector<std::string>;

[[noreturn]] void fail(std::string code, std::string message, Span span, std::string hint = "") {
  throw Failure("scenario/" + code, std::move(message), span, std::move(hint));
}

std::string one_of(const Names& names) {
  std::string out = "one of: ";
  for (size_t i = 0; i < names.size(); ++i) out += (i ? ", " : "") + names[i];
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view yaml) : yaml_(yaml) {}

  Scenario read(const YamlNode& root) {
    if (root.kind != YamlKind::kMapping) {
      fail("not-a-scenario",
           "a scenario is a mapping with the keys sql (or pipeline), input and expect, but this is " +
               std::string(root.kind_name()),
           {root.span.offset, 0}, "put the script under `sql: |`");
    }
    check_keys(root,
               {"title", "description", "tags", "flink", "flink-cdc", "sql", "pipeline", "tables", "options",
                "input", "expect", "verified"},
               "a scenario");
    if (const YamlNode* n = root.find("title")) out_.title = text(*n, "title");
    if (const YamlNode* n = root.find("description")) out_.description = text(*n, "description");
    if (const YamlNode* n = root.find("tags")) out_.tags = texts(*n, "tags");
    if (const YamlNode* n = root.find("verified")) out_.verified = text(*n, "verified");
    program(root);
    versions(root);
    if (const YamlNode* n = root.find("tables")) tables(*n);
    if (const YamlNode* n = root.find("options")) options(*n);
    if (const YamlNode* n = root.find("input")) input(*n);
    if (const YamlNode* n = root.find("expect")) out_.expect = expect(*n);
    return std::move(out_);
  }

 private:
  void check_keys(const YamlNode& map, const Names& known, const std::string& owner) {
    for (const auto& [key, value] : map.pairs) {
      if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
      std::string hint = did_you_mean(key.text, known);
      fail("unknown-key", owner + " has no key '" + key.text + "'", key.span,
           hint.empty() ? one_of(known) : hint);
    }
  }

  void want(const YamlNode& node, YamlKind kind, const std::string& what, const std::string& hint = "") {
    if (node.kind == kind) return;
    const char* wanted = kind == YamlKind::kScalar     ? "a text"
                         : kind == YamlKind::kSequence ? "a list"
                                                       : "a mapping";
    fail("wrong-type", what + " must be " + wanted + ", but this is " + std::string(node.kind_name()),
         {node.span.offset, 0}, hint);
  }

  std::string text(const YamlNode& node, const std::string& what) {
    want(node, YamlKind::kScalar, what);
    return node.text;
  }

  Located located(const YamlNode& node, const std::string& what, const std::string& hint = "") {
    want(node, YamlKind::kScalar, what, hint);
    LineColumn at = locate_quickly(first_character(node, yaml_));
    return {node.text, at.line, at.column};
  }

  // locate() from the place asked last: many small items of a large file would otherwise cost a full walk
  // each.
  LineColumn locate_quickly(int32_t offset) {
    if (offset < last_offset_) {
      last_offset_ = 0;
      last_ = {1, 1};
    }
    LineColumn step = locate(yaml_.substr(static_cast<size_t>(last_offset_)), offset - last_offset_);
    last_ = step.line == 1 ? LineColumn{last_.line, last_.column + step.column - 1}
                           : LineColumn{last_.line + step.line - 1, step.column};
    last_offset_ = offset;
    return last_;
  }

  Names texts(const YamlNode& node, const std::string& what) {
    if (node.is_null()) return {};
    want(node, YamlKind::kSequence, what, "write `" + what + ": [a, b]`");
    Names out;
    for (const YamlNode& item : node.items) out.push_back(text(item, "an item of " + what));
    return out;
  }

  void program(const YamlNode& root) {
    const YamlNode *sql = root.find("sql"), *pipeline = root.find("pipeline");
    if (sql && pipeline) {
      fail("both-programs", "a scenario has either sql or pipeline, not both", pipeline->span,
           "keep one of the two");
    }
    if (!sql && !pipeline) {
      fail("no-program", "a scenario needs sql or pipeline", {root.span.offset, 0},
           "put the script under `sql: |`");
    }
    const std::string name = sql ? "sql" : "pipeline";
    std::string hint = "put the text under `" + name + ": |`, indented";
    Located program = located(sql ? *sql : *pipeline, name, hint);
    if (trim(program.text).empty())
      fail("no-program", name + " is empty", sql ? sql->span : pipeline->span, hint);
    (sql ? out_.sql : out_.pipeline) = std::move(program);
  }

  void versions(const YamlNode& root) {
    out_.flink = "2.3";
    if (const YamlNode* n = root.find("flink")) out_.flink = choice(*n, "flink", flink_versions());
    if (const YamlNode* n = root.find("flink-cdc")) {
      if (!out_.pipeline)
        fail("unknown-key", "flink-cdc goes with pipeline, this scenario has sql", n->span,
             "use flink: \"2.3\"");
      out_.flink_cdc = choice(*n, "flink-cdc", {"3.5", "3.6", "3.7", "vvr-8", "vvr-11"});
    }
  }

  std::string choice(const YamlNode& node, const std::string& what, const Names& values) {
    std::string value = text(node, what);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      std::string hint = did_you_mean(value, values);
      fail("value", what + " cannot be '" + value + "'", node.span, hint.empty() ? one_of(values) : hint);
    }
    return value;
  }

  void tables(const YamlNode& node) {
    if (node.is_null()) return;
    want(node, YamlKind::kMapping, "tables");
    for (const auto& [name, value] : node.pairs) {
      const std::string what = "table " + name.text;
      if (out_.pipeline) {
        want(value, YamlKind::kScalar, what,
             "write its schema as text: \"id INT NOT NULL, PRIMARY KEY (id)\"");
        out_.table_schemas.emplace_back(name.text, value.text);
        continue;
      }
      want(value, YamlKind::kMapping, what, "write `" + name.text + ": {changelog-mode: [I, UB, UA, D]}`");
      check_keys(value, {"changelog-mode"}, what);
      if (const YamlNode* mode = value.find("changelog-mode"))
        out_.table_modes[name.text] = changelog_mode(*mode);
    }
  }

  ChangelogMode changelog_mode(const YamlNode& node) {
    // Also the text "I,UB,UA,D".
    std::vector<std::pair<std::string, Span>> kinds;
    if (node.kind == YamlKind::kScalar) {
      std::string word;
      for (char c : node.text + ",") {
        if (c != ',' && c != ' ') {
          word += c;
        } else if (!word.empty()) {
          kinds.emplace_back(word, node.span);
          word.clear();
        }
      }
    } else {
      want(node, YamlKind::kSequence, "changelog-mode");
      for (const YamlNode& item : node.items)
        kinds.emplace_back(text(item, "a kind of changelog-mode"), item.span);
    }
    ChangelogMode mode;
    for (const auto& [kind, span] : kinds) {
      if (kind == "I") {
        mode.insert = true;
      } else if (kind == "UB") {
        mode.update_before = true;
      } else if (kind == "UA") {
        mode.update_after = true;
      } else if (kind == "D") {
        mode.deletes = true;
      } else if (kind == "PD") {
        mode.deletes = mode.key_only_deletes = true;
      } else {
        fail("value", "changelog-mode holds I, UB, UA, D or PD, not '" + kind + "'", span);
      }
    }
    if (kinds.empty()) fail("value", "changelog-mode is empty", node.span, "write [I, UB, UA, D]");
    return mode;
  }

  void options(const YamlNode& node) {
    if (node.is_null()) return;
    want(node, YamlKind::kMapping, "options");
    for (const auto& [name, value] : node.pairs) {
      want(value, YamlKind::kScalar, "option " + name.text,
           "write the whole key: `table.local-time-zone: Europe/Berlin`");
      if (name.text == "consumer") choice(value, "consumer", {"retract", "upsert", "append"});
      out_.options.emplace_back(name.text, value.text);
    }
  }

  void input(const YamlNode& node) {
    if (node.is_null()) return;
    want(node, YamlKind::kSequence, "input", "each item starts with `- `");
    for (const YamlNode& item : node.items) {
      if (!out_.input.empty() && out_.input.back().kind == InputKind::kEnd) {
        fail("after-end", "nothing can come after end", item.span,
             "`end` finishes all sources: make it the last item");
      }
      out_.input.push_back(input_item(item));
    }
  }

  InputItem input_item(const YamlNode& node) {
    InputItem item;
    item.span = node.span;
    if (node.kind == YamlKind::kScalar) {
      if (node.text != "end") {
        fail("value", "an input item is a mapping or `end`, not '" + node.text.substr(0, 80) + "'", node.span,
             "write `- table: t` and `rows: |` under it");
      }
      item.kind = InputKind::kEnd;
      return item;
    }
    want(node, YamlKind::kMapping, "an input item");
    check_keys(node, {"table", "rows", "format", "clock", "watermark", "ddl"}, "an input item");
    const Names kinds = {"rows", "clock", "watermark", "ddl"};
    const YamlNode* value = nullptr;
    std::string kind;
    for (const auto& [key, found] : node.pairs) {
      if (std::find(kinds.begin(), kinds.end(), key.text) == kinds.end()) continue;
      if (value)
        fail("value", "an input item holds either " + kind + " or " + key.text, key.span,
             "make two items of it");
      value = &found;
      kind = key.text;
    }
    if (!value)
      fail("missing", "an input item needs rows, clock, watermark or ddl", {node.span.offset, 0},
           "add `rows: |`");
    for (const char* key : {"table", "format"}) {
      const YamlNode* n = node.find(key);
      bool wanted = kind == "rows" || (kind == "watermark" && key == std::string("table"));
      if (n && !wanted) fail("unknown-key", "an item with " + kind + " has no key '" + key + "'", n->span);
    }
    if (kind == "rows" || kind == "watermark") {
      const YamlNode* table = node.find("table");
      if (!table)
        fail("missing", kind + " needs the table it belongs to", {node.span.offset, 0}, "add `table: …`");
      item.table = text(*table, "table");
    }
    if (const YamlNode* format = node.find("format")) item.format = text(*format, "format");
    if (item.format == "changelog") item.format.clear();
    if (kind == "ddl" && !out_.pipeline)
      fail("value", "ddl items are for pipelines; this scenario has sql", value->span);
    item.kind = kind == "rows"    ? InputKind::kRows
                : kind == "clock" ? InputKind::kClock
                : kind == "ddl"   ? InputKind::kDdl
                                  : InputKind::kWatermark;
    item.text = located(*value, kind, kind == "rows" ? "put the rows under `rows: |`, one a line" : "");
    if (kind != "rows" && trim(item.text.text).empty()) fail("value", kind + " is empty", value->span);
    return item;
  }

  std::vector<std::pair<std::string, std::string>> per_sink(const YamlNode& node, const std::string& what) {
    std::vector<std::pair<std::string, std::string>> out;
    if (node.kind != YamlKind::kMapping) {
      out.emplace_back("", text(node, what));
      return out;
    }
    for (const auto& [sink, value] : node.pairs)
      out.emplace_back(sink.text, text(value, what + " of " + sink.text));
    return out;
  }

  Expect expect(const YamlNode& node) {
    Expect out;
    if (node.is_null()) return out;
    want(node, YamlKind::kMapping, "expect");
    check_keys(node, {"changelog", "table", "error", "plan", "messages", "advice", "events", "order"},
               "expect");
    if (const YamlNode* n = node.find("changelog")) out.changelog = per_sink(*n, "changelog");
    if (const YamlNode* n = node.find("table")) out.table = per_sink(*n, "table");
    if (const YamlNode* n = node.find("messages")) out.messages = per_sink(*n, "messages");
    if (const YamlNode* n = node.find("events")) {
      if (!out_.pipeline)
        fail("unknown-key", "events go with pipeline, this scenario has sql", n->span, "use changelog");
      out.events = per_sink(*n, "events");
    }
    if (const YamlNode* n = node.find("error")) out.error = expected_error(*n);
    if (const YamlNode* n = node.find("plan")) out.plan = text(*n, "plan");
    if (const YamlNode* n = node.find("advice")) out.advice = texts(*n, "advice");
    if (const YamlNode* n = node.find("order")) {
      std::string order = choice(*n, "order", {"exact", "step", "any"});
      out.order = order == "exact"  ? ExpectOrder::kExact
                  : order == "step" ? ExpectOrder::kStep
                                    : ExpectOrder::kAny;
    }
    return out;
  }

  ExpectedError expected_error(const YamlNode& node) {
    want(node, YamlKind::kMapping, "error", "write `error: {contains: …}`");
    check_keys(node, {"contains", "line"}, "error");
    ExpectedError out;
    if (const YamlNode* n = node.find("contains")) out.contains = text(*n, "contains");
    if (const YamlNode* n = node.find("line")) {
      std::string digits = text(*n, "line");
      bool number =
          !digits.empty() && digits.size() < 9 && digits.find_first_not_of("0123456789") == std::string::npos;
      if (!number) fail("wrong-type", "line must be a number, not '" + digits.substr(0, 80) + "'", n->span);
      out.line = std::stoi(digits);
    }
    return out;
  }

  std::string_view yaml_;
  Scenario out_;
  int32_t last_offset_ = 0;
  LineColumn last_{1, 1};
};

}  // namespace

Result<Scenario> read_scenario(std::string_view yaml) {
  if (static_cast<int64_t>(yaml.size()) > limits::kScenarioBytes) {
    return Error{"scenario/too-large",
                 "the scenario has " + std::to_string(yaml.size()) + " bytes, the limit is " +
                     std::to_string(limits::kScenarioBytes),
                 {0, 0},
                 "give fewer rows"};
  }
  Result<YamlNode> root = parse_yaml(yaml);
  if (!root) return root.error();
  try {
    return Reader(yaml).read(*root);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

LineColumn place_in_file(const Located& text, LineColumn in_text) {
  if (text.line == 0) return in_text;
  if (in_text.line <= 1) return {text.line, text.column + std::max(in_text.column, 1) - 1};
  return {text.line + in_text.line - 1, text.column + in_text.column - 1};
}

}  // namespace rowkind
