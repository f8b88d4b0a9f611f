#include <algorithm>

#include "base/utf8.h"
#include "expr/aggregate.h"
#include "expr/functions/tables.h"

namespace rowkind {

namespace {

using Index = std::vector<const ScalarFunction*>;

const Index& by_name() {
  static const Index index = [] {
    const FunctionTable tables[] = {
        comparison_functions(), logical_functions(),     arithmetic_functions(), math_functions(),
        string_functions(),     text_code_functions(),   regexp_functions(),     temporal_functions(),
        time_text_functions(),  conditional_functions(), collection_functions(), json_functions(),
        hash_functions(),       system_functions(),      bitmap_functions(),     object_functions(),
    };
    Index all;
    for (const FunctionTable& table : tables) {
      for (size_t i = 0; i < table.count; ++i) all.push_back(&table.rows[i]);
    }
    std::sort(all.begin(), all.end(),
              [](const ScalarFunction* a, const ScalarFunction* b) { return a->name < b->name; });
    return all;
  }();
  return index;
}

const ScalarFunction* exact(std::string_view name) {
  const Index& index = by_name();
  auto it = std::lower_bound(index.begin(), index.end(), name,
                             [](const ScalarFunction* f, std::string_view n) { return f->name < n; });
  return it != index.end() && (*it)->name == name ? *it : nullptr;
}

}  // namespace

const ScalarFunction* find_function(std::string_view name) {
  if (const ScalarFunction* function = exact(name)) return function;
  return exact(ascii_upper(name));
}

std::vector<FunctionInfo> all_functions() {
  std::vector<FunctionInfo> infos;
  auto add = [&](std::string_view name, std::string_view category, std::string_view signature,
                 std::string_view summary, bool aggregate) {
    infos.push_back(FunctionInfo{std::string(name), std::string(category), std::string(signature),
                                 std::string(summary), aggregate});
  };
  for (const ScalarFunction* function : by_name()) {
    if ((function->flags & kNotInSql) == 0) {
      add(function->name, function->category, function->signature, function->summary, false);
    }
  }
  for (const AggregateFunction* function : aggregate_functions()) {
    add(function->name, "aggregate", function->signature, function->summary, true);
  }
  std::sort(infos.begin(), infos.end(),
            [](const FunctionInfo& a, const FunctionInfo& b) { return a.name < b.name; });
  return infos;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (FunctionInfo& info : all_functions()) names.push_back(std::move(info.name));
  return names;
}

}  // namespace rowkind
