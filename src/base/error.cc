#include "base/error.h"

#include <algorithm>

#include "base/utf8.h"

namespace rowkind {

Error::Error() = default;
Error::Error(std::string_view c, std::string_view m, Span s, std::string_view h, Severity v)
    : code(c), message(m), span(s), hint(h), severity(v) {}
Error::Error(const Error& other) = default;
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(const Error& other) = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

Failure::Failure(Error e) : error(std::move(e)) {}
Failure::Failure(std::string_view code, std::string_view message, Span span, std::string_view hint)
    : error(code, message, span, hint) {}

ErrorBox::ErrorBox(Error error) : error_(new Error(std::move(error))) {}
Error* ErrorBox::clone(const Error& error) {
  return new Error(error);
}
void ErrorBox::destroy(Error* error) noexcept {
  delete error;
}
void ErrorBox::throw_failure() const {
  throw Failure(*error_);
}

Span cover(Span a, Span b) {
  if (!a.known()) return b;
  if (!b.known()) return a;
  int32_t begin = std::min(a.offset, b.offset);
  return Span{begin, std::max(a.end(), b.end()) - begin};
}

LineColumn locate(std::string_view text, int32_t offset) {
  LineColumn at{1, 1};
  int32_t end = std::min<int32_t>(offset, static_cast<int32_t>(text.size()));
  for (int32_t i = 0; i < end; ++i) {
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    } else if (!is_utf8_continuation(text[i])) {
      ++at.column;
    }
  }
  return at;
}

std::string to_text(const Error& error, std::string_view text) {
  std::string out;
  if (error.span.known() && !text.empty()) {
    LineColumn at = locate(text, error.span.offset);
    out = "line " + std::to_string(at.line) + ", column " + std::to_string(at.column) + ": ";
  }
  out += error.message;
  if (!error.hint.empty()) out += " (" + error.hint + ")";
  return out;
}

std::string closest(std::string_view name, const std::vector<std::string>& candidates) {
  std::string wanted = ascii_lower(name);
  size_t best = wanted.size() / 3 + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    std::string other = ascii_lower(candidate);
    if (other.size() > wanted.size() + best || wanted.size() > other.size() + best) continue;
    std::vector<size_t> row(other.size() + 1);
    for (size_t j = 0; j <= other.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= wanted.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= other.size(); ++j) {
        size_t substitute = diagonal + (wanted[i - 1] == other[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < best || (row.back() == best && found.empty())) {
      best = row.back();
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  std::string found = closest(name, candidates);
  return found.empty() ? "" : "did you mean '" + found + "'?";
}

}  // namespace rowkind
