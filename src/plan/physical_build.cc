#include "plan/physical_build.h"

#include <algorithm>

#include "plan/function_build.h"
#include "plan/group_window_build.h"
#include "plan/interval_bounds.h"
#include "plan/join_keys.h"
#include "plan/over_build.h"
#include "plan/physical_util.h"
#include "plan/record_type.h"
#include "plan/rules/rules.h"
#include "plan/temporal_build.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

using rules::as;

class Builder {
 public:
  Builder(const PlannerConfig& config, const Rel& root)
      : config_(config), correlates_(count_correlates(root)) {}

  NodePtr convert(const RelPtr& rel) {
    switch (rel->kind) {
      case RelKind::kScan:
        return scan(as<ScanRel>(*rel));
      case RelKind::kValues:
        return values(as<ValuesRel>(*rel));
      case RelKind::kProject:
        return project(as<ProjectRel>(*rel));
      case RelKind::kFilter:
        return filter(as<FilterRel>(*rel));
      case RelKind::kAggregate:
        return aggregate(as<AggregateRel>(*rel));
      case RelKind::kJoin:
        return join(as<JoinRel>(*rel));
      case RelKind::kCorrelate:
        return correlate(as<CorrelateRel>(*rel));
      case RelKind::kSetOp:
        return union_all(as<SetOpRel>(*rel));
      case RelKind::kSort:
        return sort(as<SortRel>(*rel));
      case RelKind::kWatermark:
        return watermark(as<WatermarkRel>(*rel));
      case RelKind::kOver:
        return build_over(as<rules::OverRel>(*rel), convert(rel->inputs[0]));
      case RelKind::kRank:
        return rank(as<rules::RankRel>(*rel), "");
      case RelKind::kExpand:
        return expand(as<rules::ExpandRel>(*rel));
      case RelKind::kReplicate:
        return replicate(as<rules::ReplicateRel>(*rel));
      case RelKind::kUnnest:
        not_yet("UNNEST outside of a join", rel->span);
      case RelKind::kWindowTvf:
        return build_window_function(convert(rel->inputs[0]), as<WindowTvfRel>(*rel));
      case RelKind::kTableFunction:
        return build_process_function(as<TableFunctionRel>(*rel), convert(rel->inputs[0]));
      case RelKind::kMatch:
        return build_match(std::static_pointer_cast<const MatchRel>(rel), convert(rel->inputs[0]));
      case RelKind::kMultiJoin:
        return multi_join(as<rules::MultiJoinRel>(*rel));
      case RelKind::kSnapshot:
        not_yet("FOR SYSTEM_TIME AS OF", rel->span);
      case RelKind::kSink:
        break;
    }
    throw Failure("plan/internal", "A sink inside a query.", rel->span);
  }

 private:
  [[noreturn]] static void not_yet(const std::string& what, Span span) {
    throw Failure("plan/not-yet", what + " is not executable yet.", span);
  }

  NodePtr scan(const ScanRel& rel) {
    auto node = std::make_shared<TableSourceScanNode>();
    node->table = rel.table;
    node->type = rel.type;
    node->span = rel.span;
    const ChangelogMode& mode = rel.table->source_mode;
    check_mode(*rel.table, rel.span);
    bool upsert = mode.update_after && !mode.update_before;
    if (as_snapshot_ || (!upsert && !(config_.cdc_duplicates && !mode.append_only()))) return node;
    if (rel.table->primary_key.empty()) {
      throw Failure("plan/duplicates-need-key",
                    "Configuration 'table.exec.source.cdc-events-duplicate' is enabled which requires the "
                    "changelog sources to define a PRIMARY KEY.",
                    rel.span);
    }
    std::vector<int32_t> key;
    for (const std::string& name : rel.table->primary_key) key.push_back(find_field(node->type, name));
    return normalize(node, key);
  }

