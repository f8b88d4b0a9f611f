#include "expr/lisp.h"

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"
#include "doctest/doctest.h"
#include "types/decimal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::testing {

const RowType& columns() {
  static const RowType kColumns = [] {
    RowType columns;
    auto add = [&](const char* name, const char* type) {
      columns.push_back(Field{name, parse_type(type).value()});
    };
    add("i", "INT");
    add("b", "BIGINT");
    add("s", "STRING");
    add("n", "INT NOT NULL");
    add("d", "DECIMAL(6, 2)");
    add("f", "DOUBLE");
    add("fl", "FLOAT");
    add("ts", "TIMESTAMP(3)");
    add("z", "TIMESTAMP_LTZ(3)");
    add("dt", "DATE");
    add("tm", "TIME(0)");
    add("bo", "BOOLEAN");
    add("a", "ARRAY<INT>");
    add("m", "MAP<STRING, INT>");
    add("r", "ROW<x INT, y STRING>");
    add("c", "CHAR(3)");
    add("v", "VARCHAR(5)");
    add("byt", "BYTES");
    add("si", "SMALLINT");
    add("ti", "TINYINT");
    return columns;
  }();
  return kColumns;
}

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  ExprPtr read() {
    blanks();
    char c = text_[at_];
    if (c == '(') return call();
    if (c == '\'') {
      std::string text = quoted();
      return literal(Value::string(text), LogicalType::character(static_cast<int32_t>(utf8_length(text))));
    }
    std::string word = next_word();
    if (c == ':') return symbol(ascii_upper(word.substr(1)));
    if (c == '@') return time(word.substr(1));
    bool number = (c >= '0' && c <= '9') || (c == '-' && word.size() > 1 && word[1] >= '0' && word[1] <= '9');
    if (number) return number_literal(word);
    if (word == "null") return null_literal(LogicalType());
    if (word == "true" || word == "false") return bool_literal(word == "true");
    size_t dot = word.find('.');
    int32_t column = find_field(columns(), word.substr(0, dot));
    if (column < 0) throw Failure("test", "no column " + word);
    ExprPtr ref = input_ref(column, columns()[static_cast<size_t>(column)].type);
    if (dot == std::string::npos) return ref;
    return field_access(ref, find_field(ref->type.fields(), word.substr(dot + 1)));
  }

 private:
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  std::string next_word() {
    blanks();
    size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != ')') ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  std::string quoted() {
    size_t begin = ++at_;
    at_ = text_.find('\'', begin) + 1;
    return std::string(text_.substr(begin, at_ - 1 - begin));
  }
  static ExprPtr number_literal(const std::string& word) {
    if (word.find('e') != std::string::npos) {
      double v = 0;
      parse_java_double(word, v);
      return literal(Value::floating(v), LogicalType::double_type());
    }
    size_t point = word.find('.');
    if (point == std::string::npos) {
      int64_t v = std::strtoll(word.c_str(), nullptr, 10);
      return literal(Value::integer(v),
                     v == static_cast<int32_t>(v) ? LogicalType::integer() : LogicalType::bigint());
    }
    Decimal value;
    int32_t scale = static_cast<int32_t>(word.size() - point - 1);
    parse_decimal(word, 38, scale, value);
    return literal(Value::decimal(value),
                   LogicalType::decimal(std::max(decimal_digits(value.unscaled), scale + 1), scale));
  }
  static ExprPtr time(std::string word) {
    size_t t = word.find('T');
    LogicalType type = LogicalType::date();
    if (t != std::string::npos) {
      word[t] = ' ';
      size_t point = word.find('.');
      type = LogicalType::timestamp(
          point == std::string::npos ? 0 : static_cast<int32_t>(word.size() - point - 1));
    }
    CastOptions options{&TimeZone::utc(), false};
    return literal(cast_value(Value::string(word), LogicalType::string(), type, options).value(), type);
  }
  ExprPtr call() {
    ++at_;
    std::string name = ascii_upper(next_word());
    if (name.substr(0, 3) == "IS_") std::replace(name.begin(), name.end(), '_', ' ');
    if (name == "NEG") name = "unary -";
    if (name == "POS") name = "unary +";
    if (name == "SIMILAR") name = "SIMILAR TO";
    if (name == "INTERVAL") {
      int64_t v = std::strtoll(next_word().c_str(), nullptr, 10);
      std::string unit = ascii_upper(next_word());
      close();
      IntervalUnit u = unit == "MONTH"    ? IntervalUnit::kMonth
                       : unit == "DAY"    ? IntervalUnit::kDay
                       : unit == "HOUR"   ? IntervalUnit::kHour
                       : unit == "MINUTE" ? IntervalUnit::kMinute
                                          : IntervalUnit::kSecond;
      return literal(Value::integer(v), LogicalType::interval(u));
    }
    if (name == "CAST" || name == "TRY") {
      ExprPtr operand = read();
      blanks();
      size_t end = at_;
      for (int depth = 0; depth > 0 || text_[end] != ')'; ++end)
        depth += text_[end] == '(' ? 1 : text_[end] == ')' ? -1 : 0;
      LogicalType type = parse_type(text_.substr(at_, end - at_)).value();
      at_ = end;
      close();
      return make_cast(operand, type, {}, name == "TRY").or_throw();
    }
    ExprList operands;
    for (blanks(); text_[at_] != ')'; blanks()) operands.push_back(read());
    close();
    return make_call(name, std::move(operands)).or_throw();
  }
  void close() {
    blanks();
    if (text_[at_] != ')') throw Failure("test", "')' expected");
    ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

ExprPtr expr(std::string_view lisp) {
  return Reader(lisp).read();
}

std::string plan(std::string_view lisp) {
  return to_plan_text(*simplify(expr(lisp)), field_names(columns()));
}
std::string condition(std::string_view lisp) {
  return to_plan_text(*simplify_condition(expr(lisp)), field_names(columns()));
}

std::string error_of(std::string_view lisp) {
  try {
    expr(lisp);
    return "";
  } catch (const Failure& failure) {
    return failure.error.code + ": " + failure.error.message;
  }
}

std::string eval(std::string_view lisp, const std::string& zone) {
  return eval_on(lisp, {}, zone);
}

std::string eval_on(std::string_view lisp, const std::vector<std::pair<std::string, std::string>>& row,
                    const std::string& zone) {
  const TimeZone* tz = TimeZone::find(zone);
  std::vector<Value> values(columns().size());
  for (const auto& [name, text] : row) {
    size_t column = static_cast<size_t>(find_field(columns(), name));
    if (text == "null") continue;
    values[column] =
        cast_value(Value::string(text), LogicalType::string(), columns()[column].type, CastOptions{tz, false})
            .value();
  }
  try {
    ExprPtr e = expr(lisp);
    EvalContext context;
    context.zone = tz;
    context.clock_millis = 1704067200000;
    Value value = compile(e)->eval(*make_row(std::move(values)), context);
    // Simplifying must not change the value.
    if (deterministic(*e)) {
      ExprPtr simple = simplify(e);
      std::vector<Value> again(columns().size());
      for (const auto& [name, text] : row) {
        size_t column = static_cast<size_t>(find_field(columns(), name));
        if (text != "null") {
          again[column] = cast_value(Value::string(text), LogicalType::string(), columns()[column].type,
                                     CastOptions{tz, false})
                              .value();
        }
      }
      Value other = compile(simple)->eval(*make_row(std::move(again)), context);
      bool same = value.is_null() ? other.is_null() : other.equals(value);
      if (!same) return "differs when simplified: " + to_plan_text(*simple, field_names(columns()));
    }
    return value.is_null() ? "null" : cast_to_string(value, e->type, *tz);
  } catch (const Failure& failure) {
    return "! " + failure.error.message;
  }
}

}  // namespace rowkind::testing
