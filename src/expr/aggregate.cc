#include "expr/aggregate.h"

#include "base/utf8.h"
#include "expr/aggregates/aggregators.h"
#include "expr/infer.h"
#include "types/decimal.h"

namespace rowkind {

namespace {

const AggregateFunction kFunctions[] = {
    {"COUNT", "COUNT([ALL | DISTINCT] expression | *)",
     "The number of rows, or of those where the expression is not NULL."},
    {"SUM", "SUM([ALL | DISTINCT] expression)",
     "The sum; keeps the type of whole numbers and wraps. NULL if there is no value."},
    {"AVG", "AVG([ALL | DISTINCT] expression)", "The mean; of whole numbers cut toward 0."},
    {"MIN", "MIN([ALL | DISTINCT] expression)", "The smallest value."},
    {"MAX", "MAX([ALL | DISTINCT] expression)", "The largest value."},
    {"FIRST_VALUE", "FIRST_VALUE(expression)", "The first value that came and is still there."},
    {"LAST_VALUE", "LAST_VALUE(expression)", "The last value that came and is still there."},
    {"LISTAGG", "LISTAGG([DISTINCT] expression [, separator])",
     "The texts in order of arrival, with a separator (a comma)."},
    {"COLLECT", "COLLECT([ALL | DISTINCT] expression)", "A multiset of the values."},
    {"ARRAY_AGG", "ARRAY_AGG([ALL | DISTINCT] expression [RESPECT NULLS | IGNORE NULLS])",
     "An array of the values in order of arrival."},
    {"PERCENTILE", "PERCENTILE(expression, percentage [, frequency])",
     "The value at a share of the sorted values, interpolated."},
    {"STDDEV_POP", "STDDEV_POP([ALL | DISTINCT] expression)", "The standard deviation of the population."},
    {"STDDEV_SAMP", "STDDEV_SAMP([ALL | DISTINCT] expression)", "The standard deviation of a sample."},
    {"STDDEV", "STDDEV([ALL | DISTINCT] expression)", "STDDEV_SAMP."},
    {"VAR_POP", "VAR_POP([ALL | DISTINCT] expression)", "The variance of the population."},
    {"VAR_SAMP", "VAR_SAMP([ALL | DISTINCT] expression)", "The variance of a sample."},
    {"VARIANCE", "VARIANCE([ALL | DISTINCT] expression)", "VAR_SAMP."},
    {"JSON_OBJECTAGG", "JSON_OBJECTAGG([KEY] key VALUE value [{NULL | ABSENT} ON NULL])",
     "A JSON object of all keys and values."},
    {"JSON_ARRAYAGG", "JSON_ARRAYAGG(items [{NULL | ABSENT} ON NULL])", "A JSON array of all items."},
    {"BITMAP_BUILD_AGG", "BITMAP_BUILD_AGG([DISTINCT] integer)", "A bitmap of the numbers."},
    {"BITMAP_BUILD_CARDINALITY_AGG", "BITMAP_BUILD_CARDINALITY_AGG([DISTINCT] integer)",
     "How many numbers their bitmap has."},
    {"BITMAP_AND_AGG", "BITMAP_AND_AGG([DISTINCT] bitmap)", "The numbers that all bitmaps have."},
    {"BITMAP_AND_CARDINALITY_AGG", "BITMAP_AND_CARDINALITY_AGG([DISTINCT] bitmap)",
     "How many numbers all bitmaps have."},
    {"BITMAP_OR_AGG", "BITMAP_OR_AGG([DISTINCT] bitmap)", "The numbers that any bitmap has."},
    {"BITMAP_OR_CARDINALITY_AGG", "BITMAP_OR_CARDINALITY_AGG([DISTINCT] bitmap)",
     "How many numbers any bitmap has."},
    {"BITMAP_XOR_AGG", "BITMAP_XOR_AGG([DISTINCT] bitmap)", "The numbers that an odd number of bitmaps has."},
    {"BITMAP_XOR_CARDINALITY_AGG", "BITMAP_XOR_CARDINALITY_AGG([DISTINCT] bitmap)",
     "How many numbers an odd number of bitmaps has."},
    {"SINGLE_VALUE", "SINGLE_VALUE(expression)", "The value of the only row; more rows fail the job."},
    {"$SUM0", "`$SUM0`(expression)", "The sum, 0 if there is no value."},
    {"$WELFORD_M2$1", "", ""},
    {"GROUPING", "GROUPING(expression [, expression]*)",
     "1 if the row is a total over this group column, else 0."},
    {"GROUPING_ID", "GROUPING_ID(expression [, expression]*)", "GROUPING of several columns as bits."},
    {"GROUP_ID", "GROUP_ID()", "Tells equal grouping sets apart."},
    {"APPROX_COUNT_DISTINCT", "APPROX_COUNT_DISTINCT(expression)", "Refused in streaming."},
};

bool orderable(const LogicalType& type) {
  return type.is_numeric() || type.is_character() || type.is_datetime() || type.is(TypeRoot::kBoolean) ||
         type.is(TypeRoot::kNull);
}

[[noreturn]] void refuse(std::string message, Span span) {
  throw Failure("sql/unsupported-aggregate", std::move(message), span);
}

// "Max aggregate function does not support type: ''ARRAY''."
[[noreturn]] void refuse_type(std::string_view name, const LogicalType& type, Span span) {
  std::string text(name);
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] >= 'A' && text[i] <= 'Z') text[i] = static_cast<char>(text[i] + 32);
  }
  std::string root = type.to_string();
  root = root.substr(0, root.find_first_of(" <("));
  refuse(
      text + " aggregate function does not support type: ''" + root + "''.\nPlease re-check the data type.",
      span);
}