  static void check_mode(const CatalogTable& table, Span span) {
    const ChangelogMode& mode = table.source_mode;
    if (mode.update_after && !mode.update_before && table.primary_key.empty()) {
      throw Failure("plan/upsert-source-key",
                    "Table '" + table.full_name() +
                        "' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. This "
                        "requires defining a primary key "
                        "constraint on the table.",
                    span, "add PRIMARY KEY (...) NOT ENFORCED");
    }
    if (mode.update_before && !mode.update_after) {
      throw Failure("plan/source-mode",
                    "Invalid source for table '" + table.full_name() +
                        "'. A ScanTableSource doesn't support a changelog stream that contains UPDATE_BEFORE "
                        "but no UPDATE_AFTER. Please adapt "
                        "the implementation of the table source.",
                    span);
    }
  }

  static NodePtr normalize(NodePtr input, const std::vector<int32_t>& key) {
    auto node = std::make_shared<ChangelogNormalizeNode>();
    node->key = key;
    node->type = input->type;
    node->span = input->span;
    node->inputs.push_back(make_exchange(std::move(input), key));
    return node;
  }

  static NodePtr values(const ValuesRel& rel) {
    auto node = std::make_shared<ValuesNode>();
    node->rows = rel.rows;
    node->type = rel.type;
    node->span = rel.span;
    return node;
  }

  // A processing time that an expression reads becomes a value (RelTimeIndicatorConverter).
  static ExprPtr materialized(const ExprPtr& expr) {
    if (expr->kind != ExprKind::kCall || is_call(*expr, "PROCTIME_MATERIALIZE")) return expr;
    ExprList operands;
    bool changed = false;
    for (const ExprPtr& operand : expr->operands) {
      ExprPtr made = materialized(operand);
      if (made->type.is_proctime() && !is_call(*made, "PROCTIME_MATERIALIZE")) made = materialize(made);
      if (made->type.is_rowtime() && made->kind == ExprKind::kInputRef) {
        made = cast_call(made, made->type.with_attribute(TimeAttribute::kNone));
      }
      changed = changed || made != operand;
      operands.push_back(made);
    }
    if (!changed) return expr;
    // CAST of what already is that cast.
    if (is_call(*expr, "CAST") && is_call(*operands[0], "CAST") && operands[0]->type.equals(expr->type))
      return operands[0];
    return with_operands(*expr, std::move(operands));
  }

  // References with the time attributes that the input really has.
  static ExprPtr rebound(const ExprPtr& expr, const RowType& input) {
    if (expr->kind == ExprKind::kInputRef) {
      const LogicalType& type = input[static_cast<size_t>(expr->index)].type;
      if (type.time_attribute() == expr->type.time_attribute()) return expr;
      return with_type(expr, expr->type.with_attribute(type.time_attribute()));
    }
    ExprList operands;
    bool changed = false;
    for (const ExprPtr& operand : expr->operands) {
      operands.push_back(rebound(operand, input));
      changed = changed || operands.back() != operand;
    }
    return changed ? with_operands(*expr, std::move(operands)) : expr;
  }

 public:
  static ExprPtr materialize(const ExprPtr& time) {
    return make_call("PROCTIME_MATERIALIZE", {time}).or_throw();
  }

  // Calc on top of `input`, merged with a Calc that is there already; nothing if it changes nothing.
  static NodePtr calc(NodePtr input, ExprList projects, ExprPtr condition, std::vector<std::string> names,
                      Span span) {
    if (condition && is_true_literal(*condition)) condition = nullptr;
    NodePtr node =
        make_calc(std::move(input), std::move(projects), std::move(condition), std::move(names), span);
    const auto& made = node_as<CalcNode>(*node);
    if (made.inputs[0]->kind == NodeKind::kCalc) {
      if (NodePtr merged = merge_calcs(made, node_as<CalcNode>(*made.inputs[0]))) node = merged;
    }
    if (node->inputs[0]->kind == NodeKind::kGroupWindowAggregate)
      node = with_properties(node_as<CalcNode>(*node));
    return is_trivial_calc(node_as<CalcNode>(*node)) ? node->inputs[0] : node;
  }

