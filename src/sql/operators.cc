#include "sql/operators.h"

namespace rowkind::sql {

OpTraits op_traits(Op op) {
  switch (op) {
    case Op::kOr:
      return {"OR", kOr, OpForm::kInfix};
    case Op::kAnd:
      return {"AND", kAnd, OpForm::kInfix};
    case Op::kEquals:
      return {"=", kComparison, OpForm::kInfix};
    case Op::kNotEquals:
      return {"<>", kComparison, OpForm::kInfix};
    case Op::kLess:
      return {"<", kComparison, OpForm::kInfix};
    case Op::kLessEqual:
      return {"<=", kComparison, OpForm::kInfix};
    case Op::kGreater:
      return {">", kComparison, OpForm::kInfix};
    case Op::kGreaterEqual:
      return {">=", kComparison, OpForm::kInfix};
    case Op::kIsDistinctFrom:
      return {"IS DISTINCT FROM", kAdditive, OpForm::kInfix};
    case Op::kIsNotDistinctFrom:
      return {"IS NOT DISTINCT FROM", kAdditive, OpForm::kInfix};
    case Op::kPlus:
      return {"+", kAdditive, OpForm::kInfix};
    case Op::kMinus:
      return {"-", kAdditive, OpForm::kInfix};
    case Op::kMultiply:
      return {"*", kMultiplicative, OpForm::kInfix};
    case Op::kDivide:
      return {"/", kMultiplicative, OpForm::kInfix};
    case Op::kModulo:
      return {"%", kMultiplicative, OpForm::kInfix};
    case Op::kConcat:
      return {"||", kMultiplicative, OpForm::kInfix};
    case Op::kItem:
      return {"ITEM", kPostfix, OpForm::kOther};
    case Op::kOverlaps:
      return {"OVERLAPS", kComparison, OpForm::kInfix};
    case Op::kContains:
      return {"CONTAINS", kComparison, OpForm::kInfix};
    case Op::kPrecedes:
      return {"PRECEDES", kComparison, OpForm::kInfix};
    case Op::kSucceeds:
      return {"SUCCEEDS", kComparison, OpForm::kInfix};
    case Op::kImmediatelyPrecedes:
      return {"IMMEDIATELY PRECEDES", kComparison, OpForm::kInfix};
    case Op::kImmediatelySucceeds:
      return {"IMMEDIATELY SUCCEEDS", kComparison, OpForm::kInfix};
    case Op::kPeriodEquals:
      return {"EQUALS", kComparison, OpForm::kInfix};
    case Op::kMemberOf:
      return {"MEMBER OF", kComparison, OpForm::kInfix};
    case Op::kNotMemberOf:
      return {"NOT MEMBER OF", kComparison, OpForm::kInfix};
    case Op::kSubmultisetOf:
      return {"SUBMULTISET OF", kComparison, OpForm::kInfix};
    case Op::kNotSubmultisetOf:
      return {"NOT SUBMULTISET OF", kComparison, OpForm::kInfix};
    case Op::kMultisetUnion:
      return {"MULTISET UNION ALL", kMultisetSetOperator, OpForm::kInfix};
    case Op::kMultisetUnionDistinct:
      return {"MULTISET UNION DISTINCT", kMultisetSetOperator, OpForm::kInfix};
    case Op::kMultisetIntersect:
      return {"MULTISET INTERSECT ALL", kMultisetIntersect, OpForm::kInfix};
    case Op::kMultisetIntersectDistinct:
      return {"MULTISET INTERSECT DISTINCT", kMultisetIntersect, OpForm::kInfix};
    case Op::kMultisetExcept:
      return {"MULTISET EXCEPT ALL", kMultisetSetOperator, OpForm::kInfix};
    case Op::kMultisetExceptDistinct:
      return {"MULTISET EXCEPT DISTINCT", kMultisetSetOperator, OpForm::kInfix};
    case Op::kNot:
      return {"NOT", kNot, OpForm::kPrefix};
    case Op::kNegate:
      return {"-", kSign, OpForm::kPrefix};
    case Op::kPositive:
      return {"+", kSign, OpForm::kPrefix};
    case Op::kRunning:
      return {"RUNNING", kSign, OpForm::kPrefix};
    case Op::kFinal:
      return {"FINAL", kSign, OpForm::kPrefix};
    case Op::kIsNull:
      return {"IS NULL", kIs, OpForm::kPostfix};
    case Op::kIsNotNull:
      return {"IS NOT NULL", kIs, OpForm::kPostfix};
    case Op::kIsTrue:
      return {"IS TRUE", kIs, OpForm::kPostfix};
    case Op::kIsNotTrue:
      return {"IS NOT TRUE", kIs, OpForm::kPostfix};
    case Op::kIsFalse:
      return {"IS FALSE", kIs, OpForm::kPostfix};
    case Op::kIsNotFalse:
      return {"IS NOT FALSE", kIs, OpForm::kPostfix};
    case Op::kIsUnknown:
      return {"IS UNKNOWN", kIs, OpForm::kPostfix};
    case Op::kIsNotUnknown:
      return {"IS NOT UNKNOWN", kIs, OpForm::kPostfix};
    case Op::kIsASet:
      return {"IS A SET", kIs, OpForm::kPostfix};
    case Op::kIsNotASet:
      return {"IS NOT A SET", kIs, OpForm::kPostfix};
    case Op::kIsEmpty:
      return {"IS EMPTY", kIs, OpForm::kPostfix};
    case Op::kIsNotEmpty:
      return {"IS NOT EMPTY", kIs, OpForm::kPostfix};
    case Op::kIsJsonValue:
      return {"IS JSON VALUE", kIs, OpForm::kPostfix};
    case Op::kIsNotJsonValue:
      return {"IS NOT JSON VALUE", kIs, OpForm::kPostfix};
    case Op::kIsJsonObject:
      return {"IS JSON OBJECT", kIs, OpForm::kPostfix};
    case Op::kIsNotJsonObject:
      return {"IS NOT JSON OBJECT", kIs, OpForm::kPostfix};
    case Op::kIsJsonArray:
      return {"IS JSON ARRAY", kIs, OpForm::kPostfix};
    case Op::kIsNotJsonArray:
      return {"IS NOT JSON ARRAY", kIs, OpForm::kPostfix};
    case Op::kIsJsonScalar:
      return {"IS JSON SCALAR", kIs, OpForm::kPostfix};
    case Op::kIsNotJsonScalar:
      return {"IS NOT JSON SCALAR", kIs, OpForm::kPostfix};
    case Op::kRow:
      return {"ROW", kPostfix, OpForm::kOther};
    case Op::kArray:
      return {"ARRAY", kPostfix, OpForm::kOther};
    case Op::kMap:
      return {"MAP", kPostfix, OpForm::kOther};
    case Op::kMultiset:
      return {"MULTISET", kPostfix, OpForm::kOther};
    case Op::kPeriod:
      return {"PERIOD", kPostfix, OpForm::kOther};
  }
  return {"", kPostfix, OpForm::kOther};
}

const char* op_name(Op op) {
  return op_traits(op).name;
}

}  // namespace rowkind::sql
