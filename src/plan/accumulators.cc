#include "plan/accumulators.h"

#include <algorithm>
#include <cctype>

namespace rowkind {

namespace {

std::vector<std::string> buffer_names(const AggregateCall& call, bool retract) {
  std::string_view name = call.function->name;
  if (name == "COUNT") return {call.args.empty() ? "count1" : "count"};
  if (name == "$SUM0") return {"sum"};
  if (name == "SUM")
    return retract ? std::vector<std::string>{"sum", "count"} : std::vector<std::string>{"sum"};
  if (name == "AVG") return {"sum", "count"};
  if (name == "LISTAGG" && !retract) return {"accDelimiter", "concatAcc"};
  std::string lower = aggregate_plan_name(call);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return {lower};
}

}  // namespace

bool can_merge(const AggregateCall& call) {
  static constexpr std::string_view kOnePhase[] = {"SINGLE_VALUE", "FIRST_VALUE", "LAST_VALUE",
                                                   "JSON_ARRAYAGG"};
  return std::find(std::begin(kOnePhase), std::end(kOnePhase), call.function->name) == std::end(kOnePhase);
}

void require_merge(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract, Span span) {
  struct Unmerged {
    std::string_view function, plain, retracting;  // Flink's classes
  };
  static constexpr Unmerged kUnmerged[] = {
      {"FIRST_VALUE", "FirstValueAggFunction", "FirstValueWithRetractAggFunction"},
      {"LAST_VALUE", "LastValueAggFunction", "LastValueWithRetractAggFunction"},
      {"JSON_ARRAYAGG", "JsonArrayAggFunction", "JsonArrayAggFunction"},
  };
  for (size_t i = 0; i < calls.size(); ++i) {
    for (const Unmerged& known : kUnmerged) {
      if (calls[i].function->name != known.function) continue;
      throw Failure(
          "plan/no-merge",
          "Could not find an implementation method 'merge' in class "
          "'org.apache.flink.table.runtime.functions.aggregate." +
              std::string(retract[i] ? known.retracting : known.plain) + "' for function '" +
              aggregate_plan_name(calls[i]) +
              "' that matches the following signature:\nvoid merge(org.apache.flink.table.data.RowData, "
              "java.lang.Iterable)",
          span, "use TUMBLE windows: the others fold partial results");
    }
  }
}

void require_distinct_retraction(const std::vector<AggregateCall>& calls, Span span) {
  for (const AggregateCall& call : calls) {
    bool sum = call.function->name == "SUM";
    if (!call.distinct || (!sum && call.function->name != "LISTAGG")) continue;
    throw Failure("plan/no-retraction",
                  sum ? "This function does not support retraction, Please choose SumWithRetractAggFunction."
                      : "This function does not support retraction.",
                  span, "Flink counts the rows of HOP windows as if they could be retracted");
  }
}

AggregateCall record_counter() {
  AggregateCall call;
  call.function = find_aggregate("COUNT");
  call.type = LogicalType::bigint().with_nullable(false);
  call.name = "count1";
  return call;
}

bool is_record_count(const AggregateCall& call) {
  return call.function->name == "COUNT" && call.args.empty() && call.filter < 0 && !call.distinct;
}

Accumulators name_accumulators(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract) {
  Accumulators out;
  int32_t next = 0;
  for (size_t i = 0; i < calls.size(); ++i) {
    std::vector<std::string> names = buffer_names(calls[i], retract[i]);
    for (std::string& name : names) name += "$" + std::to_string(next++);
    out.names.push_back(std::move(names));
  }
  out.distinct_of_call.assign(calls.size(), -1);
  for (size_t i = 0; i < calls.size(); ++i) {
    if (!calls[i].distinct) continue;
    auto& views = out.distinct_views;
    auto found = std::find_if(views.begin(), views.end(),
                              [&](const auto& view) { return view.args == calls[i].args; });
    if (found == views.end()) {
      views.push_back({calls[i].args, "distinct$" + std::to_string(views.size()), {}});
      found = views.end() - 1;
    }
    found->filters.push_back(calls[i].filter);
    out.distinct_of_call[i] = static_cast<int32_t>(found - views.begin());
  }
  return out;
}

}  // namespace rowkind
