// The recipes of docs/embed that run under Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowkind } from '../../docs/embed/vitepress/rowkind.mjs';

test('markdown-it: a code block of the language rowkind becomes a player', () => {
  const md = { renderer: { rules: { fence: () => '<pre>other</pre>' } }, utils: { escapeHtml: (text) => text.replaceAll('<', '&lt;') } };
  rowkind(md);
  const draw = (info, content) => md.renderer.rules.fence([{ info, content }], 0);
  assert.equal(draw('rowkind step=2 theme=dark onload=x', 'sql: a < b\n'), '<rowkind-play step="2" theme="dark" v-pre><pre>sql: a &lt; b\n</pre></rowkind-play>\n');
  assert.equal(draw('js', ''), '<pre>other</pre>');
});
