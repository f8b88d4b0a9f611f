// Advice on a pipeline: what works otherwise than people expect. It never changes a result.
//
// Of expressions:
//   cdc/type-sensitive-equals  = <> IN and simple CASE compare classes: a BIGINT never equals the literal 7
//   cdc/not-equals-null        <>, NOT of a comparison, NOT BETWEEN and NOT IN are TRUE for NULL
//   cdc/null-logic             up to 3.6 a NULL as a condition fails the job
//   cdc/null-arithmetic        a NULL operand fails the job
//   cdc/null-function          a NULL argument of UPPER, CHAR_LENGTH, LIKE ... fails the job
//   cdc/parentheses-lost       the generated Java has no parentheses: (a + 1) * 2 is a + 1 * 2
//   cdc/null-text              || and CONCAT write NULL as the text null
//   cdc/case-unboxing          branches of different number types: a NULL branch fails the job
//   cdc/like-regex             LIKE is a regular expression that is looked for anywhere
//   cdc/like-escape            with ESCAPE it is SQL's LIKE
//   cdc/string-plus            + of a text in a filter puts texts behind each other
//   cdc/overridden-type        a filter computes with the source's type of a column that the projection made anew
//   cdc/decimal-division       the quotient has the dividend's scale and is cut
//   cdc/not-java               the generated code will not compile: the first row fails
//   cdc/timestampdiff-calendar MONTH and YEAR subtract calendar fields
//   cdc/trim-both              TRIM ignores LEADING, TRAILING and the character
//   cdc/cast-length            VARCHAR(n) cuts nothing
//   cdc/cast-narrows           numbers that do not fit wrap or saturate
//   cdc/cast-boolean           only the text true is TRUE
//   cdc/cast-java-text         numbers and times become Java's texts
//   cdc/cast-timestamp         a text with a blank is no TIMESTAMP
//   cdc/literal-pasted         up to 3.5 backslashes and double quotes go into Java source
//   cdc/star-escape            \* becomes * inside of texts, too
//   cdc/date-literal           DATE '...' becomes a subtraction of integers
//   cdc/literal-replacement    $1 in REGEXP_REPLACE is no group
//   cdc/regexp-group           REGEXP_EXTRACT takes group 0, REGEXP_EXTRACT_ALL group 1
//   cdc/overlay-tail           OVERLAY FOR 0 drops the rest
//   cdc/json-sorted            VARIANTs print with sorted keys
//   cdc/time-millis            CURRENT_TIME prints milliseconds
//   cdc/unparsable-minimum     UNIX_TIMESTAMP of a bad text is the least BIGINT
//   cdc/zone-ignored           DATE_FORMAT_TZ does not shift a TIMESTAMP
//   cdc/date-add-text          DATE_ADD gives a text
//   cdc/lenient-date           TO_DATE and TO_TIMESTAMP take impossible dates
//   cdc/utc-always             functions that do not know local-time-zone
//   cdc/array-equality         ARRAY_CONTAINS compares numbers of any type
//   cdc/event-type-filter      a filter on __data_event_type__ splits updates
//   cdc/soft-delete-filter     an update that leaves the filter is marked -U
// Of rules, routes and options:
//   cdc/namespace-null         ids of two parts have no namespace
//   cdc/metadata-null          metadata that an event does not bring shows as 0
//   cdc/null-as-zero           a NULL in a key column shows as '' or 0
//   cdc/computed-nullable      a computed column may be NULL, whatever it is made of
//   cdc/comment-kept           a renamed column keeps comment and default
//   cdc/collections-fail       up to 3.5 ARRAY and MAP columns fail under any rule
//   cdc/selector-parts         a selector matches ids of another number of parts
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
//   cdc/route-case             routes are case-sensitive
//   cdc/merge-changes          tables that are merged change the sink, which EXCEPTION and IGNORE do not allow
//   cdc/unknown-option         pipeline: options that Flink CDC does not know are ignored
// Of what the source does:
//   cdc/change-swallowed       a rule without * keeps renames and drops from the sink; the next row fails
//   cdc/add-column-moves       LAST and FIRST become AFTER and BEFORE a source column
//   cdc/added-reversed         two columns added at once come out in reverse order, their values do not
//   cdc/overridden-alter       a type change of a column that the projection made anew goes on
//   cdc/create-after-drop      the coordinator remembers a dropped table and skips its new CREATE
//   cdc/lenient-rename         LENIENT adds the new name and keeps the old column
//   cdc/ignore-null            IGNORE makes values of a changed type NULL
//   cdc/replace-fails          an upsert fails under any rule
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "cdc/pipeline.h"
#include "cdc/source.h"

namespace rowkind::cdc {

using UpstreamTables = std::vector<std::pair<TableIdPtr, SchemaPtr>>;

// In order of place; spans count in `yaml`, the text the pipeline was made of.
std::vector<Error> lint(const Pipeline& pipeline, const UpstreamTables& tables,
                        const std::vector<SourceStep>& steps, std::string_view yaml);

}  // namespace rowkind::cdc
