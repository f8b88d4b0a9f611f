// Why a row was emitted (or why nothing was): a stable rule id plus arguments. The prose lives in i18n, keyed by the id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "types/row.h"

namespace rowkind {

// X(enumerator, stable id, docs page below https://nightlies.apache.org/flink/flink-docs-stable/docs/)
// Arguments of each rule, in the order Reason holds them, stand beside it: row a, row b, number n.
// clang-format off
#define ROWKIND_RULES(X) \
  X(kSource, "source/row", "dev/table/concepts/dynamic_tables/") \
  X(kForward, "stateless/forward", "dev/table/concepts/dynamic_tables/") \
  X(kValues, "values/row", "dev/table/sql/queries/select/") \
  X(kFiltered, "calc/filtered-out", "dev/table/sql/queries/select/") /* a input */ \
  X(kCalc, "calc/project", "dev/table/sql/queries/select/") /* a input */ \
  X(kUnion, "union/pass", "dev/table/sql/queries/set-ops/") \
  X(kDropUpdateBefore, "drop-update-before/dropped", "dev/table/concepts/dynamic_tables/") /* a dropped */ \
  X(kExpand, "expand/grouping-set", "dev/table/sql/queries/group-agg/") /* n index of set */ \
  X(kCorrelate, "correlate/element", "dev/table/sql/queries/joins/") /* a input, n index */ \
  X(kCorrelatePad, "correlate/no-element-pads", "dev/table/sql/queries/joins/") /* a input */ \
  X(kCorrelateEmpty, "correlate/no-element", "dev/table/sql/queries/joins/") /* a input */ \
  X(kNormalizeFirst, "normalize/first-row", "dev/table/concepts/dynamic_tables/") \
  X(kNormalizeUpdate, "normalize/new-version", "dev/table/concepts/dynamic_tables/") /* a previous, b new */ \
  X(kNormalizeEqual, "normalize/equal-row", "dev/table/concepts/dynamic_tables/") /* a stored */ \
  X(kNormalizeDelete, "normalize/delete-stored-row", "dev/table/concepts/dynamic_tables/") /* a stored */ \
  X(kNormalizeUnknown, "normalize/delete-of-unknown-key", "dev/table/concepts/dynamic_tables/") \
  X(kNormalizeFiltered, "normalize/left-the-filter", "dev/table/concepts/dynamic_tables/") /* a stored */ \
  X(kNormalizeOutside, "normalize/outside-the-filter", "dev/table/concepts/dynamic_tables/") /* a input */ \
  X(kBundle, "mini-batch/in-bundle", "dev/table/tuning/") /* a input, n rows in the bundle */ \
  X(kBundleFolded, "mini-batch/replaced-in-bundle", "dev/table/tuning/") /* a replaced */ \
  X(kAggFirst, "group-aggregate/first-row", "dev/table/sql/queries/group-agg/") /* b new result */ \
  X(kAggUpdate, "group-aggregate/new-result", "dev/table/sql/queries/group-agg/") /* a old, b new */ \
  X(kAggEqual, "group-aggregate/same-result", "dev/table/sql/queries/group-agg/") /* a result */ \
  X(kAggEmpty, "group-aggregate/group-empty", "dev/table/sql/queries/group-agg/") /* a last result */ \
  X(kAggUnknown, "group-aggregate/retraction-of-unknown-group", "dev/table/sql/queries/group-agg/") \
  X(kAggNeverSeen, "group-aggregate/created-and-emptied", "dev/table/sql/queries/group-agg/") \
  X(kAggPartial, "group-aggregate/partial-result", "dev/table/tuning/") /* b partial */ \
  X(kJoinMatch, "join/match", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kJoinPad, "join/no-match-pads", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kJoinFirstMatch, "join/first-match-replaces-pad", "dev/table/sql/queries/joins/") /* a padded, b match */ \
  X(kJoinUnmatch, "join/match-retracted", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kJoinUnpad, "join/padded-row-retracted", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kJoinLastMatch, "join/last-match-gone-pads", "dev/table/sql/queries/joins/") /* a padded, b lost match */ \
  X(kJoinStored, "join/no-match-waits", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kJoinForgotten, "join/unmatched-row-forgotten", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kJoinNullKey, "join/null-key-never-matches", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kIntervalExpired, "interval-join/no-match-in-time-pads", "dev/table/sql/queries/joins/") /* a the row */ \
  X(kTemporalWaits, "temporal-join/waits-for-watermark", "dev/table/sql/queries/joins/") /* a left */ \
  X(kTemporalVersion, "temporal-join/version-stored", "dev/table/concepts/versioned_tables/") /* a version */ \
  X(kTemporalEnd, "temporal-join/version-ends", "dev/table/concepts/versioned_tables/") /* a deleted */ \
  X(kTemporalMatch, "temporal-join/version", "dev/table/sql/queries/joins/") /* a left, b version */ \
  X(kTemporalNone, "temporal-join/no-version", "dev/table/sql/queries/joins/") /* a left */ \
  X(kTemporalNonePads, "temporal-join/no-version-pads", "dev/table/sql/queries/joins/") /* a left */ \
  X(kTemporalDeleted, "temporal-join/version-deleted", "dev/table/sql/queries/joins/") /* a left, b deleted */ \
  X(kTemporalDeletedPads, "temporal-join/version-deleted-pads", "dev/table/sql/queries/joins/") /* a left, b deleted */ \
  X(kTemporalFails, "temporal-join/version-fails", "dev/table/sql/queries/joins/") /* a left, b version */ \
  X(kTemporalFailsPads, "temporal-join/version-fails-pads", "dev/table/sql/queries/joins/") /* a left, b version */ \
  X(kTemporalExpired, "temporal-join/version-expired", "dev/table/concepts/versioned_tables/") /* a version */ \
  X(kTemporalForgotten, "temporal-join/key-expired", "dev/table/concepts/overview/") /* a key */ \
  X(kSnapshotWaits, "snapshot-join/waits-for-load", "sql/reference/queries/joins/") /* a left */ \
  X(kSnapshotChange, "snapshot-join/change-waits", "sql/reference/queries/joins/") /* a change */ \
  X(kSnapshotAdded, "snapshot-join/row-added", "sql/reference/queries/joins/") /* a right */ \
  X(kSnapshotRemoved, "snapshot-join/row-removed", "sql/reference/queries/joins/") /* a right */ \
  X(kSnapshotUnknown, "snapshot-join/retraction-of-unknown-row", "sql/reference/queries/joins/") /* a right */ \
  X(kSnapshotLoaded, "snapshot-join/loaded", "sql/reference/queries/joins/") /* n watermark of the right side */ \
  X(kSnapshotIdle, "snapshot-join/load-timeout", "sql/reference/queries/joins/") \
  X(kSnapshotMatch, "snapshot-join/match", "sql/reference/queries/joins/") /* a left, b right */ \
  X(kSnapshotNone, "snapshot-join/no-match", "sql/reference/queries/joins/") /* a left */ \
  X(kSnapshotNonePads, "snapshot-join/no-match-pads", "sql/reference/queries/joins/") /* a left */ \
  X(kSnapshotForgotten, "snapshot-join/key-expired", "sql/reference/queries/joins/") /* a key */ \
  X(kLookupMatch, "lookup-join/match", "dev/table/sql/queries/joins/") /* a left, b row of the table */ \
  X(kLookupNone, "lookup-join/no-match", "dev/table/sql/queries/joins/") /* a left */ \
  X(kLookupNonePads, "lookup-join/no-match-pads", "dev/table/sql/queries/joins/") /* a left */ \
  X(kLookupNullKey, "lookup-join/null-key", "dev/table/sql/queries/joins/") /* a left */ \
  X(kLookupNullKeyPads, "lookup-join/null-key-pads", "dev/table/sql/queries/joins/") /* a left */ \
  X(kLookupTakenBack, "lookup-join/taken-back", "dev/table/sql/queries/joins/") /* a left */ \
  X(kLookupTable, "lookup-join/table-row-added", "dev/table/sql/queries/joins/") /* a row of the table */ \
  X(kLookupTableGone, "lookup-join/table-row-gone", "dev/table/sql/queries/joins/") /* a row of the table */ \
  X(kMultiJoinRow, "multi-join/row", "dev/table/tuning/") /* a change, n its input */ \
  X(kMultiJoinGone, "multi-join/row-retracted", "dev/table/tuning/") /* a change, n its input */ \
  X(kMultiJoinFirstMatch, "multi-join/first-match-replaces-pad", "dev/table/tuning/") /* a change, n its input */ \
  X(kMultiJoinLastMatch, "multi-join/last-match-gone-pads", "dev/table/tuning/") /* a change, n its input */ \
  X(kFromChangelog, "from-changelog/code-names-kind", "sql/reference/queries/changelog/") /* a input */ \
  X(kFromChangelogSkipped, "from-changelog/unknown-code-skipped", "sql/reference/queries/changelog/") /* a input */ \
  X(kFromChangelogWaits, "from-changelog/waits-for-its-time", "sql/reference/queries/changelog/") /* a input */ \
  X(kToChangelog, "to-changelog/kind-as-text", "sql/reference/queries/changelog/") /* a input */ \
  X(kToChangelogKey, "to-changelog/delete-keeps-key", "sql/reference/queries/changelog/") /* a input */ \
  X(kToChangelogDropped, "to-changelog/kind-not-mapped", "sql/reference/queries/changelog/") /* a input */ \
  X(kSemiForward, "semi-join/has-match", "dev/table/sql/queries/joins/") /* a left */ \
  X(kSemiFirst, "semi-join/first-match", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kSemiLost, "semi-join/last-match-gone", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kSemiNoMatch, "semi-join/no-match", "dev/table/sql/queries/joins/") /* a left */ \
  X(kSemiUnchanged, "semi-join/right-row-changes-nothing", "dev/table/sql/queries/joins/") /* b right */ \
  X(kAntiForward, "anti-join/no-match", "dev/table/sql/queries/joins/") /* a left */ \
  X(kAntiFirst, "anti-join/first-match-removes", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kAntiLost, "anti-join/last-match-gone", "dev/table/sql/queries/joins/") /* a left, b right */ \
  X(kAntiMatched, "anti-join/has-match", "dev/table/sql/queries/joins/") /* a left */ \
  X(kRankEnter, "top-n/entered", "dev/table/sql/queries/topn/") /* n rank */ \
  X(kRankPushedOut, "top-n/pushed-out", "dev/table/sql/queries/topn/") /* b by, n rank */ \
  X(kRankShift, "top-n/rank-moved", "dev/table/sql/queries/topn/") /* a old, b new at rank n */ \
  X(kRankReplace, "top-n/new-version", "dev/table/sql/queries/topn/") /* a old, b new, n rank */ \
  X(kRankLeave, "top-n/left", "dev/table/sql/queries/topn/") /* a row, n rank */ \
  X(kRankMovesUp, "top-n/moved-up-into-range", "dev/table/sql/queries/topn/") /* a gone, n rank */ \
  X(kRankOutside, "top-n/outside-range", "dev/table/sql/queries/topn/") /* a input */ \
  X(kRankUnknown, "top-n/unknown-row", "dev/table/sql/queries/topn/") /* a input */ \
  X(kDedupFirst, "deduplicate/first-row", "dev/table/sql/queries/deduplication/") \
  X(kDedupUpdate, "deduplicate/newer-row", "dev/table/sql/queries/deduplication/") /* a old, b new */ \
  X(kDedupEqual, "deduplicate/equal-row", "dev/table/sql/queries/deduplication/") /* a stored */ \
  X(kDedupLater, "deduplicate/not-the-first", "dev/table/sql/queries/deduplication/") /* a stored */ \
  X(kDedupOlder, "deduplicate/older-row", "dev/table/sql/queries/deduplication/") /* a stored */ \
  X(kDedupWaits, "deduplicate/waits-for-watermark", "dev/table/sql/queries/deduplication/") /* a input */ \
  X(kLimitReached, "limit/reached", "dev/table/sql/queries/limit/") /* n limit */ \
  X(kSortTime, "temporal-sort/time-reached", "dev/table/sql/queries/orderby/") /* n time */ \
  X(kOverRow, "over/row", "dev/table/sql/queries/over-agg/") /* a input */ \
  X(kOverWaits, "over/waits-for-its-time", "dev/table/sql/queries/over-agg/") /* a input */ \
  X(kOverChanged, "over/later-row-changes", "dev/table/sql/queries/over-agg/") /* a old, b new */ \
  X(kOverPeer, "over/peer-changes", "dev/table/sql/queries/over-agg/") /* a old, b new */ \
  X(kOverDelete, "over/row-deleted", "dev/table/sql/queries/over-agg/") /* a deleted */ \
  X(kOverUnknown, "over/retraction-of-unknown-row", "dev/table/sql/queries/over-agg/") /* a input */ \
  X(kWindowAssigned, "window-tvf/assigned", "dev/table/sql/queries/window-tvf/") /* a input */ \
  X(kWindowNoTime, "window-tvf/no-time", "dev/table/sql/queries/window-tvf/") /* a input */ \
  X(kSessionOpened, "session/opened", "dev/table/sql/queries/window-tvf/") /* a input, b key and session */ \
  X(kSessionJoined, "session/joined", "dev/table/sql/queries/window-tvf/") /* a input, b key and session */ \
  X(kSessionBridged, "session/bridged", "dev/table/sql/queries/window-tvf/") /* a input, b key and session */ \
  X(kSessionOver, "session/over", "dev/table/sql/queries/window-tvf/") /* a input, b key and session */ \
  X(kWindowBuffered, "window/buffered", "dev/table/sql/queries/window-agg/") /* a input, b key and slice */ \
  X(kWindowPartlyLate, "window/partly-late", "dev/table/sql/queries/window-agg/") /* a input, b key and slice */ \
  X(kWindowSlice, "window/slice-sent", "dev/table/sql/queries/window-agg/") /* b key and slice */ \
  X(kWindowFired, "window/fired", "dev/table/sql/queries/window-agg/") /* a key and window, b result, n rows */ \
  X(kWindowEmpty, "window/empty", "dev/table/sql/queries/window-agg/") /* b key and window */ \
  X(kWindowLost, "window/lost-in-buffer", "dev/table/sql/queries/window-agg/") /* b key and window, n messages */ \
  X(kWindowCleared, "window/cleared", "dev/table/sql/queries/window-agg/") /* b key and slice */ \
  X(kGroupWindowWaits, "group-window/waits", "dev/table/sql/queries/window-agg/") /* a input, b key and window */ \
  X(kGroupWindowEarly, "group-window/early", "dev/table/sql/queries/window-agg/") /* a key and window, b result, n rows */ \
  X(kGroupWindowLate, "group-window/late", "dev/table/sql/queries/window-agg/") /* a key and window, b result, n rows */ \
  X(kGroupWindowSame, "group-window/same-result", "dev/table/sql/queries/window-agg/") /* a key and window, b result */ \
  X(kGroupWindowEmptied, "group-window/emptied", "dev/table/sql/queries/window-agg/") /* a key and window, b last result */ \
  X(kWindowRank, "window-top-n/rank", "dev/table/sql/queries/window-topn/") /* a key and window, b row, n rank */ \
  X(kWindowRankOutside, "window-top-n/outside-range", "dev/table/sql/queries/window-topn/") /* a row, b by, n end of range */ \
  X(kWindowDedup, "window-deduplicate/kept", "dev/table/sql/queries/window-deduplication/") /* a key and window, b row, n 1: the last */ \
  X(kWindowDedupOutdone, "window-deduplicate/outdone", "dev/table/sql/queries/window-deduplication/") /* a row, b by */ \
  X(kWindowJoinWaits, "window-join/waits", "dev/table/sql/queries/window-join/") /* a row, b key and window */ \
  X(kWindowJoinMatch, "window-join/match", "dev/table/sql/queries/window-join/") /* a left, b right */ \
  X(kWindowJoinPad, "window-join/no-match-pads", "dev/table/sql/queries/window-join/") /* a the row */ \
  X(kWindowJoinPartner, "window-join/has-partner", "dev/table/sql/queries/window-join/") /* a left, b right */ \
  X(kWindowJoinAlone, "window-join/no-partner", "dev/table/sql/queries/window-join/") /* a the row */ \
  X(kMatchWaits, "match/waits-for-its-time", "dev/table/sql/queries/match_recognize/") /* a input */ \
  X(kMatchTaken, "match/row-taken", "dev/table/sql/queries/match_recognize/") /* a input, n partial matches */ \
  X(kMatchNotTaken, "match/row-fits-nothing", "dev/table/sql/queries/match_recognize/") /* a input */ \
  X(kMatchBroken, "match/broken-off", "dev/table/sql/queries/match_recognize/") /* a its last row, b input */ \
  X(kMatchTimedOut, "match/timed-out", "dev/table/sql/queries/match_recognize/") /* a its last row, n milliseconds */ \
  X(kMatchPruned, "match/skipped", "dev/table/sql/queries/match_recognize/") /* a its last row */ \
  X(kMatchHeldBack, "match/waits-for-earlier-one", "dev/table/sql/queries/match_recognize/") /* a its last row, b last row of the earlier one */ \
  X(kMatchFound, "match/found", "dev/table/sql/queries/match_recognize/") /* a first row, b last row, n rows */ \
  X(kSinkWrite, "sink/write", "dev/table/concepts/dynamic_tables/") \
  X(kSinkDropped, "sink/kind-not-taken", "dev/table/concepts/dynamic_tables/") \
  X(kNotNullDropped, "sink/null-in-not-null-column", "dev/table/config/") /* a row, n column */ \
  X(kLengthCut, "sink/length-enforced", "dev/table/config/") /* a row */ \
  X(kMaterializeFirst, "materializer/first-row", "dev/table/concepts/overview/") \
  X(kMaterializeNewer, "materializer/newer-row", "dev/table/concepts/overview/") /* n rows of the key */ \
  X(kMaterializeReplace, "materializer/new-version", "dev/table/concepts/overview/") /* a replaced */ \
  X(kMaterializeRollback, "materializer/rolled-back", "dev/table/concepts/overview/") /* a gone, b now last */ \
  X(kMaterializeEmpty, "materializer/last-row-gone", "dev/table/concepts/overview/") /* a gone */ \
  X(kMaterializeOlder, "materializer/older-row-gone", "dev/table/concepts/overview/") /* a gone */ \
  X(kMaterializeUnknown, "materializer/unknown-row", "dev/table/concepts/overview/") /* a input */ \
  X(kConflictWaits, "on-conflict/waits-for-watermark", "dev/table/sql/queries/overview/") /* a input */ \
  X(kConflictInsert, "on-conflict/row", "dev/table/sql/queries/overview/") /* a previous */ \
  X(kConflictKept, "on-conflict/first-row-kept", "dev/table/sql/queries/overview/") /* a kept, n rows */ \
  X(kConflictDelete, "on-conflict/row-gone", "dev/table/sql/queries/overview/") /* a gone */ \
  X(kConflictSame, "on-conflict/same-row", "dev/table/sql/queries/overview/") /* a row */
// clang-format on

enum class Rule : uint16_t {
#define ROWKIND_RULE_ENUM(name, id, docs) name,
  ROWKIND_RULES(ROWKIND_RULE_ENUM)
#undef ROWKIND_RULE_ENUM
      kCount
};
std::string_view rule_id(Rule rule);
std::string rule_docs(Rule rule);  // whole address

// Borrows its rows for the duration of the call that it is passed to.
struct Reason {
  Rule rule = Rule::kForward;
  const Row* a = nullptr;
  const Row* b = nullptr;
  int64_t n = 0;
};

}  // namespace rowkind
