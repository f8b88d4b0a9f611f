// REGEXP...: Java patterns through RE2; a pattern that is wrong gives FALSE or NULL.
#include "base/utf8.h"
#include "expr/functions/regex.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

using Groups = std::vector<std::string_view>;

// Where the search goes on after a match; an empty one steps over a character.
size_t next_search(std::string_view s, std::string_view match) {
  size_t end = static_cast<size_t>(match.data() - s.data()) + match.size();
  if (!match.empty()) return end;
  if (end >= s.size()) return s.size() + 1;
  utf8_next(s, end);
  return end;
}

Value eval_regexp(const Expr&, const Value* args, EvalContext&) {
  Groups groups;
  std::string_view pattern = args[1].string();
  const CompiledRegex* regex = pattern.empty() ? nullptr : compile_regex(pattern);
  return Value::boolean(regex != nullptr && regex_find(*regex, args[0].string(), 0, groups));
}

Value eval_extract(const Expr& call, const Value* args, EvalContext&) {
  Groups groups;
  const CompiledRegex* regex = compile_regex(args[1].string());
  int64_t group = call.operands.size() > 2 ? args[2].integer() : 0;
  if (regex == nullptr || !regex_find(*regex, args[0].string(), 0, groups)) return Value::null();
  if (group < 0 || group >= static_cast<int64_t>(groups.size())) return Value::null();
  std::string_view part = groups[static_cast<size_t>(group)];
  return part.data() == nullptr ? Value::null() : Value::string(part);
}

Value eval_replace(const Expr&, const Value* args, EvalContext&) {
  const CompiledRegex* regex = compile_regex(args[1].string());
  if (regex == nullptr) return Value::null();
  std::string_view s = args[0].string();
  std::string out;
  Groups groups;
  size_t done = 0;
  for (size_t from = 0; from <= s.size() && regex_find(*regex, s, from, groups);
       from = next_search(s, groups[0])) {
    size_t begin = static_cast<size_t>(groups[0].data() - s.data());
    out.append(s, done, begin - done);
    out += args[2].string();
    done = begin + groups[0].size();
  }
  out.append(s, done, s.size() - done);
  return Value::string(out);
}

// Calls `each(groups)` for every match; false for a wrong pattern.
template <typename F>
bool every_match(const Value* args, const F& each) {
  const CompiledRegex* regex = compile_regex(args[1].string());
  if (regex == nullptr) return false;
  std::string_view s = args[0].string();
  Groups groups;
  for (size_t from = 0; from <= s.size() && regex_find(*regex, s, from, groups);
       from = next_search(s, groups[0]))
    each(groups);
  return true;
}

Value eval_count(const Expr&, const Value* args, EvalContext&) {
  int64_t count = 0;
  return every_match(args, [&](const Groups&) { ++count; }) ? Value::integer(count) : Value::null();
}

Value eval_extract_all(const Expr& call, const Value* args, EvalContext&) {
  int64_t group = call.operands.size() > 2 ? args[2].integer() : 1;
  const CompiledRegex* regex = compile_regex(args[1].string());
  if (regex == nullptr || group < 0 || group > regex_groups(*regex)) return Value::null();
  std::vector<Value> found;
  every_match(args, [&](const Groups& groups) {
    std::string_view part = groups[static_cast<size_t>(group)];
    found.push_back(part.data() == nullptr ? Value::null() : Value::string(part));
  });
  return Value::array(std::move(found));
}

LogicalType infer_extract_all(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::array(LogicalType::string());
}

Value eval_instr(const Expr&, const Value* args, EvalContext&) {
  Groups groups;
  const CompiledRegex* regex = compile_regex(args[1].string());
  if (regex == nullptr) return Value::null();
  std::string_view s = args[0].string();
  if (!regex_find(*regex, s, 0, groups)) return Value::integer(0);
  return Value::integer(utf8_length(s.substr(0, static_cast<size_t>(groups[0].data() - s.data()))) + 1);
}

Value eval_substr(const Expr&, const Value* args, EvalContext&) {
  Groups groups;
  const CompiledRegex* regex = compile_regex(args[1].string());
  if (regex == nullptr || !regex_find(*regex, args[0].string(), 0, groups)) return Value::null();
  return Value::string(groups[0]);
}

const ScalarFunction kRows[] = {
    {"REGEXP", "string", "REGEXP(string1, regex)", "TRUE if a part matches.", "cc", "Z", eval_regexp},
    {"REGEXP_EXTRACT", "string", "REGEXP_EXTRACT(string1, regex [, group])",
     "The first match, or a group of it.", "cci|cc", "S?", eval_extract},
    {"REGEXP_REPLACE", "string", "REGEXP_REPLACE(string1, regex, string3)", "Every match replaced.", "ccc",
     "S", eval_replace},
    {"REGEXP_COUNT", "string", "REGEXP_COUNT(str, regex)", "How often it matches.", "cc", "I?", eval_count},
    {"REGEXP_EXTRACT_ALL", "string", "REGEXP_EXTRACT_ALL(str, regex [, group])",
     "A group (1 by default) of all matches.", "cc|cci", nullptr, eval_extract_all, 0, infer_extract_all},
    {"REGEXP_INSTR", "string", "REGEXP_INSTR(str, regex)", "Where it first matches, from 1; 0 if nowhere.",
     "cc", "I?", eval_instr},
    {"REGEXP_SUBSTR", "string", "REGEXP_SUBSTR(str, regex)", "The first match.", "cc", "S?", eval_substr},
};

}  // namespace

FunctionTable regexp_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