  // TUMBLE_END(window) and the like on top of a group window.
  static NodePtr with_properties(const CalcNode& node) {
    const auto& window = node_as<GroupWindowAggregateNode>(*node.inputs[0]);
    int32_t start = static_cast<int32_t>(window.type.size() - window.properties.size());
    ExprList projects;
    for (const ExprPtr& expr : node.projects)
      projects.push_back(rules::window_property(expr, window.type, start));
    ExprPtr condition = node.condition ? rules::window_property(node.condition, window.type, start) : nullptr;
    // Without such functions the aggregate has no properties.
    auto reads = [&](const ExprPtr& expr) {
      std::vector<int32_t> refs = input_refs(*expr);
      return std::any_of(refs.begin(), refs.end(), [&](int32_t ref) { return ref >= start; });
    };
    NodePtr input = node.inputs[0];
    if (std::none_of(projects.begin(), projects.end(), reads) && !(condition && reads(condition))) {
      input = clone_node(window);
      node_as<GroupWindowAggregateNode>(*input).properties.clear();
      input->type.resize(static_cast<size_t>(start));
    }
    return make_calc(input, std::move(projects), condition, field_names(node.type), node.span);
  }

 private:
  NodePtr project(const ProjectRel& rel) {
    std::vector<std::string> names = field_names(rel.type);
    const Rel* below = rel.inputs[0].get();
    if (below->kind == RelKind::kFilter) below = below->inputs[0].get();
    NodePtr input;
    if (below->kind == RelKind::kRank && as<rules::RankRel>(*below).output_rank) {
      input = over_rank(rel, as<rules::RankRel>(*below), names);
    } else {
      input = convert(rel.inputs[0]);
      if (rel.inputs[0]->kind == RelKind::kOver) name_over_columns(rel, names);
    }
    ExprList exprs;
    for (const ExprPtr& expr : rel.exprs) exprs.push_back(materialized(rebound(expr, input->type)));
    return calc(input, std::move(exprs), nullptr, std::move(names), rel.span);
  }

  // The number of a Rank is called w0$o0 where the projection keeps the order of the columns, else as the
  // query calls it.
  NodePtr over_rank(const ProjectRel& rel, const rules::RankRel& rank_rel, std::vector<std::string>& names) {
    int32_t number = rules::width(rank_rel) - 1;
    bool ascending = true;
    std::string alias = "w0$o0";
    for (size_t i = 0; i < rel.exprs.size(); ++i) {
      const Expr& expr = *rel.exprs[i];
      if (expr.kind != ExprKind::kInputRef || (i > 0 && (rel.exprs[i - 1]->kind != ExprKind::kInputRef ||
                                                         rel.exprs[i - 1]->index >= expr.index))) {
        ascending = false;
      }
      if (expr.kind == ExprKind::kInputRef && expr.index == number) alias = names[i];
    }
    if (ascending) {
      for (size_t i = 0; i < rel.exprs.size(); ++i) {
        if (rel.exprs[i]->index == number) names[i] = "w0$o0";
      }
      alias = "w0$o0";
    }
    NodePtr node = rank(rank_rel, alias);
    if (rel.inputs[0]->kind == RelKind::kFilter) {
      node = calc(node, refs_of(*node), as<FilterRel>(*rel.inputs[0]).condition, field_names(node->type),
                  rel.span);
    }
    return node;
  }

  // A projection of nothing but columns in their order loses the names of its window columns.
  static void name_over_columns(const ProjectRel& rel, std::vector<std::string>& names) {
    int32_t base = rules::width(*rel.inputs[0]->inputs[0]);
    for (size_t i = 0; i < rel.exprs.size(); ++i) {
      if (rel.exprs[i]->kind != ExprKind::kInputRef) return;
      if (i > 0 && rel.exprs[i - 1]->index >= rel.exprs[i]->index) return;
    }
    for (const auto& call : as<rules::OverRel>(*rel.inputs[0]).calls) {
      for (const ExprPtr& constant : call.constants) {
        if (constant) return;
      }
    }
    for (size_t i = 0; i < names.size(); ++i) {
      if (rel.exprs[i]->index >= base) names[i] = "$" + std::to_string(i);
    }
  }

