#include "plan/record_type.h"

namespace rowkind {

namespace {

std::string type_text(const LogicalType& type);

std::string fields_text(const std::vector<Field>& fields) {
  std::string out;
  for (const Field& field : fields) {
    if (!out.empty()) out += ", ";
    out += type_text(field.type) + " " + field.name;
  }
  return out;
}

// to_plan() without character sets.
std::string type_text(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kArray:
      return type_text(type.element()) + " ARRAY";
    case TypeRoot::kMultiset:
      return type_text(type.element()) + " MULTISET";
    case TypeRoot::kMap:
      return "(" + type_text(type.key()) + ", " + type_text(type.value()) + ") MAP";
    case TypeRoot::kRow:
      return "RecordType:peek_no_expand(" + fields_text(type.fields()) + ")";
    default:
      break;
  }
  std::string out = type.to_plan(false);
  size_t charset = out.find(" CHARACTER SET");
  if (charset != std::string::npos) out.erase(charset);
  return out;
}

}  // namespace

std::string record_type_text(const RowType& type) {
  return "RecordType(" + fields_text(type) + ")";
}

}  // namespace rowkind
