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
  'sink/write': { title: 'Written to the sink', text: () => 'The sink takes the row.' },
  'sink/kind-not-taken': { title: 'Not taken by the sink', text: () => 'The sink does not take this kind of change.' },
};