  NodePtr filter(const FilterRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    ExprList refs = refs_of(*input);
    std::vector<std::string> names = field_names(input->type);
    ExprPtr condition = materialized(rebound(rel.condition, input->type));
    return calc(std::move(input), std::move(refs), condition, std::move(names), rel.span);
  }

  // Time attributes among the columns become plain values, as in RelTimeIndicatorConverter: below aggregates
  // and regular joins.
  static NodePtr without_time(NodePtr input, const std::vector<int32_t>& columns) {
    ExprList exprs = refs_of(*input);
    bool changed = false;
    for (int32_t column : columns) {
      ExprPtr& expr = exprs[static_cast<size_t>(column)];
      if (expr->type.is_proctime() && expr->kind == ExprKind::kInputRef) {
        expr = materialize(expr);
      } else if (expr->type.is_rowtime() && expr->kind == ExprKind::kInputRef) {
        expr = cast_call(expr, expr->type.with_attribute(TimeAttribute::kNone));
      } else {
        continue;
      }
      changed = true;
    }
    if (!changed) return input;
    std::vector<std::string> names = field_names(input->type);
    return calc(std::move(input), std::move(exprs), nullptr, std::move(names), {});
  }

  // A Calc made elsewhere, merged with one below it.
  static NodePtr restored(const NodePtr& node) {
    if (node->kind != NodeKind::kCalc) return node;
    const auto& top = node_as<CalcNode>(*node);
    return calc(top.inputs[0], top.projects, top.condition, field_names(top.type), top.span);
  }

  NodePtr multi_join(const rules::MultiJoinRel& rel) {
    auto node = std::make_shared<MultiJoinNode>();
    node->joins = rel.joins;
    node->keys = rel.keys;
    node->conditions = rel.conditions;
    node->span = rel.span;
    bool hinted = std::any_of(rel.state_ttl.begin(), rel.state_ttl.end(),
                              [](const std::string& ttl) { return !ttl.empty(); });
    std::vector<std::string> hints;
    for (size_t i = 0; i < rel.inputs.size(); ++i) {
      NodePtr input = all_without_time(convert(rel.inputs[i]));
      node->type = i == 0 ? input->type : rules::join_type_of(node->type, input->type, rel.joins[i - 1]);
      for (size_t column = 0; column < node->type.size(); ++column)
        node->type[column].name = rel.type[column].name;
      node->inputs.push_back(make_exchange(std::move(input), rel.keys[i]));
      // One hint is an answer for all inputs: those it does not name are kept for ever.
      hints.push_back(rel.state_ttl[i].empty() ? "0s" : rel.state_ttl[i]);
      node->state_ttl_millis.push_back(hinted ? duration_millis("STATE_TTL", hints.back())
                                              : config_.state_ttl_millis);
    }
    if (hinted) node->state_ttl_hints = "[[STATE_TTL options:[" + joined(hints) + "]]]";
    return node;
  }

  NodePtr aggregate(const AggregateRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    if (rel.window) return build_group_window(rel, std::move(input), config_);
    if (NodePtr window = build_window_aggregate(rel, input, config_)) return restored(window);
    std::vector<int32_t> read = rel.grouping;
    for (const AggregateCall& call : rel.calls) read.insert(read.end(), call.args.begin(), call.args.end());
    input = without_time(input, read);
    auto node = std::make_shared<GroupAggregateNode>();
    node->grouping = rel.grouping;
    node->calls = rel.calls;
    node->partial_final = rel.partial_final;
    for (int32_t column : rel.grouping) {
      Field field = input->type[static_cast<size_t>(column)];
      field.type = field.type.with_attribute(TimeAttribute::kNone);
      node->type.push_back(std::move(field));
    }
    for (const AggregateCall& call : rel.calls) node->type.push_back(Field{call.name, call.type});
    node->retract.assign(rel.calls.size(), false);
    node->state_ttl_millis = config_.state_ttl_millis;
    if (!rel.state_ttl.empty()) {
      const std::string& ttl = rel.state_ttl.begin()->second;
      node->state_ttl_millis = duration_millis("STATE_TTL", ttl);
      node->state_ttl_hints = "[[STATE_TTL options:[" + ttl + "]]]";
    }
    node->argument_type = input->type;
    node->span = rel.span;
    node->inputs.push_back(make_exchange(std::move(input), rel.grouping));
    return node;
  }

