#include "scenario/yaml.h"

#include <yaml.h>

#include <algorithm>
#include <unordered_set>

#include "base/limits.h"
#include "base/utf8.h"

namespace rowkind {
namespace {

std::string_view without_bom(std::string_view text) {
  return text.substr(0, 3) == "\xEF\xBB\xBF" ? text.substr(3) : text;
}

// libyaml counts characters; places are bytes. Marks come in almost ascending order.
class Offsets {
 public:
  explicit Offsets(std::string_view text) : text_(text) {}
  int32_t at(size_t character) {
    while (character_ > character && byte_ > 0) {
      do --byte_;
      while (byte_ > 0 && is_utf8_continuation(text_[byte_]));
      --character_;
    }
    while (character_ < character && byte_ < text_.size()) {
      ++byte_;
      while (byte_ < text_.size() && is_utf8_continuation(text_[byte_])) ++byte_;
      ++character_;
    }
    return static_cast<int32_t>(byte_);
  }

 private:
  std::string_view text_;
  size_t character_ = 0, byte_ = 0;
};

class Reader {
 public:
  explicit Reader(std::string_view text)
      : text_(without_bom(text)),
        shift_(static_cast<int32_t>(text.size() - text_.size())),
        starts_(text_),
        ends_(text_) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text_.data()),
                                 text_.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() {
    if (has_event_) yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }

  YamlNode document() {
    next();  // stream start
    next();  // document start
    YamlNode root;
    root.kind = YamlKind::kMapping;
    root.span = {0, 0};
    if (event_.type == YAML_STREAM_END_EVENT) return root;
    root = node(0);
    next();  // document end
    next();
    if (event_.type != YAML_STREAM_END_EVENT) {
      throw Failure("scenario/yaml", "expected one YAML document, but a second one starts here", span(),
                    "one file is one scenario");
    }
    return root;
  }

 private:
  void next() {
    if (has_event_) yaml_event_delete(&event_);
    has_event_ = false;
    if (!yaml_parser_parse(&parser_, &event_)) fail();
    has_event_ = true;
  }

  [[noreturn]] void fail() {
    std::string message = parser_.problem ? parser_.problem : "not YAML";
    if (parser_.error == YAML_READER_ERROR) {
      int32_t offset =
          std::min<int32_t>(static_cast<int32_t>(parser_.problem_offset), static_cast<int32_t>(text_.size()));
      throw Failure("scenario/yaml", message, {offset + shift_, 0},
                    "the text must be UTF-8 without control characters");
    }
    if (parser_.context) message = std::string(parser_.context) + ": " + message;
    std::string hint;
    if (text_.find('\t') != std::string_view::npos &&
        message.find("cannot start any token") != std::string::npos) {
      hint = "YAML is indented with blanks, not with tabs";
    }
    throw Failure("scenario/yaml", message, {Offsets(text_).at(parser_.problem_mark.index) + shift_, 0},
                  hint);
  }

  Span span() {
    int32_t begin = starts_.at(event_.start_mark.index), end = ends_.at(event_.end_mark.index);
    return {begin + shift_, end - begin};
  }

  void check_depth(int depth) {
    if (depth <= limits::kNestingDepth) return;
    throw Failure("scenario/too-deep",
                  "YAML nested deeper than " + std::to_string(limits::kNestingDepth) + " levels", span());
  }

  void check_anchor(const yaml_char_t* anchor) {
    if (anchor)
      throw Failure("scenario/yaml", "anchors and aliases are not supported", span(), "write the text out");
  }

  // The node whose first event is the next one.
  YamlNode node(int depth) {
    next();
    return node_here(depth);
  }

  YamlNode node_here(int depth) {
    YamlNode out;
    out.span = span();
    check_depth(depth);
    switch (event_.type) {
      case YAML_SCALAR_EVENT:
        check_anchor(event_.data.scalar.anchor);
        out.text.assign(reinterpret_cast<const char*>(event_.data.scalar.value), event_.data.scalar.length);
        out.style = style(event_.data.scalar.style);
        break;
      case YAML_SEQUENCE_START_EVENT:
        check_anchor(event_.data.sequence_start.anchor);
        out.kind = YamlKind::kSequence;
        out.flow = event_.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        for (next(); event_.type != YAML_SEQUENCE_END_EVENT; next())
          out.items.push_back(node_here(depth + 1));
        out.span = cover(out.span, span());
        break;
      case YAML_MAPPING_START_EVENT:
        check_anchor(event_.data.mapping_start.anchor);
        out.kind = YamlKind::kMapping;
        out.flow = event_.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        pairs(out, depth + 1);
        out.span = cover(out.span, span());
        break;
      default:
        throw Failure("scenario/yaml", "anchors and aliases are not supported", span(), "write the text out");
    }
    return out;
  }

  void pairs(YamlNode& map, int depth) {
    std::unordered_set<std::string> keys;
    for (next(); event_.type != YAML_MAPPING_END_EVENT; next()) {
      YamlNode key = node_here(depth);
      if (key.kind != YamlKind::kScalar) throw Failure("scenario/yaml", "a key must be a text", key.span);
      if (!keys.insert(key.text).second) {
        throw Failure("scenario/duplicate-key", "key '" + key.text + "' occurs twice", key.span);
      }
      YamlNode value = node(depth);
      map.pairs.emplace_back(std::move(key), std::move(value));
    }
  }

  static YamlStyle style(yaml_scalar_style_t style) {
    switch (style) {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return YamlStyle::kSingleQuoted;
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return YamlStyle::kDoubleQuoted;
      case YAML_LITERAL_SCALAR_STYLE:
        return YamlStyle::kLiteral;
      case YAML_FOLDED_SCALAR_STYLE:
        return YamlStyle::kFolded;
      default:
        return YamlStyle::kPlain;
    }
  }

  std::string_view text_;
  int32_t shift_;
  Offsets starts_, ends_;
  yaml_parser_t parser_;
  yaml_event_t event_;
  bool has_event_ = false;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const auto& [name, value] : pairs) {
    if (name.text == key) return &value;
  }
  return nullptr;
}

bool YamlNode::is_null() const {
  return kind == YamlKind::kScalar && style == YamlStyle::kPlain &&
         (text.empty() || text == "~" || text == "null");
}

std::string_view YamlNode::kind_name() const {
  return kind == YamlKind::kScalar ? "a text" : kind == YamlKind::kSequence ? "a list" : "a mapping";
}

Result<YamlNode> parse_yaml(std::string_view text) {
  try {
    return Reader(text).document();
  } catch (const Failure& failure) {
    return failure.error;
  }
}

int32_t first_character(const YamlNode& scalar, std::string_view text) {
  size_t at = static_cast<size_t>(std::max(scalar.span.offset, 0));
  if (scalar.style == YamlStyle::kSingleQuoted || scalar.style == YamlStyle::kDoubleQuoted)
    return static_cast<int32_t>(at + 1);
  if (scalar.style == YamlStyle::kPlain) return static_cast<int32_t>(at);
  size_t end = std::min(text.size(), static_cast<size_t>(scalar.span.end()));
  size_t line = text.find('\n', at);
  if (line == std::string_view::npos || line >= end) return static_cast<int32_t>(end);
  at = line + 1;
  // The block's indentation: that of its lines minus what blanks the text itself starts with.
  size_t shown = 0;
  while (shown < scalar.text.size() && scalar.text[shown] == ' ') ++shown;
  size_t blanks = 0;
  while (at + blanks < end && text[at + blanks] == ' ') ++blanks;
  return static_cast<int32_t>(at + (blanks >= shown ? blanks - shown : 0));
}

}  // namespace rowkind