LogicalType infer_numeric(const AggregateFunction& function, const LogicalType& type, Span span,
                          const ExprList& operands) {
  std::string_view name = function.name;
  if (!type.is_numeric() && !type.is_interval()) wrong_arguments(name, "n", operands, span);
  if (type.is_interval()) refuse_type(name, type, span);
  if (name == "SUM" || name == "$SUM0") return type.is(TypeRoot::kDecimal) ? decimal_sum_type(type) : type;
  if (name == "$WELFORD_M2$1") return LogicalType::double_type();
  // STDDEV and VAR are of AVG's type.
  return type.is(TypeRoot::kDecimal) ? decimal_avg_type(type) : type;
}

LogicalType infer_percentile(const AggregateFunction& function, ExprList& operands, Span span) {
  if (operands.size() < 2 || operands.size() > 3 || !operands[0]->type.is_numeric()) {
    wrong_call(function.name, function.signature, operands, span);
  }
  const LogicalType& share = operands[1]->type;
  bool array = share.is(TypeRoot::kArray);
  if (array ? !share.element().is_numeric() : !share.is_numeric())
    wrong_call(function.name, function.signature, operands, span);
  if (operands.size() == 3 && !operands[2]->type.is_integer())
    wrong_call(function.name, function.signature, operands, span);
  LogicalType number = LogicalType::double_type().with_nullable(false);
  if (!array) {
    operands[1] = cast_or_throw(operands[1], number);
    return LogicalType::double_type();
  }
  operands[1] = cast_or_throw(operands[1], LogicalType::array(number));
  return LogicalType::array(LogicalType::double_type());
}

bool is_bitmap(std::string_view name) {
  return name.substr(0, 7) == "BITMAP_";
}

// BITMAP_OR_CARDINALITY_AGG and such: BUILD takes numbers, the others bitmaps.
LogicalType infer_bitmap(const AggregateFunction& function, ExprList& operands, Span span) {
  const std::string_view name = function.name;
  if (operands.size() != 1) {
    throw Failure("sql/wrong-arguments",
                  "No match found for function signature " + signature_text(name, operands) + ".", span,
                  std::string(function.signature));
  }
  const LogicalType& type = operands[0]->type;
  const bool builds = name.substr(7, 5) == "BUILD";
  if (!builds && !type.is(TypeRoot::kBitmap)) wrong_call(name, function.signature, operands, span);
  if (builds && (!type.is_integer() || type.is(TypeRoot::kBigInt))) {
    throw Failure("sql/wrong-arguments",
                  "Unsupported argument type. Expected type root 'INTEGER' but actual type was '" +
                      type.to_string() + "'.",
                  span, std::string(function.signature));
  }
  if (builds && !type.is(TypeRoot::kInt)) operands[0] = cast_or_throw(operands[0], LogicalType::integer());
  return name.find("CARDINALITY") == std::string_view::npos ? LogicalType(TypeRoot::kBitmap)
                                                            : LogicalType::bigint();
}

ExprPtr json_string(const ExprPtr& value) {
  return is_call(*value, "JSON_STRING") ? value : call_or_throw("JSON_STRING", {value}, value->span);
}

