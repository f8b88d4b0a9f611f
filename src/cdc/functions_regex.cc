#include "base/utf8.h"
#include "cdc/functions.h"
#include "expr/functions/regex.h"

namespace rowkind::cdc {
namespace {

// Every function here gives NULL for a pattern that is none.
Value regexp_replace(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  if (regex == nullptr) return Value::null();
  std::string_view text = a[0].string();
  std::string out;
  std::vector<std::string_view> groups;
  size_t copied = 0, from = 0;
  while (regex_find(*regex, text, from, groups)) {
    size_t begin = static_cast<size_t>(groups[0].data() - text.data());
    out += std::string(text.substr(copied, begin - copied)) + std::string(a[2].string());  // $1 is no group
    copied = from = begin + groups[0].size();
    if (groups[0].empty()) {
      if (from >= text.size()) break;
      utf8_next(text, from);
    }
  }
  out += text.substr(copied);
  return Value::string(out);
}

// Calls `take` with the groups of each match; stops when it says false.
template <typename Take>
void each_match(const CompiledRegex& regex, std::string_view text, Take take) {
  std::vector<std::string_view> groups;
  size_t from = 0;
  while (regex_find(regex, text, from, groups)) {
    if (!take(groups)) return;
    from = static_cast<size_t>(groups[0].data() - text.data()) + groups[0].size();
    if (groups[0].empty()) {
      if (from >= text.size()) return;
      utf8_next(text, from);
    }
  }
}

Value group_value(std::string_view group) {
  return group.data() == nullptr ? Value::null() : Value::string(group);
}

Value regexp_extract(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  int64_t group = a.node.args.size() > 2 ? a[2].integer() : 0;
  if (regex == nullptr || group < 0 || group > regex_groups(*regex)) return Value::null();
  Value out;
  each_match(*regex, a[0].string(), [&](const std::vector<std::string_view>& groups) {
    out = group_value(groups[static_cast<size_t>(group)]);
    return false;
  });
  return out;
}

Value regexp_extract_all(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  int64_t group = a.node.args.size() > 2 ? a[2].integer() : 1;
  if (regex == nullptr || group < 0 || group > regex_groups(*regex)) return Value::null();
  std::vector<Value> out;
  each_match(*regex, a[0].string(), [&](const std::vector<std::string_view>& groups) {
    out.push_back(group_value(groups[static_cast<size_t>(group)]));
    return true;
  });
  return Value::array(std::move(out));
}

Value regexp_count(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  if (regex == nullptr) return Value::null();
  int64_t count = 0;
  each_match(*regex, a[0].string(), [&](const std::vector<std::string_view>&) { return ++count > 0; });
  return Value::integer(count);
}

Value regexp_instr(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  if (regex == nullptr) return Value::null();
  std::string_view text = a[0].string();
  int64_t place = 0;
  each_match(*regex, text, [&](const std::vector<std::string_view>& groups) {
    place = utf16_length(text.substr(0, static_cast<size_t>(groups[0].data() - text.data()))) + 1;
    return false;
  });
  return Value::integer(place);
}

Value regexp_substr(const Args& a) {
  const CompiledRegex* regex = compile_regex(a[1].string());
  Value out;
  if (regex == nullptr) return out;
  each_match(*regex, a[0].string(), [&](const std::vector<std::string_view>& groups) {
    out = Value::string(groups[0]);
    return false;
  });
  return out;
}

const FunctionEntry kFunctions[] = {
    {"REGEXP_REPLACE", 35, "sss", Returns::kString, OnNull::kNull, regexp_replace},
    {"REGEXP_EXTRACT", 37, "ss?i", Returns::kString, OnNull::kNull, regexp_extract},
    {"REGEXP_EXTRACT_ALL", 37, "ss?i", Returns::kStrings, OnNull::kNull, regexp_extract_all},
    {"REGEXP_COUNT", 37, "ss", Returns::kInt, OnNull::kNull, regexp_count},
    {"REGEXP_INSTR", 37, "ss", Returns::kInt, OnNull::kNull, regexp_instr},
    {"REGEXP_SUBSTR", 37, "ss", Returns::kString, OnNull::kNull, regexp_substr},
};

}  // namespace

FunctionTable regex_functions() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace rowkind::cdc
