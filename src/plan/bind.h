// The binder: SQL syntax tree -> logical algebra, in the shapes of Calcite's SqlToRelConverter. One class,
// its parts by family:
//   bind_scope.cc      names -> columns
//   bind_expr.cc       operators, CASE, CAST, IN, sub-queries
//   bind_json.cc       JSON calls with clauses
//   bind_literal.cc    literals
//   bind_call.cc       function calls
//   bind_over.cc       OVER
//   bind_aggregate.cc  GROUP BY, aggregate calls
//   bind_select.cc     SELECT (select_shape.cc: what does not look at the text)
//   bind_query.cc      WITH, set operations, VALUES, ORDER BY
//   bind_from.cc       tables in FROM, joins
//   bind_window.cc     window functions (TVFs and group windows)
//   bind_function.cc   process table functions
//   bind_match.cc      MATCH_RECOGNIZE
//   bind_insert.cc     INSERT, bare SELECT
// Errors unwind as Failure: code, place, Flink's gist, hint.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/rel.h"
#include "plan/rel_build.h"
#include "plan/session.h"
#include "sql/ast.h"

namespace rowkind {

// A tree and the names by which users know its columns (they can differ from the tree's own names).
struct Bound {
  RelPtr rel;
  RowType columns;
};

// One name in FROM.
struct Relation {
  std::string alias;              // "" for a table expression without name
  std::vector<std::string> path;  // catalog, database, table; empty when an alias hides it
  int32_t first = 0;              // its first column in the scope's row
  RowType columns;                // as seen from here (nullable on the padded side of an outer join)
};

// Columns that USING or NATURAL made one.
struct CommonColumn {
  std::string name;
  std::vector<int32_t> columns;  // of the scope's row
};

struct GroupScope;
struct MatchScope;
struct SelectBlock;

// The row that expressions of one query block see, and the blocks around it.
struct Scope {
  std::vector<Relation> relations;
  std::vector<CommonColumn> common;
  Scope* outer = nullptr;
  int32_t correl_id = 0;              // set when an inner block refers to this row
  GroupScope* group = nullptr;        // set while expressions above GROUP BY are bound
  const MatchScope* match = nullptr;  // set while MEASURES and DEFINE are bound
  bool hidden = false;                // inner blocks may not look here (a derived table that is not LATERAL)

  int32_t width() const;
};

// Aggregation of one query block: the projection below it and its calls.
struct GroupScope {
  ExprList inputs;  // of the projection: grouping columns first, then arguments and filters
  std::vector<std::string> input_names;
  ExprList groups;  // the grouping expressions over the FROM row
  std::vector<AggregateCall> calls;
  std::map<std::string, std::string> item_names;  // text of a select item -> what it is called
  bool several_sets = false;
  // The grouping sets; sets that are there again make a second list and so on, which GROUP_ID counts.
  std::vector<std::vector<std::vector<int32_t>>> sets;
  // Legacy group window among the groups: its position, or -1.
  int32_t window = -1;
};

// Where an expression stands; decides what it may hold.
struct Place {
  const char* clause = "SELECT";  // for messages
  bool aggregates = false;
  bool over = false;
};

// Hints of one SELECT that name its tables.
struct QueryHints {
  struct Lookup {
    std::string table, retry;  // retry: as the plan prints it
    bool shuffle = false;
    bool used = false;  // a table of that name was met
    Span span;
  };
  std::map<std::string, std::string> state_ttl;  // STATE_TTL: table or alias -> duration
  std::vector<std::string> multi_join;           // MULTI_JOIN
  std::vector<Lookup> lookups;                   // LOOKUP
};
// Failure sql/hint for a LOOKUP hint that Flink refuses.
QueryHints read_hints(const std::vector<sql::Hint>& hints);
// Failure sql/hint for a LOOKUP hint that named no table.
void check_all_used(const QueryHints& hints);
class Binder {
 public:
  explicit Binder(Session& session) : session_(session) {}

  Bound bind_query(const sql::Query& query, Scope* outer);
  // INSERT INTO; the sink is named after its table.
  std::shared_ptr<const SinkRel> bind_insert(const sql::Insert& insert);
  // A bare SELECT, collected under `name`.
  std::shared_ptr<const SinkRel> bind_select_statement(const sql::Query& query, const std::string& name);
  // An expression over given columns: computed columns, watermarks.
  ExprPtr bind_over_columns(const sql::ExprPtr& expr, const RowType& columns, const char* clause);

