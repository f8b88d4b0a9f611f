#include "formats/csv.h"

#include "base/utf8.h"

namespace rowkind {
namespace {

// StringEscapeUtils.unescapeJava for what a delimiter can hold.
std::string unescape_java(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char c = text[++i];
    if (c == 'u' && i + 4 < text.size()) {
      append_unescaped(out, text.substr(i - 1, 6));
      i += 4;
      continue;
    }
    out += c == 'b' ? '\b' : c == 'f' ? '\f' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
  }
  return out;
}

char32_t single_character(const FormatOptions& options, const char* key, std::string_view text,
                          char32_t otherwise) {
  const std::string* given = options.find(key);
  if (!given) return otherwise;
  size_t pos = 0;
  uint32_t c = text.empty() ? 0 : utf8_next(text, pos);
  if (text.empty() || pos != text.size()) {
    throw Failure("format/option", "Option 'csv." + std::string(key) +
                                       "' must be a string with single character, but was: " + *given);
  }
  return c;
}

bool is_nested(const LogicalType& type) {
  return type.is(TypeRoot::kArray) || type.is(TypeRoot::kRow);
}

bool is_unsupported(const LogicalType& type) {
  return type.is(TypeRoot::kMap) || type.is(TypeRoot::kMultiset) || type.is(TypeRoot::kVariant) ||
         type.is(TypeRoot::kBitmap);
}

void check_second_level(const Field& field, const LogicalType& inner) {
  if (!is_nested(inner) && !is_unsupported(inner)) return;
  throw Failure("format/type",
                "Only simple types are supported in the second level nesting of fields '" + field.name +
                    "' but was: " + inner.to_string(),
                {}, "csv nests one level deep: use json");
}

}  // namespace

CsvOptions csv_options(const FormatConfig& config) {
  FormatOptions options(config.options, "csv");
  CsvOptions out;
  auto given = [&](const char* key) { return options.text(key, ""); };
  out.field_delimiter =
      single_character(options, "field-delimiter", unescape_java(given("field-delimiter")), ',');
  bool no_quotes = options.boolean("disable-quote-character", false);
  if (no_quotes && options.find("quote-character")) {
    throw Failure("format/option",
                  "Format cannot define a quote character and disabled quote character at the same time.", {},
                  "unset one of the two");
  }
  out.quote = no_quotes ? 0 : single_character(options, "quote-character", given("quote-character"), '"');
  out.escape = single_character(options, "escape-character", given("escape-character"), 0);
  const char32_t between =
      single_character(options, "array-element-delimiter", given("array-element-delimiter"), ';');
  out.array_delimiter.clear();
  utf8_append(out.array_delimiter, between);
  if (const std::string* literal = options.find("null-literal")) out.null_literal = *literal;
  out.allow_comments = options.boolean("allow-comments", false);
  out.ignore_parse_errors = options.boolean("ignore-parse-errors", false);
  out.scientific_decimals = options.boolean("write-bigdecimal-in-scientific-notation", false);
  return out;
}

void check_csv_types(const RowType& columns) {
  for (const Field& field : columns) {
    if (is_unsupported(field.type)) {
      throw Failure("format/type",
                    "Unsupported type '" + field.type.to_string() + "' for field '" + field.name + "'.", {},
                    "use json");
    }
    if (field.type.is(TypeRoot::kArray)) check_second_level(field, field.type.element());
    if (!field.type.is(TypeRoot::kRow)) continue;
    for (const Field& inner : field.type.fields()) check_second_level(field, inner.type);
  }
}

}  // namespace rowkind
