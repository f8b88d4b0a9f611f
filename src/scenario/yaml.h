// YAML text as a tree with places, read with libyaml (whose messages and quirks are those of Flink CDC's
// parser family). Every scalar stays text. One document; no anchors, aliases or merge keys; a key may occur
// once in a mapping.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace rowkind {

enum class YamlKind : uint8_t { kScalar, kSequence, kMapping };
enum class YamlStyle : uint8_t { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };

struct YamlNode {
  YamlKind kind = YamlKind::kScalar;
  YamlStyle style = YamlStyle::kPlain;               // of a scalar
  bool flow = false;                                 // [..] or {..}
  std::string text;                                  // of a scalar
  std::vector<YamlNode> items;                       // of a sequence
  std::vector<std::pair<YamlNode, YamlNode>> pairs;  // of a mapping, in file order; keys are scalars
  Span span;                                         // in the YAML text

  // Value of `key` or null.
  const YamlNode* find(std::string_view key) const;
  // A plain scalar without text, `~` or `null`: YAML's null.
  bool is_null() const;
  // "a text", "a list", "a mapping": for messages.
  std::string_view kind_name() const;
};

// Errors: scenario/yaml (syntax), scenario/too-deep, scenario/duplicate-key. An empty text is an empty
// mapping.
Result<YamlNode> parse_yaml(std::string_view text);

// Where the first character of a scalar's text stands: behind an opening quote, on the line under a `|`.
int32_t first_character(const YamlNode& scalar, std::string_view text);

}  // namespace rowkind
