#include "expr/functions/regex.h"

#include <re2/re2.h>

#include <memory>
#include <unordered_map>

#include "base/error.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace rowkind {

class CompiledRegex {
 public:
  explicit CompiledRegex(const std::string& pattern) : re(pattern, options()) {}
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(limits::kRegexProgramBytes);
    return options;
  }
  re2::RE2 re;
};

namespace {

// What Java has and RE2 has not, or "".
const char* unsupported_part(std::string_view p) {
  for (size_t i = 0; i < p.size(); ++i) {
    if (p[i] == '\\' && i + 1 < p.size()) {
      char next = p[++i];
      if (next >= '1' && next <= '9') return "back-references (\\1)";
      if (next == 'k') return "back-references (\\k<name>)";
      continue;
    }
    if (p.substr(i, 3) == "(?=" || p.substr(i, 3) == "(?!") return "look-ahead ((?=, (?!)";
    if (p.substr(i, 4) == "(?<=" || p.substr(i, 4) == "(?<!") return "look-behind ((?<=, (?<!)";
    if (p.substr(i, 3) == "(?>") return "atomic groups ((?>)";
    if ((p[i] == '+' || p[i] == '*' || p[i] == '?' || p[i] == '}') && i + 1 < p.size() && p[i + 1] == '+') {
      return "possessive quantifiers";
    }
  }
  return "";
}

// (?<name>...) as RE2 of this age wants it.
std::string to_re2(std::string_view pattern) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    out += pattern[i];
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      out += pattern[++i];
    } else if (pattern.substr(i, 3) == "(?<") {
      out += "?P<";
      i += 2;
    }
  }
  return out;
}

re2::StringPiece piece(std::string_view text) {
  return re2::StringPiece(text.data(), text.size());
}

}  // namespace

const CompiledRegex* compile_regex(std::string_view pattern) {
  static std::unordered_map<std::string, std::unique_ptr<CompiledRegex>> cache;
  constexpr size_t kCached = 128;
  std::string key(pattern);
  auto found = cache.find(key);
  if (found == cache.end()) {
    if (cache.size() >= kCached) cache.clear();
    const char* missing = unsupported_part(pattern);
    auto compiled = std::make_unique<CompiledRegex>(to_re2(pattern));
    if (*missing != '\0') {
      throw Failure("run/regex-unsupported",
                    "The regular expression '" + key + "' uses " + missing +
                        ", which this engine (RE2) does not support.",
                    {}, "rewrite it without");
    }
    if (!compiled->re.ok() && compiled->re.error_code() == re2::RE2::ErrorPatternTooLarge) {
      throw Failure("run/limit", "The regular expression '" + key + "' is too large (limit: " +
                                     std::to_string(limits::kRegexProgramBytes) + " bytes of program).");
    }
    found = cache.emplace(key, std::move(compiled)).first;
  }
  return found->second->re.ok() ? found->second.get() : nullptr;
}

bool regex_full_match(const CompiledRegex& regex, std::string_view text) {
  return regex.re.Match(piece(text), 0, text.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
}

int regex_groups(const CompiledRegex& regex) {
  return regex.re.NumberOfCapturingGroups();
}

bool regex_find(const CompiledRegex& regex, std::string_view text, size_t from,
                std::vector<std::string_view>& groups) {
  if (from > text.size()) return false;
  std::vector<re2::StringPiece> pieces(static_cast<size_t>(regex_groups(regex)) + 1);
  if (!regex.re.Match(piece(text), from, text.size(), re2::RE2::UNANCHORED, pieces.data(),
                      static_cast<int>(pieces.size()))) {
    return false;
  }
  groups.clear();
  for (const re2::StringPiece& p : pieces) groups.emplace_back(p.data(), p.size());
  return true;
}

// Greedy two-pointer match with one remembered '%'.
bool like(std::string_view text, std::string_view pattern, char escape) {
  size_t t = 0, p = 0, star = std::string_view::npos, star_text = 0;
  while (t < text.size() || p < pattern.size()) {
    if (p < pattern.size()) {
      char c = pattern[p];
      if (escape != '\0' && c == escape) {
        if (p + 1 >= pattern.size() ||
            (pattern[p + 1] != '%' && pattern[p + 1] != '_' && pattern[p + 1] != escape)) {
          throw Failure("run/like",
                        "Invalid escape sequence '" + std::string(pattern) + "', " + std::to_string(p));
        }
        if (t < text.size() && text[t] == pattern[p + 1]) {
          ++t;
          p += 2;
          continue;
        }
      } else if (c == '%') {
        star = p++;
        star_text = t;
        continue;
      } else if (t < text.size() && c == '_') {
        utf8_next(text, t);
        ++p;
        continue;
      } else if (t < text.size() && c == text[t]) {
        ++t;
        ++p;
        continue;
      }
    }
    if (star == std::string_view::npos || star_text >= text.size()) return false;
    utf8_next(text, star_text);
    t = star_text;
    p = star + 1;
  }
  return true;
}

std::string similar_to_regex(std::string_view pattern, char escape) {
  std::string out = "(?s)";
  bool in_class = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (escape != '\0' && c == escape && i + 1 < pattern.size()) {
      out += '\\';
      out += pattern[++i];
    } else if (in_class) {
      if (c == '\\') out += '\\';
      out += c;
      in_class = c != ']';
    } else if (c == '%') {
      out += ".*";
    } else if (c == '_') {
      out += '.';
    } else if (c == '[') {
      out += c;
      in_class = true;
    } else {
      if (c == '.' || c == '^' || c == '$' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

}  // namespace rowkind