  static NodePtr all_without_time(NodePtr input) {
    std::vector<int32_t> all;
    for (size_t i = 0; i < input->type.size(); ++i) all.push_back(static_cast<int32_t>(i));
    return without_time(std::move(input), all);
  }

  static NodePtr interval_join(const JoinRel& rel, NodePtr left, NodePtr right,
                               const IntervalBounds& bounds) {
    auto node = std::make_shared<IntervalJoinNode>();
    node->join = rel.join;
    node->condition = rel.condition;
    node->span = rel.span;
    node->type = rules::join_type_of(left->type, right->type, rel.join);
    JoinKeys keys = analyze_join(conjunction(bounds.rest), static_cast<int32_t>(left->type.size()));
    node->left_keys = keys.left;
    node->right_keys = keys.right;
    node->filter_nulls = keys.filter_nulls;
    node->residual = keys.residual;
    node->rowtime = bounds.rowtime;
    node->left_time = bounds.left_time;
    node->right_time = bounds.right_time;
    node->lower_millis = bounds.lower_millis;
    node->upper_millis = bounds.upper_millis;
    node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
    return node;
  }

  NodePtr snapshot_join(const JoinRel& rel, NodePtr left) {
    if (!is_event_time(rel)) return build_lookup_join(rel, std::move(left));
    // The versions of a table are its upserts as they come: no ChangelogNormalize.
    bool before = as_snapshot_;
    as_snapshot_ = true;
    NodePtr right = convert(rel.inputs[1]->inputs[0]);
    as_snapshot_ = before;
    return build_temporal_join(rel, std::move(left), std::move(right));
  }

  NodePtr join(const JoinRel& rel) {
    NodePtr left = convert(rel.inputs[0]);
    if (rel.inputs[1]->kind == RelKind::kSnapshot) return snapshot_join(rel, std::move(left));
    NodePtr right = convert(rel.inputs[1]);
    if (NodePtr window = build_window_join(rel, left, right)) return window;
    if (rel.join != JoinType::kSemi && rel.join != JoinType::kAnti) {
      if (auto bounds = interval_bounds(rel.condition, left->type, right->type)) {
        return interval_join(rel, std::move(left), std::move(right), *bounds);
      }
    }
    left = all_without_time(std::move(left));
    right = all_without_time(std::move(right));
    auto node = std::make_shared<JoinNode>();
    node->join = rel.join;
    node->condition = rel.condition;
    node->span = rel.span;
    node->type = rules::join_type_of(left->type, right->type, rel.join);
    // A regular join gives rows in no order of time.
    for (Field& field : node->type) field.type = field.type.with_attribute(TimeAttribute::kNone);
    JoinKeys keys = analyze_join(rel.condition, static_cast<int32_t>(left->type.size()));
    node->left_keys = keys.left;
    node->right_keys = keys.right;
    node->filter_nulls = keys.filter_nulls;
    node->residual = keys.residual;
    node->left_ttl_millis = node->right_ttl_millis = config_.state_ttl_millis;
    if (!rel.state_ttl_left.empty()) node->left_ttl_millis = duration_millis("STATE_TTL", rel.state_ttl_left);
    if (!rel.state_ttl_right.empty())
      node->right_ttl_millis = duration_millis("STATE_TTL", rel.state_ttl_right);
    std::vector<std::string> hints;
    if (!rel.state_ttl_left.empty()) hints.push_back("LEFT=" + rel.state_ttl_left);
    if (!rel.state_ttl_right.empty()) hints.push_back("RIGHT=" + rel.state_ttl_right);
    if (!hints.empty()) node->state_ttl_hints = "[[STATE_TTL options:{" + joined(hints) + "}]]";
    node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
    return node;
  }

