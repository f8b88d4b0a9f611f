// The engine in two parts: common scenarios do without the second, others get it, and where it cannot be had the answer says so.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createClient } from '../../wasm/client.mjs';
import { createEngine } from '../../wasm/index.mjs';
import { scenarios_of } from '../../cmake/cut/profile.mjs';
import { example, root } from './support.mjs';

const rare = fs.readFileSync(root + 'examples/5-time/11-match-recognize.yaml', 'utf8');
const more_file = root + 'wasm/rowkind_more.wasm';
const nowhere = pathToFileURL(root + 'wasm/nowhere.wasm');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rowkind-parts-'));
after(() => fs.rmSync(folder, { recursive: true }));

for (const file of scenarios_of(root + 'cmake/first.txt', root))
  test(`the first part is enough for ${path.relative(root, file)}`, async () => {
    const engine = await createEngine({ more: nowhere });
    const opened = engine.call({ method: 'open', scenario: fs.readFileSync(file, 'utf8') });
    assert.equal(opened.ok, true, JSON.stringify(opened.error));
    for (const { index } of opened.steps) {
      const step = engine.call({ method: 'step', session: opened.session, index });
      if (opened.graph) assert.equal(step.ok, true, JSON.stringify(step.error));
    }
  });

test('a call that needs the second part gets it, whatever it comes from', async () => {
  const bytes = fs.readFileSync(more_file);
  const headers = { 'content-type': 'application/wasm' };
  for (const more of [undefined, pathToFileURL(more_file), bytes, new Response(bytes, { headers }), await WebAssembly.compile(bytes)]) {
    const engine = await createEngine({ more });
    const opened = engine.call({ method: 'open', scenario: rare });
    assert.equal(opened.ok, true, JSON.stringify(opened.error));
    assert.ok(opened.changelog[0].length > 0);
  }
});

test('it can be loaded ahead', async () => {
  const copy = path.join(folder, 'more.wasm');
  fs.copyFileSync(more_file, copy);
  const engine = await createEngine({ more: pathToFileURL(copy) });
  await engine.complete();
  fs.rmSync(copy);
  assert.equal(engine.call({ method: 'open', scenario: rare }).ok, true);
});

const lost = () => new Response('', { status: 404 });
function assert_missing({ ok, error }) {
  assert.equal(ok, false);
  assert.equal(error.code, 'lab/part-missing');
  assert.match(error.message, /could not be loaded/);
  assert.match(error.hint, /rowkind_more\.wasm/);
}

test('where it is missing the answer says so, and the engine goes on', async () => {
  for (const more of [nowhere, lost(), new Uint8Array([1, 2, 3])]) {
    const engine = await createEngine({ more });
    assert_missing(engine.call({ method: 'open', scenario: rare }));
    await engine.ready;
    assert.equal(engine.call({ method: 'open', scenario: example }).ok, true);
  }
});

test('a call that misses it is undone: sessions live on, and answers stay the same', async () => {
  const engine = await createEngine({ more: lost() });
  const whole = await createEngine();
  const all_steps = (engine, { session, steps }) => steps.map(({ index }) => engine.call({ method: 'step', session, index }));
  const [opened, there] = [engine, whole].map((one) => one.call({ method: 'open', scenario: example }));
  const wide = example.replace('SELECT', "SELECT 'a text that takes more memory" + ' '.repeat(1 << 20) + "' AS wide,");
  for (let n = 0; n < 5; n++) {
    for (const scenario of [rare, wide]) if (!engine.call({ method: 'open', scenario }).ok) assert_missing(engine.call({ method: 'open', scenario: rare }));
    assert.deepEqual(all_steps(engine, opened), all_steps(whole, there));
    const again = engine.call({ method: 'open', scenario: example });
    assert.equal(again.ok, true);
    assert.deepEqual(all_steps(engine, again), all_steps(whole, there));
  }
});

test('it is tried again', async () => {
  const late = path.join(folder, 'late.wasm');
  const engine = await createEngine({ more: pathToFileURL(late) });
  assert_missing(engine.call({ method: 'open', scenario: rare }));
  await engine.ready;
  fs.copyFileSync(more_file, late);
  assert.equal(engine.call({ method: 'open', scenario: rare }).ok, true);
});

test('a second part of another build is refused', async () => {
  const bytes = fs.readFileSync(more_file);
  const other = Buffer.from(bytes);
  other[other.length - 1] ^= 1; // the end of its mark
  const { error } = (await createEngine({ more: other })).call({ method: 'open', scenario: rare });
  assert.equal(error.code, 'lab/part-missing');
  assert.match(error.message, /another version/);
});

test('a client hands the place of both parts to its worker', async () => {
  const client = createClient({ wasm: pathToFileURL(root + 'wasm/rowkind.wasm'), more: Promise.resolve(pathToFileURL(more_file)) });
  assert.equal((await client.call({ method: 'open', scenario: rare })).ok, true);
  client.dispose();
  const alone = createClient({ more: nowhere });
  assert_missing(await alone.call({ method: 'open', scenario: rare }));
  assert.equal((await alone.call({ method: 'open', scenario: example })).ok, true);
  alone.dispose();
});

test('the command line says what is missing', () => {
  for (const name of fs.readdirSync(root + 'wasm').filter((one) => one.endsWith('.mjs') || one === 'rowkind.wasm')) fs.copyFileSync(root + 'wasm/' + name, path.join(folder, name));
  const run = () => spawnSync(process.execPath, [path.join(folder, 'cli.mjs'), 'test', root + 'examples/5-time/11-match-recognize.yaml'], { encoding: 'utf8' });
  const alone = run();
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /^rowkind: A part of the engine .*rowkind_more\.wasm/m);
  fs.copyFileSync(more_file, path.join(folder, 'rowkind_more.wasm'));
  assert.equal(run().status, 0);
});
