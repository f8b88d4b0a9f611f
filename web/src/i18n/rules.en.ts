// What each rule of the engine means, in English. Keys are the rule ids of src/ops/reason.h and src/lab/pipeline_trace.h (a Node test
// compares the lists); `a`, `b`, `n` are the rule's arguments as text, `message` is what a pipeline's stage says itself.
export interface RuleArgs {
  node: string;
  a: string;
  b: string;
  n: string;
  message: string;
}
export interface RuleText {
  title: string;
  text: (args: RuleArgs) => string;
}
export type Rules = Record<string, RuleText>;

const say = (title: string, text: RuleText['text'] | string): RuleText => ({ title, text: typeof text === 'string' ? () => text : text });

export const rules: Rules = {
  'source/row': say('Row of the source', 'The row came in from the source as it is.'),
  'stateless/forward': say('Passed on', ({ node }) => `${node} keeps no state: it passes the row on with its kind.`),
  'values/row': say('Row of VALUES', 'The row stands in the query itself. It is sent when the job starts.'),
  'calc/project': say('Columns computed', 'The columns were computed row by row. The kind of the row stays as it is.'),
  'calc/filtered-out': say('Filtered out', ({ a }) => `The condition is not true for (${a}), so nothing goes on. A filter looks at each message alone.`),
  'union/pass': say('One of several inputs', 'UNION ALL passes every row of every input on.'),
  'drop-update-before/dropped': say('-U is not needed', 'What follows works by key: the +U alone replaces the old row, so the -U is dropped.'),
  'expand/grouping-set': say('Row for a grouping set', ({ n }) => `The row is sent once for each grouping set; this is set ${n}. Columns outside of the set are NULL.`),
  'correlate/element': say('One row for an element', ({ a, n }) => `The table function gave element ${n} for (${a}); each element becomes a row.`),
  'correlate/no-element-pads': say('No element, padded', ({ a }) => `The table function gave nothing for (${a}). LEFT JOIN keeps the row with NULL in its place.`),
  'correlate/no-element': say('No element', ({ a }) => `The table function gave nothing for (${a}), so nothing goes on.`),

  'normalize/first-row': say('First row of the key', 'The key was not known, so its first row is an insert, whatever the topic called it.'),
  'normalize/new-version': say('New version of the key', ({ a }) => `The key had (${a}). The stored row is taken back with -U and replaced with +U.`),
  'normalize/equal-row': say('The same row again', 'The row equals the stored one, so nothing is emitted.'),
  'normalize/delete-stored-row': say('Key deleted', ({ a }) => `The key is gone. The delete carries the whole stored row (${a}), which the message itself did not have.`),
  'normalize/delete-of-unknown-key': say('Delete of an unknown key', 'No row is stored for this key, so there is nothing to delete.'),
  'normalize/left-the-filter': say('Left the filter', ({ a }) => `The new version no longer passes the condition, so the stored row (${a}) is deleted.`),
  'normalize/outside-the-filter': say('Outside of the filter', ({ a }) => `(${a}) does not pass the condition and no earlier version did: nothing goes on and nothing is stored.`),

  'mini-batch/in-bundle': say('Waits in the bundle', ({ n }) => `Mini-batch collects rows before it works: ${n} in the bundle now. Results come when the bundle is full or its time is up.`),
  'mini-batch/replaced-in-bundle': say('Replaced in the bundle', ({ a }) => `A newer row of the same key took the place of (${a}) inside the bundle. It was never sent.`),

  'group-aggregate/first-row': say('First row of the group', 'The group had no rows, so its first result is an insert.'),
  'group-aggregate/new-result': say('Update of a live group', ({ a, b }) => `The group already had a result. -U takes the old one (${a}) back, +U carries the new one (${b}).`),
  'group-aggregate/same-result': say('Unchanged result', ({ a }) => `The result is still (${a}), so nothing is emitted.`),
  'group-aggregate/group-empty': say('The group is empty', ({ a }) => `The last row of the group was retracted: the record counter is 0, so the result (${a}) is deleted. The next row of this group starts it again with +I.`),
  'group-aggregate/retraction-of-unknown-group': say('Retraction of an unknown group', 'There is no such group, so there is nothing to take back: the message is dropped.'),
  'group-aggregate/created-and-emptied': say('Came and went in one bundle', 'The group got its first row and lost it again inside one bundle, so nothing was ever sent.'),
  'group-aggregate/partial-result': say('Partial result', ({ b }) => `The local phase sends what its bundle adds up to (${b}); the global phase merges it.`),

  'join/match': say('Match', ({ a, b }) => `(${a}) and (${b}) have equal keys: the join sends both side by side.`),
  'join/no-match-pads': say('No match, padded', ({ a }) => `(${a}) has no partner now. An outer join does not wait: it sends the row with NULL and corrects it later.`),
  'join/first-match-replaces-pad': say('First match replaces the padded row', ({ a, b }) => `(${a}) was sent with NULL before. With the first match (${b}) the padded row is deleted and the match sent.`),
  'join/match-retracted': say('Match taken back', ({ a, b }) => `One side of the pair (${a}) and (${b}) was taken back, so the joined row is taken back as well.`),
  'join/padded-row-retracted': say('Padded row taken back', ({ a }) => `(${a}) was sent with NULL. It is taken back, so the padded row goes as well.`),
  'join/last-match-gone-pads': say('Outer side falls back to NULL', ({ a, b }) => `(${a}) lost its last partner (${b}), so the row padded with NULL comes back.`),
  'join/no-match-waits': say('Waits for a match', ({ a }) => `(${a}) has no partner yet. The join keeps it in state; nothing goes on.`),
  'join/unmatched-row-forgotten': say('Forgotten without a match', ({ a }) => `(${a}) was taken back before a partner came. Nothing had been sent for it.`),
  'join/null-key-never-matches': say('NULL never matches', ({ a }) => `A key of (${a}) is NULL. NULL equals nothing, not even NULL, so there is no partner.`),
  'interval-join/no-match-in-time-pads': say('No match in time', ({ a }) => `The watermark passed the end of the interval of (${a}) without a partner, so it is sent padded with NULL.`),

  'semi-join/has-match': say('Has a match', ({ a }) => `(${a}) has at least one match, so it passes.`),
  'semi-join/first-match': say('First match', ({ a, b }) => `(${b}) is the first match of (${a}), so the row is sent now.`),
  'semi-join/last-match-gone': say('Last match gone', ({ a, b }) => `(${b}) was the last match of (${a}), so the row is taken back.`),
  'semi-join/no-match': say('No match', ({ a }) => `(${a}) has no match yet. It waits in state.`),
  'semi-join/right-row-changes-nothing': say('Changes no answer', ({ b }) => `(${b}) changes how many matches there are, not whether there is one: nothing goes on.`),
  'anti-join/no-match': say('No match', ({ a }) => `(${a}) has no match, so it passes, for now.`),
  'anti-join/first-match-removes': say('First match removes the row', ({ a, b }) => `(${b}) is the first match of (${a}), so the row is taken back.`),
  'anti-join/last-match-gone': say('Last match gone', ({ a, b }) => `(${b}) was the last match of (${a}), so the row is sent again.`),
  'anti-join/has-match': say('Has a match', ({ a }) => `(${a}) has a match, so nothing goes on.`),

  'top-n/entered': say('Entered the top', ({ n }) => `The row is among the best, at rank ${n}.`),
  'top-n/pushed-out': say('Pushed out', ({ b }) => `(${b}) took a place, so this row fell out of the range.`),
  'top-n/rank-moved': say('Rank moved', ({ a, b, n }) => `Rank ${n} was (${a}) and is (${b}) now. The rank is part of the result, so the change is sent.`),
  'top-n/new-version': say('New version at its rank', ({ a, b, n }) => `Rank ${n}: (${a}) is replaced with (${b}).`),
  'top-n/left': say('Left the top', ({ n }) => `The row was taken back and leaves rank ${n}.`),
  'top-n/moved-up-into-range': say('Moved up', ({ a, n }) => `(${a}) is gone, so the next row moves up to rank ${n}.`),
  'top-n/outside-range': say('Outside of the range', ({ a }) => `(${a}) is not among the best. Nothing goes on.`),
  'top-n/unknown-row': say('Unknown row', ({ a }) => `(${a}) is not in state, so there is nothing to take back.`),

  'deduplicate/first-row': say('First row of the key', 'The key is new, so its row is sent.'),
  'deduplicate/newer-row': say('Newer row of the key', ({ a, b }) => `(${b}) is newer than (${a}) and replaces it.`),
  'deduplicate/equal-row': say('The same row again', ({ a }) => `The stored row (${a}) is the same: nothing is emitted.`),
  'deduplicate/not-the-first': say('Not the first', ({ a }) => `The key already has its first row (${a}); later ones are dropped.`),
  'deduplicate/older-row': say('Older row', ({ a }) => `The stored row (${a}) is newer, so this one is dropped.`),
  'deduplicate/waits-for-watermark': say('Waits for the watermark', ({ a }) => `An earlier row may still come. (${a}) waits until the watermark passes its time.`),

  'limit/reached': say('Limit reached', ({ n }) => `The limit of ${n} rows is reached. Nothing goes on.`),
  'temporal-sort/time-reached': say('Its time is reached', 'The watermark has passed the time of the row, so it leaves in order of time.'),

  'over/row': say('Row with its window', 'The row leaves with the aggregates over the rows before it.'),
  'over/waits-for-its-time': say('Waits for its time', ({ a }) => `An earlier row may still come. (${a}) waits until the watermark passes its time.`),
  'over/later-row-changes': say('A later row changes', ({ a, b }) => `A row in front of it changed, so its aggregates change: (${a}) becomes (${b}).`),
  'over/peer-changes': say('A peer changes', ({ a, b }) => `A row with the same order key changed the frame they share: (${a}) becomes (${b}).`),
  'over/row-deleted': say('Row deleted', ({ a }) => `(${a}) was taken back, so its result is deleted.`),
  'over/retraction-of-unknown-row': say('Unknown row', ({ a }) => `(${a}) is not in state, so there is nothing to take back.`),

  'window-tvf/assigned': say('Window columns added', ({ node }) => `${node} adds the window of the row. It keeps no state and knows no late rows.`),
  'window-tvf/no-time': say('No time', ({ a }) => `(${a}) has no time, so it belongs to no window and is dropped.`),
  'session/opened': say('Session opened', ({ b }) => `No open session is near, so the row starts one: (${b}). It waits until time has passed its end.`),
  'session/joined': say('Session joined', ({ b }) => `The row belongs to an open session, which now is (${b}).`),
  'session/bridged': say('Sessions joined', ({ b }) => `The row closes the gap between two open sessions: they become (${b}).`),
  'session/over': say('Session over', ({ b }) => `The session (${b}) is over: its rows come out in the order in which they came.`),
  'window/buffered': say('Waits for its window', ({ b }) => `The row is kept for (${b}). Nothing is emitted before time has passed the end of the window.`),
  'window/partly-late': say('Late for some of its windows', 'A window with this row has fired already. The row counts in the later windows that are still open.'),
  'window/slice-sent': say('Partial result of a slice', ({ b }) => `Time has passed a slice, so the first phase sends what it has: (${b}).`),
  'window/fired': say('The window is over', ({ a, n }) => `Time has passed the end of (${a}): its result, made of ${n} rows, is an insert and will never be taken back.`),
  'window/empty': say('An empty window', ({ b }) => `All rows of (${b}) were taken back, or there were none, so nothing is emitted.`),
  'window/lost-in-buffer': say('Lost in the buffer', ({ b, n }) => `The window (${b}) fired before these messages (${n}) left the buffer, so they count nowhere: Flink flushes it by UTC, not by the session's zone (FLINK-38075).`),
  'window/cleared': say('State cleared', ({ b }) => `No window needs (${b}) any more: its state is freed.`),
  'group-window/waits': say('Waits for its window', ({ b }) => `The row is in the accumulators of (${b}).`),
  'group-window/early': say('Early result', ({ a }) => `The window (${a}) is not over yet; table.exec.emit.early-fire asks for its result so far.`),
  'group-window/late': say('Late result', ({ a }) => `The window (${a}) has fired, but it is kept for late rows: its result is corrected.`),
  'group-window/same-result': say('Unchanged result', ({ b }) => `The result of the window is still (${b}), so nothing is emitted.`),
  'group-window/emptied': say('The window is empty', ({ b }) => `The last row of the window was retracted, so the result sent before (${b}) is deleted.`),
  'window-top-n/rank': say('Rank in its window', ({ a, n }) => `The window (${a}) is over and the row stands at rank ${n}.`),
  'window-top-n/outside-range': say('Outside the first rows', ({ a, n }) => `(${a}) is not among the first ${n} rows of its window and is forgotten.`),
  'window-deduplicate/kept': say('Kept of its window', ({ a, n }) => `The window (${a}) is over; this is its ${n === '1' ? 'last' : 'first'} row.`),
  'window-deduplicate/outdone': say('A duplicate', ({ a, b }) => `(${b}) stays for this window, (${a}) is dropped.`),
  'window-join/waits': say('Waits for its window', ({ b }) => `The row is kept until both sides have passed the end of (${b}).`),
  'window-join/match': say('Match in the window', ({ a, b }) => `(${a}) and (${b}) are in the same window and fit.`),
  'window-join/no-match-pads': say('No partner in the window', ({ a }) => `The window is over and (${a}) has no partner: the other side is NULL.`),
  'window-join/has-partner': say('Has a partner in the window', ({ b }) => `In the same window there is (${b}).`),
  'window-join/no-partner': say('No partner in the window', ({ a }) => `The window is over and (${a}) has no partner.`),

  'match/waits-for-its-time': say('Waits for its time', ({ a }) => `MATCH_RECOGNIZE looks at rows in time order: (${a}) waits until its time is over.`),
  'match/row-taken': say('Part of a match', ({ a, n }) => `(${a}) begins a match or continues one. Partial matches open now: ${n}.`),
  'match/row-fits-nothing': say('Part of no match', ({ a }) => `(${a}) fits no variable that could come next, so it is forgotten.`),
  'match/broken-off': say('Partial match broken off', ({ a, b }) => `Rows of a match follow each other without a gap. (${b}) cannot come after (${a}), so that partial match ends.`),
  'match/timed-out': say('WITHIN is over', ({ a, n }) => `The partial match that had come to (${a}) is not complete ${n} ms after its first row, so it is dropped.`),
  'match/skipped': say('Skipped after a match', ({ a }) => `AFTER MATCH SKIP goes on behind its first row, so the match that had come to (${a}) is dropped.`),
  'match/waits-for-earlier-one': say('Complete, but held back', ({ a, b }) => `The match that ends with (${a}) is complete. One that began earlier and has come to (${b}) may still be: matches go out in the order in which they began.`),
  'match/found': say('Match', ({ a, b, n }) => `${n} rows match the pattern, from (${a}) to (${b}). One row per match: the partition columns and the measures.`),

  'sink/write': say('Written to the sink', 'The sink takes the row.'),
  'sink/kind-not-taken': say('Not taken by the sink', 'The sink does not take this kind of change.'),
  'sink/null-in-not-null-column': say('NULL in a NOT NULL column', ({ a, n }) => `Column ${n} of (${a}) is NULL, the sink declares it NOT NULL, and the enforcer drops such rows.`),
  'sink/length-enforced': say('Length enforced', ({ a }) => `(${a}) was cut or padded to the length that the sink's columns declare.`),

  'materializer/first-row': say('First row of the sink key', 'The sink key had no row, so this is an insert.'),
  'materializer/newer-row': say('Newest row of the sink key', ({ n }) => `The key has ${n} rows; the last one to arrive is the one that the sink shows.`),
  'materializer/new-version': say('New version', ({ a }) => `The row replaces (${a}), which came from the same source row.`),
  'materializer/rolled-back': say('Rolled back', ({ a, b }) => `(${a}) is gone and was the last of its key, so the one before it, (${b}), comes back.`),
  'materializer/last-row-gone': say('Last row of the key gone', ({ a }) => `(${a}) was the only row of its key: the key is deleted.`),
  'materializer/older-row-gone': say('An older row is gone', ({ a }) => `(${a}) was not the row that the sink shows, so nothing changes there.`),
  'materializer/unknown-row': say('Unknown row', ({ a }) => `(${a}) is not in the history of its key, so there is nothing to take back.`),

  'on-conflict/waits-for-watermark': say('Waits for the watermark', ({ a }) => `Several rows may claim the key. (${a}) waits until the watermark shows that none is under way.`),
  'on-conflict/row': say('Row of the key', 'The watermark has passed: the key has this row.'),
  'on-conflict/first-row-kept': say('First row kept', ({ a, n }) => `${n} rows claim the key. DO NOTHING keeps the first one, (${a}).`),
  'on-conflict/row-gone': say('Row gone', ({ a }) => `(${a}) was taken back, so the key is deleted.`),
  'on-conflict/same-row': say('The same row', ({ a }) => `The key already shows (${a}): nothing is emitted.`),

  'pipeline/source': say('Event of the source', 'The event came in from the upstream table as it is.'),
  'pipeline/no-rule': say('No rule matches', 'No transform rule matches the table, so the event passes unchanged.'),
  'pipeline/columns-cut': say('Columns cut', 'PreTransform keeps only the columns that a projection, filter or key needs.'),
  'pipeline/schema-adjusted': say('Schema adjusted', 'A schema change passes the rules too: it is rewritten for the columns they leave.'),
  'pipeline/schema-swallowed': say('Schema change not seen', 'The change concerns columns that the rules do not pass on, so the sink never hears of it.'),
  'pipeline/projected': say('Columns computed', 'The projection was computed for the images of the event; the filter, if any, lets it pass.'),
  'pipeline/filtered-out': say('Filtered out', 'The filter is not true for this event, so nothing goes on.'),
  'pipeline/update-left-filter': say('Filtered update: a delete', 'The old image passes the filter and the new one does not, so the update goes on as a delete with the old image.'),
  'pipeline/update-entered-filter': say('Filtered update: an insert', 'The new image passes the filter and the old one did not, so the update goes on as an insert.'),
  'pipeline/routed': say('Routed', 'The schema operator sends the row to its sink table, fitted to that table’s columns.'),
  'pipeline/schema-evolved': say('Sink schema evolves', ({ message }) => `The sink's table changes before the next row arrives. ${message}`),
  'pipeline/held-back': say('Held back', ({ message }) => `The schema operator passes nothing on. ${message}`),
};
