// raw: the message is the value of the one physical column.
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/utf8.h"
#include "formats/formats.h"

namespace rowkind {
namespace {

enum class Charset : uint8_t { kUtf8, kLatin1, kAscii, kUtf16, kUtf16Le };

// Charset.forName() with the usual other names.
Charset charset_of(const std::string& name) {
  constexpr std::pair<std::string_view, Charset> kNames[] = {
      {"UTF-8", Charset::kUtf8},      {"UTF8", Charset::kUtf8},        {"ISO-8859-1", Charset::kLatin1},
      {"LATIN1", Charset::kLatin1},   {"ISO8859_1", Charset::kLatin1}, {"US-ASCII", Charset::kAscii},
      {"ASCII", Charset::kAscii},     {"UTF-16", Charset::kUtf16},     {"UTF-16BE", Charset::kUtf16},
      {"UTF-16LE", Charset::kUtf16Le}};
  for (const auto& [known, charset] : kNames)
    if (ascii_iequals(name, known)) return charset;
  throw Failure("format/option", "Unsupported 'raw.charset' name: " + name + ".", {},
                "UTF-8, UTF-16, ISO-8859-1 and US-ASCII are here");
}

constexpr uint32_t kReplacement = 0xFFFD;

std::string decode_utf16(std::string_view bytes, bool little) {
  std::string out;
  auto unit = [&](size_t i) {
    const uint32_t a = static_cast<unsigned char>(bytes[i]), b = static_cast<unsigned char>(bytes[i + 1]);
    return little ? b << 8 | a : a << 8 | b;
  };
  size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    uint32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    utf8_append(out, code);
  }
  if (i < bytes.size()) utf8_append(out, kReplacement);
  return out;
}

// The message's bytes, which are those of its UTF-8, read in a charset.
std::string decode_text(std::string_view bytes, Charset charset) {
  std::string out;
  switch (charset) {
    case Charset::kUtf8:
      return std::string(bytes);
    case Charset::kUtf16:
    case Charset::kUtf16Le:
      return decode_utf16(bytes, charset == Charset::kUtf16Le);
    default:
      for (char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        utf8_append(out, charset == Charset::kAscii && code > 127 ? kReplacement : code);
      }
      return out;
  }
}

struct RawOptions {
  TypeRoot root = TypeRoot::kVarChar;
  std::string type_name;
  bool little_endian = false;
  Charset charset = Charset::kUtf8;
  std::string line_delimiter;  // empty: the whole message is one value
};

// Bytes of a fixed-width type; 0 for texts and bytes.
size_t width(TypeRoot root) {
  switch (root) {
    case TypeRoot::kBoolean:
    case TypeRoot::kTinyInt:
      return 1;
    case TypeRoot::kSmallInt:
      return 2;
    case TypeRoot::kInt:
    case TypeRoot::kFloat:
      return 4;
    case TypeRoot::kBigInt:
    case TypeRoot::kDouble:
      return 8;
    default:
      return 0;
  }
}

std::string root_name(TypeRoot root) {
  switch (root) {
    case TypeRoot::kBoolean:
      return "BOOLEAN";
    case TypeRoot::kTinyInt:
      return "TINYINT";
    case TypeRoot::kSmallInt:
      return "SMALLINT";
    case TypeRoot::kInt:
      return "INT";
    case TypeRoot::kBigInt:
      return "BIGINT";
    case TypeRoot::kFloat:
      return "FLOAT";
    default:
      return "DOUBLE";
  }
}

RawOptions raw_options(const FormatConfig& config) {
  if (config.physical.size() != 1) {
    std::string columns;
    for (const Field& field : config.physical) columns += (columns.empty() ? "" : ", ") + field.name;
    throw Failure("format/type",
                  "The 'raw' format only supports single physical column. However the defined schema "
                  "contains multiple physical columns: [" +
                      columns + "]",
                  {}, "use json or csv");
  }
  const LogicalType& type = config.physical[0].type;
  if (!type.is_character() && !type.is_binary() && width(type.root()) == 0) {
    throw Failure("format/type",
                  "The 'raw' format doesn't supports '" + type.to_string() + "' as column type.", {},
                  "it reads STRING, BYTES, BOOLEAN, integers, FLOAT and DOUBLE");
  }
  FormatOptions options(config.options, "raw");
  RawOptions out;
  out.root = type.root();
  std::string endianness = options.text("endianness", "big-endian");
  if (endianness != "big-endian" && endianness != "little-endian") {
    throw Failure("format/option",
                  "Unsupported endianness name: " + endianness +
                      ". Valid values of 'raw.endianness' option are 'big-endian' and 'little-endian'.");
  }
  out.little_endian = endianness == "little-endian";
  out.charset = charset_of(options.text("charset", "UTF-8"));
  out.line_delimiter = options.text("line-delimiter", "");
  return out;
}

// "0x0A1F" stands for bytes that cannot be typed.
bool from_hex(std::string_view text, std::string& out) {
  if (text.substr(0, 2) != "0x" || text.size() % 2 != 0 ||
      text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string_view::npos)
    return false;
  auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
  for (size_t i = 2; i < text.size(); i += 2)
    out += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
  return true;
}

class RawDecoder final : public Decoder {
 public:
  explicit RawDecoder(const FormatConfig& config) : options_(raw_options(config)) {
    if (!config.metadata_keys.empty()) fail_metadata_key(config.metadata_keys[0], {});
  }

