// FlinkAggregateJoinTransposeRule: SUM, COUNT, MIN and MAX over an inner equi join are computed below the
// join on the side whose rows repeat, when the rows of the other side are unique in what the join and the
// GROUP BY read. Flink decides by cost; with its default statistics the rewrite wins when both sides have a
// key and the rows that repeat are grouped by what they join on alone.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool splittable(const AggregateCall& call) {
  std::string_view name = call.function->name;
  bool known = name == "SUM" || name == "$SUM0" || name == "COUNT" || name == "MIN" || name == "MAX";
  return known && !call.distinct && call.filter < 0 && call.args.size() <= 1;
}

struct Side {
  RelPtr input;
  int32_t base = 0;           // first column in the join's output
  std::vector<int32_t> keys;  // columns that the join or the GROUP BY reads
  bool unique = false;
  RelPtr rewritten;
  std::vector<int32_t> key_position;  // old column -> column of `rewritten`, -1: gone
  std::vector<int32_t> subtotal;      // per call: column of `rewritten` that holds its part, -1: none
};

class Transposer {
 public:
  Transposer(const AggregateRel& aggregate, const ProjectRel* project, const JoinRel& join)
      : aggregate_(aggregate), project_(project), join_(join) {}

  RelPtr run() {
    if (join_.join != JoinType::kInner || aggregate_.grouping.empty() || aggregate_.grouping_sets.size() > 1)
      return nullptr;
    if (!std::all_of(aggregate_.calls.begin(), aggregate_.calls.end(), splittable)) return nullptr;
    if (!collect()) return nullptr;
    for (Side& side : sides_) {
      if (unique_keys(*side.input).empty()) return nullptr;
      side.unique = columns_unique(*side.input, side.keys);
    }
    if (sides_[0].unique == sides_[1].unique) return nullptr;
    if (groups_by_more(sides_[sides_[0].unique ? 1 : 0])) return nullptr;
    for (Side& side : sides_) rewrite(side);
    return top();
  }

 private:
  // The GROUP BY reads a column of the side that the join does not.
  bool groups_by_more(const Side& side) const {
    const std::vector<int32_t> joined = input_refs(*join_.condition);
    return std::any_of(aggregate_.grouping.begin(), aggregate_.grouping.end(), [&](int32_t key) {
      const int32_t column = join_column(key);
      const bool of_side = column >= side.base && column < side.base + width(*side.input);
      return of_side && std::find(joined.begin(), joined.end(), column) == joined.end();
    });
  }
  int32_t join_column(int32_t column) const {
    return project_ ? project_->exprs[static_cast<size_t>(column)]->index : column;
  }

