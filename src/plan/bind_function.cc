// Process table functions: FROM_CHANGELOG and TO_CHANGELOG.
#include <algorithm>

#include "base/utf8.h"
#include "expr/function.h"
#include "plan/bind.h"
#include "plan/op_mapping.h"
#include "plan/record_type.h"
#include "plan/rel_build.h"

namespace rowkind {
namespace {

// Checks a MAP['c, r', 'INSERT'] (codes -> kind) or MAP['INSERT, UPDATE_AFTER', 'u'] (kinds -> code).
void check_mapping(const Expr& map, bool from, bool partitioned, Span span) {
  const auto entries = constant_mapping(map);
  if (!entries)
    throw Failure("sql/op-mapping", "The 'op_mapping' argument must be a constant MAP literal.", span);
  std::vector<std::string> kinds;
  std::vector<std::pair<std::string, std::string>> codes;  // with their kinds
  for (const auto& entry : *entries) {
    if (from) {
      kinds.push_back(java_trim(entry.second));
      for (std::string& code : split_codes(entry.first)) codes.emplace_back(std::move(code), kinds.back());
    } else {
      for (std::string& kind : split_codes(entry.first)) kinds.push_back(std::move(kind));
    }
  }
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (!change_operation(kinds[i])) {
      throw Failure("sql/op-mapping",
                    "Invalid target mapping for argument 'op_mapping'. Unknown change operation: '" +
                        kinds[i] + "'. Valid values are: [UPDATE_BEFORE, DELETE, INSERT, UPDATE_AFTER].",
                    span, did_you_mean(kinds[i], {"INSERT", "DELETE", "UPDATE_BEFORE", "UPDATE_AFTER"}));
    }
    const auto here = kinds.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(kinds.begin(), here, kinds[i]) != here) {
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
    for (size_t j = 0; j < i; ++j) {
      if (codes[i].first != codes[j].first) continue;
      throw Failure("sql/op-mapping",
                    "Duplicate key " + codes[i].first + " (attempted merging values " + codes[j].second +
                        " and " + codes[i].second + ")",
                    span, "one code stands for one kind of change");
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

bool is_null_constant(const Expr& value) {
  if (value.kind == ExprKind::kLiteral) return value.literal.is_null();
  return is_call(value, "CAST") && is_null_constant(*value.operands[0]);
}

void check_error_handling(const Expr& mode, Span span) {
  const std::string text = mode.kind == ExprKind::kLiteral && mode.literal.kind() == ValueKind::kString
                               ? std::string(mode.literal.string())
                               : "";
  if (text == "FAIL" || text == "SKIP") return;
  throw Failure("sql/wrong-arguments",
                "Invalid value for argument 'error_handling': '" + text + "'. Valid values are: FAIL, SKIP.",
                span);
}

// A descriptor where a value belongs, a value where a descriptor belongs, a mapping that is no map.
void check_signature(const TableFunctionRel& rel, const RowType& input) {
  bool fits = true;
  std::vector<std::string> shown = {"<" + record_type_text(input) + ">"};
  for (size_t i = 1; i < rel.arguments.size(); ++i) {
    const TableFunctionRel::Argument& argument = rel.arguments[i];
    const bool columns = argument.name == "op" || argument.name == "on_time";
    const bool map = argument.name == "op_mapping";
    if (argument.scalar) {
      fits = fits && !columns && (!map || argument.scalar->type.is(TypeRoot::kMap));
      shown.push_back(argument.scalar->type.is_character() ? "<CHARACTER>"
                                                           : "<" + argument.scalar->type.to_string() + ">");
    } else {
      fits = fits && (columns || argument.descriptor.empty());
      shown.emplace_back(columns || !argument.descriptor.empty() ? "<COLUMN_LIST>"
                         : map ? "<(VARCHAR(2147483647), VARCHAR(2147483647)) MAP>"
                               : "<CHARACTER>");
    }
  }
  if (fits) return;
  std::string list;
  for (const std::string& type : shown) list += (list.empty() ? "" : ", ") + type;
  throw Failure(
      "sql/wrong-arguments", "No match found for function signature " + rel.function + "(" + list + ").",
      rel.span,
      rel.function == "FROM_CHANGELOG"
          ? "FROM_CHANGELOG(input => TABLE t, op => DESCRIPTOR(op), op_mapping => MAP['c', 'INSERT'])"
          : "TO_CHANGELOG(input => TABLE t, op => DESCRIPTOR(op), op_mapping => MAP['INSERT', 'c'])");
}

// `on_time`: the column that the function's own time attribute is taken from.
int32_t bind_on_time(const std::vector<std::string>& names, const RowType& input, Span span) {
  std::string unknown;
  for (const std::string& name : names) {
    if (find_field(input, name) < 0) unknown += (unknown.empty() ? "" : ", ") + name;
  }
  if (!unknown.empty())
    throw Failure("sql/unknown-column",
                  "Invalid time attribute declaration. Each column in the `on_time` argument must reference "
                  "at least one column in one of the table arguments. Unknown references: [" +
                      unknown + "]",
                  span, did_you_mean(names[0], field_names(input)));
  for (const std::string& name : names) {
    const LogicalType& type = input[static_cast<size_t>(find_field(input, name))].type;
    const bool time = type.is(TypeRoot::kTimestamp) || type.is(TypeRoot::kTimestampLtz);
    if (!time || type.precision() > 3)
      throw Failure("sql/wrong-arguments",
                    "Unsupported data type for time attribute. The `on_time` argument must reference a "
                    "TIMESTAMP or TIMESTAMP_LTZ column (up to precision 3). However, column '" +
                        name + "' in table argument 'input' has data type '" + type.to_string() + "'.",
                    span);
    if (type.time_attribute() == TimeAttribute::kNone)
      throw Failure("sql/wrong-arguments",
                    "Column '" + name +
                        "' is not a valid time attribute. Only columns with a watermark declaration qualify "
                        "for the `on_time` argument. Also, make sure that the watermarked column is "
                        "forwarded without any modification.",
                    span, "declare WATERMARK FOR " + name + " in the table");
  }
  return find_field(input, names[0]);
}

// Calcite trips over these; nothing says what they would mean.
void check_argument_names(const sql::Call& call) {
  size_t named = 0, tables = 0;
  for (const sql::Argument& argument : call.arguments) {
    if (!argument.name) continue;
    ++named;
    if (argument.name->name == "input" && ++tables > 1)
      throw Failure("sql/wrong-arguments", "Argument 'input' is given twice", argument.value->span,
                    "one table is read; UNION ALL the others into it");
  }
  if (named > 0 && named < call.arguments.size())
    throw Failure("sql/wrong-arguments", "Positional and named arguments cannot be mixed", call.span,
                  "write a name in front of every argument");
}

}  // namespace

RelPtr Binder::bind_process_function(const sql::Call& call, const std::string& name, Scope& scope,
                                     RowType& columns) {
  const bool from = name == "FROM_CHANGELOG";
  if (!from && name != "TO_CHANGELOG") {
    if (name == "SNAPSHOT") {
      throw Failure("plan/not-yet", "LATERAL SNAPSHOT exists since Flink 2.4.", call.name.span,
                    "choose `flink: 2.4`, join a versioned table FOR SYSTEM_TIME AS OF the row time of the "
                    "left side, or look up a "
                    "table of a connector that answers look-ups");
    }
    if (name == "ML_PREDICT" || name == "VECTOR_SEARCH" || name == "ML_EVALUATE") {
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
  check_argument_names(call);
  const std::vector<sql::ExprPtr> arguments = ordered_arguments(call, parameters);
  if (!arguments[0])
    throw Failure("sql/wrong-arguments",
                  "DEFAULT is only allowed for optional parameters: argument 'input' of function '" + name +
                      "' is missing",
                  call.span, "write " + name + "(input => TABLE t)");

  auto rel = std::make_shared<TableFunctionRel>();
  rel->function = name;
  rel->span = call.span;
  rel->arguments.resize(parameters.size());
  for (size_t i = 0; i < parameters.size(); ++i) rel->arguments[i].name = parameters[i];
  TableFunctionRel::Argument& input = rel->arguments[0];
  input.table_input = 0;
  const auto* table = sql::node_cast<sql::TableArgument>(arguments[0]);
  if (table == nullptr && sql::node_cast<sql::Subquery>(arguments[0]) == nullptr)
    throw Failure("sql/wrong-arguments",
                  "Invalid argument value. Argument 'input' expects a table to be passed.",
                  arguments[0]->span, "write " + name + "(input => TABLE t)");
  if (!newer && table && (!table->partition_by.empty() || !table->order_by.empty())) {
    const bool partition = !table->partition_by.empty();
    throw Failure("sql/wrong-arguments",
                  std::string("Only tables with set semantics may be ") +
                      (partition ? "partitioned. Invalid PARTITION" : "ordered. Invalid ORDER") +
                      " BY clause in the 0-th operand of table function '" + name + "'",
                  arguments[0]->span, "PARTITION BY and ORDER BY here exist since Flink 2.4");
  }
  const Bound bound = bind_table_argument(arguments[0], scope, input);
  rel->inputs = {bound.rel};

  Scope empty;
  for (size_t i = 1; i < parameters.size(); ++i) {
    TableFunctionRel::Argument& argument = rel->arguments[i];
    if (!arguments[i]) continue;
    const auto* descriptor = sql::node_cast<sql::Descriptor>(arguments[i]);
    if (descriptor != nullptr) {
      for (const auto& column : descriptor->columns) argument.descriptor.push_back(column.last());
    } else {
      argument.scalar = bind(arguments[i], empty, Place{"table function", false, false});
      if (is_null_constant(*argument.scalar)) argument.scalar = nullptr;  // as if it were not there
    }
  }
  const auto given = [&](size_t i) {
    return arguments[i] && (rel->arguments[i].scalar || sql::node_cast<sql::Descriptor>(arguments[i]));
  };
  check_signature(*rel, bound.columns);
  int32_t on_time = -1;
  for (size_t i = 1; i < parameters.size(); ++i) {
    const TableFunctionRel::Argument& argument = rel->arguments[i];
    if (!given(i)) continue;
    if (argument.name == "op_mapping") {
      check_mapping(*argument.scalar, from, input.has_partition, arguments[i]->span);
    } else if (argument.name == "error_handling") {
      check_error_handling(*argument.scalar, arguments[i]->span);
    } else if (argument.name == "op" && argument.descriptor.size() != 1) {
      throw Failure("sql/wrong-arguments",
                    "The descriptor for argument 'op' must contain exactly one column name.",
                    arguments[i]->span);
    } else if (argument.name == "on_time") {
      on_time = bind_on_time(argument.descriptor, bound.columns, arguments[i]->span);
    }
  }
  const std::string op = given(1) ? rel->arguments[1].descriptor[0] : "op";

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
    if (columns.empty())
      throw Failure(
          "sql/wrong-arguments",
          "The input has no column besides the op column '" + op + "': Row arity: 0, but serializer arity: 1",
          call.span, "Flink cannot carry rows without columns; give the table another one");
  } else {
    columns.push_back({op, LogicalType::string().with_nullable(false)});
    for (size_t i = 0; i < bound.columns.size(); ++i) {
      if (bound.columns[i].name == op)
        throw Failure("sql/wrong-arguments", "Field names must be unique. Found duplicates: [" + op + "]",
                      call.span, "name the new column with op => DESCRIPTOR(name)");
      if (!partitioned(i)) columns.push_back(bound.columns[i]);
    }
  }
  if (on_time >= 0) {
    const LogicalType& time = bound.columns[static_cast<size_t>(on_time)].type;
    std::vector<std::string> names = field_names(columns);
    names.emplace_back("rowtime");
    columns.push_back({unique_names(std::move(names)).back(),
                       time.with_attribute(TimeAttribute::kRowtime).with_nullable(false)});
  }
  rel->type = columns;
  return rel;
}

}  // namespace rowkind