  NodePtr correlate(const CorrelateRel& rel) {
    NodePtr left = convert(rel.inputs[0]);
    const Rel* right = rel.inputs[1].get();
    ExprList inside;
    if (right->kind == RelKind::kProject &&
        std::all_of(as<ProjectRel>(*right).exprs.begin(), as<ProjectRel>(*right).exprs.end(),
                    [](const ExprPtr& e) { return e->kind == ExprKind::kInputRef; })) {
      if (rules::is_identity(as<ProjectRel>(*right).exprs, *right->inputs[0])) right = right->inputs[0].get();
    }
    if (right->kind == RelKind::kFilter) {
      inside = conjuncts(as<FilterRel>(*right).condition);
      right = right->inputs[0].get();
    }
    if (right->kind != RelKind::kUnnest) not_yet("This correlated sub-query", rel.span);
    const auto& unnest = as<UnnestRel>(*right);
    auto node = std::make_shared<CorrelateNode>();
    node->join = rel.join;
    node->span = rel.span;
    node->with_ordinality = unnest.with_ordinality;
    node->function = unnest.with_ordinality ? "$UNNEST_ROWS_WITH_ORDINALITY$1" : "$UNNEST_ROWS$1";
    node->args = {uncorrelate(unnest.collection, rel.correl_id)};
    node->produced = unnest_columns(unnest);
    node->type = rules::join_type_of(left->type, node->produced, rel.join);
    int32_t base = static_cast<int32_t>(left->type.size());
    if (rel.condition && !is_true_literal(*rel.condition)) {
      for (const ExprPtr& part : conjuncts(rel.condition)) inside.push_back(shift(part, -base));
    }
    if (!inside.empty()) node->condition = conjunction(inside);
    std::vector<std::string> fields;
    for (const std::string& name : field_names(left->type))
      fields.push_back("$cor" + std::to_string(rel.correl_id + correlates_ - 1) + "." + name);
    std::string argument = to_plan_text(*node->args[0], fields);
    node->invocation = node->function + "(" + argument + ")";
    node->correlate = "table(" + node->invocation + ")";
    node->inputs.push_back(std::move(left));
    return node;
  }

  static ExprPtr uncorrelate(const ExprPtr& expr, int32_t id) {
    if (expr->kind == ExprKind::kCorrelRef && expr->correl_id == id)
      return input_ref(expr->index, expr->type, expr->span);
    if (expr->operands.empty()) return expr;
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(uncorrelate(operand, id));
    return with_operands(*expr, std::move(operands));
  }

  static RowType unnest_columns(const UnnestRel& rel) {
    RowType out;
    const LogicalType& type = rel.collection->type;
    const char* scalar = rel.with_ordinality ? "EXPR$0" : "f0";
    if (type.is(TypeRoot::kMap)) {
      out = {Field{rel.with_ordinality ? "KEY" : "f0", type.key()},
             Field{rel.with_ordinality ? "VALUE" : "f1", type.value()}};
    } else if (type.element().is(TypeRoot::kRow)) {
      out = type.element().fields();
      for (Field& field : out)
        field.type = field.type.with_nullable(field.type.nullable() || type.element().nullable());
    } else {
      out = {Field{scalar, type.element()}};
    }
    if (rel.with_ordinality) out.push_back(Field{"ORDINALITY", LogicalType::integer().with_nullable(false)});
    return out;
  }

  NodePtr replicate(const rules::ReplicateRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    auto node = std::make_shared<CorrelateNode>();
    node->span = rel.span;
    node->function = "$REPLICATE_ROWS$1";
    std::vector<int32_t> columns{rel.count};
    columns.insert(columns.end(), rel.columns.begin(), rel.columns.end());
    std::vector<std::string> positions;
    for (int32_t column : columns) {
      node->args.push_back(input_ref(column, input->type[static_cast<size_t>(column)].type));
      positions.push_back("$" + std::to_string(column));
    }
    for (int32_t column : rel.columns) node->produced.push_back(input->type[static_cast<size_t>(column)]);
    node->type = rules::join_type_of(input->type, node->produced, JoinType::kInner);
    node->invocation = node->function + "(" + joined(positions) + ")";
    std::vector<std::string> names;
    for (int32_t column : columns) names.push_back(input->type[static_cast<size_t>(column)].name);
    node->correlate = "table(" + node->function + "(" + joined(names, ",") + "))";
    node->inputs.push_back(std::move(input));
    return node;
  }