  bool collect() {
    int32_t left = width(*join_.inputs[0]);
    sides_[0].input = join_.inputs[0];
    sides_[1].input = join_.inputs[1];
    sides_[1].base = left;
    if (project_) {
      for (const ExprPtr& expr : project_->exprs) {
        if (expr->kind != ExprKind::kInputRef) return false;
      }
    }
    std::vector<int32_t> columns;
    for (int32_t key : aggregate_.grouping) columns.push_back(join_column(key));
    ExprList parts = conjuncts(join_.condition);
    if (parts.empty()) return false;
    for (const ExprPtr& part : parts) {
      bool equi = is_call(*part, "=") && part->operands[0]->kind == ExprKind::kInputRef &&
                  part->operands[1]->kind == ExprKind::kInputRef;
      if (!equi) return false;
      columns.push_back(part->operands[0]->index);
      columns.push_back(part->operands[1]->index);
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (int32_t column : columns) {
      Side& side = sides_[column < left ? 0 : 1];
      side.keys.push_back(column - side.base);
    }
    return true;
  }

  // The argument of a call as a column of this side; -1: of the other side; -2: COUNT(*).
  int32_t argument(const AggregateCall& call, const Side& side) const {
    if (call.args.empty()) return -2;
    int32_t column = join_column(call.args[0]) - side.base;
    return column >= 0 && column < width(*side.input) ? column : -1;
  }

  void rewrite(Side& side) {
    side.key_position.assign(static_cast<size_t>(width(*side.input)), -1);
    side.subtotal.assign(aggregate_.calls.size(), -1);
    for (size_t i = 0; i < side.keys.size(); ++i)
      side.key_position[static_cast<size_t>(side.keys[i])] = static_cast<int32_t>(i);
    if (side.unique) {
      // Every group is one row: its part is the argument itself, or 1 for a count.
      std::vector<int32_t> columns = side.keys;
      for (size_t i = 0; i < aggregate_.calls.size(); ++i) {
        int32_t column = argument(aggregate_.calls[i], side);
        if (column < 0 || aggregate_.calls[i].function->name == "COUNT") continue;
        auto known = std::find(columns.begin(), columns.end(), column);
        side.subtotal[i] = static_cast<int32_t>(known - columns.begin());
        if (known == columns.end()) columns.push_back(column);
      }
      side.rewritten = make_columns(side.input, columns);
      return;
    }
    std::vector<int32_t> columns = side.keys;
    std::vector<AggregateCall> calls;
    int32_t keys = static_cast<int32_t>(side.keys.size());
    for (size_t i = 0; i < aggregate_.calls.size(); ++i) {
      const AggregateCall& call = aggregate_.calls[i];
      int32_t column = argument(call, side);
      bool own = column >= 0 || (column == -2);
      AggregateCall below = call;
      if (!own) {
        bool counts =
            call.function->name == "SUM" || call.function->name == "$SUM0" || call.function->name == "COUNT";
        if (!counts) continue;
        below = make_call_of("COUNT", {}, LogicalType::bigint().with_nullable(false), "");
      } else if (column >= 0) {
        auto known = std::find(columns.begin(), columns.end(), column);
        below.args = {static_cast<int32_t>(known - columns.begin())};
        if (known == columns.end()) columns.push_back(column);
      }
      side.subtotal[i] = keys + static_cast<int32_t>(calls.size());
      calls.push_back(std::move(below));
    }
    std::vector<int32_t> grouping;
    for (int32_t i = 0; i < keys; ++i) grouping.push_back(i);
    side.rewritten =
        make_aggregate(make_columns(side.input, columns), grouping, std::move(calls), &aggregate_);
  }

  RelPtr top() {
    int32_t right = width(*sides_[0].rewritten);
    std::vector<int32_t> map;
    for (int32_t position : sides_[0].key_position) map.push_back(position);
    for (int32_t position : sides_[1].key_position) map.push_back(position < 0 ? -1 : position + right);
    RelPtr join = make_join(sides_[0].rewritten, sides_[1].rewritten, JoinType::kInner,
                            remap(join_.condition, map), &join_);
    ExprList exprs = column_refs(*join);
    std::vector<std::string> names = field_names(join->type);
    std::vector<int32_t> grouping;
    for (int32_t key : aggregate_.grouping) grouping.push_back(map[static_cast<size_t>(join_column(key))]);
    std::vector<AggregateCall> calls;
    for (size_t i = 0; i < aggregate_.calls.size(); ++i) {
      AggregateCall call = aggregate_.calls[i];
      int32_t l = sides_[0].subtotal[i], r = sides_[1].subtotal[i] < 0 ? -1 : sides_[1].subtotal[i] + right;
      int32_t column = l < 0 ? r : l;
      if (l >= 0 && r >= 0) {
        column = static_cast<int32_t>(exprs.size());
        ExprPtr product = make_call("*", {column_ref(*join, l), column_ref(*join, r)}).or_throw();
        names.push_back("$f" + std::to_string(column));
        exprs.push_back(make_cast(product, call.type.with_nullable(product->type.nullable())).or_throw());
      }
      if (call.function->name == "COUNT") call.function = find_aggregate("$SUM0");
      call.args = {column};
      calls.push_back(std::move(call));
    }
    // The aggregate reads its keys and arguments only.
    std::vector<int32_t> read = grouping;
    for (const AggregateCall& call : calls) {
      if (std::find(read.begin(), read.end(), call.args[0]) == read.end()) read.push_back(call.args[0]);
    }
    ExprList kept;
    std::vector<std::string> kept_names;
    for (int32_t column : read) {
      kept.push_back(exprs[static_cast<size_t>(column)]);
      kept_names.push_back(names[static_cast<size_t>(column)]);
    }
    auto position = [&](int32_t column) {
      return static_cast<int32_t>(std::find(read.begin(), read.end(), column) - read.begin());
    };
    for (int32_t& key : grouping) key = position(key);
    for (AggregateCall& call : calls) call.args[0] = position(call.args[0]);
    RelPtr input = calls.empty() ? make_project(join, kept, kept_names) : RelPtr();
    bool computed = std::any_of(kept.begin(), kept.end(),
                                [](const ExprPtr& e) { return e->kind != ExprKind::kInputRef; });
    if (!input && computed) input = make_project(join, kept, kept_names);
    if (!input) {
      // Without computed columns the aggregate sits on the join itself.
      for (int32_t& key : grouping) key = read[static_cast<size_t>(key)];
      for (AggregateCall& call : calls) call.args[0] = read[static_cast<size_t>(call.args[0])];
      input = join;
    }
    RelPtr out = make_aggregate(input, grouping, std::move(calls), &aggregate_);
    return make_project(out, column_refs(*out), field_names(aggregate_.type), aggregate_.span);
  }

  const AggregateRel& aggregate_;
  const ProjectRel* project_;
  const JoinRel& join_;
  Side sides_[2];
};

}  // namespace

RelPtr transpose_aggregate_join(const AggregateRel& aggregate) {
  const Rel* input = aggregate.inputs[0].get();
  const ProjectRel* project = nullptr;
  ProjectRel merged;
  if (input->kind == RelKind::kProject) {
    project = &as<ProjectRel>(*input);
    input = input->inputs[0].get();
  }
  // A view below is one more projection.
  while (project != nullptr && input->kind == RelKind::kProject) {
    ExprList exprs;
    for (const ExprPtr& expr : project->exprs)
      exprs.push_back(substitute(expr, as<ProjectRel>(*input).exprs));
    merged.exprs = std::move(exprs);
    project = &merged;
    input = input->inputs[0].get();
  }
  if (input->kind != RelKind::kJoin) return nullptr;
  return Transposer(aggregate, project, as<JoinRel>(*input)).run();
}

}  // namespace rowkind::rules
