// Every rule that the engine can give has a text in every language, and no text is left over.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { root } from './support.mjs';

const read = (name) => fs.readFileSync(root + name, 'utf8');
const sorted = (matches) => [...new Set(matches)].sort();
const all = (text, pattern) => sorted([...text.matchAll(pattern)].map((found) => found[1]));

const engine = sorted([
  ...all(read('src/ops/reason.h'), /^\s*X\(k\w+,\s*"([^"]+)"/gm),
  ...all(read('src/lab/pipeline_trace.cc'), /"(pipeline\/[a-z-]+)"/g),
]);

for (const language of ['en', 'zh', 'es'])
  test(`rules have texts: ${language}`, () => {
    const texts = all(read(`web/src/i18n/rules.${language}.ts`), /^  '([^']+)': /gm);
    assert.deepEqual(texts, engine);
  });

test('the rules of pipelines are described in their header', () => {
  const described = all(read('src/lab/pipeline_trace.h'), /^\/\/\s+(pipeline\/[a-z-]+) /gm);
  assert.deepEqual(described, all(read('src/lab/pipeline_trace.cc'), /"(pipeline\/[a-z-]+)"/g));
});
