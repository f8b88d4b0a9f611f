#include "sql/keywords.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace rowkind::sql {
namespace {

// The four lists are what the metadata of Flink 2.3's own parser says, sorted.
// clang-format off
constexpr std::string_view kReserved[] = {
    "ABS", "ALL", "ALLOCATE", "ALLOW", "ALTER", "AND", "ANY", "ARE", "ARRAY", "ARRAY_CONCAT_AGG",
    "ARRAY_MAX_CARDINALITY", "AS", "ASENSITIVE", "ASYMMETRIC", "AT", "ATOMIC", "AUTHORIZATION", "AVG",
    "BEGIN", "BEGIN_FRAME", "BEGIN_PARTITION", "BETWEEN", "BIGINT", "BINARY", "BIT", "BITMAP", "BLOB",
    "BOOLEAN", "BOTH", "BUCKETS", "BY", "BYTES", "CALL", "CALLED", "CARDINALITY", "CASCADED", "CASE",
    "CAST", "CATALOGS", "CEIL", "CEILING", "CHAR", "CHARACTER", "CHARACTER_LENGTH", "CHAR_LENGTH", "CHECK",
    "CLASSIFIER", "CLOB", "CLOSE", "COALESCE", "COLLATE", "COLLECT", "COLUMN", "COMMENT", "COMMIT",
    "CONDITION", "CONNECT", "CONNECTIONS", "CONSTRAINT", "CONTAINS", "CONTAINS_SUBSTR", "CONTINUOUS",
    "CONVERT", "CORR", "CORRESPONDING", "COUNT", "COVAR_POP", "COVAR_SAMP", "CREATE", "CROSS", "CUBE",
    "CUME_DIST", "CURRENT", "CURRENT_CATALOG", "CURRENT_DATE", "CURRENT_DEFAULT_TRANSFORM_GROUP",
    "CURRENT_PATH", "CURRENT_ROLE", "CURRENT_ROW", "CURRENT_SCHEMA", "CURRENT_TIME", "CURRENT_TIMESTAMP",
    "CURRENT_TRANSFORM_GROUP_FOR_TYPE", "CURRENT_USER", "CURSOR", "CYCLE", "DATABASES", "DATE", "DATETIME",
    "DATETIME_TRUNC", "DATE_TRUNC", "DAY", "DEALLOCATE", "DEC", "DECIMAL", "DECLARE", "DEFAULT", "DEFINE",
    "DELETE", "DENSE_RANK", "DEREF", "DESCRIBE", "DETERMINISTIC", "DISALLOW", "DISCONNECT", "DISTINCT",
    "DISTRIBUTED", "DISTRIBUTION", "DOT", "DOUBLE", "DROP", "DYNAMIC", "EACH", "ELEMENT", "ELSE", "EMPTY",
    "END", "END_FRAME", "END_PARTITION", "EQUALS", "ESCAPE", "EVERY", "EXCEPT", "EXEC", "EXECUTE", "EXISTS",
    "EXP", "EXPLAIN", "EXTEND", "EXTENDED", "EXTERNAL", "EXTRACT", "FALSE", "FETCH", "FILTER",
    "FIRST_VALUE", "FLOAT", "FLOOR", "FOR", "FOREIGN", "FRAME_ROW", "FREE", "FRESHNESS", "FRIDAY", "FROM",
    "FULL", "FUNCTION", "FUNCTIONS", "FUSION", "GET", "GLOBAL", "GRANT", "GROUP", "GROUPING", "GROUPS",
    "GROUP_CONCAT", "HASH", "HAVING", "HOLD", "HOUR", "IDENTITY", "ILIKE", "IMPORT", "IN", "INCLUDE",
    "INDICATOR", "INITIAL", "INNER", "INOUT", "INSENSITIVE", "INSERT", "INT", "INTEGER", "INTERSECT",
    "INTERSECTION", "INTERVAL", "INTO", "IS", "JOIN", "JSON_ARRAY", "JSON_ARRAYAGG", "JSON_EXISTS",
    "JSON_OBJECT", "JSON_OBJECTAGG", "JSON_QUERY", "JSON_SCOPE", "JSON_VALUE", "LAG", "LANGUAGE", "LARGE",
    "LAST_VALUE", "LATERAL", "LEAD", "LEADING", "LEFT", "LIKE", "LIKE_REGEX", "LIMIT", "LN", "LOCAL",
    "LOCALTIME", "LOCALTIMESTAMP", "LOWER", "MATCH", "MATCHES", "MATCH_NUMBER", "MATCH_RECOGNIZE",
    "MATERIALIZED", "MAX", "MEASURES", "MEMBER", "MERGE", "METHOD", "MIN", "MINUS", "MINUTE", "MOD",
    "MODELS", "MODIFIES", "MODIFY", "MODULE", "MODULES", "MONDAY", "MONTH", "MULTISET", "NATIONAL",
    "NATURAL", "NCHAR", "NCLOB", "NEW", "NEXT", "NO", "NONE", "NORMALIZE", "NOT", "NTH_VALUE", "NTILE",
    "NULL", "NULLIF", "NUMERIC", "OCCURRENCES_REGEX", "OCTET_LENGTH", "OF", "OFFSET", "OLD", "OMIT", "ON",
    "ONE", "ONLY", "OPEN", "OR", "ORDER", "ORDINAL", "OUT", "OUTER", "OVER", "OVERLAPS", "OVERLAY",
    "PARAMETER", "PARTITION", "PATTERN", "PER", "PERCENT", "PERCENTILE_CONT", "PERCENTILE_DISC",
    "PERCENT_RANK", "PERIOD", "PERMUTE", "PIVOT", "PORTION", "POSITION", "POSITION_REGEX", "POWER",
    "PRECEDES", "PRECISION", "PREPARE", "PREV", "PRIMARY", "PROCEDURE", "PROCEDURES", "QUALIFY", "QUARTERS",
    "RANGE", "RANK", "RAW", "READS", "REAL", "RECURSIVE", "REF", "REFERENCES", "REFERENCING", "REFRESH",
    "REFRESH_MODE", "REGR_AVGX", "REGR_AVGY", "REGR_COUNT", "REGR_INTERCEPT", "REGR_R2", "REGR_SLOPE",
    "REGR_SXX", "REGR_SXY", "REGR_SYY", "RELEASE", "RENAME", "RESET", "RESULT", "RESUME", "RETURN",
    "RETURNS", "REVOKE", "RIGHT", "RLIKE", "ROLLBACK", "ROLLUP", "ROW", "ROWS", "ROW_NUMBER", "RUNNING",
    "SAFE_CAST", "SAFE_OFFSET", "SAFE_ORDINAL", "SATURDAY", "SAVEPOINT", "SCALA", "SCOPE", "SCROLL",
    "SEARCH", "SECOND", "SEEK", "SELECT", "SENSITIVE", "SEPARATOR", "SESSION_USER", "SET", "SHOW",
    "SIMILAR", "SKIP", "SMALLINT", "SOME", "SPECIFIC", "SPECIFICTYPE", "SQL", "SQLEXCEPTION", "SQLSTATE",
    "SQLWARNING", "SQRT", "START", "STATEMENT", "STATIC", "STDDEV_POP", "STDDEV_SAMP", "STREAM", "STRING",
    "STRING_AGG", "STRUCTURED", "SUBMULTISET", "SUBSET", "SUBSTRING", "SUBSTRING_REGEX", "SUCCEEDS", "SUM",
    "SUNDAY", "SUSPEND", "SYMMETRIC", "SYSTEM", "SYSTEM_TIME", "SYSTEM_USER", "TABLE", "TABLES",
    "TABLESAMPLE", "THEN", "THURSDAY", "TIME", "TIMESTAMP", "TIMESTAMP_DIFF", "TIMESTAMP_LTZ",
    "TIMESTAMP_TRUNC", "TIMEZONE_HOUR", "TIMEZONE_MINUTE", "TIME_DIFF", "TIME_TRUNC", "TINYINT", "TO",
    "TRAILING", "TRANSLATE", "TRANSLATE_REGEX", "TRANSLATION", "TREAT", "TRIGGER", "TRIM", "TRIM_ARRAY",
    "TRUE", "TRUNCATE", "TRY_CAST", "TUESDAY", "UESCAPE", "UNION", "UNIQUE", "UNKNOWN", "UNNEST", "UNPIVOT",
    "UPDATE", "UPPER", "UPSERT", "USE", "USER", "USING", "VALUE", "VALUES", "VALUE_OF", "VARBINARY",
    "VARCHAR", "VARIANT", "VARYING", "VAR_POP", "VAR_SAMP", "VERSIONING", "VIEWS", "WATERMARK",
    "WATERMARKS", "WEDNESDAY", "WEEKS", "WHEN", "WHENEVER", "WHERE", "WIDTH_BUCKET", "WINDOW", "WITH",
    "WITHIN", "WITHOUT", "YEAR",
};

constexpr std::string_view kFunctions[] = {
    "ABS", "AVG", "CARDINALITY", "CEILING", "CHAR", "CHARACTER_LENGTH", "CHAR_LENGTH", "COALESCE",
    "COLLECT", "COUNT", "COVAR_POP", "COVAR_SAMP", "CUME_DIST", "CURRENT_DATE", "CURRENT_TIME",
    "CURRENT_TIMESTAMP", "DENSE_RANK", "ELEMENT", "EVERY", "EXP", "FIRST_VALUE", "FLOOR", "FUSION",
    "GROUPING", "HOUR", "INTERSECTION", "LAG", "LAST_VALUE", "LEAD", "LEFT", "LN", "LOCALTIME",
    "LOCALTIMESTAMP", "LOWER", "MAX", "MIN", "MINUTE", "MOD", "MONTH", "NTH_VALUE", "NTILE", "NULLIF",
    "OCTET_LENGTH", "PERCENTILE_CONT", "PERCENTILE_DISC", "PERCENT_RANK", "POWER", "RANK", "REGR_COUNT",
    "REGR_SXX", "REGR_SYY", "RIGHT", "ROW_NUMBER", "SECOND", "SOME", "SQRT", "STDDEV_POP", "STDDEV_SAMP",
    "SUM", "TRUNCATE", "UPPER", "USER", "VAR_POP", "VAR_SAMP", "YEAR",
};

constexpr std::string_view kVariables[] = {
    "CURRENT_CATALOG", "CURRENT_DATE", "CURRENT_DEFAULT_TRANSFORM_GROUP", "CURRENT_PATH", "CURRENT_ROLE",
    "CURRENT_SCHEMA", "CURRENT_TIME", "CURRENT_TIMESTAMP", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP",
    "SESSION_USER", "SYSTEM_USER", "USER",
};

// Reserved by Flink 2.3, not by Calcite 1.32.
constexpr std::string_view kFlinkOnly[] = {
    "BITMAP", "BUCKETS", "BYTES", "CATALOGS", "COMMENT", "CONNECTIONS", "CONTAINS_SUBSTR", "CONTINUOUS",
    "DATABASES", "DATETIME", "DATETIME_TRUNC", "DATE_TRUNC", "DISTRIBUTED", "DISTRIBUTION", "DOT", "EXTENDED",
    "FRESHNESS", "FUNCTIONS", "HASH", "MATERIALIZED", "MODELS", "MODIFY", "MODULE", "MODULES", "ORDINAL",
    "PROCEDURES", "QUARTERS", "RAW", "REFRESH", "REFRESH_MODE", "RENAME", "RESUME", "SAFE_CAST",
    "SAFE_OFFSET", "SAFE_ORDINAL", "SCALA", "STRING", "STRUCTURED", "SUSPEND", "TABLES", "TIMESTAMP_DIFF",
    "TIMESTAMP_LTZ", "TIMESTAMP_TRUNC", "TIME_DIFF", "TIME_TRUNC", "USE", "VARIANT", "VIEWS", "WATERMARK",
    "WATERMARKS", "WEEKS",
};

// Not reserved, but words of this grammar.
constexpr std::string_view kGrammar[] = {
    "ABSENT", "ADD", "AFTER", "ANALYZE", "ARRAY_AGG", "ASC", "BEFORE", "CASCADE", "CATALOG",
    "CHANGELOG_MODE", "COMPILE", "CONDITIONAL", "CONFLICT", "CONSTRAINTS", "DATABASE", "DEDUPLICATE",
    "DESC", "DESCRIPTOR", "DO", "ENFORCED", "ERROR", "ESTIMATED_COST", "EXCLUDING", "FINAL", "FIRST",
    "FOLLOWING", "GENERATED", "IF", "IGNORE", "INCLUDING", "JAR", "JSON", "JSON_EXECUTION_PLAN", "KEY",
    "LAST", "LOAD", "MAP", "METADATA", "MODEL", "NOTHING", "NULLS", "OPTIONS", "ORDINALITY", "OVERWRITE",
    "OVERWRITING", "PARTIAL", "PARTITIONED", "PARTITIONS", "PAST", "PLACING", "PLAN", "PLAN_ADVICE",
    "PRECEDING", "REPLACE", "RESPECT", "RESTRICT", "RETURNING", "SCALAR", "SETS", "SYSTEM", "TEMPORARY",
    "TIES", "TYPE", "UNBOUNDED", "UNCONDITIONAL", "VIEW", "VIRTUAL", "WRAPPER", "ZONE",
};
// clang-format on

template <size_t N>
bool contains(const std::string_view (&words)[N], std::string_view word) {
  return std::binary_search(std::begin(words), std::end(words), word);
}

}  // namespace

WordClass word_class(std::string_view word, Dialect dialect) {
  // The longest word of the lists has 35 letters.
  char upper[40];
  if (word.empty() || word.size() > sizeof(upper)) return WordClass::kName;
  for (size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    upper[i] = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  std::string_view key(upper, word.size());
  bool reserved = contains(kReserved, key) && (dialect == Dialect::kFlink || !contains(kFlinkOnly, key));
  if (reserved) {
    if (contains(kVariables, key)) return WordClass::kReservedVariable;
    return contains(kFunctions, key) ? WordClass::kReservedFunction : WordClass::kReserved;
  }
  return contains(kGrammar, key) ? WordClass::kKeyword : WordClass::kName;
}

bool is_reserved(std::string_view word) {
  WordClass c = word_class(word);
  return c == WordClass::kReserved || c == WordClass::kReservedFunction || c == WordClass::kReservedVariable;
}

std::vector<std::string> keyword_list() {
  std::vector<std::string> words;
  for (std::string_view word : kReserved) words.emplace_back(word);
  for (std::string_view word : kGrammar) words.emplace_back(word);
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace rowkind::sql
