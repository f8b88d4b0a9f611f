#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {
namespace {

std::string digits_of(Int128 v) {
  if (v == 0) return "0";
  char buffer[40];
  char* p = buffer + sizeof buffer;
  UInt128 rest = v < 0 ? UInt128(0) - static_cast<UInt128>(v) : static_cast<UInt128>(v);
  // 64-bit division is much cheaper, so split first.
  constexpr uint64_t kChunk = 1000000000000000000u;
  while (rest != 0) {
    uint64_t chunk;
    if (rest >> 64 == 0) {
      chunk = static_cast<uint64_t>(rest);
      rest = 0;
      for (; chunk != 0; chunk /= 10) *--p = static_cast<char>('0' + chunk % 10);
    } else {
      chunk = static_cast<uint64_t>(rest % kChunk);
      rest /= kChunk;
      for (int i = 0; i < 18; ++i, chunk /= 10) *--p = static_cast<char>('0' + chunk % 10);
    }
  }
  return std::string(p, static_cast<size_t>(buffer + sizeof buffer - p));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string decimal_text(Decimal v) {
  std::string digits = digits_of(v.unscaled);
  size_t scale = static_cast<size_t>(v.scale);
  if (scale > 0) {
    if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
    digits.insert(digits.size() - scale, 1, '.');
  }
  return v.unscaled < 0 ? "-" + digits : digits;
}

std::string decimal_java_text(Decimal v) {
  std::string digits = digits_of(v.unscaled);
  int32_t exponent = static_cast<int32_t>(digits.size()) - 1 - v.scale;
  if (v.scale >= 0 && exponent >= -6) return decimal_text(v);
  std::string out = v.unscaled < 0 ? "-" : "";
  out += digits[0];
  if (digits.size() > 1) out += "." + digits.substr(1);
  if (exponent != 0) out += (exponent > 0 ? "E+" : "E") + std::to_string(exponent);
  return out;
}

double decimal_to_double(Decimal v, int32_t precision) {
  if (precision <= kMaxCompactPrecision) {
    return static_cast<double>(static_cast<int64_t>(v.unscaled)) / static_cast<double>(power_of_ten(v.scale));
  }
  double out = 0;
  parse_java_double(decimal_text(v), out);
  return out;
}

DecimalParse parse_decimal(std::string_view text, int32_t precision, int32_t scale, Decimal& out) {
  size_t i = 0, n = text.size();
  bool negative = i < n && text[i] == '-';
  if (i < n && (text[i] == '-' || text[i] == '+')) ++i;
  // Significant digits without leading zeros; `point` counts the digits in front of the decimal point.
  std::string digits;
  int64_t point = 0;
  bool any = false, fraction = false;
  for (; i < n && (is_digit(text[i]) || (text[i] == '.' && !fraction)); ++i) {
    if (text[i] == '.') {
      fraction = true;
      continue;
    }
    any = true;
    if (!digits.empty() || text[i] != '0') {
      digits += text[i];
      if (!fraction) ++point;
    } else if (fraction) {
      --point;
    }
  }
  if (!any) return DecimalParse::kSyntax;
  if (i < n && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    bool down = i < n && text[i] == '-';
    if (i < n && (text[i] == '-' || text[i] == '+')) ++i;
    if (i == n) return DecimalParse::kSyntax;
    int64_t exponent = 0;
    for (; i < n && is_digit(text[i]); ++i) {
      if (exponent <= 2147483647) exponent = exponent * 10 + (text[i] - '0');
    }
    if (exponent > 2147483647) return DecimalParse::kSyntax;
    point += down ? -exponent : exponent;
  }
  if (i < n) return DecimalParse::kSyntax;
  out = Decimal{0, scale};
  if (digits.empty()) return DecimalParse::kOk;
  // `keep` digits stay, the one behind them rounds.
  int64_t keep = point + scale;
  if (keep > precision) return DecimalParse::kOverflow;
  UInt128 unscaled = 0;
  for (int64_t k = 0; k < keep; ++k) {
    unscaled = unscaled * 10 +
               (k < static_cast<int64_t>(digits.size()) ? static_cast<uint32_t>(digits[k] - '0') : 0u);
  }
  if (keep >= 0 && keep < static_cast<int64_t>(digits.size()) && digits[keep] >= '5') ++unscaled;
  if (unscaled >= power_of_ten(precision)) return DecimalParse::kOverflow;
  out.unscaled = negative ? -static_cast<Int128>(unscaled) : static_cast<Int128>(unscaled);
  return DecimalParse::kOk;
}

}  // namespace rowkind