 private:
  // --- scopes
  ExprPtr resolve(const sql::QualifiedName& name, Scope& scope, Span span);
  ExprPtr column_of(Scope& scope, int32_t index, Span span, Scope& from);
  ExprPtr with_fields(ExprPtr base, const sql::QualifiedName& name, size_t next);
  [[noreturn]] void unknown_column(const sql::QualifiedName& name, const Scope& scope);
  void expand_star(const sql::Star& star, Scope& scope, ExprList& exprs, std::vector<std::string>& names);
  void add_relation(Scope& scope, Relation relation);

  // --- expressions
  ExprPtr bind(const sql::ExprPtr& expr, Scope& scope, const Place& place);
  ExprPtr bind_plain(const sql::ExprPtr& expr, Scope& scope, const Place& place);
  ExprPtr bind_literal(const sql::Literal& literal);
  ExprPtr bind_signed_literal(const sql::Operator& op);
  ExprPtr bind_interval_cast(const sql::Cast& cast, const ExprPtr& operand);
  ExprPtr bind_interval(const sql::Interval& interval, Scope& scope, const Place& place);
  ExprPtr bind_operator(const sql::Operator& op, Scope& scope, const Place& place);
  ExprPtr bind_case(const sql::Case& expr, Scope& scope, const Place& place);
  ExprPtr bind_in(const sql::In& in, Scope& scope, const Place& place);
  ExprPtr bind_like(const sql::Like& like, Scope& scope, const Place& place);
  ExprPtr bind_between(const sql::Between& between, Scope& scope, const Place& place);
  ExprPtr bind_subquery(const sql::Query& query, SubqueryKind kind, ExprList operands, Scope& scope,
                        Span span);
  ExprPtr bind_quantified(const sql::Quantified& expr, Scope& scope, const Place& place);
  ExprPtr bind_json(const sql::JsonCall& call, Scope& scope, const Place& place);
  ExprPtr bind_condition(const sql::ExprPtr& expr, Scope& scope, const Place& place);
  ExprList bind_all(const std::vector<sql::ExprPtr>& exprs, Scope& scope, const Place& place);

  // --- calls
  ExprPtr bind_call(const sql::Call& call, Scope& scope, const Place& place);
  ExprPtr bind_scalar_call(const sql::Call& call, const std::string& name, Scope& scope, const Place& place);
  ExprPtr bind_over(const sql::Call& call, const std::string& name, Scope& scope, const Place& place);
  const sql::WindowSpec& window_by_name(const sql::Identifier& name) const;
  ExprPtr bind_grouping(const sql::Call& call, const std::string& name, Scope& scope);

  // --- aggregation
  ExprPtr bind_grouped(const sql::ExprPtr& expr, Scope& scope, const Place& place);
  ExprPtr bind_aggregate_call(const AggregateFunction& function, const std::vector<sql::ExprPtr>& arguments,
                              const sql::Call* call, const sql::JsonCall* json, Scope& scope, Span span);
  ExprPtr add_call(GroupScope& group, AggregateCall call);
  int32_t group_input(GroupScope& group, const ExprPtr& expr, const std::string& name);
  void bind_group_by(const sql::GroupBy& group_by, Scope& scope, GroupScope& group);
  ExprPtr bind_group_window(const sql::Call& call, const std::string& name, Scope& scope);
  ExprPtr bind_window_property(const sql::Call& call, const std::string& name, Scope& scope);
  ExprPtr group_output(const Scope& scope, int32_t index, Span span) const;

  // --- queries
  // ORDER BY of the query around a body: its items, and what they come to as columns of the body's tree
  // (which may have more columns than the query shows).
  struct Order {
    const std::vector<sql::OrderItem>* items = nullptr;
    std::vector<SortKey> keys;
  };
  Bound bind_body(const sql::BodyPtr& body, Scope* outer, Order& order);
  Bound bind_select(const sql::Select& select, Scope* outer, Order& order);
  // The steps of a SELECT block, in order.
  void select_from(SelectBlock& block);
  void select_items(SelectBlock& block);
  bool select_is_grouped(const SelectBlock& block, const Order& order) const;
  void select_list(SelectBlock& block);
  void select_order(SelectBlock& block, Order& order);
  void select_aggregate(SelectBlock& block);
  static RelPtr aggregate_of(const GroupScope& group, const RelPtr& input, Span span);
  Bound select_output(SelectBlock& block);
  static Bound distinct(const Bound& in, Span span);
  void order_by_columns(const RowType& columns, Order& order);
  Bound bind_set_operation(const sql::SetOperation& op, Scope* outer);
  Bound bind_values(const sql::Values& values, Scope* outer);
  Bound bind_table_name(const sql::QualifiedName& name, const std::vector<sql::Hint>& hints,
                        Relation* relation);

