// Guesses what a pasted text is (spec/formats.md §11.3). People see the guess and can overrule it.
#include <algorithm>

#include "base/utf8.h"
#include "formats/json_reader.h"
#include "formats/paste.h"

namespace rowkind {
namespace {

// By the keys of the first object.
std::string detect_json(std::string_view text) {
  JsonReader in(text);
  std::string buffer;
  bool payload = false, op = false, side = false, data_array = false, data_object = false, type = false,
       lower_type = false, database = false, op_type = false, kind_op = false, table = false;
  if (in.next() == JsonToken::kStartArray) in.next();
  if (in.token() != JsonToken::kStartObject) return "";
  while (in.next() == JsonToken::kFieldName) {
    std::string name(in.text(buffer));
    in.next();
    std::string value = in.token() == JsonToken::kString ? std::string(in.text(buffer)) : "";
    bool object = in.token() == JsonToken::kStartObject, array = in.token() == JsonToken::kStartArray;
    payload = payload || (name == "payload" && object);
    side = side || name == "before" || name == "after";
    op_type = op_type || name == "op_type";
    table = table || name == "table";
    database = database || name == "database" || name == "old" || name == "es" || name == "isDdl";
    if (name == "op") {
      op = true;
      kind_op = value == "+I" || value == "-U" || value == "+U" || value == "-D";
    } else if (name == "data") {
      data_array = array || in.token() == JsonToken::kNull;
      data_object = object;
    } else if (name == "type") {
      type = true;
      lower_type = !value.empty() && value[0] >= 'a' && value[0] <= 'z';
    }
    if (!in.skip_children()) break;
  }
  if (payload || (op && side)) return "debezium-json";
  if (data_object && op && kind_op) return "changelog-json";
  if (data_object && type && lower_type) return "maxwell-json";
  if (data_array && type) return "canal-json";
  if (op_type) return "ogg-json";
  if (type && table && side) return "cdc-events";
  return database && type ? "canal-json" : "json";
}

bool has_kind_and_bracket(std::string_view line) {
  for (size_t i = 0; i + 2 < line.size(); ++i) {
    bool kind = (line[i] == '+' && (line[i + 1] == 'I' || line[i + 1] == 'U')) ||
                (line[i] == '-' && (line[i + 1] == 'U' || line[i + 1] == 'D'));
    if (kind && (line[i + 2] == '[' || line[i + 2] == '(' || line[i + 2] == '{')) return true;
  }
  return false;
}

}  // namespace

std::string detect_format(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = trim(text.substr(at, end - at));
    std::string_view rest = text.substr(at);
    at = end + 1;
    if (line.empty() || line[0] == '#' || line == "null") continue;
    if (line[0] == '{' || line[0] == '[') {
      // Pretty-printed messages span lines.
      std::string json = line.substr(0, 2) == "[+" || line.substr(0, 2) == "[-" ? "" : detect_json(rest);
      if (!json.empty()) return json;
    }
    for (std::string_view event : {"DataChangeEvent{", "CreateTableEvent{", "AddColumnEvent{"}) {
      if (line.substr(0, event.size()) == event) return "cdc-events";
    }
    if (line.substr(0, 3) == "+--" || line[0] == '|') return "tableau";
    if (line.substr(0, 3) == "+I[" || line.substr(0, 3) == "-U[" || line.substr(0, 3) == "+U[" ||
        line.substr(0, 3) == "-D[") {
      return line.back() == ']' ? "changelog" : "print";
    }
    if (has_kind_and_bracket(line)) return "print";
    if (line[0] == '[' && line.size() > 3 && (line[1] == '+' || line[1] == '-')) return "print";
    if (line.substr(0, 6) == "(true," || line.substr(0, 7) == "(false,") return "retract";
    bool sign = line[0] == '+' || line[0] == '-';
    if (sign && line.size() > 2 &&
        (line[1] == ' ' || line.substr(1, 2) == "(I" || line.substr(1, 2) == "(U" ||
         line.substr(1, 2) == "(D"))
      return "docs";
    if (line.find_first_not_of("= ") == std::string_view::npos) return "docs";
    // Text in front of a table or log: look further.
    bool last = at >= text.size();
    bool values = line.find(',') != std::string_view::npos;
    if (values || last) return "csv";
  }
  return "csv";
}

}  // namespace rowkind
