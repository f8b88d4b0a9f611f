// SplitAggregateRule (table.optimizer.distinct-agg.split.enabled): DISTINCT aggregates are computed per
// bucket of their argument first (PARTIAL) and added up (FINAL). Several DISTINCT arguments: one copy of the
// row for each, and one for the other calls.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

LogicalType bigint() {
  return LogicalType::bigint().with_nullable(false);
}

bool splittable(const AggregateCall& call) {
  static const char* const kKnown[] = {"COUNT", "SUM", "$SUM0", "AVG", "MIN", "MAX"};
  return call.args.size() <= 1 && std::any_of(std::begin(kKnown), std::end(kKnown),
                                              [&](const char* n) { return call.function->name == n; });
}

// MIN and MAX are computed by bucket, too: their state would be one large map a group.
bool has_bucket(const AggregateCall& call) {
  return call.distinct || call.function->name == "MIN" || call.function->name == "MAX";
}

class Splitter {
 public:
  Splitter(const AggregateRel& aggregate, int64_t buckets) : aggregate_(aggregate), buckets_(buckets) {}

  RelPtr split() {
    for (const AggregateCall& call : aggregate_.calls) {
      if (!has_bucket(call)) continue;
      if (std::find(arguments_.begin(), arguments_.end(), call.args[0]) == arguments_.end())
        arguments_.push_back(call.args[0]);
    }
    input_ = with_buckets();
    if (arguments_.size() > 1) expand();
    partial();
    return final_aggregate();
  }

 private:
  // The input and MOD(HASH_CODE(x), buckets) for each DISTINCT argument.
  RelPtr with_buckets() {
    const RelPtr& below = aggregate_.inputs[0];
    ExprList exprs = column_refs(*below);
    std::vector<std::string> names = field_names(below->type);
    for (int32_t argument : arguments_) {
      ExprPtr hash = make_call("HASH_CODE", {column_ref(*below, argument)}).or_throw();
      ExprPtr count = literal(Value::integer(buckets_), LogicalType::integer());
      bucket_.push_back(static_cast<int32_t>(exprs.size()));
      names.push_back("$f" + std::to_string(exprs.size()));
      exprs.push_back(make_call("MOD", {hash, count}).or_throw());
    }
    return make_project(below, std::move(exprs), std::move(names), aggregate_.span);
  }

  void expand() {
    auto expand = std::make_shared<ExpandRel>();
    expand->type = input_->type;
    expand->span = aggregate_.span;
    int32_t e = width(*input_);
    for (int32_t bucket : bucket_)
      expand->type[static_cast<size_t>(bucket)].type =
          expand->type[static_cast<size_t>(bucket)].type.with_nullable(true);
    expand->type.push_back(Field{"$e", bigint()});
    bool others = std::any_of(aggregate_.calls.begin(), aggregate_.calls.end(),
                              [](const AggregateCall& c) { return !has_bucket(c); });
    size_t sets = arguments_.size() + (others ? 1 : 0);
    for (size_t set = 0; set < sets; ++set) {
      ExprList row = column_refs(*input_);
      for (size_t i = 0; i < bucket_.size(); ++i) {
        if (i != set)
          row[static_cast<size_t>(bucket_[i])] =
              null_literal(expand->type[static_cast<size_t>(bucket_[i])].type);
      }
      row.push_back(literal(Value::integer(static_cast<int64_t>(set) + 1), bigint()));
      expand->projects.push_back(std::move(row));
    }
    expand->inputs.push_back(input_);
    // One flag per set: $g_1 ...
    ExprList exprs;
    std::vector<std::string> names;
    for (int32_t i = 0; i < e; ++i) {
      exprs.push_back(column_ref(*expand, i));
      names.push_back(expand->type[static_cast<size_t>(i)].name);
    }
    ExprPtr number = column_ref(*expand, e);
    // In the order in which the calls need them.
    flag_.assign(sets, -1);
    for (const AggregateCall& call : aggregate_.calls) {
      const size_t set = set_of(call);
      if (flag_[set] >= 0) continue;
      ExprPtr is_set = make_call("=", {number, number}).or_throw();
      flag_[set] = static_cast<int32_t>(exprs.size());
      exprs.push_back(with_operands(
          *is_set, {number, literal(Value::integer(static_cast<int64_t>(set) + 1), LogicalType::integer())}));
      names.push_back("$g_" + std::to_string(set + 1));
    }
    // A filter of the query's own counts together with the flag.
    for (const AggregateCall& call : aggregate_.calls) {
      if (call.filter < 0) continue;
      int32_t flag = flag_of(call);
      ExprPtr both =
          make_call("AND", {exprs[static_cast<size_t>(flag)], exprs[static_cast<size_t>(call.filter)]})
              .or_throw();
      own_filter_[call.filter * 1000 + flag] = static_cast<int32_t>(exprs.size());
      names.push_back("$g_" + std::to_string(set_of(call) + 1) + "_" + std::to_string(call.filter));
      exprs.push_back(make_call("IS TRUE", {both}).or_throw());
    }
    input_ = make_project(expand, std::move(exprs), std::move(names), aggregate_.span);
  }

