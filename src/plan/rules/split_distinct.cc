// SplitAggregateRule (table.optimizer.distinct-agg.split.enabled): aggregates of DISTINCT arguments, and those whose state would be one
// large map a group, are computed per bucket of their argument first (PARTIAL) and put together (FINAL). Calls that need different
// buckets each see a copy of the row of their own (Expand), told apart by a filter.
#include <algorithm>
#include <set>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

LogicalType bigint() {
  return LogicalType::bigint().with_nullable(false);
}

// How a function is computed in two stages; nothing where Flink does not split.
struct Stages {
  std::string_view function;
  std::vector<std::string_view> partial, final;
};
const Stages* stages_of(const AggregateCall& call) {
  static const Stages kStages[] = {
      {"COUNT", {"COUNT"}, {"$SUM0"}},
      {"SUM", {"SUM"}, {"SUM"}},
      {"$SUM0", {"$SUM0"}, {"$SUM0"}},
      {"AVG", {"$SUM0", "COUNT"}, {"$SUM0", "$SUM0"}},
      {"MIN", {"MIN"}, {"MIN"}},
      {"MAX", {"MAX"}, {"MAX"}},
      {"SINGLE_VALUE", {"SINGLE_VALUE"}, {"SINGLE_VALUE"}},
      {"FIRST_VALUE", {"FIRST_VALUE"}, {"FIRST_VALUE"}},
      {"LAST_VALUE", {"LAST_VALUE"}, {"LAST_VALUE"}},
      {"LISTAGG", {"LISTAGG"}, {"LISTAGG"}},
  };
  if (call.args.size() > 1 && call.function->name != "COUNT") return nullptr;
  for (const Stages& stages : kStages) {
    if (call.function->name == stages.function) return &stages;
  }
  return nullptr;
}

bool has_bucket(const AggregateCall& call) {
  const std::string_view name = call.function->name;
  return call.distinct || name == "MIN" || name == "MAX" || name == "FIRST_VALUE" || name == "LAST_VALUE";
}

class Splitter {
 public:
  Splitter(const AggregateRel& aggregate, int64_t buckets) : aggregate_(aggregate), buckets_(buckets) {}

  RelPtr split() {
    const Columns keys(aggregate_.grouping.begin(), aggregate_.grouping.end());
    Columns hashed;
    for (const AggregateCall& call : aggregate_.calls) {
      if (has_bucket(call)) hashed.insert(call.args.begin(), call.args.end());
    }
    for (int32_t key : keys) hashed.erase(key);
    input_ = with_buckets(hashed);
    // The keys that each call is computed by.
    std::set<Columns> known;
    size_t with_own_keys = 0;
    for (const AggregateCall& call : aggregate_.calls) {
      Columns set = keys;
      if (has_bucket(call)) {
        for (int32_t argument : call.args)
          set.insert(bucket_.count(argument) ? bucket_.at(argument) : argument);
      }
      if (known.insert(set).second && has_bucket(call)) ++with_own_keys;
      sets_.push_back(std::move(set));
    }
    for (const Columns& set : known) full_.insert(set.begin(), set.end());
    std::vector<int32_t> filters;
    for (const AggregateCall& call : aggregate_.calls) filters.push_back(call.filter);
    if (with_own_keys > 1) filters = expand(known);
    partial(filters);
    return final_aggregate();
  }

 private:
  using Columns = std::set<int32_t>;

  // The input and MOD(HASH_CODE(x), buckets) for each of the columns.
  RelPtr with_buckets(const Columns& hashed) {
    const RelPtr& below = aggregate_.inputs[0];
    if (hashed.empty()) return below;
    ExprList exprs = column_refs(*below);
    std::vector<std::string> names = field_names(below->type);
    for (int32_t column : hashed) {
      ExprPtr hash = make_call("HASH_CODE", {column_ref(*below, column)}).or_throw();
      ExprPtr count = literal(Value::integer(buckets_), LogicalType::integer());
      bucket_[column] = static_cast<int32_t>(exprs.size());
      names.push_back("$f" + std::to_string(exprs.size()));
      exprs.push_back(make_call("MOD", {hash, count}).or_throw());
    }
    return make_project(below, std::move(exprs), std::move(names), aggregate_.span);
  }

