// What each rule of the engine means, in English. Keys are the rule ids of src/ops/reason.h; `a`, `b`, `n` are the rule's arguments as text.
export interface RuleText {
  title: string;
  text: (args: { node: string; row: string; a: string; b: string; n: string }) => string;
}

export const rules: Record<string, RuleText> = {
  'source/row': { title: 'Row of the source', text: () => 'The row came in from the source as it is.' },
  'stateless/forward': { title: 'Passed on', text: ({ node }) => `${node} keeps no state: it passes the row on with its kind.` },
  'calc/project': { title: 'Columns computed', text: () => 'The columns were computed row by row. The kind of the row stays as it is.' },
  'calc/filtered-out': { title: 'Filtered out', text: ({ a }) => `The condition is not true for (${a}), so nothing goes on. A filter looks at each message alone.` },
  'union/pass': { title: 'One of several inputs', text: () => 'UNION ALL passes every row of every input on.' },
  'drop-update-before/dropped': { title: '-U is not needed', text: () => 'What follows works by key: the +U alone replaces the old row, so the -U is dropped.' },
  'normalize/first-row': { title: 'First row of the key', text: () => 'The key was not known, so its first row is an insert, whatever the topic called it.' },
  'normalize/new-version': { title: 'New version of the key', text: ({ a }) => `The key had (${a}). The stored row is taken back with -U and replaced with +U.` },
  'normalize/equal-row': { title: 'The same row again', text: () => 'The row equals the stored one, so nothing is emitted.' },
  'normalize/delete-stored-row': { title: 'Key deleted', text: ({ a }) => `The key is gone. The delete carries the whole stored row (${a}), which the message itself did not have.` },
  'normalize/delete-of-unknown-key': { title: 'Delete of an unknown key', text: () => 'No row is stored for this key, so there is nothing to delete.' },
  'normalize/left-the-filter': { title: 'Left the filter', text: ({ a }) => `The new version no longer passes the condition, so the stored row (${a}) is deleted.` },
  'group-aggregate/first-row': { title: 'First row of the group', text: () => 'The group had no rows, so its first result is an insert.' },
  'group-aggregate/new-result': {
    title: 'Update of a live group',
    text: ({ a, b }) => `The group already had a result. -U takes the old one (${a}) back, +U carries the new one (${b}).`,
  },
  'group-aggregate/same-result': { title: 'Unchanged result', text: ({ a }) => `The result is still (${a}), so nothing is emitted.` },
  'group-aggregate/group-empty': {
    title: 'The group is empty',
    text: ({ a }) => `The last row of the group was retracted: the record counter is 0, so the result (${a}) is deleted. The next row of this group starts it again with +I.`,
  },
  'group-aggregate/retraction-of-unknown-group': { title: 'Retraction of an unknown group', text: () => 'There is no such group, so there is nothing to take back: the message is dropped.' },
  'window-tvf/assigned': { title: 'Window columns added', text: ({ node }) => `${node} adds the window of the row. It keeps no state and knows no late rows.` },
  'window-tvf/no-time': { title: 'No time', text: ({ a }) => `(${a}) has no time, so it belongs to no window and is dropped.` },
  'session/opened': { title: 'Session opened', text: ({ b }) => `No open session is near, so the row starts one: (${b}). It waits until time has passed its end.` },
  'session/joined': { title: 'Session joined', text: ({ b }) => `The row belongs to an open session, which now is (${b}).` },
  'session/bridged': { title: 'Sessions joined', text: ({ b }) => `The row closes the gap between two open sessions: they become (${b}).` },
  'session/over': { title: 'Session over', text: ({ b }) => `The session (${b}) is over: its rows come out in the order in which they came.` },
  'window/buffered': {
    title: 'Waits for its window',
    text: ({ b }) => `The row is kept for (${b}). Nothing is emitted before time has passed the end of the window.`,
  },
  'window/partly-late': { title: 'Late for some of its windows', text: () => 'A window with this row has fired already. The row counts in the later windows that are still open.' },
  'window/slice-sent': { title: 'Partial result of a slice', text: ({ b }) => `Time has passed a slice, so the first phase sends what it has: (${b}).` },
  'window/fired': {
    title: 'The window is over',
    text: ({ a, n }) => `Time has passed the end of (${a}): its result, made of ${n} rows, is an insert and will never be taken back.`,
  },
  'window/empty': { title: 'An empty window', text: ({ b }) => `All rows of (${b}) were taken back, or there were none, so nothing is emitted.` },
  'window/lost-in-buffer': {
    title: 'Lost in the buffer',
    text: ({ b, n }) => `The window (${b}) fired before these messages (${n}) left the buffer, so they count nowhere: Flink flushes it by UTC, not by the session's zone (FLINK-38075).`,
  },
  'window/cleared': { title: 'State cleared', text: ({ b }) => `No window needs (${b}) any more: its state is freed.` },
  'group-window/waits': { title: 'Waits for its window', text: ({ b }) => `The row is in the accumulators of (${b}).` },
  'group-window/early': { title: 'Early result', text: ({ a }) => `The window (${a}) is not over yet; table.exec.emit.early-fire asks for its result so far.` },
  'group-window/late': { title: 'Late result', text: ({ a }) => `The window (${a}) has fired, but it is kept for late rows: its result is corrected.` },
  'group-window/same-result': { title: 'Unchanged result', text: ({ b }) => `The result of the window is still (${b}), so nothing is emitted.` },
  'group-window/emptied': { title: 'The window is empty', text: ({ b }) => `The last row of the window was retracted, so the result sent before (${b}) is deleted.` },
  'window-top-n/rank': { title: 'Rank in its window', text: ({ a, n }) => `The window (${a}) is over and the row stands at rank ${n}.` },
  'window-top-n/outside-range': { title: 'Outside the first rows', text: ({ a, n }) => `(${a}) is not among the first ${n} rows of its window and is forgotten.` },
  'window-deduplicate/kept': { title: 'Kept of its window', text: ({ a, n }) => `The window (${a}) is over; this is its ${n === '1' ? 'last' : 'first'} row.` },
  'window-deduplicate/outdone': { title: 'A duplicate', text: ({ a, b }) => `(${b}) stays for this window, (${a}) is dropped.` },
  'window-join/waits': { title: 'Waits for its window', text: ({ b }) => `The row is kept until both sides have passed the end of (${b}).` },
  'window-join/match': { title: 'Match in the window', text: ({ a, b }) => `(${a}) and (${b}) are in the same window and fit.` },
  'window-join/no-match-pads': { title: 'No partner in the window', text: ({ a }) => `The window is over and (${a}) has no partner: the other side is NULL.` },
  'window-join/has-partner': { title: 'Has a partner in the window', text: ({ b }) => `In the same window there is (${b}).` },
  'window-join/no-partner': { title: 'No partner in the window', text: ({ a }) => `The window is over and (${a}) has no partner.` },
  'sink/write': { title: 'Written to the sink', text: () => 'The sink takes the row.' },
  'sink/kind-not-taken': { title: 'Not taken by the sink', text: () => 'The sink does not take this kind of change.' },
};
