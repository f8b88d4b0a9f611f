#include "expr/infer.h"

#include <algorithm>

#include "types/decimal.h"

namespace rowkind {

namespace {

LogicalType exact_union(const LogicalType& a, const LogicalType& b) {
  if (!a.is(TypeRoot::kDecimal) && !b.is(TypeRoot::kDecimal)) return a.root() >= b.root() ? a : b;
  LogicalType x = exact_decimal(a), y = exact_decimal(b);
  int32_t whole = std::min(std::max(x.precision() - x.scale(), y.precision() - y.scale()), 38);
  int32_t scale = std::min(std::max(x.scale(), y.scale()), 38 - whole);
  return LogicalType::decimal(whole + scale, scale);
}

LogicalType text_union(const LogicalType& a, const LogicalType& b) {
  int32_t length = std::max(a.length(), b.length());
  bool text = a.is_character();
  bool varying = a.is(TypeRoot::kVarChar) || a.is(TypeRoot::kVarBinary) || b.is(TypeRoot::kVarChar) ||
                 b.is(TypeRoot::kVarBinary) || a.length() != b.length();
  if (text) return varying ? LogicalType::varchar(length) : LogicalType::character(length);
  return varying ? LogicalType::varbinary(length) : LogicalType::binary(length);
}

LogicalType with_precision(const LogicalType& type, int32_t precision) {
  if (type.is(TypeRoot::kTime)) return LogicalType::time(precision);
  if (type.is(TypeRoot::kTimestampLtz)) return LogicalType::timestamp_ltz(precision);
  return LogicalType::timestamp(precision);
}

int unit_start(IntervalUnit unit) {
  if (unit <= IntervalUnit::kYearToMonth) return 0;
  if (unit == IntervalUnit::kMonth) return 1;
  if (unit <= IntervalUnit::kDayToSecond) return 2;
  if (unit <= IntervalUnit::kHourToSecond) return 3;
  return unit <= IntervalUnit::kMinuteToSecond ? 4 : 5;
}

int unit_end(IntervalUnit unit) {
  switch (unit) {
    case IntervalUnit::kYear:
      return 0;
    case IntervalUnit::kYearToMonth:
    case IntervalUnit::kMonth:
      return 1;
    case IntervalUnit::kDay:
      return 2;
    case IntervalUnit::kDayToHour:
    case IntervalUnit::kHour:
      return 3;
    case IntervalUnit::kDayToMinute:
    case IntervalUnit::kHourToMinute:
    case IntervalUnit::kMinute:
      return 4;
    default:
      return 5;
  }
}

LogicalType interval_union(const LogicalType& a, const LogicalType& b) {
  int start = std::min(unit_start(a.interval_unit()), unit_start(b.interval_unit()));
  int end = std::max(unit_end(a.interval_unit()), unit_end(b.interval_unit()));
  for (int u = 0; u <= static_cast<int>(IntervalUnit::kSecond); ++u) {
    IntervalUnit unit = static_cast<IntervalUnit>(u);
    if (unit_start(unit) == start && unit_end(unit) == end) {
      return LogicalType::interval(unit, std::max(a.precision(), b.precision()),
                                   std::max(a.scale(), b.scale()));
    }
  }
  return a;
}

std::optional<LogicalType> merge(const TypeList& types, bool flink);

// Union of the type parts at one position of equally shaped nested types.
std::optional<LogicalType> nested_union(const TypeList& types, bool flink) {
  const LogicalType& first = types[0];
  size_t count = first.fields().size();
  std::vector<LogicalType> parts;
  for (size_t i = 0; i < count; ++i) {
    TypeList column;
    for (const LogicalType& type : types) {
      if (type.is(TypeRoot::kNull)) continue;
      if (!type.is(first.root()) || type.fields().size() != count) return std::nullopt;
      column.push_back(type.fields()[i].type);
    }
    std::optional<LogicalType> part = merge(column, flink);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  switch (first.root()) {
    case TypeRoot::kArray:
      return LogicalType::array(parts[0]);
    case TypeRoot::kMultiset:
      return LogicalType::multiset(parts[0]);
    case TypeRoot::kMap:
      return LogicalType::map(parts[0], parts[1]);
    default: {
      RowType fields = first.fields();
      for (size_t i = 0; i < count; ++i) fields[i].type = parts[i];
      return first.is_structured() ? LogicalType::structured(first.class_name(), std::move(fields))
                                   : LogicalType::row(std::move(fields));
    }
  }
}

std::optional<LogicalType> pair_union(const LogicalType& a, const LogicalType& b, bool flink) {
  if (a.equals(b, true)) return a;
  if (a.is_exact() && b.is_exact()) return exact_union(a, b);
  if (a.is_numeric() && b.is_numeric()) {
    if (a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal)) return LogicalType::double_type();
    // Calcite's FLOAT is as precise as DOUBLE: the first one stays.
    if (a.is_approximate() && b.is_approximate()) return flink ? LogicalType::double_type() : a;
    return a.is_approximate() ? a : b;
  }
  if ((a.is_character() && b.is_character()) || (a.is_binary() && b.is_binary())) return text_union(a, b);
  if (a.is_timestamp() && b.is_timestamp()) {
    int32_t precision = std::max(a.precision(), b.precision());
    if (a.root() == b.root() || (flink && b.is(TypeRoot::kTimestampLtz))) return with_precision(b, precision);
    return flink ? std::optional(with_precision(a, precision)) : std::optional(a);
  }
  if (a.is(TypeRoot::kTime) && b.is(TypeRoot::kTime))
    return with_precision(a, std::max(a.precision(), b.precision()));
  if (a.is_interval() && a.root() == b.root()) return interval_union(a, b);
  // Flink: a date or time beside a number or an interval.
  if (a.is_datetime() && (b.is_interval() || (flink && b.is_exact() && !a.is(TypeRoot::kTime)))) return a;
  if (b.is_datetime() && (a.is_interval() || (flink && a.is_exact() && !b.is(TypeRoot::kTime)))) return b;
  if (flink && implicitly_castable(a, b)) return b;
  if (flink && implicitly_castable(b, a)) return a;
  return std::nullopt;
}

std::optional<LogicalType> merge(const TypeList& types, bool flink) {
  std::optional<LogicalType> result;
  bool nullable = false;
  for (const LogicalType& type : types) {
    nullable |= type.nullable();
    if (type.is(TypeRoot::kNull)) continue;
    LogicalType plain = type.with_attribute(TimeAttribute::kNone);
    if (!result) {
      result = plain;
      if (type.is_nested()) {
        TypeList nested;
        for (const LogicalType& t : types) {
          if (!t.is(TypeRoot::kNull)) nested.push_back(t);
        }
        result = nested_union(nested, flink);
        for (const LogicalType& t : types) nullable |= t.nullable();
        break;
      }
      continue;
    }
    result = pair_union(*result, plain, flink);
    if (!result) return std::nullopt;
  }
  if (result) result = result->with_nullable(nullable);
  return result;
}

}  // namespace

TypeList types_of(const ExprList& operands) {
  TypeList types;
  types.reserve(operands.size());
  for (const ExprPtr& operand : operands) types.push_back(operand->type);
  return types;
}

bool any_nullable(const ExprList& operands) {
  return std::any_of(operands.begin(), operands.end(), [](const ExprPtr& o) { return o->type.nullable(); });
}

std::optional<LogicalType> least_restrictive(const TypeList& types) {
  return merge(types, false);
}

std::optional<LogicalType> common_type(const TypeList& types) {
  return merge(types, true);
}

// LogicalTypeCasts: the implicit rules (widening of numbers and texts, any number to DECIMAL, a TIMESTAMP to
// its DATE or TIME, between the two timestamps).
bool implicitly_castable(const LogicalType& from, const LogicalType& to) {
  if (from.is(TypeRoot::kNull) || from.root() == to.root()) {
    if (!from.is_nested()) return true;
    const auto &a = from.fields(), &b = to.fields();
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!implicitly_castable(a[i].type, b[i].type)) return false;
    }
    return true;
  }
  if (from.is_character() && to.is(TypeRoot::kVarChar)) return true;
  if (from.is_binary() && to.is(TypeRoot::kVarBinary)) return true;
  if (from.is_integer() && to.is_numeric()) return to.root() > from.root();
  if (from.is(TypeRoot::kDecimal)) return to.is_approximate();
  if (from.is(TypeRoot::kFloat)) return to.is(TypeRoot::kDouble) || to.is(TypeRoot::kDecimal);
  if (from.is(TypeRoot::kDouble)) return to.is(TypeRoot::kDecimal);
  if (from.is(TypeRoot::kTimestamp) && (to.is(TypeRoot::kDate) || to.is(TypeRoot::kTime))) return true;
  if (from.is_timestamp()) return to.is_timestamp();
  return from.is_interval() && to.is_interval();
}