  // As GROUPING_ID: a bit for each of all keys that the set leaves out, the last key lowest.
  int64_t number_of(const Columns& set) const {
    int64_t number = 0;
    for (int32_t key : full_) number = number * 2 + (set.count(key) ? 0 : 1);
    return number;
  }

  // One copy of each row for each set of keys; returns the filter of each call.
  std::vector<int32_t> expand(const std::set<Columns>& known) {
    // A set that contains another one comes first.
    std::vector<Columns> sets(known.begin(), known.end());
    std::stable_sort(sets.begin(), sets.end(),
                     [](const Columns& a, const Columns& b) { return a.size() > b.size(); });
    auto expand = std::make_shared<ExpandRel>();
    expand->type = input_->type;
    expand->span = aggregate_.span;
    const int32_t e = width(*input_);
    for (const auto& [column, bucket] : bucket_) {
      LogicalType& type = expand->type[static_cast<size_t>(bucket)].type;
      type = type.with_nullable(true);
    }
    expand->type.push_back(Field{"$e", bigint()});
    for (const Columns& set : sets) {
      ExprList row = column_refs(*input_);
      for (const auto& [column, bucket] : bucket_) {
        const auto at = static_cast<size_t>(bucket);
        if (set.count(bucket) == 0) row[at] = null_literal(expand->type[at].type);
      }
      row.push_back(literal(Value::integer(number_of(set)), bigint()));
      expand->projects.push_back(std::move(row));
    }
    expand->inputs.push_back(input_);

    ExprList exprs;
    std::vector<std::string> names;
    for (int32_t i = 0; i < e; ++i) {
      exprs.push_back(column_ref(*expand, i));
      names.push_back(expand->type[static_cast<size_t>(i)].name);
    }
    const ExprPtr number = column_ref(*expand, e);
    std::map<std::pair<Columns, int32_t>, int32_t> made;
    std::vector<int32_t> filters;
    for (size_t i = 0; i < sets_.size(); ++i) {
      const int32_t own = aggregate_.calls[i].filter;
      const auto [at, is_new] = made.try_emplace({sets_[i], own}, static_cast<int32_t>(exprs.size()));
      filters.push_back(at->second);
      if (!is_new) continue;
      const int64_t set = number_of(sets_[i]);
      const ExprPtr of_set = with_operands(*make_call("=", {number, number}).or_throw(),
                                           {number, literal(Value::integer(set), LogicalType::integer())});
      names.push_back(unique_name("$g_" + std::to_string(set), names));
      exprs.push_back(own < 0 ? of_set : make_call("AND", {of_set, column_ref(*expand, own)}).or_throw());
    }
    input_ = make_project(expand, std::move(exprs), std::move(names), aggregate_.span);
    return filters;
  }

  // Flink leaves the type of a stage to its function.
  static LogicalType partial_type(const AggregateCall& call, std::string_view function, const Rel& input) {
    if (function == "COUNT") return bigint();
    if (call.function->name != "AVG") return call.type;
    const LogicalType& type = input.type[static_cast<size_t>(call.args[0])].type;
    return (type.is(TypeRoot::kDecimal) ? LogicalType::decimal(38, type.scale()) : type).with_nullable(false);
  }

  void partial(const std::vector<int32_t>& filters) {
    std::vector<AggregateCall> calls;
    for (size_t i = 0; i < sets_.size(); ++i) {
      for (std::string_view function : stages_of(aggregate_.calls[i])->partial) {
        AggregateCall call = aggregate_.calls[i];
        call.type = partial_type(call, function, *input_);
        call.function = find_aggregate(function);
        call.filter = filters[i];
        call.name.clear();
        calls.push_back(std::move(call));
      }
    }
    auto rel = std::make_shared<AggregateRel>(as<AggregateRel>(
        *make_aggregate(input_, {full_.begin(), full_.end()}, std::move(calls), &aggregate_)));
    rel->partial_final = "PARTIAL";
    partial_ = rel;
  }

