// Sets of INTs.
#include "expr/bitmap.h"

#include <algorithm>

#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

LogicalType bitmap_of(const ExprList& operands) {
  return LogicalType(TypeRoot::kBitmap).with_nullable(any_nullable(operands));
}

LogicalType infer_from_bytes(const ScalarFunction&, ExprList& operands, Span) {
  return bitmap_of(operands);
}

LogicalType infer_build(const ScalarFunction& self, ExprList& operands, Span span) {
  const LogicalType element = operands[0]->type.element();
  if (!element.is_integer() || element.is(TypeRoot::kBigInt))
    wrong_call(self.name, self.signature, operands, span);
  if (!element.is(TypeRoot::kInt)) {
    const LogicalType number = LogicalType::integer().with_nullable(element.nullable());
    operands[0] = cast_or_throw(operands[0], LogicalType::array(number));
  }
  return bitmap_of(operands);
}

LogicalType infer_to_array(const ScalarFunction&, ExprList& operands, Span) {
  return LogicalType::array(LogicalType::integer()).with_nullable(any_nullable(operands));
}

Value eval_build(const Expr&, const Value* args, EvalContext&) {
  BitmapNumbers numbers;
  for (const Value& v : args[0].array()) {
    if (!v.is_null()) numbers.push_back(static_cast<uint32_t>(v.integer()));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return bitmap_value(numbers);
}

Value eval_to_string(const Expr&, const Value* args, EvalContext&) {
  return args[0];
}

Value eval_cardinality(const Expr&, const Value* args, EvalContext&) {
  return Value::integer(static_cast<int64_t>(bitmap_numbers(args[0]).size()));
}

Value eval_to_array(const Expr&, const Value* args, EvalContext&) {
  std::vector<Value> out;
  for (uint32_t number : bitmap_numbers(args[0])) out.push_back(Value::integer(static_cast<int32_t>(number)));
  return Value::array(std::move(out));
}

Value eval_to_bytes(const Expr&, const Value* args, EvalContext&) {
  return Value::bytes(bitmap_to_bytes(bitmap_numbers(args[0])));
}

Value eval_from_bytes(const Expr& call, const Value* args, EvalContext&) {
  BitmapNumbers numbers;
  if (!bitmap_from_bytes(args[0].string(), numbers))
    throw Failure("run/bitmap", "Failed to deserialize bitmap from bytes.", call.span,
                  "give it what BITMAP_TO_BYTES made");
  return bitmap_value(numbers);
}

// AND keeps what is in both, OR what is in any, XOR what is in one, ANDNOT what is in the first only.
Value eval_both(const Expr& call, const Value* args, EvalContext&) {
  const std::string_view op = call.function->name.substr(7);
  const bool left = op != "AND", right = op == "OR" || op == "XOR", both = op == "AND" || op == "OR";
  const BitmapNumbers a = bitmap_numbers(args[0]), b = bitmap_numbers(args[1]);
  BitmapNumbers out;
  for (size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    const bool in_a = i < a.size() && (k == b.size() || a[i] <= b[k]);
    const bool in_b = k < b.size() && (i == a.size() || b[k] <= a[i]);
    if (in_a && in_b ? both : in_a ? left : right) out.push_back(in_a ? a[i] : b[k]);
    i += in_a ? 1 : 0;
    k += in_b ? 1 : 0;
  }
  return bitmap_value(out);
}

const ScalarFunction kRows[] = {
    {"BITMAP_BUILD", "bitmap", "BITMAP_BUILD(array)", "A bitmap of the numbers of an array.", "A", nullptr,
     eval_build, 0, infer_build},
    {"BITMAP_FROM_BYTES", "bitmap", "BITMAP_FROM_BYTES(bytes)", "A bitmap from what BITMAP_TO_BYTES gives.",
     "x", nullptr, eval_from_bytes, 0, infer_from_bytes},
    {"BITMAP_TO_BYTES", "bitmap", "BITMAP_TO_BYTES(bitmap)", "The bitmap in RoaringBitmap's portable format.",
     "B", "Y", eval_to_bytes},
    {"BITMAP_TO_STRING", "bitmap", "BITMAP_TO_STRING(bitmap)", "Its numbers without sign in order: {1,2}.",
     "B", "S", eval_to_string},
    {"BITMAP_TO_ARRAY", "bitmap", "BITMAP_TO_ARRAY(bitmap)", "Its numbers, those below 0 last.", "B", nullptr,
     eval_to_array, 0, infer_to_array},
    {"BITMAP_CARDINALITY", "bitmap", "BITMAP_CARDINALITY(bitmap)", "How many numbers it has.", "B", "L",
     eval_cardinality},
    {"BITMAP_AND", "bitmap", "BITMAP_AND(bitmap1, bitmap2)", "What is in both.", "BB", "0", eval_both},
    {"BITMAP_OR", "bitmap", "BITMAP_OR(bitmap1, bitmap2)", "What is in any of both.", "BB", "0", eval_both},
    {"BITMAP_XOR", "bitmap", "BITMAP_XOR(bitmap1, bitmap2)", "What is in one of both, not in the other.",
     "BB", "0", eval_both},
    {"BITMAP_ANDNOT", "bitmap", "BITMAP_ANDNOT(bitmap1, bitmap2)", "What is in the first, not in the second.",
     "BB", "0", eval_both},
};

}  // namespace

FunctionTable bitmap_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
