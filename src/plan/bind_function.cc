// Process table functions: FROM_CHANGELOG and TO_CHANGELOG.
#include <algorithm>
#include <array>
#include <map>

#include "base/utf8.h"
#include "expr/function.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"INSERT", "DELETE", "UPDATE_BEFORE", "UPDATE_AFTER"};

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> out;
  while (true) {
    const size_t comma = text.find(',');
    out.emplace_back(trim(text.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

// Checks a MAP['c, r', 'INSERT'] (codes -> kind) or MAP['INSERT, UPDATE_AFTER', 'u'] (kinds -> code).
void check_mapping(const ExprPtr& map, bool kinds_are_keys, bool from, bool partitioned, Span span) {
  bool constant = is_call(*map, "MAP");
  for (const ExprPtr& e : map->operands)
    constant = constant && e->kind == ExprKind::kLiteral && e->literal.kind() == ValueKind::kString;
  if (!constant)
    throw Failure("sql/op-mapping", "The 'op_mapping' argument must be a constant MAP literal.", span);
  std::vector<std::string> kinds, codes;
  for (size_t i = 0; i + 1 < map->operands.size(); i += 2) {
    const std::string_view key = map->operands[i]->literal.string(),
                           value = map->operands[i + 1]->literal.string();
    for (std::string& part : split_list(key)) (kinds_are_keys ? kinds : codes).push_back(std::move(part));
    if (!kinds_are_keys) kinds.emplace_back(trim(value));
  }
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (std::find(kKinds.begin(), kKinds.end(), kinds[i]) == kKinds.end()) {
      throw Failure("sql/op-mapping",
                    "Invalid target mapping for argument 'op_mapping'. Unknown change operation: '" +
                        kinds[i] + "'. Valid values are: [INSERT, DELETE, UPDATE_BEFORE, UPDATE_AFTER].",
                    span, did_you_mean(kinds[i], {"INSERT", "DELETE", "UPDATE_BEFORE", "UPDATE_AFTER"}));
    }
    if (std::find(kinds.begin(), kinds.begin() + static_cast<int64_t>(i), kinds[i]) !=
        kinds.begin() + static_cast<int64_t>(i)) {
      throw Failure("sql/op-mapping",
                    "Invalid target mapping for argument 'op_mapping'. Duplicate change operation: '" +
                        kinds[i] + "'." +
                        (from ? " Use comma-separated keys to map multiple codes to the same operation "
                                "(e.g., MAP['c, r', 'INSERT'])."
                              : ""),
                    span);
    }
  }
  for (size_t i = 0; i < codes.size(); ++i) {
    if (std::find(codes.begin(), codes.begin() + static_cast<int64_t>(i), codes[i]) !=
        codes.begin() + static_cast<int64_t>(i)) {
      throw Failure("sql/op-mapping", "Duplicate key " + codes[i], span,
                    "one code stands for one kind of change");
    }
  }
  const auto has = [&](const char* kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (from && has("UPDATE_AFTER") && !has("UPDATE_BEFORE") && !partitioned) {
    throw Failure("sql/op-mapping",
                  "The 'op_mapping' must include UPDATE_BEFORE for retract mode. Upsert mode (without "
                  "UPDATE_BEFORE) is not supported in this version.",
                  span);
  }
}

}  // namespace

RelPtr Binder::bind_process_function(const sql::Call& call, const std::string& name, Scope& scope,
                                     RowType& columns) {
  const bool from = name == "FROM_CHANGELOG";
  if (!from && name != "TO_CHANGELOG") {
    if (name == "ML_PREDICT" || name == "VECTOR_SEARCH" || name == "ML_EVALUATE" || name == "SNAPSHOT") {
      throw Failure("plan/not-yet",
                    name + " needs a cluster (models, external search) and is not executable here",
                    call.name.span);
    }
    throw Failure(
        "sql/unknown-function", "No match found for function signature " + call.name.text(), call.name.span,
        did_you_mean(name, {"TUMBLE", "HOP", "CUMULATE", "SESSION", "FROM_CHANGELOG", "TO_CHANGELOG"}));
  }
  const FlinkVersion version = session_.options().flink_version;
  if (version < kFlink2_3)
    throw Failure("sql/unknown-function", "No match found for function signature " + call.name.text(),
                  call.name.span, name + " exists since Flink 2.3");
  // PARTITION BY, error_handling and produces_full_deletes exist since 2.4.
  const bool newer = !(version < kFlink2_4);
  std::vector<std::string> parameters = {"input", "op", "op_mapping"};
  if (newer) parameters.emplace_back(from ? "error_handling" : "produces_full_deletes");
  parameters.insert(parameters.end(), {"on_time", "uid"});
  const std::vector<sql::ExprPtr> arguments = ordered_arguments(call, parameters);
  if (!arguments[0])
    throw Failure("sql/wrong-arguments",
                  "Invalid call to function '" + name + "': argument 'input' is missing", call.span,
                  "write " + name + "(input => TABLE t)");

  auto rel = std::make_shared<TableFunctionRel>();
  rel->function = name;
  rel->span = call.span;
  rel->arguments.resize(parameters.size());
  for (size_t i = 0; i < parameters.size(); ++i) rel->arguments[i].name = parameters[i];
  TableFunctionRel::Argument& input = rel->arguments[0];
  input.table_input = 0;
  const Bound bound = bind_table_argument(arguments[0], scope, input);
  rel->inputs = {bound.rel};
  if (!newer && (input.has_partition || !input.order_by.empty())) {
    throw Failure("sql/wrong-arguments",
                  "Only tables with set semantics may be partitioned. Invalid PARTITION BY clause in the "
                  "0-th operand of table function '" +
                      name + "'",
                  arguments[0]->span, "PARTITION BY here exists since Flink 2.4");
  }

  std::string op = "op";
  if (arguments[1]) {
    const auto* descriptor = sql::node_cast<sql::Descriptor>(arguments[1]);
    if (descriptor == nullptr || descriptor->columns.size() != 1) {
      throw Failure("sql/wrong-arguments",
                    "The descriptor for argument 'op' must contain exactly one column name.",
                    arguments[1]->span);
    }
    op = descriptor->columns[0].last();
    rel->arguments[1].descriptor = {op};
  }
  Scope empty;
  for (size_t i = 2; i < parameters.size(); ++i) {
    if (!arguments[i]) continue;
    rel->arguments[i].scalar = bind(arguments[i], empty, Place{"table function", false, false});
    if (parameters[i] == "op_mapping")
      check_mapping(rel->arguments[i].scalar, !from, from, input.has_partition, arguments[i]->span);
    if (parameters[i] == "error_handling") {
      const Expr& mode = *rel->arguments[i].scalar;
      const std::string text = mode.kind == ExprKind::kLiteral && mode.literal.kind() == ValueKind::kString
                                   ? std::string(mode.literal.string())
                                   : "";
      if (text != "FAIL" && text != "SKIP") {
        throw Failure(
            "sql/wrong-arguments",
            "Invalid value for argument 'error_handling': '" + text + "'. Valid values are: FAIL, SKIP.",
            arguments[i]->span);
      }
    }
  }

  const auto partitioned = [&](size_t i) {
    return std::find(input.partition_by.begin(), input.partition_by.end(), static_cast<int32_t>(i)) !=
           input.partition_by.end();
  };
  for (const int32_t key : input.partition_by) columns.push_back(bound.columns[static_cast<size_t>(key)]);
  if (from) {
    const int32_t at = find_field(bound.columns, op);
    if (at < 0) {
      throw Failure("sql/unknown-column", "The op column '" + op + "' does not exist in the input schema.",
                    arguments[1] ? arguments[1]->span : call.span,
                    did_you_mean(op, field_names(bound.columns)));
    }
    const LogicalType& type = bound.columns[static_cast<size_t>(at)].type;
    if (!type.is_character()) {
      throw Failure("sql/wrong-arguments",
                    "The op column '" + op + "' must be of STRING type, but was '" + type.to_string() + "'.",
                    arguments[1] ? arguments[1]->span : call.span);
    }
    for (size_t i = 0; i < bound.columns.size(); ++i) {
      if (static_cast<int32_t>(i) != at && !partitioned(i)) columns.push_back(bound.columns[i]);
    }
  } else {
    columns.push_back({op, LogicalType::string().with_nullable(false)});
    for (size_t i = 0; i < bound.columns.size(); ++i) {
      if (bound.columns[i].name == op)
        throw Failure("sql/wrong-arguments", "Field names must be unique. Found duplicates: [" + op + "]",
                      call.span, "name the new column with op => DESCRIPTOR(name)");
      if (!partitioned(i)) columns.push_back(bound.columns[i]);
    }
  }
  rel->type = columns;
  return rel;
}

}  // namespace rowkind
