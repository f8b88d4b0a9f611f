// Aggregates over small feeds: "+ 1" accumulates, "- 1" retracts. Results from the goldens of
// tests/golden/aggregate and function.
#include "doctest/doctest.h"
#include "expr/aggregate.h"
#include "types/text.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {

struct Setup {
  RowType columns;
  AggregateCall call;
  std::unique_ptr<Aggregator> aggregator;
};

Setup setup(const char* name, std::vector<const char*> types, bool retract, bool distinct = false) {
  Setup s;
  ExprList operands;
  for (size_t i = 0; i < types.size(); ++i) {
    s.columns.push_back(Field{"c" + std::to_string(i), parse_type(types[i]).value()});
    // A BOOLEAN is the FILTER.
    if (std::string(types[i]) == "BOOLEAN") {
      s.call.filter = static_cast<int32_t>(i);
      continue;
    }
    operands.push_back(input_ref(static_cast<int32_t>(i), s.columns.back().type));
    s.call.args.push_back(static_cast<int32_t>(i));
  }
  s.call.function = find_aggregate(name);
  REQUIRE(s.call.function != nullptr);
  s.call.distinct = distinct;
  s.call.type = infer_aggregate(*s.call.function, operands, distinct, {}).value();
  s.aggregator = make_aggregator(s.call, s.columns, retract);
  return s;
}

// "+ a b": one message with its columns as texts, "null" for NULL.
RowPtr row_of(const Setup& s, std::string text) {
  std::vector<Value> values;
  CastOptions options{&TimeZone::utc(), false};
  for (const Field& column : s.columns) {
    size_t blank = text.find(' ');
    std::string part = text.substr(0, blank);
    text = blank == std::string::npos ? "" : text.substr(blank + 1);
    values.push_back(
        part == "null"
            ? Value::null()
            : cast_value(Value::string(part), LogicalType::string(), column.type, options).value());
  }
  return make_row(std::move(values));
}

std::string text_of(const Setup& s, const Value& v) {
  return v.is_null() ? "null" : cast_to_string(v, s.call.type, TimeZone::utc());
}

// The results after each message, with " | " between them. Half the feed also goes through copies, which must
// not share anything.
std::string run(const Setup& s, const std::vector<const char*>& feed) {
  EvalContext context;
  context.zone = &TimeZone::utc();
  size_t n = static_cast<size_t>(s.aggregator->slots());
  std::vector<Value> slots(n), copy(n);
  s.aggregator->create(slots.data());
  std::string out;
  try {
    for (const char* message : feed) {
      RowPtr row = row_of(s, message + 2);
      s.aggregator->copy(slots.data(), copy.data());
      std::string before = text_of(s, s.aggregator->result(copy.data(), context));
      if (message[0] == '+') {
        s.aggregator->accumulate(slots.data(), *row, context);
      } else {
        s.aggregator->retract(slots.data(), *row, context);
      }
      CHECK(text_of(s, s.aggregator->result(copy.data(), context)) == before);
      out += (out.empty() ? "" : " | ") + text_of(s, s.aggregator->result(slots.data(), context));
    }
  } catch (const Failure& failure) {
    out += " ! " + failure.error.message;
  }
  return out;
}

std::string refusal(const char* name, std::vector<const char*> types) {
  ExprList operands;
  for (const char* type : types) operands.push_back(input_ref(0, parse_type(type).value()));
  Result<LogicalType> result = infer_aggregate(*find_aggregate(name), operands, false, {});
  return result.ok() ? "" : result.error().message;
}

}  // namespace