  Status decode(std::string_view message, std::vector<Change>& out) override {
    if (options_.line_delimiter.empty()) return value(message, out);
    if (message.data() == nullptr) return ok_status();
    for (size_t at = 0; at < message.size();) {
      size_t end = std::min(message.find(options_.line_delimiter, at), message.size());
      Status status = value(message.substr(at, end - at), out);
      if (!status) return status;
      at = end + options_.line_delimiter.size();
    }
    return ok_status();
  }

 private:
  Status value(std::string_view message, std::vector<Change>& out) {
    Value v;
    if (message.data() != nullptr) {
      bool text = options_.root == TypeRoot::kChar || options_.root == TypeRoot::kVarChar;
      std::string bytes;
      if (!text && !from_hex(message, bytes)) bytes = std::string(message);
      size_t wanted = width(options_.root);
      if (text) {
        v = Value::string(decode_text(message, options_.charset));
      } else if (wanted == 0) {
        v = Value::bytes(bytes);
      } else if (bytes.size() != wanted) {
        return Error{"format/message",
                     "Size of data received for deserializing " + root_name(options_.root) + " type is not " +
                         std::to_string(wanted) + ".",
                     {0, 0},
                     "raw reads bytes, not digits: write 0x and two hexadecimal digits a byte, or use csv"};
      } else {
        v = number(bytes);
      }
    }
    out.push_back({RowKind::kInsert, make_row({std::move(v)})});
    return ok_status();
  }

  Value number(const std::string& bytes) const {
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      bits = bits << 8 | static_cast<unsigned char>(bytes[options_.little_endian ? bytes.size() - 1 - i : i]);
    }
    switch (options_.root) {
      case TypeRoot::kBoolean:
        return Value::boolean(bits != 0);
      case TypeRoot::kFloat: {
        uint32_t low = static_cast<uint32_t>(bits);
        float f = 0;
        std::memcpy(&f, &low, sizeof f);
        return Value::floating(f);
      }
      case TypeRoot::kDouble: {
        double d = 0;
        std::memcpy(&d, &bits, sizeof d);
        return Value::floating(d);
      }
      default: {
        // The sign bit of the width.
        int shift = 64 - 8 * static_cast<int>(bytes.size());
        return Value::integer(static_cast<int64_t>(bits << shift) >> shift);
      }
    }
  }

  RawOptions options_;
};

// Writes what RawDecoder reads; bytes that are no text as 0x….
class RawEncoder final : public Encoder {
 public:
  explicit RawEncoder(const FormatConfig& config) : options_(raw_options(config)) {}

  Result<std::string> encode(RowKind, const Row& row) override {
    const Value& v = row[0];
    if (v.is_null()) return std::string("null");
    if (width(options_.root) == 0) return std::string(v.string());
    uint64_t bits = static_cast<uint64_t>(v.integer());
    if (options_.root == TypeRoot::kFloat) {
      float f = static_cast<float>(v.floating());
      uint32_t low = 0;
      std::memcpy(&low, &f, sizeof low);
      bits = low;
    } else if (options_.root == TypeRoot::kDouble) {
      double d = v.floating();
      std::memcpy(&bits, &d, sizeof bits);
    }
    std::string bytes;
    for (size_t i = 0; i < width(options_.root); ++i) bytes += static_cast<char>(bits >> (8 * i) & 255);
    if (!options_.little_endian) std::reverse(bytes.begin(), bytes.end());
    return bytes;
  }

 private:
  RawOptions options_;
};

}  // namespace

std::unique_ptr<Decoder> make_raw_decoder(const FormatConfig& config) {
  return std::make_unique<RawDecoder>(config);
}
std::unique_ptr<Encoder> make_raw_encoder(const FormatConfig& config) {
  return std::make_unique<RawEncoder>(config);
}

}  // namespace rowkind
