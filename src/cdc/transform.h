// The two transform operators of a pipeline (PreTransformOperator, PostTransformOperator).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdc/rule.h"
#include "cdc/table_map.h"

namespace rowkind::cdc {

using Rules = std::vector<std::shared_ptr<const Rule>>;

// Cuts columns that no rule of the table needs, sets keys and options, rewrites and swallows schema changes.
class PreTransform {
 public:
  explicit PreTransform(const Rules& rules);
  // Nothing: the event is swallowed. Throws Failure.
  std::optional<Event> process(const Event& event);

 private:
  struct Table {
    std::vector<const Rule*> rules;
    bool asterisk = false;         // of any rule; also without rules
    SchemaPtr source;              // as the upstream has it
    SchemaPtr pruned;              // what travels on
    std::vector<int32_t> columns;  // of `pruned` in `source`; -1: lost by a rename or drop
    std::vector<size_t> unread;    // of `pruned`: those in which a null fails who reads the row
  };
  Event create(const Event& event);
  SchemaPtr prune(const Table& table) const;
  std::optional<Event> change(Table& table, const Event& event);
  static void find_columns(Table& table);
  RowPtr cut(const Table& table, const RowPtr& row) const;

  const Rules& rules_;
  TableMap<Table> tables_;
};

// Computes projections, filters both images, runs converters.
class PostTransform {
 public:
  PostTransform(const Rules& rules, const Definition& definition, Version version, int64_t now);
  std::optional<Event> process(const Event& event);

 private:
  struct Effective {
    const Rule* rule = nullptr;
    std::vector<ProjectedColumn> columns;
    SchemaPtr schema;                        // projected
    mutable bool ready = false;              // the Java of all expressions compiles
    mutable std::optional<Compiled> filter;  // there when it is ready
  };
  struct Table {
    TableIdPtr id;
    SchemaPtr source;  // pruned schema of PreTransform
    std::vector<Effective> rules;
    SchemaPtr schema;
  };
  void compile(Table& table) const;
  Scope filter_scope(const Schema& source, const Schema& projected) const;
  // Java's turn, when a rule sees its first row: all of it compiles before any of it runs.
  void make_ready(const Table& table, const Effective& effective) const;
  [[noreturn]] void fail_column(Failure& failure, const Table& table, const Effective& effective,
                                const ProjectedColumn& column) const;
  [[noreturn]] void fail_filter(Failure& failure, const Table& table, const Effective& effective) const;
  std::optional<Event> change(const Event& event);
  std::optional<Event> data(Table& table, const Event& event) const;
  // False: the rule's filter rejects the event.
  bool apply(const Table& table, const Effective& effective, Event& event) const;
  RowPtr project(const Table& table, const Effective& effective, const RowPtr& row, const char* kind,
                 const Event& event) const;
  bool passes(const Table& table, const Effective& effective, const Row& source, const Row& projected,
              const char* kind, const Event& event) const;
  void refuse_collections(const Table& table, const RowPtr& row) const;
  EvalContext context(const Table& table, const Row& source, const char* kind, const Event& event) const;
  void convert(const Rule& rule, Event& event) const;

  const Rules& rules_;
  const Definition& definition_;
  Version version_;
  int64_t now_;
  const TimeZone* zone_;
  TableMap<Table> tables_;
};

}  // namespace rowkind::cdc
