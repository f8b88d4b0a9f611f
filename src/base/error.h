// Errors are values. Every room hands `Result<T>` across its border; inside a room `throw Failure(error)` may
// unwind deep recursion (parser, binder, evaluator) and is caught at that border. Nothing is thrown across
// the wasm edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowkind {

// A half-open byte range in one of the user's texts. `length` 0 marks a point; `offset` -1 means "no place
// known".
struct Span {
  int32_t offset = -1;
  int32_t length = 0;

  bool known() const { return offset >= 0; }
  int32_t end() const { return offset + length; }
};

// Smallest span that covers both.
Span cover(Span a, Span b);

// 1-based line and column; the column counts Unicode characters, not bytes.
struct LineColumn {
  int32_t line = 0;
  int32_t column = 0;
};
LineColumn locate(std::string_view text, int32_t offset);

enum class Severity : uint8_t { kError, kWarning, kAdvice };

// What went wrong, where, why and the way out. Its special members live in error.cc: errors are made in
// hundreds of places, and code size counts.
struct Error {
  std::string code;     // stable, e.g. "sql/unknown-column"
  std::string message;  // one or more sentences with the gist of Flink's own message
  Span span = {};       // into the text that the room was given
  std::string hint;     // what to do: "did you mean `customer`?"
  Severity severity = Severity::kError;

  Error();
  Error(std::string_view code, std::string_view message, Span span = {}, std::string_view hint = {},
        Severity severity = Severity::kError);
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();
};

// "message (hint)" with "line L, column C: " in front when `text` is given and the place is known.
std::string to_text(const Error& error, std::string_view text = {});

// Unwinds to the border of the room.
struct Failure {
  Error error;
  explicit Failure(Error e);
  Failure(std::string_view code, std::string_view message, Span span = {}, std::string_view hint = {});
};

// An error or none, in one pointer.
class ErrorBox {
 public:
  ErrorBox() = default;
  explicit ErrorBox(Error error);
  ErrorBox(const ErrorBox& other) : error_(other.error_ != nullptr ? clone(*other.error_) : nullptr) {}
  ErrorBox(ErrorBox&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  ErrorBox& operator=(ErrorBox other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~ErrorBox() {
    if (error_ != nullptr) destroy(error_);
  }
  const Error& operator*() const { return *error_; }
  [[noreturn]] void throw_failure() const;

 private:
  static Error* clone(const Error& error);
  static void destroy(Error* error) noexcept;

  Error* error_ = nullptr;
};

// A value or an error. `value()` on an error (or `error()` on a value) is a bug in the caller.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}                  // NOLINT: implicit on purpose
  Result(Error error) : error_(std::move(error)) {}              // NOLINT
  Result(Failure failure) : error_(std::move(failure.error)) {}  // NOLINT

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  const Error& error() const { return *error_; }

  // The value, or the error thrown on as a Failure (inside a room).
  T& or_throw() {
    if (!ok()) error_.throw_failure();
    return *value_;
  }

 private:
  std::optional<T> value_;
  ErrorBox error_;
};

struct Unit {};
using Status = Result<Unit>;
inline Status ok_status() {
  return Unit{};
}

// The candidate closest to `name` (edit distance, case-insensitive, at most a third of the letters off), or
// "".
std::string closest(std::string_view name, const std::vector<std::string>& candidates);
// "did you mean 'x'?" or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace rowkind