  NodePtr union_all(const SetOpRel& rel) {
    auto node = std::make_shared<UnionNode>();
    for (const RelPtr& input : rel.inputs) node->inputs.push_back(convert(input));
    node->type = rel.type;
    for (size_t i = 0; i < node->type.size(); ++i) node->type[i].name = node->inputs[0]->type[i].name;
    node->span = rel.span;
    return node;
  }

  NodePtr sort(const SortRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    bool limited = rel.fetch >= 0;
    NodeKind kind = rel.keys.empty() ? NodeKind::kLimit
                    : limited        ? NodeKind::kSortLimit
                                     : NodeKind::kTemporalSort;
    if (!limited) {
      if (rel.offset > 0) {
        throw Failure("plan/offset-without-fetch",
                      "FETCH is missed, which on streaming table is not supported currently.", rel.span,
                      "add LIMIT n or FETCH FIRST n ROWS ONLY");
      }
      const SortKey& first = rel.keys[0];
      const LogicalType& type = input->type[static_cast<size_t>(first.column)].type;
      if ((!type.is_rowtime() && !type.is_proctime()) || first.descending) {
        throw Failure("plan/sort", "Sort on a non-time-attribute field is not supported.", rel.span,
                      "add LIMIT n, or sort by a time attribute");
      }
    }
    auto node = std::make_shared<SortLimitNode>(kind);
    node->keys = rel.keys;
    node->offset = rel.offset;
    node->fetch = rel.fetch;
    node->type = input->type;
    node->span = rel.span;
    node->inputs.push_back(make_exchange(std::move(input), {}));
    return node;
  }

  NodePtr watermark(const WatermarkRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    return assign(std::move(input), rel);
  }

  // The assigner goes below a ChangelogNormalize (WatermarkAssignerChangelogNormalizeTransposeRule);
  // SOURCE_WATERMARK() goes into the scan.
  NodePtr assign(NodePtr input, const WatermarkRel& rel) {
    if (input->kind == NodeKind::kChangelogNormalize) {
      const NodePtr exchange = input->inputs[0];
      NodePtr below = assign(exchange->inputs[0], rel);
      return normalize(below, node_as<ChangelogNormalizeNode>(*input).key);
    }
    if (input->kind == NodeKind::kCalc && input->inputs[0]->kind == NodeKind::kChangelogNormalize) {
      // Computed columns below the normalize too, if the key survives.
      const auto& calc_node = node_as<CalcNode>(*input);
      const auto& old = node_as<ChangelogNormalizeNode>(*input->inputs[0]);
      std::vector<int32_t> key;
      for (int32_t column : old.key) {
        for (size_t i = 0; i < calc_node.projects.size(); ++i) {
          const Expr& expr = *calc_node.projects[i];
          if (expr.kind == ExprKind::kInputRef && expr.index == column) {
            key.push_back(static_cast<int32_t>(i));
            break;
          }
        }
      }
      if (key.size() == old.key.size() && !calc_node.condition) {
        NodePtr moved = with_inputs(*input, {old.inputs[0]->inputs[0]});
        return normalize(assign(moved, rel), key);
      }
    }
    if (!rel.expression && input->kind == NodeKind::kTableSourceScan) {
      NodePtr scan_node = clone_node(*input);
      node_as<TableSourceScanNode>(*scan_node).source_watermark = true;
      node_as<TableSourceScanNode>(*scan_node).rowtime = rel.rowtime;
      scan_node->type = rel.type;
      return scan_node;
    }
    auto node = std::make_shared<WatermarkAssignerNode>();
    node->rowtime = rel.rowtime;
    node->expression = rel.expression;
    node->type = input->type;
    Field& field = node->type[static_cast<size_t>(rel.rowtime)];
    field.type = field.type.with_attribute(TimeAttribute::kRowtime);
    node->span = rel.span;
    node->inputs.push_back(std::move(input));
    return node;
  }