TEST_CASE("numbers") {
  CHECK(run(setup("COUNT", {"INT"}, true), {"+ 1", "+ null", "- 1"}) == "1 | 1 | 0");
  CHECK(run(setup("SUM", {"INT"}, false), {"+ null", "+ 2147483647", "+ 1"}) ==
        "null | 2147483647 | -2147483648");
  CHECK(run(setup("SUM", {"INT"}, true), {"+ 1", "+ 2", "- 1", "- 2"}) == "1 | 3 | 2 | null");
  CHECK(run(setup("SUM", {"DECIMAL(6, 2)"}, false), {"+ 1.25", "+ 2.50"}) == "1.25 | 3.75");
  CHECK(run(setup("$SUM0", {"BIGINT"}, true), {"+ null", "+ 5", "- 5"}) == "0 | 5 | 0");
  CHECK(run(setup("AVG", {"INT"}, false), {"+ 1", "+ 4", "+ -7"}) == "1 | 2 | 0");
  CHECK(run(setup("AVG", {"DECIMAL(6, 2)"}, false), {"+ 1.25", "+ 2.50", "+ 0.01"}) ==
        "1.250000 | 1.875000 | 1.253333");
  CHECK(run(setup("AVG", {"DOUBLE"}, false), {"+ 0.5", "+ 1.5", "+ 1e10"}) == "0.5 | 1.0 | 3.333333334E9");
  CHECK(run(setup("STDDEV_POP", {"DOUBLE"}, false), {"+ 2", "+ 4", "+ 9"}) ==
        "0.0 | 1.0 | 2.943920288775949");
  CHECK(run(setup("STDDEV_SAMP", {"DOUBLE"}, false), {"+ 2", "+ 4", "+ 9"}) ==
        "null | 1.4142135623730951 | 3.605551275463989");
  CHECK(run(setup("VAR_SAMP", {"INT"}, false), {"+ 1", "+ 4", "+ -7"}) == "null | 4 | 32");
  CHECK(run(setup("VAR_POP", {"INT"}, true), {"+ 1", "+ 4", "- 4"}) == "0 | 2 | 0");
}

TEST_CASE("MIN and MAX") {
  CHECK(run(setup("MAX", {"INT"}, false), {"+ 3", "+ null", "+ 5", "+ 4"}) == "3 | 3 | 5 | 5");
  CHECK(run(setup("MIN", {"STRING"}, true), {"+ b", "+ a", "- a", "- b"}) == "b | a | b | null");
  // A value raises the maximum before its count is looked at.
  CHECK(run(setup("MAX", {"INT"}, true), {"+ 3", "- 9", "+ 9", "+ 9", "- 9", "+ 4"}) ==
        "3 | 3 | 9 | 9 | 3 | 4");
  CHECK(run(setup("MAX", {"INT"}, true), {"+ 5", "+ 5", "- 5", "- 5"}) == "5 | 5 | 5 | null");
}

TEST_CASE("values in order of arrival") {
  CHECK(run(setup("FIRST_VALUE", {"STRING"}, false), {"+ null", "+ a", "+ b"}) == "null | a | a");
  CHECK(run(setup("LAST_VALUE", {"STRING"}, false), {"+ a", "+ b", "+ null"}) == "a | b | b");
  CHECK(run(setup("FIRST_VALUE", {"STRING"}, true), {"+ p", "+ q", "+ p", "- p"}) == "p | p | p | q");
  CHECK(run(setup("LAST_VALUE", {"STRING"}, true), {"+ p", "+ q", "- q", "- p"}) == "p | q | p | null");
  CHECK(run(setup("LISTAGG", {"STRING"}, true), {"+ p", "+ q", "+ p", "+ null", "- p", "- q", "- p"}) ==
        "p | p,q | p,q,p | p,q,p | q,p | p | null");
  CHECK(run(setup("LISTAGG", {"STRING", "STRING"}, false), {"+ p -", "+ q -"}) == "p | p-q");
  CHECK(run(setup("ARRAY_AGG", {"STRING"}, true), {"+ p", "+ null", "- p", "- null"}) ==
        "[p] | [p, NULL] | [NULL] | null");
  CHECK(run(setup("COLLECT", {"STRING"}, true), {"+ p", "+ q", "+ p", "+ null", "- p"}) ==
        "{p=1} | {p=1, q=1} | {p=2, q=1} | {p=2, q=1} | {p=1, q=1}");
  CHECK(run(setup("SINGLE_VALUE", {"INT"}, true), {"+ 1", "- 1", "+ 2", "+ 3"}) ==
        "1 | null | 2 ! SingleValueAggFunction received more than one element.");
}