void illegal_null(const Expr& operand, Span span) {
  throw Failure("sql/wrong-arguments", "Illegal use of 'NULL'", operand.span.known() ? operand.span : span,
                "give it a type: CAST(NULL AS ...)");
}

ExprPtr cast_or_throw(const ExprPtr& operand, const LogicalType& to, Span span) {
  return make_cast(operand, to, span.known() ? span : operand->span).or_throw();
}

void cast_all(ExprList& operands, const LogicalType& type, size_t first, size_t step) {
  for (size_t i = first; i < operands.size(); i += step) {
    // Nullability of elements counts, the operand's own does not.
    bool same = operands[i]->type.equals(type.with_nullable(operands[i]->type.nullable()));
    if (!same) operands[i] = cast_or_throw(operands[i], type);
  }
}

LogicalType result_type(const char* code, const ExprList& operands) {
  auto base = [&]() -> LogicalType {
    switch (code[0]) {
      case 'S':
        return LogicalType::string();
      case 'I':
        return LogicalType::integer();
      case 'L':
        return LogicalType::bigint();
      case 'D':
        return LogicalType::double_type();
      case 'Z':
        return LogicalType::boolean();
      case 'Y':
        return LogicalType::bytes();
      case 'T':
        return LogicalType::timestamp(3);
      case 'Q':
        return LogicalType::timestamp_ltz(3);
      case 'd':
        return LogicalType::date();
      case '1':
        return operands[1]->type;
      case 'v':
        if (operands[0]->type.is_character()) return LogicalType::varchar(operands[0]->type.length());
        return LogicalType::varbinary(operands[0]->type.length());
      default:
        return operands[0]->type;
    }
  };
  LogicalType type = base().with_attribute(TimeAttribute::kNone);
  if (code[1] == '?') return type.with_nullable(true);
  if (code[1] == '!') return type.with_nullable(false);
  return type.with_nullable(any_nullable(operands));
}

}  // namespace rowkind