  NodePtr rank(const rules::RankRel& rel, const std::string& number_name) {
    NodePtr input = convert(rel.inputs[0]);
    if (NodePtr window = build_window_rank(rel, input, number_name)) return window;
    auto node = std::make_shared<RankNode>();
    node->partition = rel.partition;
    node->order = rel.order;
    node->rank_start = rel.start;
    node->rank_end = rel.end;
    node->rank_end_column = rel.end_column;
    node->output_rank = rel.output_rank;
    node->type = input->type;
    if (rel.output_rank) {
      node->type.push_back(
          Field{number_name.empty() ? "w0$o0" : number_name, LogicalType::bigint().with_nullable(false)});
    }
    node->span = rel.span;
    node->inputs.push_back(make_exchange(std::move(input), rel.partition));
    return node;
  }

  NodePtr expand(const rules::ExpandRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    auto node = std::make_shared<ExpandNode>();
    node->projects = rel.projects;
    node->type = rel.type;
    for (size_t i = 0; i < input->type.size(); ++i) node->type[i].name = input->type[i].name;
    node->span = rel.span;
    node->inputs.push_back(std::move(input));
    return node;
  }

  static int32_t count_correlates(const Rel& rel) {
    int32_t n = rel.kind == RelKind::kCorrelate ? 1 : 0;
    for (const RelPtr& input : rel.inputs) n += count_correlates(*input);
    return n;
  }

  const PlannerConfig& config_;
  bool as_snapshot_ = false;  // below an event-time FOR SYSTEM_TIME AS OF
  int32_t correlates_ = 0;    // of the query: Flink numbers their variables after those of the parser
};

// A table has one event time.
void refuse_second_rowtime(const SinkNode& sink) {
  std::string names;
  int32_t count = 0;
  for (const Field& field : sink.type) {
    if (!field.type.is_rowtime()) continue;
    names += (count++ == 0 ? "" : ", ") + field.name;
  }
  if (count < 2) return;
  throw Failure(
      "plan/rowtime",
      "The query contains more than one rowtime attribute column [" + names + "] for writing into table '" +
          sink.table->full_name() +
          "'.\nPlease select the column that should be used as the event-time timestamp for the table "
          "sink by casting all other columns to regular TIMESTAMP or TIMESTAMP_LTZ.",
      sink.span, "CAST all but one of them AS TIMESTAMP(3)");
}

}  // namespace

std::shared_ptr<SinkNode> build_physical(const SinkRel& sink, const PlannerConfig& config) {
  auto node = std::make_shared<SinkNode>();
  node->name = sink.name;
  node->table = sink.table;
  node->conflict = sink.conflict;
  node->span = sink.span;
  NodePtr input = Builder(config, sink).convert(sink.inputs[0]);
  // A sink takes the value of a processing time.
  ExprList exprs = refs_of(*input);
  bool changed = false;
  for (ExprPtr& expr : exprs) {
    if (!expr->type.is_proctime()) continue;
    expr = Builder::materialize(expr);
    changed = true;
  }
  std::vector<std::string> names = field_names(input->type);
  if (changed) input = Builder::calc(input, std::move(exprs), nullptr, std::move(names), sink.span);
  node->type = input->type;
  if (sink.table) {
    refuse_second_rowtime(*node);
    int32_t position = 0;
    for (const std::string& name : sink.table->primary_key) {
      position = 0;
      for (const Column& column : sink.table->columns) {
        if (column.kind != ColumnKind::kPhysical) continue;  // metadata comes behind all physical columns
        if (column.name == name) node->primary_key.push_back(position);
        ++position;
      }
    }
  }
  node->inputs.push_back(std::move(input));
  return node;
}

}  // namespace rowkind
