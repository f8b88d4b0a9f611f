#include "cdc/java_regex.h"

#include "base/error.h"
#include "base/utf8.h"
#include "expr/functions/regex.h"

namespace rowkind::cdc {
namespace {

// java.util.regex.Pattern's words for the common mistakes, else "".
std::string java_message(std::string_view p) {
  int32_t groups = 0;
  bool atom = false;  // something stands in front that a quantifier can take
  size_t i = 0;
  for (; i < p.size(); ++i) {
    char c = p[i];
    if (c == '\\') {
      if (i + 1 >= p.size()) return "Unexpected internal error near index " + std::to_string(p.size());
      ++i;
      atom = true;
    } else if (c == '[') {
      size_t close = p.find(']', i + 2);
      if (close == std::string_view::npos)
        return "Unclosed character class near index " + std::to_string(p.size() - 1);
      i = close;
      atom = true;
    } else if (c == '(') {
      ++groups;
      atom = false;
      if (p.substr(i, 2) == "(?") {
        while (i + 1 < p.size() && p[i + 1] != ')' && p[i] != ':' && p[i] != '=' && p[i] != '!' &&
               p[i] != '>')
          ++i;
        atom = true;
      }
    } else if (c == ')') {
      if (--groups < 0) return "Unmatched closing ')' near index " + std::to_string(i == 0 ? 0 : i - 1);
      atom = true;
    } else if (c == '|') {
      atom = false;
    } else if ((c == '*' || c == '+' || c == '?') && !atom) {
      return std::string("Dangling meta character '") + c + "' near index " + std::to_string(i);
    } else if (c == '{') {
      size_t close = p.find('}', i);
      bool digits = close != std::string_view::npos && i + 1 < close && p[i + 1] >= '0' && p[i + 1] <= '9';
      if (!atom || i + 1 >= p.size() || p[i + 1] < '0' || p[i + 1] > '9') return "Illegal repetition";
      if (!digits) return "Unclosed counted closure near index " + std::to_string(p.size());
      i = close;
    } else {
      atom = true;
    }
  }
  return groups > 0 ? "Unclosed group near index " + std::to_string(p.size()) : "";
}

const CompiledRegex& compiled(std::string_view pattern) {
  const CompiledRegex* regex = compile_regex(pattern);
  if (regex == nullptr) {
    check_regex(pattern);
    throw Failure("cdc/regex", "The regular expression '" + std::string(pattern) + "' cannot be read.");
  }
  return *regex;
}

void append_replacement(std::string& out, std::string_view replacement,
                        const std::vector<std::string_view>& groups) {
  for (size_t i = 0; i < replacement.size(); ++i) {
    char c = replacement[i];
    if (c == '\\') {
      if (++i >= replacement.size()) throw Failure("cdc/regex", "character to be escaped is missing");
      out += replacement[i];
    } else if (c != '$') {
      out += c;
    } else if (i + 1 >= replacement.size()) {
      throw Failure("cdc/regex", "Illegal group reference: group index is missing");
    } else if (replacement[i + 1] < '0' || replacement[i + 1] > '9') {
      throw Failure("cdc/regex", "Illegal group reference");
    } else {
      size_t number = static_cast<size_t>(replacement[++i] - '0');
      if (number >= groups.size()) throw Failure("cdc/regex", "No group " + std::to_string(number));
      // Further digits count as long as there is such a group.
      while (i + 1 < replacement.size() && replacement[i + 1] >= '0' && replacement[i + 1] <= '9') {
        size_t longer = number * 10 + static_cast<size_t>(replacement[i + 1] - '0');
        if (longer >= groups.size()) break;
        number = longer;
        ++i;
      }
      if (groups[number].data() != nullptr) out += groups[number];
    }
  }
}

}  // namespace

void check_regex(std::string_view pattern) {
  std::string message = java_message(pattern);
  if (!message.empty())
    throw Failure("cdc/regex", message + "\n" + std::string(pattern), {},
                  "the pattern is a Java regular expression");
  if (compile_regex(pattern) == nullptr)
    throw Failure("cdc/regex", "The regular expression '" + std::string(pattern) + "' cannot be read.");
}

bool full_match(std::string_view pattern, std::string_view text) {
  return regex_full_match(compiled(pattern), text);
}

bool contains_match(std::string_view pattern, std::string_view text) {
  std::vector<std::string_view> groups;
  return regex_find(compiled(pattern), text, 0, groups);
}

std::string replace_all(std::string_view pattern, std::string_view text, std::string_view replacement) {
  const CompiledRegex& regex = compiled(pattern);
  std::string out;
  std::vector<std::string_view> groups;
  size_t copied = 0, from = 0;
  while (regex_find(regex, text, from, groups)) {
    size_t begin = static_cast<size_t>(groups[0].data() - text.data());
    out.append(text, copied, begin - copied);
    append_replacement(out, replacement, groups);
    copied = begin + groups[0].size();
    from = copied;
    if (groups[0].empty()) {
      if (from >= text.size()) break;
      size_t next = from;
      utf8_next(text, next);
      from = next;
    }
  }
  out.append(text, copied, std::string_view::npos);
  return out;
}

}  // namespace rowkind::cdc