  RelPtr final_aggregate() {
    std::vector<int32_t> grouping;
    for (int32_t key : aggregate_.grouping)
      grouping.push_back(static_cast<int32_t>(std::distance(full_.begin(), full_.find(key))));
    const int32_t keys = static_cast<int32_t>(grouping.size());
    int32_t column = static_cast<int32_t>(full_.size());
    std::vector<AggregateCall> calls;
    bool averages = false;
    for (const AggregateCall& call : aggregate_.calls) {
      const Stages& stages = *stages_of(call);
      averages = averages || stages.final.size() > 1;
      for (std::string_view function : stages.final) {
        const LogicalType& type = partial_->type[static_cast<size_t>(column)].type;
        calls.push_back(make_call_of(function, {column++}, type, ""));
      }
    }
    auto rel = std::make_shared<AggregateRel>(
        as<AggregateRel>(*make_aggregate(partial_, grouping, std::move(calls), &aggregate_)));
    rel->partial_final = "FINAL";
    if (!averages) return rel;
    ExprList exprs;
    std::vector<std::string> names;
    for (int32_t i = 0; i < keys; ++i) {
      exprs.push_back(column_ref(*rel, i));
      names.push_back(rel->type[static_cast<size_t>(i)].name);
    }
    int32_t next = keys;
    for (const AggregateCall& call : aggregate_.calls) {
      if (call.function->name != "AVG") {
        names.push_back(rel->type[static_cast<size_t>(next)].name);
        exprs.push_back(column_ref(*rel, next++));
        continue;
      }
      names.push_back("$f" + std::to_string(exprs.size()));
      ExprPtr sum = column_ref(*rel, next), count = column_ref(*rel, next + 1);
      next += 2;
      ExprPtr none = make_call("=", {count, literal(Value::integer(0), bigint())}).or_throw();
      ExprPtr mean = make_call("/", {sum, count}).or_throw();
      ExprPtr value = make_call("IF", {none, null_literal(call.type.with_nullable(true)), mean}).or_throw();
      exprs.push_back(make_cast(value, call.type).or_throw());
    }
    return make_project(rel, std::move(exprs), std::move(names), aggregate_.span);
  }

  const AggregateRel& aggregate_;
  int64_t buckets_;
  std::map<int32_t, int32_t> bucket_;  // column -> the column of its bucket
  std::vector<Columns> sets_;          // by call: keys that it is computed by
  Columns full_;                       // all of them
  RelPtr input_;
  std::shared_ptr<AggregateRel> partial_;
};

// A session's rows belong together: Flink does not split what groups by one.
bool groups_by_session(const Rel& rel, const std::vector<int32_t>& columns) {
  switch (rel.kind) {
    case RelKind::kWindowTvf: {
      const int32_t start = width(rel) - 3;
      return as<WindowTvfRel>(rel).window == WindowKind::kSession &&
             std::find(columns.begin(), columns.end(), start) != columns.end();
    }
    case RelKind::kProject: {
      std::vector<int32_t> below;
      for (int32_t column : columns) {
        const ExprList& exprs = as<ProjectRel>(rel).exprs;
        if (static_cast<size_t>(column) >= exprs.size()) continue;  // what Expand or a function has added
        const Expr& expr = *exprs[static_cast<size_t>(column)];
        if (expr.kind == ExprKind::kInputRef) below.push_back(expr.index);
      }
      return groups_by_session(*rel.inputs[0], below);
    }
    case RelKind::kFilter:
    case RelKind::kExpand:
    case RelKind::kCorrelate:
      return groups_by_session(*rel.inputs[0], columns);
    default:
      return false;
  }
}

}  // namespace

RelPtr split_distinct(const RelPtr& root, int64_t buckets) {
  return rewrite_bottom_up(root, [&](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate || as<AggregateRel>(*rel).window) return rel;
    const auto& aggregate = as<AggregateRel>(*rel);
    bool distinct = std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                                [](const AggregateCall& c) { return c.distinct; });
    if (!distinct || !aggregate.partial_final.empty()) return rel;
    if (!std::all_of(aggregate.calls.begin(), aggregate.calls.end(),
                     [](const AggregateCall& c) { return stages_of(c) != nullptr; }))
      return rel;
    if (groups_by_session(*aggregate.inputs[0], aggregate.grouping)) return rel;
    return Splitter(aggregate, buckets).split();
  });
}

}  // namespace rowkind::rules
