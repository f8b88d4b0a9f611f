#include <algorithm>

#include "base/utf8.h"
#include "scenario/scenario.h"
#include "scenario/yaml.h"

namespace rowkind {
namespace {

using SinkTexts = std::vector<std::pair<std::string, std::string>>;

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += '\'';
    out += c;
  }
  return out + "'";
}

std::string double_quoted(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (size_t pos = 0; pos < text.size();) {
    size_t start = pos;
    uint32_t c = utf8_next(text, pos);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      out += "\\x";
      out += kHex[c >> 4];
      out += kHex[c & 15];
    } else if (c == 0x2028 || c == 0x2029 || c == 0xFEFF || c >= 0xFFFE) {
      out += c > 0xFFFF ? "\\U" : "\\u";
      for (int shift = c > 0xFFFF ? 28 : 12; shift >= 0; shift -= 4) out += kHex[(c >> shift) & 15];
    } else {
      out += text.substr(start, pos - start);
    }
  }
  return out + "\"";
}

// Characters that YAML reads back as they are, on one line or in a block.
bool printable(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    uint32_t c = utf8_next(text, pos);
    if ((c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0)) return false;
    if (c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF) return false;
  }
  return true;
}

// Would another YAML reader take this word for something else than a text?
bool looks_typed(std::string_view text) {
  std::string word = ascii_lower(text);
  for (const char* known : {"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (word == known) return true;
  }
  return word.find_first_not_of("0123456789+-.:_exabcdf") == std::string::npos &&
         word.find_first_of("0123456789") != std::string::npos &&
         std::string("0123456789+-.").find(word[0]) != std::string::npos;
}

bool plain_is_safe(std::string_view text, bool in_flow) {
  if (text.empty() || text.size() != trim(text).size() || looks_typed(text) || !printable(text)) return false;
  if (std::string_view("-?:,[]{}#&*!|>'\"%@`=").find(text[0]) != std::string_view::npos) return false;
  if (text.find_first_of("\n\t") != std::string_view::npos) return false;
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos ||
      text.back() == ':')
    return false;
  return !in_flow || text.find_first_of(",[]{}:") == std::string_view::npos;
}

// One line: single quotes unless the text needs escapes.
std::string quoted(std::string_view text) {
  return printable(text) && text.find('\n') == std::string_view::npos ? single_quoted(text)
                                                                      : double_quoted(text);
}
std::string scalar(std::string_view text, bool in_flow = false) {
  return plain_is_safe(text, in_flow) ? std::string(text) : quoted(text);
}

// What follows "key:" when the value may be a literal block; `indent` is that of the key.
std::string block(std::string_view text, int indent) {
  size_t last = text.find_last_not_of('\n');
  bool one_line = text.find('\n') == std::string_view::npos;
  if (one_line || last == std::string_view::npos || !printable(text)) return " " + scalar(text) + "\n";
  std::string out = " |";
  if (text[0] == ' ' || text[0] == '\n' || text[0] == '\t') out += '2';
  size_t breaks = text.size() - last - 1;
  if (breaks != 1) out += breaks == 0 ? '-' : '+';
  out += '\n';
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.append(static_cast<size_t>(indent) + 2, ' ');
    out.append(text.substr(at, end - at));
    out += '\n';
    at = end + 1;
  }
  return out;
}

void append_per_sink(std::string& out, const std::string& key, const SinkTexts& texts) {
  if (texts.empty()) return;
  out += "  " + key + ":";
  if (texts.size() == 1 && texts[0].first.empty()) {
    out += block(texts[0].second, 2);
    return;
  }
  out += '\n';
  for (const auto& [sink, text] : texts) out += "    " + scalar(sink) + ":" + block(text, 4);
}

std::string flow_list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + scalar(items[i], true);
  return out + "]";
}

std::string expect_block(const Expect& expect) {
  std::string out;
  if (expect.order != ExpectOrder::kExact) {
    out += expect.order == ExpectOrder::kStep ? "  order: step\n" : "  order: any\n";
  }
  if (expect.error) {
    out += "  error:\n    contains: " + quoted(expect.error->contains) + "\n";
    if (expect.error->line > 0) out += "    line: " + std::to_string(expect.error->line) + "\n";
  }
  append_per_sink(out, "changelog", expect.changelog);
  append_per_sink(out, "table", expect.table);
  append_per_sink(out, "messages", expect.messages);
  if (expect.plan) out += "  plan:" + block(*expect.plan, 2);
  append_per_sink(out, "events", expect.events);
  if (expect.advice) out += "  advice: " + flow_list(*expect.advice) + "\n";
  return out.empty() ? "expect: {}\n" : "expect:\n" + out;
}

