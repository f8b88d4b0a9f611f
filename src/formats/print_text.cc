#include "formats/print_text.h"

#include <numeric>

#include "base/utf8.h"
#include "types/decimal.h"
#include "types/java_hash.h"
#include "types/java_time.h"
#include "types/text.h"

namespace rowkind {
namespace {

std::string value_text(const Value& value, const LogicalType& type);

std::string row_text(RowKind kind, const Row& row, const RowType& columns) {
  std::string out = std::string(short_string(kind)) + "[";
  for (int32_t i = 0; i < row.arity(); ++i)
    out += (i > 0 ? ", " : "") + value_text(row[i], columns[static_cast<size_t>(i)].type);
  return out + "]";
}

// Of a java.util.HashMap: a key that comes again replaces the value of the first one.
std::string map_text(const Value& map, const LogicalType& key_type, const LogicalType& value_type) {
  std::vector<std::pair<Value, Value>> entries;
  std::vector<uint32_t> hashes;
  bool hashed = true;
  for (const auto& [key, value] : map.map()) {
    uint32_t hash = 0;
    hashed = java_object_hash(key, key_type, hash) && hashed;
    size_t same = 0;
    while (same < entries.size() && (!hashed || hashes[same] != hash || !entries[same].first.equals(key)))
      ++same;
    if (same < entries.size()) {
      entries[same].second = value;
      continue;
    }
    entries.emplace_back(key, value);
    hashes.push_back(hash);
  }
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (hashed) order = java_map_order(hashes);
  std::string out;
  for (size_t i : order)
    out += (out.empty() ? "" : ", ") + value_text(entries[i].first, key_type) + "=" +
           value_text(entries[i].second, value_type);
  return "{" + out + "}";
}

std::string bytes_text(std::string_view bytes) {
  std::string out;
  for (char c : bytes) out += (out.empty() ? "" : ", ") + std::to_string(static_cast<signed char>(c));
  return "[" + out + "]";
}

std::string array_text(const std::vector<Value>& elements, const LogicalType& type) {
  std::string out;
  for (size_t i = 0; i < elements.size(); ++i) out += (i > 0 ? ", " : "") + value_text(elements[i], type);
  return "[" + out + "]";
}

std::string value_text(const Value& value, const LogicalType& type) {
  if (value.is_null()) return "null";
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeRoot::kFloat:
      return java_float(static_cast<float>(value.floating()));
    case TypeRoot::kDouble:
      return java_double(value.floating());
    case TypeRoot::kDecimal:
      return decimal_java_text(value.decimal());
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
    case TypeRoot::kVariant:
    case TypeRoot::kBitmap:
      return std::string(value.string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return bytes_text(value.string());
    case TypeRoot::kDate:
      return local_date_text(value.integer());
    case TypeRoot::kTime:
      return local_time_text(value.integer(), 0);
    case TypeRoot::kTimestamp:
      return local_date_time_text(value.timestamp());
    case TypeRoot::kTimestampLtz:
      return instant_text(value.timestamp());
    case TypeRoot::kIntervalYearMonth:
      return period_text(value.integer());
    case TypeRoot::kIntervalDayTime:
      return duration_text(value.integer());
    case TypeRoot::kArray:
      return array_text(value.array(), type.element());
    case TypeRoot::kMap:
      return map_text(value, type.key(), type.value());
    case TypeRoot::kMultiset:
      return map_text(value, type.element(), LogicalType::integer());
    case TypeRoot::kRow:
      return row_text(RowKind::kInsert, value.row(), type.fields());
    default:
      return std::to_string(value.integer());
  }
}

class PrintEncoder final : public Encoder {
 public:
  PrintEncoder(std::string prefix, RowType columns)
      : prefix_(std::move(prefix)), columns_(std::move(columns)) {}
  Result<std::string> encode(RowKind kind, const Row& row) override {
    return prefix_ + row_text(kind, row, columns_);
  }

 private:
  std::string prefix_;
  RowType columns_;
};

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

void check_options(const std::map<std::string, std::string>& options) {
  for (const auto& [key, value] : options) {
    if (key == "connector" || key == "property-version" || key == "print-identifier" ||
        key == "sink.parallelism" || starts_with(key, "scan.watermark."))
      continue;
    if (key != "standard-error")
      throw Failure("ddl/options", "Unsupported options found for 'print'.\n\nUnsupported options:\n\n" + key,
                    {}, "it has print-identifier, sink.parallelism and standard-error");
    if (!ascii_iequals(value, "true") && !ascii_iequals(value, "false"))
      throw Failure("ddl/options", "Could not parse value '" + value +
                                       "' for key 'standard-error'. Unrecognized option for "
                                       "boolean: " +
                                       value + ". Expected either true or false(case insensitive)");
  }
}

}  // namespace

std::string print_text(RowKind kind, const Row& row, const RowType& columns) {
  return row_text(kind, row, columns);
}

// One subtask writes, so its number is not in front of the rows.
std::unique_ptr<Encoder> make_print_encoder(const std::map<std::string, std::string>& options,
                                            const RowType& columns) {
  check_options(options);
  auto identifier = options.find("print-identifier");
  bool prefixed = identifier != options.end() && !identifier->second.empty();
  return std::make_unique<PrintEncoder>(prefixed ? identifier->second + "> " : "", columns);
}

}  // namespace rowkind
