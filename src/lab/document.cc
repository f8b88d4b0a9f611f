#include "lab/document.h"

namespace rowkind {
namespace {

Failure wrong(const std::string& what, const std::string& expected) {
  return Failure("lab/document", what + " must be " + expected + ".");
}

std::string text_of(const Json& value, const std::string& what) {
  if (!value.is_string()) throw wrong(what, "a text");
  return value.get<std::string>();
}

ChangelogMode mode_of(const Json& kinds, const std::string& table) {
  if (!kinds.is_array()) throw wrong("changelog-mode of " + table, "a list");
  ChangelogMode mode;
  for (const Json& kind : kinds) {
    std::string name = text_of(kind, "a change kind of " + table);
    if (name == "I") {
      mode.insert = true;
    } else if (name == "UB") {
      mode.update_before = true;
    } else if (name == "UA") {
      mode.update_after = true;
    } else if (name == "D" || name == "PD") {
      mode.deletes = true;
      mode.key_only_deletes = name == "PD";
    } else {
      throw wrong("a change kind of " + table, "I, UB, UA, D or PD");
    }
  }
  return mode;
}

Json item_json(const InputItem& item) {
  switch (item.kind) {
    case InputKind::kRows: {
      Json out = {{"table", item.table}, {"rows", item.text.text}};
      if (!item.format.empty()) out["format"] = item.format;
      return out;
    }
    case InputKind::kClock:
      return {{"clock", item.text.text}};
    case InputKind::kWatermark:
      return {{"table", item.table}, {"watermark", item.text.text}};
    case InputKind::kDdl:
      return {{"ddl", item.text.text}};
    case InputKind::kEnd:
      break;
  }
  return {{"end", true}};
}

InputItem item_of(const Json& json, size_t index) {
  std::string what = "input[" + std::to_string(index) + "]";
  if (!json.is_object()) throw wrong(what, "an object");
  InputItem item;
  auto take = [&](const char* key, InputKind kind) {
    if (!json.contains(key)) return false;
    item.kind = kind;
    if (kind != InputKind::kEnd) item.text = Located{text_of(json[key], what + "." + key), 1, 1};
    return true;
  };
  bool known = take("rows", InputKind::kRows) || take("clock", InputKind::kClock) ||
               take("watermark", InputKind::kWatermark) || take("ddl", InputKind::kDdl) ||
               take("end", InputKind::kEnd);
  if (!known) throw wrong(what, "rows, a clock, a watermark, a ddl or an end");
  if (item.kind == InputKind::kRows || item.kind == InputKind::kWatermark) {
    if (!json.contains("table")) throw wrong(what + ".table", "given");
    item.table = text_of(json["table"], what + ".table");
  }
  if (json.contains("format")) item.format = text_of(json["format"], what + ".format");
  return item;
}

void read_tables(const Json& tables, Scenario& scenario) {
  if (!tables.is_object()) throw wrong("tables", "an object");
  for (const auto& [name, value] : tables.items()) {
    if (value.is_string()) {
      scenario.table_schemas.emplace_back(name, value.get<std::string>());
    } else if (value.is_object() && value.contains("changelog-mode")) {
      scenario.table_modes[name] = mode_of(value["changelog-mode"], name);
    } else {
      throw wrong("tables." + name, "a schema text or {\"changelog-mode\": [...]}");
    }
  }
}

Scenario read(const Json& document) {
  if (!document.is_object()) throw wrong("document", "an object");
  Scenario scenario;
  scenario.flink = "2.3";
  for (const auto& [key, value] : document.items()) {
    if (key == "title") {
      scenario.title = text_of(value, key);
    } else if (key == "description") {
      scenario.description = text_of(value, key);
    } else if (key == "tags") {
      for (const Json& tag : value) scenario.tags.push_back(text_of(tag, "a tag"));
    } else if (key == "flink") {
      scenario.flink = text_of(value, key);
    } else if (key == "flink-cdc") {
      scenario.flink_cdc = text_of(value, key);
    } else if (key == "sql") {
      scenario.sql = Located{text_of(value, key), 1, 1};
    } else if (key == "pipeline") {
      scenario.pipeline = Located{text_of(value, key), 1, 1};
    } else if (key == "tables") {
      read_tables(value, scenario);
    } else if (key == "input") {
      if (!value.is_array()) throw wrong("input", "a list");
      for (size_t i = 0; i < value.size(); ++i) scenario.input.push_back(item_of(value[i], i));
    } else if (key == "options") {
      if (!value.is_object()) throw wrong("options", "an object");
      for (const auto& [name, option] : value.items())
        scenario.options.emplace_back(name, text_of(option, "options." + name));
    } else {
      throw Failure("lab/document", "Unknown key '" + key + "'.", {},
                    did_you_mean(key, {"title", "description", "tags", "flink", "flink-cdc", "sql",
                                       "pipeline", "tables", "input", "options"}));
    }
  }
  if (scenario.sql.has_value() == scenario.pipeline.has_value())
    throw Failure("lab/document", "A document has either sql or pipeline.");
  return scenario;
}

}  // namespace

Json mode_json(const ChangelogMode& mode) {
  Json kinds = Json::array();
  if (mode.insert) kinds.push_back("I");
  if (mode.update_before) kinds.push_back("UB");
  if (mode.update_after) kinds.push_back("UA");
  if (mode.deletes) kinds.push_back(mode.key_only_deletes ? "PD" : "D");
  return kinds;
}

Json to_document(const Scenario& scenario) {
  Json out = Json::object();
  if (!scenario.title.empty()) out["title"] = scenario.title;
  if (!scenario.description.empty()) out["description"] = scenario.description;
  if (!scenario.tags.empty()) out["tags"] = scenario.tags;
  out["flink"] = scenario.flink;
  if (!scenario.flink_cdc.empty()) out["flink-cdc"] = scenario.flink_cdc;
  if (scenario.sql) out["sql"] = scenario.sql->text;
  if (scenario.pipeline) out["pipeline"] = scenario.pipeline->text;
  for (const auto& [name, schema] : scenario.table_schemas) out["tables"][name] = schema;
  for (const auto& [name, mode] : scenario.table_modes)
    out["tables"][name] = {{"changelog-mode", mode_json(mode)}};
  out["input"] = Json::array();
  for (const InputItem& item : scenario.input) out["input"].push_back(item_json(item));
  for (const auto& [name, value] : scenario.options) out["options"][name] = value;
  return out;
}

Result<Scenario> from_document(const Json& document) {
  try {
    return read(document);
  } catch (const Failure& failure) {
    return failure;
  }
}

}  // namespace rowkind