  // --- FROM
  RelPtr bind_from(const sql::TableRefPtr& from, Scope& scope);
  RelPtr bind_named(const sql::NamedTable& table, Scope& scope, Scope* left);
  RelPtr bind_join(const sql::JoinTable& join, Scope& scope);
  RelPtr bind_right(const sql::TableRefPtr& table, Scope& scope, Scope& left, bool& lateral);
  static void refuse_bare_field(const sql::ExprPtr& operand, const Scope& scope);
  RelPtr bind_unnest(const sql::UnnestTable& unnest, Scope& scope, Scope* left);
  RelPtr bind_derived(const sql::DerivedTable& table, Scope& scope, Scope* left);
  RelPtr bind_function_table(const sql::FunctionTable& table, Scope& scope, Scope* left);
  RelPtr bind_match(const sql::MatchTable& match, Scope& scope);
  ExprPtr bind_pattern_column(const sql::QualifiedName& name, Scope& scope, Span span);
  // Navigation and aggregates; nothing for any other function.
  ExprPtr bind_match_call(const sql::Call& call, const std::string& name, Scope& scope, const Place& place);
  Bound bind_table_argument(const sql::ExprPtr& argument, Scope& scope, TableFunctionRel::Argument& out);
  RelPtr bind_window_tvf(const sql::Call& call, const std::string& name, Scope& scope, RowType& columns);
  RelPtr bind_snapshot(const sql::Call& call, Scope& scope, RowType& columns);
  RelPtr bind_process_function(const sql::Call& call, const std::string& name, Scope& scope,
                               RowType& columns);
  RelPtr name_columns(RelPtr rel, RowType columns, const sql::TableRef& ref, Scope& scope,
                      std::string fallback);
  int64_t constant_integer(const sql::ExprPtr& expr, const char* what);

  std::shared_ptr<const SinkRel> make_sink(RelPtr rel, std::shared_ptr<const CatalogTable> table,
                                           std::string name, Span span);

  Session& session_;
  int32_t next_correl_ = 1;
  int32_t depth_ = 0;
  // WITH of the queries around, innermost last.
  std::vector<std::pair<std::string, Bound>> common_tables_;
  const std::vector<sql::NamedWindow>* windows_ = nullptr;   // WINDOW clause of the block being bound
  const std::map<std::string, ExprPtr>* aliases_ = nullptr;  // of select items, while ORDER BY is bound
  QueryHints hints_;                                         // of the block being bound
};

// The join with what the hints say of its two sides; the first relations are the left one.
RelPtr with_hints(const JoinRel& join, const QueryHints& hints, const std::vector<Relation>& relations,
                  size_t left_relations);

// Deepens one level and refuses more than limits::kNestingDepth.
class DepthGuard {
 public:
  DepthGuard(int32_t& depth, Span span);
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  int32_t& depth_;
};

// The arguments of a table function in the order of `parameters`: positional, or by name in any case; null
// where one is left out or DEFAULT. Unknown names are skipped, as in Flink.
std::vector<sql::ExprPtr> ordered_arguments(const sql::Call& call,
                                            const std::vector<std::string>& parameters);

// Whether a syntax tree holds an aggregate call that is not OVER (sub-queries aside), OVER, or a sub-query.
bool has_aggregate(const sql::ExprPtr& expr);
bool has_over(const sql::ExprPtr& expr);
bool has_subquery(const sql::ExprPtr& expr);
// Every direct part of an expression (sub-queries are not entered).
void for_each_part(const sql::ExprPtr& expr, const std::function<void(const sql::ExprPtr&)>& visit);
// CAST of a time attribute to the plain timestamp it is.
ExprPtr plain_timestamp(const ExprPtr& expr);
// The table with the options of an OPTIONS hint.
std::shared_ptr<const CatalogTable> with_options(const std::shared_ptr<const CatalogTable>& table,
                                                 const std::map<std::string, std::string>& options);
// Refuses IGNORE NULLS and RESPECT NULLS of functions that have no such choice.
void check_null_treatment(const sql::Call& call, std::string_view name);
// Names a select item the way Calcite does when it has no alias; "" if it would be EXPR$i.
std::string derived_name(const sql::ExprPtr& expr);

}  // namespace rowkind