LogicalType infer(const AggregateFunction& function, ExprList& operands, Span span) {
  std::string_view name = function.name;
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, span);
  }
  if (name == "APPROX_COUNT_DISTINCT")
    refuse("APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.", span);
  if (name == "COUNT") {
    if (operands.size() > 1) refuse("We now only support the count of one field.", span);
    return LogicalType::bigint().with_nullable(false);
  }
  if (name == "GROUPING" || name == "GROUPING_ID" || name == "GROUP_ID")
    return LogicalType::bigint().with_nullable(false);
  if (is_bitmap(name)) return infer_bitmap(function, operands, span);
  if (name == "PERCENTILE") return infer_percentile(function, operands, span);
  if (name == "JSON_OBJECTAGG") {
    if (operands.size() != 2 || !operands[0]->type.is_character())
      wrong_arguments(name, "ca", operands, span);
    operands[1] = json_string(operands[1]);
    return LogicalType::string().with_nullable(false);
  }
  if (name == "LISTAGG") {
    bool texts = !operands.empty() && operands.size() <= 2;
    for (const ExprPtr& operand : operands) texts = texts && operand->type.is_character();
    if (!texts) wrong_arguments(name, "c|cc", operands, span);
    return LogicalType::string().with_nullable(operands[0]->type.nullable());
  }
  if (operands.size() != 1) {
    throw Failure(
        "sql/wrong-arguments",
        "Invalid number of arguments to function '" + std::string(name) + "'. Was expecting 1 arguments",
        span);
  }
  const LogicalType type = operands[0]->type.with_attribute(TimeAttribute::kNone);
  if (name == "JSON_ARRAYAGG") {
    operands[0] = json_string(operands[0]);
    return LogicalType::string().with_nullable(false);
  }
  if (name == "COLLECT") return LogicalType::multiset(type).with_nullable(false);
  if (name == "ARRAY_AGG") return LogicalType::array(type).with_nullable(true);
  if (name == "MIN" || name == "MAX") {
    if (!orderable(type)) refuse_type(name, type, span);
    return type;
  }
  if (name == "FIRST_VALUE" || name == "LAST_VALUE" || name == "SINGLE_VALUE")
    return type.with_nullable(type.nullable());
  LogicalType result = infer_numeric(function, type, span, operands);
  bool never_null = name == "$SUM0";
  return result.with_nullable(!never_null && type.nullable());
}

AggregatorPtr make_plain(const AggregateCall& call, const RowType& input, bool retract) {
  std::string_view name = call.function->name;
  int32_t arg = call.args.empty() ? -1 : call.args[0];
  if (name == "COUNT") return make_count(arg);
  if (name == "SUM") return make_sum(call.type, arg, retract);
  if (name == "$SUM0") return make_sum0(call.type, arg);
  if (name == "AVG") return make_avg(call.type, input[static_cast<size_t>(arg)].type, arg);
  if (name == "MIN" || name == "MAX")
    return retract ? make_extreme_retract(arg, name == "MAX") : make_extreme(arg, name == "MAX");
  if (name == "FIRST_VALUE" || name == "LAST_VALUE") {
    return retract ? make_first_last_retract(arg, name == "LAST_VALUE")
                   : make_first_last(arg, name == "LAST_VALUE");
  }
  if (name == "SINGLE_VALUE") return make_single_value(arg);
  if (name == "LISTAGG") return make_list_agg(arg, call.args.size() > 1 ? call.args[1] : -1);
  if (name == "ARRAY_AGG") return make_array_agg(arg, call.ignore_nulls);
  if (name == "COLLECT") return make_collect(arg);
  if (name == "JSON_ARRAYAGG") return make_json_array_agg(arg, call.null_on_null);
  if (name == "JSON_OBJECTAGG") return make_json_object_agg(arg, call.args[1], call.null_on_null);
  if (name == "PERCENTILE")
    return make_percentile(call.type, arg, call.args[1], call.args.size() > 2 ? call.args[2] : -1);
  if (name == "STDDEV_POP") return make_variance(call.type, arg, 'p', true);
  if (name == "STDDEV_SAMP" || name == "STDDEV") return make_variance(call.type, arg, 's', true);
  if (name == "VAR_POP") return make_variance(call.type, arg, 'p', false);
  if (name == "VAR_SAMP" || name == "VARIANCE") return make_variance(call.type, arg, 's', false);
  if (is_bitmap(name)) return make_bitmap(name, arg);
  if (name == "$WELFORD_M2$1") return make_variance(call.type, arg, 'm', false);
  throw Failure("sql/unsupported-aggregate", "Aggregate function " + std::string(name) + " keeps no state.",
                call.span);
}

}  // namespace

const AggregateFunction* find_aggregate(std::string_view name) {
  std::string upper = ascii_upper(name);
  for (const AggregateFunction& function : kFunctions) {
    if (function.name == upper) return &function;
  }
  return nullptr;
}

std::vector<const AggregateFunction*> aggregate_functions() {
  std::vector<const AggregateFunction*> functions;
  for (const AggregateFunction& function : kFunctions) {
    if (!function.signature.empty()) functions.push_back(&function);
  }
  return functions;
}

std::string aggregate_plan_name(const AggregateCall& call) {
  std::string name(call.function->name);
  if (name == "JSON_OBJECTAGG" || name == "JSON_ARRAYAGG")
    name += call.null_on_null ? "_NULL_ON_NULL" : "_ABSENT_ON_NULL";
  return name;
}

Result<LogicalType> infer_aggregate(const AggregateFunction& function, ExprList& operands, bool distinct,
                                    Span span) {
  try {
    if (distinct && operands.empty()) wrong_arguments(function.name, "a", operands, span);
    return infer(function, operands, span);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

std::unique_ptr<Aggregator> make_aggregator(const AggregateCall& call, const RowType& input, bool retract) {
  AggregatorPtr aggregator = make_plain(call, input, retract);
  if (call.distinct && !call.args.empty()) aggregator = make_distinct(std::move(aggregator), call.args);
  if (call.filter >= 0) aggregator = make_filtered(std::move(aggregator), call.filter);
  return aggregator;
}

}  // namespace rowkind
