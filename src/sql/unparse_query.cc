#include "sql/unparser.h"
#include "sql/unparser_state.h"

namespace rowkind::sql {
namespace {

// Alternation binds loosest, then sequence, then a quantifier.
constexpr int32_t kAlternation = 0;
constexpr int32_t kSequence = 1;
constexpr int32_t kFactor = 2;

}  // namespace

std::string unparse(const Query& query) {
  Unparser unparser;
  unparser.query(query);
  return unparser.take();
}

std::string unparse(const TableRef& table) {
  Unparser unparser;
  unparser.table(table);
  return unparser.take();
}

void Unparser::query(const Query& query) {
  if (!query.with.empty()) {
    put(query.recursive ? "WITH RECURSIVE " : "WITH ");
    list(query.with, [this](const CommonTable& table) {
      identifier(table.name);
      if (!table.columns.empty()) {
        put(" ");
        identifiers(table.columns);
      }
      put(" AS (");
      this->query(*table.query);
      put(")");
    });
    put(" ");
  }
  body(*query.body, 0);
  if (!query.order_by.empty()) {
    put(" ORDER BY ");
    order_items(query.order_by);
  }
  if (query.fetch) {
    put(" LIMIT ");
    expr(*query.fetch);
  }
  if (query.offset) {
    put(" OFFSET ");
    expr(*query.offset);
  }
}

void Unparser::body(const QueryBody& body, int32_t precedence) {
  switch (body.kind) {
    case BodyKind::kSelect:
      return select(static_cast<const Select&>(body));
    case BodyKind::kValues:
      put("VALUES ");
      return list(static_cast<const Values&>(body).rows, [this](const Values::Row& row) {
        put("(");
        exprs(row.items);
        put(")");
      });
    case BodyKind::kTable:
      put("TABLE ");
      return name(static_cast<const ExplicitTable&>(body).name);
    case BodyKind::kNested:
      put("(");
      query(*static_cast<const NestedQuery&>(body).query);
      return put(")");
    case BodyKind::kSetOperation: {
      const auto& operation = static_cast<const SetOperation&>(body);
      static constexpr const char* kWords[] = {" UNION ", " INTERSECT ", " EXCEPT "};
      int32_t binding = operation.op == SetOp::kIntersect ? 2 : 1;
      bool wrap = binding < precedence;
      if (wrap) put("(");
      this->body(*operation.left, binding);
      put(kWords[static_cast<size_t>(operation.op)]);
      if (operation.all) put("ALL ");
      this->body(*operation.right, binding + 1);
      if (wrap) put(")");
    }
  }
}

void Unparser::hints(const std::vector<Hint>& hints, std::string_view before) {
  if (hints.empty()) return;
  put(before);
  put("/*+ ");
  list(hints, [this](const Hint& hint) {
    identifier(hint.name);
    if (hint.options.empty()) return;
    put("(");
    list(hint.options, [this](const Hint::Option& option) {
      if (option.key) {
        put(quote_text(*option.key) + " = ");
        return put(quote_text(option.value));
      }
      bool digit = option.value[0] >= '0' && option.value[0] <= '9';
      put(option.string ? quote_text(option.value) : digit ? option.value : quote_name(option.value));
    });
    put(")");
  });
  put(" */");
}

void Unparser::select(const Select& select) {
  put("SELECT ");
  hints(select.hints, "");
  if (!select.hints.empty()) put(" ");
  if (select.quantifier == SetQuantifier::kDistinct) put("DISTINCT ");
  if (select.quantifier == SetQuantifier::kAll) put("ALL ");
  list(select.items, [this](const SelectItem& item) {
    expr(*item.expr);
    if (!item.alias) return;
    put(" AS ");
    identifier(*item.alias);
  });
  if (select.from) {
    put(" FROM ");
    table(*select.from);
  }
  if (select.where) {
    put(" WHERE ");
    expr(*select.where);
  }
  if (select.group_by) {
    put(" GROUP BY ");
    if (select.group_by->quantifier == SetQuantifier::kDistinct) put("DISTINCT ");
    if (select.group_by->quantifier == SetQuantifier::kAll) put("ALL ");
    list(select.group_by->items, [this](const GroupItem& item) { group_item(item); });
  }
  if (select.having) {
    put(" HAVING ");
    expr(*select.having);
  }
  if (!select.windows.empty()) {
    put(" WINDOW ");
    list(select.windows, [this](const NamedWindow& named) {
      identifier(named.name);
      put(" AS ");
      window(named.spec);
    });
  }
  if (select.qualify) {
    put(" QUALIFY ");
    expr(*select.qualify);
  }
}

void Unparser::group_item(const GroupItem& item) {
  if (item.kind == GroupKind::kExpression) return expr(*item.expr);
  if (item.kind == GroupKind::kEmpty) return put("()");
  put(item.kind == GroupKind::kGroupingSets ? "GROUPING SETS ("
      : item.kind == GroupKind::kRollup     ? "ROLLUP ("
                                            : "CUBE (");
  list(item.items, [this](const GroupItem& part) { group_item(part); });
  put(")");
}

// --- tables ----------------------------------------------------------------------------------------------

void Unparser::alias(const TableRef& table) {
  if (!table.alias) return;
  put(" AS ");
  identifier(*table.alias);
  if (table.alias_columns.empty()) return;
  put(" ");
  identifiers(table.alias_columns);
}

void Unparser::table(const TableRef& table, bool right_of_join) {
  switch (table.kind) {
    case TableKind::kName: {
      const auto& named = static_cast<const NamedTable&>(table);
      name(named.name);
      hints(named.hints, " ");
      if (named.system_time) {
        put(" FOR SYSTEM_TIME AS OF ");
        expr(*named.system_time);
      }
      break;
    }
    case TableKind::kDerived: {
      const auto& derived = static_cast<const DerivedTable&>(table);
      put(derived.lateral ? "LATERAL (" : "(");
      query(*derived.query);
      put(")");
      break;
    }
    case TableKind::kFunction: {
      const auto& function = static_cast<const FunctionTable&>(table);
      if (function.lateral) put("LATERAL ");
      if (function.wrapped) put("TABLE(");
      expr(*function.call);
      if (function.wrapped) put(")");
      break;
    }
    case TableKind::kUnnest: {
      const auto& unnest = static_cast<const UnnestTable&>(table);
      put(unnest.lateral ? "LATERAL UNNEST(" : "UNNEST(");
      exprs(unnest.operands);
      put(unnest.with_ordinality ? ") WITH ORDINALITY" : ")");
      break;
    }
    case TableKind::kJoin:
      if (right_of_join) put("(");
      join(static_cast<const JoinTable&>(table));
      if (right_of_join) put(")");
      break;
    case TableKind::kMatch:
      match(static_cast<const MatchTable&>(table));
      break;
  }
  alias(table);
}

void Unparser::join(const JoinTable& join) {
  table(*join.left);
  static constexpr const char* kWords[] = {", ",           " CROSS JOIN ", " INNER JOIN ",    " LEFT JOIN ",
                                           " RIGHT JOIN ", " FULL JOIN ",  " LEFT SEMI JOIN "};
  if (join.natural) put(" NATURAL");
  put(kWords[static_cast<size_t>(join.type)]);
  table(*join.right, true);
  if (join.on) {
    put(" ON ");
    expr(*join.on);
  }
  if (join.using_columns.empty()) return;
  put(" USING ");
  identifiers(join.using_columns);
}

// --- MATCH_RECOGNIZE -------------------------------------------------------------------------------------

void Unparser::match(const MatchTable& match) {
  table(*match.input);
  put(" MATCH_RECOGNIZE (");
  if (!match.partition_by.empty()) {
    put("PARTITION BY ");
    exprs(match.partition_by);
    put(" ");
  }
  if (!match.order_by.empty()) {
    put("ORDER BY ");
    order_items(match.order_by);
    put(" ");
  }
  if (!match.measures.empty()) {
    put("MEASURES ");
    list(match.measures, [this](const MatchTable::Measure& measure) {
      expr(*measure.expr);
      put(" AS ");
      identifier(measure.alias);
    });
    put(" ");
  }
  if (match.rows_per_match == RowsPerMatch::kOneRow) put("ONE ROW PER MATCH ");
  if (match.rows_per_match == RowsPerMatch::kAllRows) put("ALL ROWS PER MATCH ");
  static constexpr const char* kSkips[] = {"", "AFTER MATCH SKIP TO NEXT ROW ",
                                           "AFTER MATCH SKIP PAST LAST ROW ", "AFTER MATCH SKIP TO FIRST ",
                                           "AFTER MATCH SKIP TO LAST "};
  put(kSkips[static_cast<size_t>(match.after_match)]);
  if (match.after_match == AfterMatch::kToFirst || match.after_match == AfterMatch::kToLast) {
    identifier(match.after_variable);
    put(" ");
  }
  put(match.strict_start ? "PATTERN (^ " : "PATTERN (");
  pattern(*match.pattern, kAlternation);
  put(match.strict_end ? " $)" : ")");
  if (match.within) {
    put(" WITHIN ");
    expr(*match.within);
  }
  if (!match.subsets.empty()) {
    put(" SUBSET ");
    list(match.subsets, [this](const MatchTable::Subset& subset) {
      identifier(subset.name);
      put(" = ");
      identifiers(subset.variables);
    });
  }
  put(" DEFINE ");
  list(match.defines, [this](const MatchTable::Define& define) {
    identifier(define.variable);
    put(" AS ");
    expr(*define.condition);
  });
  put(")");
}

void Unparser::pattern(const Pattern& pattern, int32_t precedence) {
  auto parts = [&](const char* separator, int32_t inner) {
    for (size_t i = 0; i < pattern.parts.size(); ++i) {
      if (i > 0) put(separator);
      this->pattern(*pattern.parts[i], inner);
    }
  };
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return identifier(pattern.variable);
    case PatternKind::kAlternation:
    case PatternKind::kSequence: {
      bool alternation = pattern.kind == PatternKind::kAlternation;
      bool wrap = (alternation ? kAlternation : kSequence) < precedence;
      if (wrap) put("(");
      parts(alternation ? " | " : " ", alternation ? kSequence : kFactor);
      if (wrap) put(")");
      return;
    }
    case PatternKind::kRepeat: {
      bool nested = pattern.parts[0]->kind == PatternKind::kRepeat;
      if (nested) put("(");
      this->pattern(*pattern.parts[0], kFactor);
      if (nested) put(")");
      if (pattern.max < 0 && pattern.min <= 1) {
        put(pattern.min == 0 ? "*" : "+");
      } else if (pattern.min == 0 && pattern.max == 1) {
        put("?");
      } else {
        put("{" + (pattern.min < 0 ? std::string() : std::to_string(pattern.min)));
        if (pattern.max != pattern.min) put(",");
        if (pattern.max > 0 && pattern.max != pattern.min) put(std::to_string(pattern.max));
        put("}");
      }
      if (pattern.reluctant) put("?");
      return;
    }
    case PatternKind::kPermute:
      put("PERMUTE(");
      parts(", ", kAlternation);
      return put(")");
    case PatternKind::kExclude:
      put("{- ");
      this->pattern(*pattern.parts[0], kAlternation);
      return put(" -}");
  }
}

}  // namespace rowkind::sql
