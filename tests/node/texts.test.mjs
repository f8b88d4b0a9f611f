// Every rule that the engine can give and every lesson has a text in every language, and no text is left over or behind.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../wasm/index.mjs';
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

const fingerprint = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const lab = await createEngine();

/** By name: title and text of every lesson, whatever its lines. */
function english() {
  const out = new Map();
  for (const folder of fs.readdirSync(root + 'examples').filter((name) => /^\d+-/.test(name)))
    for (const file of fs.readdirSync(`${root}examples/${folder}`)) {
      const { document } = lab.call({ method: 'open', scenario: read(`examples/${folder}/${file}`) });
      const text = `${document.title}\n${document.description.replace(/\s+/g, ' ').trim()}`;
      out.set(file.replace(/^\d+-|\.yaml$/g, ''), text);
    }
  return out;
}

for (const language of ['zh', 'es'])
  test(`lessons are translated as they are: ${language}`, () => {
    const file = read(`web/src/i18n/lessons.${language}.md`);
    const translated = new Map([...file.matchAll(/^## (\S+) (\w+)\n# (.+)\n(?!\n|#)/gm)].map(([, name, mark]) => [name, mark]));
    assert.equal(translated.size, file.match(/^##/gm).length, 'every lesson has a title and a text');
    // One that is behind: translate what changed, then give it the fingerprint that is expected here.
    assert.deepEqual(Object.fromEntries(translated), Object.fromEntries([...english()].map(([name, text]) => [name, fingerprint(text)])));
  });

for (const language of ['zh', 'es'])
  test(`code in lessons is the same in every language: ${language}`, () => {
    const code = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, one]) => one).sort();
    const parts = new Map(read(`web/src/i18n/lessons.${language}.md`).split(/^## /m).slice(1).map((part) => [part.split(' ')[0], part]));
    for (const [name, text] of english()) assert.deepEqual(code(parts.get(name)), code(text), name);
  });
