// Texts and bytes in other codes: Base64, hexadecimal, URLs, character sets, IP addresses, and tests of what
// a text holds.
#include <algorithm>

#include "base/utf8.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/text.h"

namespace rowkind {

namespace {

Value text(std::string_view s) {
  return Value::string(s);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_hex(std::string& out, unsigned char byte) {
  static const char kDigits[] = "0123456789ABCDEF";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

Value eval_ascii(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  return Value::integer(s.empty() ? 0 : static_cast<signed char>(s[0]));
}

Value eval_chr(const Expr&, const Value* args, EvalContext&) {
  int64_t code = args[0].integer();
  std::string out;
  if (code >= 0) utf8_append(out, static_cast<uint32_t>(code & 0xFF));
  return text(out);
}

Value eval_hex(const Expr& call, const Value* args, EvalContext&) {
  std::string out;
  if (call.operands[0]->type.is_integer()) {
    uint64_t v = static_cast<uint64_t>(args[0].integer());
    do {
      out.insert(out.begin(), "0123456789ABCDEF"[v & 15]);
      v >>= 4;
    } while (v != 0);
  } else {
    for (char c : args[0].string()) append_hex(out, static_cast<unsigned char>(c));
  }
  return text(out);
}

// Flink checks the first of an odd number of digits, and then loses it: '6' is x'00'.
Value eval_unhex(const Expr&, const Value* args, EvalContext&) {
  std::string digits(args[0].string());
  if (digits.size() % 2 != 0) {
    if (hex_digit(digits[0]) < 0) return Value::null();
    digits = "00" + digits.substr(1);
  }
  std::string out;
  for (size_t i = 0; i < digits.size(); i += 2) {
    int high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
    if (high < 0 || low < 0) return Value::null();
    out += static_cast<char>(high * 16 + low);
  }
  return Value::bytes(out);
}

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

Value eval_to_base64(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  std::string out;
  for (size_t i = 0; i < s.size(); i += 3) {
    size_t n = std::min<size_t>(3, s.size() - i);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < n ? static_cast<unsigned char>(s[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= n ? kBase64[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text(out);
}

Value eval_from_base64(const Expr& call, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  size_t end = s.size();
  while (end > 0 && s.size() - end < 2 && s[end - 1] == '=') --end;
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (char c : s.substr(0, end)) {
    const char* at = std::char_traits<char>::find(kBase64, 64, c);
    if (at == nullptr) {
      std::string code;
      append_hex(code, static_cast<unsigned char>(c));
      throw Failure("run/argument", "Illegal base64 character " + code, call.span);
    }
    bits = bits << 6 | static_cast<uint32_t>(at - kBase64);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xFF);
    }
  }
  if (count == 6) throw Failure("run/argument", "Last unit does not have enough valid bits", call.span);
  return text(out);
}

Value eval_url_encode(const Expr&, const Value* args, EvalContext&) {
  std::string out;
  for (char c : args[0].string()) {
    bool kept = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
                c == '-' || c == '*' || c == '_';
    if (kept) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out += '%';
      append_hex(out, static_cast<unsigned char>(c));
    }
  }
  return text(out);
}

Value eval_url_decode(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '+') {
      out += ' ';
    } else if (s[i] == '%') {
      if (i + 2 >= s.size()) return Value::null();
      int high = hex_digit(s[i + 1]), low = hex_digit(s[i + 2]);
      if (high < 0 || low < 0) return Value::null();
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += s[i];
    }
  }
  return text(out);
}

// The parts of a URL as java.net.URL names them; a part that is not there has a null data().
struct Url {
  std::string_view protocol, authority, user_info, host, path, query, ref, file;
};

bool parse_url(std::string_view s, Url& url) {
  s = trim(s);
  size_t colon = s.find(':');
  if (colon == std::string_view::npos) return false;
  url.protocol = s.substr(0, colon);
  static constexpr std::string_view kKnown[] = {"http", "https", "ftp", "file", "jar", "mailto"};
  std::string protocol = ascii_lower(url.protocol);
  if (std::find(std::begin(kKnown), std::end(kKnown), protocol) == std::end(kKnown)) return false;
  std::string_view rest = s.substr(colon + 1);
  size_t hash = rest.find('#');
  if (hash != std::string_view::npos) {
    url.ref = rest.substr(hash + 1);
    rest = rest.substr(0, hash);
  }
  url.host = rest.substr(0, 0);
  if (rest.substr(0, 2) == "//") {
    rest.remove_prefix(2);
    size_t end = rest.find_first_of("/?");
    url.authority = rest.substr(0, end);
    rest = end == std::string_view::npos ? rest.substr(rest.size()) : rest.substr(end);
    url.host = url.authority;
    size_t at = url.host.rfind('@');
    if (at != std::string_view::npos) {
      url.user_info = url.host.substr(0, at);
      url.host = url.host.substr(at + 1);
    }
    size_t port = url.host.rfind(':');
    if (port != std::string_view::npos && url.host.find(']', port) == std::string_view::npos) {
      for (char c : url.host.substr(port + 1)) {
        if (c < '0' || c > '9') return false;
      }
      url.host = url.host.substr(0, port);
    }
  }
  url.file = rest;
  size_t question = rest.find('?');
  if (question != std::string_view::npos) url.query = rest.substr(question + 1);
  url.path = rest.substr(0, question);
  return true;
}

Value part_or_null(std::string_view part) {
  return part.data() == nullptr ? Value::null() : text(part);
}

Value eval_parse_url(const Expr& call, const Value* args, EvalContext&) {
  std::string_view part = args[1].string();
  Url url;
  if (!parse_url(args[0].string(), url)) return Value::null();
  if (call.operands.size() > 2) {
    if (part != "QUERY" || url.query.data() == nullptr) return Value::null();
    std::string_view key = args[2].string();
    for (std::string_view rest = url.query;;) {
      size_t end = rest.find('&');
      std::string_view pair = rest.substr(0, end);
      if (pair.size() > key.size() && pair.substr(0, key.size()) == key && pair[key.size()] == '=') {
        return text(pair.substr(key.size() + 1));
      }
      if (end == std::string_view::npos) return Value::null();
      rest = rest.substr(end + 1);
    }
  }
  if (part == "HOST") return part_or_null(url.host);
  if (part == "PATH") return part_or_null(url.path);
  if (part == "QUERY") return part_or_null(url.query);
  if (part == "REF") return part_or_null(url.ref);
  if (part == "PROTOCOL") return part_or_null(url.protocol);
  if (part == "FILE") return part_or_null(url.file);
  if (part == "AUTHORITY") return part_or_null(url.authority);
  if (part == "USERINFO") return part_or_null(url.user_info);
  return Value::null();
}

enum class Charset : uint8_t { kUtf8, kAscii, kLatin1, kUtf16, kUtf16Be, kUtf16Le };

Charset charset_of(const Expr& call, std::string_view name) {
  std::string upper = ascii_upper(name);
  if (upper == "UTF-8" || upper == "UTF8") return Charset::kUtf8;
  if (upper == "US-ASCII" || upper == "ASCII") return Charset::kAscii;
  if (upper == "ISO-8859-1" || upper == "LATIN1") return Charset::kLatin1;
  if (upper == "UTF-16") return Charset::kUtf16;
  if (upper == "UTF-16BE") return Charset::kUtf16Be;
  if (upper == "UTF-16LE") return Charset::kUtf16Le;
  throw Failure("run/charset", "Unsupported encoding: " + std::string(name), call.span,
                "use UTF-8, US-ASCII, ISO-8859-1, UTF-16, UTF-16BE or UTF-16LE");
}

Value eval_encode(const Expr& call, const Value* args, EvalContext&) {
  Charset charset = charset_of(call, args[1].string());
  std::string_view s = args[0].string();
  if (charset == Charset::kUtf8) return Value::bytes(s);
  std::string out;
  if (charset == Charset::kUtf16) out = "\xFE\xFF";
  auto unit = [&](uint32_t u) {
    char high = static_cast<char>(u >> 8), low = static_cast<char>(u & 0xFF);
    bool little = charset == Charset::kUtf16Le;
    out += little ? low : high;
    out += little ? high : low;
  };
  for (size_t i = 0; i < s.size();) {
    uint32_t c = utf8_next(s, i);
    if (charset == Charset::kAscii || charset == Charset::kLatin1) {
      out += c < (charset == Charset::kAscii ? 0x80u : 0x100u) ? static_cast<char>(c) : '?';
    } else if (c >= 0x10000) {
      unit(0xD800 + ((c - 0x10000) >> 10));
      unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      unit(c);
    }
  }
  return Value::bytes(out);
}

Value eval_decode(const Expr& call, const Value* args, EvalContext&) {
  Charset charset = charset_of(call, args[1].string());
  std::string_view s = args[0].string();
  std::string out;
  if (charset == Charset::kUtf8) {
    for (size_t i = 0; i < s.size();) utf8_append(out, utf8_next(s, i));
    return text(out);
  }
  if (charset == Charset::kAscii || charset == Charset::kLatin1) {
    for (char c : s) {
      uint32_t code = static_cast<unsigned char>(c);
      utf8_append(out, charset == Charset::kAscii && code >= 0x80 ? 0xFFFD : code);
    }
    return text(out);
  }
  bool little = charset == Charset::kUtf16Le;
  if (charset == Charset::kUtf16 && s.size() >= 2) {
    little = s.substr(0, 2) == "\xFF\xFE";
    if (little || s.substr(0, 2) == "\xFE\xFF") s.remove_prefix(2);
  }
  auto unit = [&](size_t i) {
    uint32_t a = static_cast<unsigned char>(s[i]), b = static_cast<unsigned char>(s[i + 1]);
    return little ? b << 8 | a : a << 8 | b;
  };
  size_t i = 0;
  for (; i + 1 < s.size(); i += 2) {
    uint32_t c = unit(i);
    if (c >= 0xD800 && c < 0xDC00 && i + 3 < s.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    utf8_append(out, c);
  }
  if (i < s.size()) utf8_append(out, 0xFFFD);
  return text(out);
}

Value eval_inet_aton(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  int64_t parts[4] = {0, 0, 0, 0}, value = 0;
  size_t count = 0, digits = 0;
  for (size_t i = 0; i <= s.size(); ++i) {
    if (i == s.size() || s[i] == '.') {
      if (count >= 4 || digits == 0) return Value::null();
      parts[count++] = value;
      value = 0;
      digits = 0;
    } else if (s[i] < '0' || s[i] > '9' || (value = value * 10 + (s[i] - '0')) > 255) {
      return Value::null();
    } else {
      ++digits;
    }
  }
  // The last part fills what is left.
  if (count == 1) return Value::integer(parts[0]);
  int64_t result = parts[0] << 24;
  if (count == 2) return Value::integer(result | parts[1]);
  result |= parts[1] << 16;
  return Value::integer(count == 3 ? result | parts[2] : result | parts[2] << 8 | parts[3]);
}

Value eval_inet_ntoa(const Expr&, const Value* args, EvalContext&) {
  int64_t ip = args[0].integer();
  if (ip < 0 || ip > 0xFFFFFFFFLL) return Value::null();
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (shift != 24) out += '.';
    out += std::to_string(ip >> shift & 0xFF);
  }
  return text(out);
}

// Letters by Unicode: everything beyond ASCII that is no sign or digit counts as one here.
bool is_letter(uint32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return c == 0xAA || c == 0xB5 || c == 0xBA ||
         (c >= 0xC0 && c != 0xD7 && c != 0xF7 && !(c >= 0x2000 && c < 0x2C00));
}

template <typename F>
Value all_characters(const Value& v, const F& test) {
  if (v.is_null() || v.kind() != ValueKind::kString || v.string().empty()) return Value::boolean(false);
  std::string_view s = v.string();
  for (size_t i = 0; i < s.size();) {
    if (!test(utf8_next(s, i))) return Value::boolean(false);
  }
  return Value::boolean(true);
}

Value eval_is_alpha(const Expr&, const Value* args, EvalContext&) {
  return all_characters(args[0], is_letter);
}

Value eval_is_digit(const Expr&, const Value* args, EvalContext&) {
  if (args[0].kind() == ValueKind::kInt) return Value::boolean(true);
  return all_characters(args[0], [](uint32_t c) { return c >= '0' && c <= '9'; });
}

Value eval_is_decimal(const Expr&, const Value* args, EvalContext&) {
  if (args[0].is_null()) return Value::boolean(false);
  if (args[0].kind() != ValueKind::kString) return Value::boolean(true);
  double parsed = 0;
  return Value::boolean(!args[0].string().empty() && parse_java_double(args[0].string(), parsed));
}

// java.lang.String.hashCode over UTF-16 units; other values by their number.
const ScalarFunction kRows[] = {
    {"ASCII", "string", "ASCII(string)", "The code of the first character; 0 for ''.", "c", "I", eval_ascii},
    {"CHR", "string", "CHR(integer)", "The character of a code.", "i", "S?", eval_chr},
    {"HEX", "arithmetic", "HEX(numeric | string)", "A whole number or a text in base 16.", "i|c", "S",
     eval_hex},
    {"UNHEX", "arithmetic", "UNHEX(expr)", "Bytes from base 16; NULL if it is none.", "c", "Y?", eval_unhex},
    {"TO_BASE64", "string", "TO_BASE64(string)", "In Base64.", "s", "S", eval_to_base64},
    {"FROM_BASE64", "string", "FROM_BASE64(string)", "The text of a Base64 text.", "s", "S",
     eval_from_base64},
    {"URL_ENCODE", "string", "URL_ENCODE(string)", "As a part of a URL (x-www-form-urlencoded).", "c", "S?",
     eval_url_encode},
    {"URL_DECODE", "string", "URL_DECODE(string)",
     "The text of an encoded part of a URL; NULL if it is none.", "c", "S?", eval_url_decode},
    {"PARSE_URL", "string", "PARSE_URL(string1, part [, key])",
     "HOST, PATH, QUERY, REF, PROTOCOL, AUTHORITY, FILE or USERINFO of a URL.", "cc|ccc", "S?",
     eval_parse_url},
    {"ENCODE", "string", "ENCODE(string1, charset)", "The bytes of a text in a character set.", "cc", "Y",
     eval_encode},
    {"DECODE", "string", "DECODE(binary, charset)", "The text of bytes in a character set.", "xc", "S",
     eval_decode},
    {"INET_ATON", "string", "INET_ATON(string)", "The number of an IPv4 address.", "c", "L?", eval_inet_aton},
    {"INET_NTOA", "string", "INET_NTOA(integer)", "The IPv4 address of a number.", "i", "S?", eval_inet_ntoa},
    {"IS_ALPHA", "string", "IS_ALPHA(string)", "TRUE if there are only letters.", "c|n", "Z!", eval_is_alpha,
     kSeesNulls},
    {"IS_DIGIT", "string", "IS_DIGIT(string)", "TRUE if there are only digits.", "c|n", "Z!", eval_is_digit,
     kSeesNulls},
    {"IS_DECIMAL", "string", "IS_DECIMAL(string)", "TRUE if it is a number.", "c|n", "Z!", eval_is_decimal,
     kSeesNulls},
};

}  // namespace

FunctionTable text_code_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