void append_input(std::string& out, const InputItem& item) {
  switch (item.kind) {
    case InputKind::kEnd:
      out += "  - end\n";
      break;
    case InputKind::kClock:
      out += "  - clock: " + quoted(item.text.text) + "\n";
      break;
    case InputKind::kDdl:
      out += "  - ddl:" + block(item.text.text, 4);
      break;
    case InputKind::kWatermark:
      out += "  - table: " + scalar(item.table) + "\n    watermark: " + quoted(item.text.text) + "\n";
      break;
    case InputKind::kRows:
      out += "  - table: " + scalar(item.table) + "\n";
      if (!item.format.empty()) out += "    format: " + scalar(item.format) + "\n";
      out += "    rows:" + block(item.text.text, 4);
      break;
  }
}

std::string mode_list(const ChangelogMode& mode) {
  std::vector<std::string> kinds;
  if (mode.insert) kinds.push_back("I");
  if (mode.update_before) kinds.push_back("UB");
  if (mode.update_after) kinds.push_back("UA");
  if (mode.deletes) kinds.push_back(mode.key_only_deletes ? "PD" : "D");
  return flow_list(kinds);
}

size_t line_start(std::string_view text, size_t at) {
  size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

}  // namespace

std::string write_scenario(const Scenario& s) {
  std::string out;
  if (!s.title.empty()) out += "title: " + scalar(s.title) + "\n";
  if (!s.description.empty()) out += "description:" + block(s.description, 0);
  if (!s.tags.empty()) out += "tags: " + flow_list(s.tags) + "\n";
  if (!s.flink.empty() && s.flink != "2.3") out += "flink: \"" + s.flink + "\"\n";
  if (!s.flink_cdc.empty()) out += "flink-cdc: \"" + s.flink_cdc + "\"\n";
  if (s.sql) out += "sql:" + block(s.sql->text, 0);
  if (s.pipeline) out += "pipeline:" + block(s.pipeline->text, 0);
  if (!s.table_schemas.empty() || !s.table_modes.empty()) {
    out += "tables:\n";
    for (const auto& [name, schema] : s.table_schemas)
      out += "  " + scalar(name) + ": " + double_quoted(schema) + "\n";
    for (const auto& [name, mode] : s.table_modes)
      out += "  " + scalar(name) + ": {changelog-mode: " + mode_list(mode) + "}\n";
  }
  if (!s.options.empty()) {
    out += "options:\n";
    for (const auto& [name, value] : s.options) out += "  " + scalar(name) + ":" + block(value, 2);
  }
  if (!s.input.empty()) out += "input:\n";
  for (const InputItem& item : s.input) append_input(out, item);
  if (s.expect) out += expect_block(*s.expect);
  if (!s.verified.empty()) out += "verified: " + scalar(s.verified) + "\n";
  return out;
}

std::string replace_expect(std::string_view yaml, const Expect& expect) {
  Result<YamlNode> root = parse_yaml(yaml);
  if (!root || root->kind != YamlKind::kMapping || root->flow) {
    Result<Scenario> scenario = read_scenario(yaml);
    if (!scenario) return std::string(yaml);
    scenario->expect = expect;
    return write_scenario(*scenario);
  }
  // From the line of the key to the line behind the block; without a block: an empty place for it.
  size_t begin = yaml.size(), end = yaml.size();
  bool found = false;
  for (size_t i = 0; i < root->pairs.size(); ++i) {
    const auto& [key, value] = root->pairs[i];
    if (key.text != "expect" && key.text != "verified") continue;
    begin = end = line_start(yaml, static_cast<size_t>(key.span.offset));
    if (key.text == "verified") continue;
    found = true;
    end = i + 1 < root->pairs.size()
              ? line_start(yaml, static_cast<size_t>(root->pairs[i + 1].first.span.offset))
              : yaml.size();
    break;
  }
  // Blank lines and comments at the edge, right in front of the next key, are not the block's own.
  while (found && end > begin) {
    size_t last = line_start(yaml, end - 1);
    std::string_view line = yaml.substr(last, end - last);
    if (!trim(line).empty() && line[0] != '#') break;
    end = last;
  }
  std::string out(yaml.substr(0, begin));
  if (!out.empty() && out.back() != '\n') out += '\n';
  out += expect_block(expect);
  out += yaml.substr(end);
  return out;
}

}  // namespace rowkind