  // Which copy of a row a call sees: that of its bucket, or the last one.
  size_t set_of(const AggregateCall& call) const {
    if (!has_bucket(call)) return arguments_.size();
    return static_cast<size_t>(std::find(arguments_.begin(), arguments_.end(), call.args[0]) -
                               arguments_.begin());
  }
  int32_t flag_of(const AggregateCall& call) const { return flag_[set_of(call)]; }

  int32_t filter_of(const AggregateCall& call) const {
    if (flag_.empty()) return call.filter;
    if (call.filter < 0) return flag_of(call);
    return own_filter_.at(call.filter * 1000 + flag_of(call));
  }

  void partial() {
    std::vector<int32_t> grouping = aggregate_.grouping;
    grouping.insert(grouping.end(), bucket_.begin(), bucket_.end());
    std::vector<std::string> taken;
    for (int32_t key : grouping) taken.push_back(input_->type[static_cast<size_t>(key)].name);
    std::vector<AggregateCall> calls;
    auto add = [&](AggregateCall call) {
      std::string name = "$f" + std::to_string(grouping.size() + calls.size());
      call.name = std::find(taken.begin(), taken.end(), name) == taken.end() ? name : name + "_0";
      taken.push_back(call.name);
      calls.push_back(std::move(call));
    };
    for (const AggregateCall& call : aggregate_.calls) {
      AggregateCall below = call;
      below.filter = filter_of(call);
      if (call.function->name != "AVG") {
        add(std::move(below));
        continue;
      }
      AggregateCall count = below;
      count.function = find_aggregate("COUNT");
      count.type = bigint();
      below.function = find_aggregate("$SUM0");
      const LogicalType& type = input_->type[static_cast<size_t>(call.args[0])].type;
      below.type =
          (type.is(TypeRoot::kDecimal) ? LogicalType::decimal(38, type.scale()) : type).with_nullable(false);
      add(std::move(below));
      add(std::move(count));
    }
    auto rel = std::make_shared<AggregateRel>(
        as<AggregateRel>(*make_aggregate(input_, grouping, std::move(calls), &aggregate_)));
    rel->partial_final = "PARTIAL";
    partial_ = rel;
  }

  RelPtr final_aggregate() {
    std::vector<int32_t> grouping;
    int32_t keys = static_cast<int32_t>(aggregate_.grouping.size());
    for (int32_t i = 0; i < keys; ++i) grouping.push_back(i);
    int32_t first = keys + static_cast<int32_t>(bucket_.size());
    std::vector<AggregateCall> calls;
    auto add = [&](std::string_view function, const LogicalType& type) {
      int32_t column = first + static_cast<int32_t>(calls.size());
      calls.push_back(make_call_of(function, {column}, type,
                                   "$f" + std::to_string(keys + static_cast<int32_t>(calls.size()))));
    };
    bool averages = false;
    for (const AggregateCall& call : aggregate_.calls) {
      std::string_view name = call.function->name;
      if (name == "AVG") {
        const LogicalType type = partial_->type[static_cast<size_t>(first) + calls.size()].type;
        add("$SUM0", type);
        add("$SUM0", bigint());
        averages = true;
      } else {
        add(name == "COUNT" ? "$SUM0" : name, call.type);
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
      ExprPtr value = make_call("IF", {none, null_literal(sum->type.with_nullable(true)), mean}).or_throw();
      exprs.push_back(make_cast(value, call.type).or_throw());
    }
    return make_project(rel, std::move(exprs), std::move(names), aggregate_.span);
  }

  const AggregateRel& aggregate_;
  int64_t buckets_;
  std::vector<int32_t> arguments_;  // columns of calls with a bucket
  std::vector<int32_t> bucket_;     // their bucket columns
  std::vector<int32_t> flag_;       // columns that tell the copies of a row apart
  std::map<int32_t, int32_t> own_filter_;
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
    if (!std::all_of(aggregate.calls.begin(), aggregate.calls.end(), splittable)) return rel;
    if (groups_by_session(*aggregate.inputs[0], aggregate.grouping)) return rel;
    return Splitter(aggregate, buckets).split();
  });
}

}  // namespace rowkind::rules
