// Statements of the AST and the script that holds them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sql/ast_query.h"

namespace rowkind::sql {

enum class StatementKind : uint8_t {
  kSet,
  kReset,
  kCreateTable,
  kCreateView,
  kDrop,
  kInsert,
  kStatementSet,
  kQuery,
  kExplain,
  kOther,
};

struct Statement {
  StatementKind kind;
  Span span = {};  // first to last token, without the semicolon

 protected:
  explicit Statement(StatementKind k) : kind(k) {}
};
using StatementPtr = std::shared_ptr<const Statement>;

// 'key' = 'value' in WITH ( ), hints aside.
struct Option {
  std::string key;
  std::string value;
  Span key_span = {};
  Span value_span = {};
};

// SET 'key' = 'value', SET key = value (the form of the sql client: the value runs up to the semicolon), SET
// alone (lists).
struct SetStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::kSet;
  SetStatement() : Statement(kKind) {}
  std::optional<Option> option;
};

// RESET 'key', RESET
struct ResetStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::kReset;
  ResetStatement() : Statement(kKind) {}
  std::optional<std::string> key;
  Span key_span = {};
};

// --- DDL -------------------------------------------------------------------------------------------------

enum class ConstraintKind : uint8_t { kPrimaryKey, kUnique };

// [CONSTRAINT name] PRIMARY KEY (a, b) NOT ENFORCED; a column constraint has its own column here.
struct Constraint {
  ConstraintKind kind = ConstraintKind::kPrimaryKey;
  std::optional<Identifier> name;
  std::vector<Identifier> columns;
  std::optional<bool> enforced;  // ENFORCED true, NOT ENFORCED false, neither: unset
  Span span = {};
};

enum class ColumnKind : uint8_t { kPhysical, kComputed, kMetadata };

struct ColumnDefinition {
  ColumnKind kind = ColumnKind::kPhysical;
  Identifier name;
  DataType type;                            // kPhysical, kMetadata
  ExprPtr expr;                             // kComputed
  std::optional<std::string> metadata_key;  // METADATA FROM 'key'
  Span metadata_span = {};
  bool is_virtual = false;
  std::optional<std::string> comment;
  Span span = {};
};

struct Watermark {
  QualifiedName column;
  ExprPtr expr;
  Span span = {};
};

// DISTRIBUTED [BY [HASH|RANGE] (a, b)] [INTO n BUCKETS]
struct Distribution {
  std::optional<std::string> algorithm;  // HASH, RANGE
  std::vector<Identifier> columns;
  std::optional<std::string> buckets;
  Span span = {};
};

enum class MergingStrategy : uint8_t { kIncluding, kExcluding, kOverwriting };
enum class LikeFeature : uint8_t {
  kAll,
  kConstraints,
  kDistribution,
  kGenerated,
  kMetadata,
  kOptions,
  kPartitions,
  kWatermarks,
};

struct LikeOption {
  MergingStrategy strategy = MergingStrategy::kIncluding;
  LikeFeature feature = LikeFeature::kAll;
  Span span = {};
};

struct TableLike {
  QualifiedName source;
  std::vector<LikeOption> options;
  Span span = {};
};

struct CreateTable : Statement {
  static constexpr StatementKind kKind = StatementKind::kCreateTable;
  CreateTable() : Statement(kKind) {}
  bool temporary = false;
  bool if_not_exists = false;
  bool replace = false;  // [CREATE OR] REPLACE TABLE .. AS
  QualifiedName name;
  std::vector<ColumnDefinition> columns;  // in the order written
  std::vector<Identifier> column_names;   // CREATE TABLE t (a, b) .. AS query: names without types
  std::vector<Constraint> constraints;    // of columns and of the table, in the order written
  std::vector<Watermark> watermarks;      // one at most
  std::optional<std::string> comment;
  std::optional<Distribution> distribution;
  std::vector<Identifier> partitioned_by;
  std::vector<Option> options;
  std::optional<TableLike> like;
  QueryPtr as_query;  // CREATE TABLE .. AS SELECT
};

struct CreateView : Statement {
  static constexpr StatementKind kKind = StatementKind::kCreateView;
  CreateView() : Statement(kKind) {}
  bool temporary = false;
  bool if_not_exists = false;
  bool replace = false;
  QualifiedName name;
  std::vector<Identifier> columns;
  std::optional<std::string> comment;
  QueryPtr query;
};

enum class DropKind : uint8_t { kTable, kView };

struct Drop : Statement {
  static constexpr StatementKind kKind = StatementKind::kDrop;
  Drop() : Statement(kKind) {}
  DropKind object = DropKind::kTable;
  bool temporary = false;
  bool if_exists = false;
  QualifiedName name;
};

// --- DML, queries ----------------------------------------------------------------------------------------

enum class OnConflict : uint8_t { kUnspecified, kDeduplicate, kNothing, kError };

struct Insert : Statement {
  static constexpr StatementKind kKind = StatementKind::kInsert;
  Insert() : Statement(kKind) {}
  struct PartitionValue {
    Identifier column;
    ExprPtr value;  // a literal
  };
  bool overwrite = false;
  QualifiedName target;
  std::vector<Hint> hints;  // OPTIONS on the target
  std::vector<PartitionValue> partition;
  std::vector<Identifier> columns;  // nested targets (a.b) are refused by the parser
  QueryPtr query;                   // VALUES included
  OnConflict on_conflict = OnConflict::kUnspecified;
  Span on_conflict_span = {};
};
using InsertPtr = std::shared_ptr<const Insert>;

// [EXECUTE | EXPLAIN's operand] STATEMENT SET BEGIN insert; insert; END, and BEGIN STATEMENT SET; insert; ..
// END
struct StatementSet : Statement {
  static constexpr StatementKind kKind = StatementKind::kStatementSet;
  StatementSet() : Statement(kKind) {}
  std::vector<InsertPtr> inserts;
};

struct QueryStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::kQuery;
  QueryStatement() : Statement(kKind) {}
  QueryPtr query;
};

// EXPLAIN [PLAN FOR | detail, detail ..] statement. The operand is an Insert, StatementSet, QueryStatement or
// CreateTable with a query.
struct Explain : Statement {
  static constexpr StatementKind kKind = StatementKind::kExplain;
  Explain() : Statement(kKind) {}
  std::vector<Identifier>
      details;  // upper case: CHANGELOG_MODE, ESTIMATED_COST, PLAN_ADVICE, JSON_EXECUTION_PLAN
  StatementPtr statement;
};

// A statement of Flink that this playground knows by name only: CREATE FUNCTION, CREATE CATALOG, ALTER TABLE,
// USE, SHOW, DESCRIBE, ADD JAR, CALL, DELETE ... Its tokens were read up to the semicolon and not checked
// further.
struct OtherStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::kOther;
  OtherStatement() : Statement(kKind) {}
  std::string name;      // upper case: "CREATE TEMPORARY SYSTEM FUNCTION", "SHOW TABLES", "ALTER TABLE"
  QualifiedName object;  // what it names, when a name follows; else empty
  std::string text;      // as written
};

struct Script {
  std::vector<StatementPtr> statements;
};

}  // namespace rowkind::sql
