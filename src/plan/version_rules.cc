#include "plan/version_rules.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "plan/physical_util.h"

namespace rowkind {

namespace {

constexpr std::string_view kSince2_0[] = {
    "BTRIM",     "ELT",          "ENDSWITH",           "JSON_QUOTE",   "JSON_UNQUOTE",  "PERCENTILE",
    "PRINTF",    "REGEXP_COUNT", "REGEXP_EXTRACT_ALL", "REGEXP_INSTR", "REGEXP_SUBSTR", "STARTSWITH",
    "TRANSLATE", "UNHEX",        "URL_DECODE",         "URL_ENCODE"};
constexpr std::string_view kSince2_1[] = {"JSON", "PARSE_JSON", "TRY_PARSE_JSON"};
constexpr std::string_view kSince2_2[] = {"OBJECT_OF", "OBJECT_UPDATE"};
constexpr std::string_view kSince2_3[] = {"INET_ATON", "INET_NTOA", "FROM_CHANGELOG", "TO_CHANGELOG"};

template <size_t N>
bool holds(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// FIRST_VALUE and LAST_VALUE take collections and rows since 2.2.
void refuse_first_value_of(const GroupAggregateNode& node) {
  constexpr std::pair<TypeRoot, const char*> kRefused[] = {{TypeRoot::kArray, "ARRAY"},
                                                           {TypeRoot::kMap, "MAP"},
                                                           {TypeRoot::kMultiset, "MULTISET"},
                                                           {TypeRoot::kRow, "ROW"}};
  for (const AggregateCall& call : node.calls) {
    const std::string function(call.function->name);
    if ((function != "FIRST_VALUE" && function != "LAST_VALUE") || call.args.empty() || call.args[0] < 0)
      continue;
    const LogicalType& type = node.inputs[0]->type[static_cast<size_t>(call.args[0])].type;
    for (const auto& [root, name] : kRefused) {
      if (!type.is(root)) continue;
      throw Failure("plan/aggregate-type",
                    function + " aggregate function does not support type: ''" + name + "''.", node.span,
                    "it does since Flink 2.2");
    }
  }
}

}  // namespace

void apply_version(PhysicalNode& node, FlinkVersion version) {
  if (!(version < kFlink2_3)) return;
  for (const NodePtr& input : node.inputs) apply_version(*input, version);
  if (node.kind == NodeKind::kCalc) {
    node_as<CalcNode>(node).version = version;
  } else if (node.kind == NodeKind::kChangelogNormalize) {
    node_as<ChangelogNormalizeNode>(node).removable = !(version < kFlink2_1);
  } else if (node.kind == NodeKind::kJoin) {
    node_as<JoinNode>(node).pads_at_once = !(version < kFlink2_2);
  } else if (node.kind == NodeKind::kGroupAggregate && version < kFlink2_2) {
    refuse_first_value_of(node_as<GroupAggregateNode>(node));
  }
}

void refuse_over_without_time(const OverAggregateNode& over, FlinkVersion version) {
  if (version < kFlink2_1)
    throw Failure("plan/over-order",
                  "OVER windows' ordering in stream mode must be defined on a time attribute.", over.span,
                  "other columns may order an OVER window since Flink 2.1");
  if (over.rows && version < kFlink2_2)
    throw Failure("plan/over-bounds",
                  "OVER windows with UNBOUNDED PRECEDING are not supported when sorting on a non-time "
                  "attribute column.",
                  over.span, "use RANGE, or Flink 2.2 or later");
}

FlinkVersion function_since(std::string_view name) {
  if (holds(kSince2_3, name) || name.substr(0, 7) == "BITMAP_") return kFlink2_3;
  if (holds(kSince2_2, name)) return kFlink2_2;
  if (holds(kSince2_1, name)) return kFlink2_1;
  return holds(kSince2_0, name) ? kFlink2_0 : FlinkVersion{1, 20};
}

}  // namespace rowkind
