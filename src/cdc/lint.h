// Advice on a pipeline: what works otherwise than people expect. It never changes a result.
//
//   cdc/type-sensitive-equals  = <> IN and simple CASE compare classes: a BIGINT never equals the literal 7
//   cdc/not-equals-null        <> and NOT of a comparison are TRUE for NULL
//   cdc/null-arithmetic        a NULL operand fails the job
//   cdc/null-function          a NULL argument of UPPER, CHAR_LENGTH, LIKE ... fails the job
//   cdc/parentheses-lost       the generated Java has no parentheses: (a + 1) * 2 is a + 1 * 2
//   cdc/null-text              || and CONCAT write NULL as the text null
//   cdc/case-unboxing          branches of different number types: a NULL branch fails the job
//   cdc/like-regex             LIKE is a regular expression that is looked for anywhere
//   cdc/decimal-division       the quotient has the dividend's scale and is cut
//   cdc/not-java               the generated code will not compile: the first row fails
//   cdc/timestampdiff-calendar MONTH and YEAR subtract calendar fields
//   cdc/trim-both              TRIM ignores LEADING, TRAILING and the character
//   cdc/cast-length            VARCHAR(n) cuts nothing
//   cdc/date-literal           DATE '...' becomes a subtraction of integers
//   cdc/literal-replacement    $1 in REGEXP_REPLACE is no group
//   cdc/event-type-filter      a filter on __data_event_type__ splits updates
//   cdc/soft-delete-filter     an update that leaves the filter is marked -U
//   cdc/namespace-null         ids of two parts have no namespace
//   cdc/overwritten-column     a later * or column of the same name takes the place of a computed one
//   cdc/key-lost               the projection drops or renames a key column
//   cdc/event-type-key         __data_event_type__ in a key: an update has two values
//   cdc/rule-unused            an earlier rule matches the table, this one never counts
//   cdc/rule-matches-nothing   no table of the scenario matches the selector
//   cdc/comment-lost           any rule that matches drops the table's comment
//   cdc/options-replaced       table-options replace those of the source
//   cdc/blank-primary-keys     primary-keys: '' is ignored
//   cdc/list-ignored           a YAML list counts as absent
//   cdc/null-value             a key without value is the text null
//   cdc/route-leftover         the sink's name keeps a rest of the source's
//   cdc/unknown-option         pipeline: options that Flink CDC does not know are ignored
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "cdc/pipeline.h"

namespace rowkind::cdc {

using UpstreamTables = std::vector<std::pair<TableIdPtr, SchemaPtr>>;

// In order of place; spans count in `yaml`, the text the pipeline was made of.
std::vector<Error> lint(const Pipeline& pipeline, const UpstreamTables& tables, std::string_view yaml);

}  // namespace rowkind::cdc