TEST_CASE("DISTINCT and FILTER") {
  CHECK(run(setup("COUNT", {"INT"}, true, true), {"+ 1", "+ 1", "+ 2", "- 1", "- 1"}) == "1 | 1 | 2 | 2 | 1");
  CHECK(run(setup("SUM", {"INT"}, true, true), {"+ 1", "+ 1", "+ 2", "- 1", "- 1"}) == "1 | 1 | 3 | 3 | 2");
  CHECK(run(setup("COUNT", {"INT", "BOOLEAN"}, true), {"+ 1 true", "+ 1 false", "+ 1 null", "- 1 true"}) ==
        "1 | 1 | 1 | 0");
}

TEST_CASE("JSON and percentiles") {
  Setup object = setup("JSON_OBJECTAGG", {"STRING", "STRING"}, true);
  object.call.null_on_null = true;
  object.aggregator = make_aggregator(object.call, object.columns, true);
  CHECK(run(object, {"+ k2 1", "+ k1 null", "- k2 1", "+ k1 3"}) ==
        "{\"k2\":1} | {\"k1\":null,\"k2\":1} | {\"k1\":null} ! Key 'k1' is already present. Duplicate keys "
        "are not allowed in "
        "JSON_OBJECTAGG. Please ensure that keys are unique.");
  CHECK(aggregate_plan_name(object.call) == "JSON_OBJECTAGG_NULL_ON_NULL");
  CHECK(run(setup("JSON_ARRAYAGG", {"STRING"}, true), {"+ 1", "+ null", "+ 2", "- 1"}) ==
        "[1] | [1] | [1,2] | [2]");
  CHECK(run(setup("PERCENTILE", {"INT", "DOUBLE NOT NULL"}, true),
            {"+ 1 0.5", "+ 4 0.5", "+ 9 0.5", "- 4 0.5"}) == "1.0 | 2.5 | 4.0 | 5.0");
}

TEST_CASE("two phases give what one gives") {
  for (const char* name : {"COUNT", "SUM", "AVG", "MIN", "MAX", "VAR_POP"}) {
    for (bool distinct : {false, true}) {
      Setup s = setup(name, {"INT"}, true, distinct);
      EvalContext context;
      std::vector<Value> one(8), a(8), b(8);
      s.aggregator->create(one.data());
      s.aggregator->create(a.data());
      s.aggregator->create(b.data());
      for (int i = 0; i < 20; ++i) {
        RowPtr row = make_row({Value::integer(i * 7 % 5)});
        s.aggregator->accumulate(one.data(), *row, context);
        s.aggregator->accumulate(i % 2 ? a.data() : b.data(), *row, context);
      }
      s.aggregator->merge(a.data(), b.data(), context);
      INFO(name);
      CHECK(s.aggregator->result(a.data(), context).equals(s.aggregator->result(one.data(), context)));
    }
  }
}

TEST_CASE("refused forms") {
  CHECK(refusal("COUNT", {"INT", "INT"}) == "We now only support the count of one field.");
  CHECK(refusal("APPROX_COUNT_DISTINCT", {"INT"}) ==
        "APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.");
  CHECK(refusal("LISTAGG", {"INT"}).substr(0, 22) == "Cannot apply 'LISTAGG'");
  CHECK(refusal("MAX", {"ARRAY<INT>"}).substr(0, 55) ==
        "Max aggregate function does not support type: ''ARRAY''");
  CHECK(refusal("SUM", {"STRING"}).substr(0, 18) == "Cannot apply 'SUM'");
}
