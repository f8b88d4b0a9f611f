import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Cancelled, createClient } from '../../wasm/client.mjs';
import { createEngine } from '../../wasm/index.mjs';
import { compile } from '../../wasm/loader.mjs';
import { example, root, scenario, wasm_file } from './support.mjs';

const client = createClient();
after(() => client.dispose());

test('answers in the worker are those of the engine', async () => {
  const engine = await createEngine();
  const still = ({ timing, session, ...rest }) => rest;
  assert.deepEqual(
    still(await client.call({ method: 'open', scenario: example })),
    still(engine.call({ method: 'open', scenario: example })),
  );
});

test('calls under way at once keep their answers apart', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) =>
    client.call({ method: 'open', scenario: scenario({ rows: Array.from({ length: n }, (_, i) => `+I[${i}, x]`) }) })));
  assert.deepEqual(answers.map(({ steps }) => steps.length), [2, 3, 4, 5]);
});

test('an aborted call is rejected, and the next one finds a new worker', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `+I[${i}, k${i % 1000}]`);
  const controller = new AbortController();
  const call = client.call({ method: 'open', scenario: scenario({ rows }) }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(call, Cancelled);
  assert.equal((await client.call({ method: 'version' })).ok, true);
  await assert.rejects(client.call({ method: 'version' }, { signal: controller.signal }), Cancelled);
});

test('cancel rejects all calls under way', async () => {
  const calls = [client.call({ method: 'version' }), client.call({ method: 'functions' })];
  client.cancel();
  for (const call of calls) await assert.rejects(call, Cancelled);
});

test('a missing module is told', async () => {
  const lost = createClient({ wasm: pathToFileURL(root + 'wasm/nowhere.wasm') });
  await assert.rejects(lost.call({ method: 'version' }), /nowhere\.wasm/);
  await assert.rejects(lost.warm_up(), /nowhere\.wasm/);
});

test('a disposed client refuses', async () => {
  const one = createClient();
  await one.warm_up();
  one.dispose();
  await assert.rejects(one.call({ method: 'version' }), /disposed/);
});

test('the module can come as bytes, as a response or compiled', async () => {
  const bytes = fs.readFileSync(wasm_file);
  const headers = { 'content-type': 'application/wasm' };
  for (const wasm of [bytes, new Response(bytes, { headers }), new Response(bytes), await compile(bytes)])
    assert.equal((await createEngine({ wasm })).call({ method: 'version' }).ok, true);
  await assert.rejects(createEngine({ wasm: new Response('', { status: 404 }) }), /404/);
  await assert.rejects(createEngine({ wasm: new Uint8Array([1, 2, 3]) }));
});

test('a disposed engine refuses', async () => {
  const engine = await createEngine();
  engine.dispose();
  assert.throws(() => engine.call({ method: 'version' }), /disposed/);
});

test('an idle client does not keep a program alive', () => {
  const program = `import { createClient } from ${JSON.stringify(pathToFileURL(root + 'wasm/client.mjs').href)};
    const answer = await createClient().call({ method: 'version' }); console.log(answer.ok);`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 40_000 });
  assert.equal(text, 'true\n');
});

test('a long run tells how far it is, a short one nothing', async () => {
  const client = createClient();
  const document = (rows) => ({
    sql: "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT a % 10 AS g, COUNT(*) AS n FROM t GROUP BY a % 10;",
    input: [{ table: 't', rows: Array.from({ length: rows }, (_, i) => `+I[${i}]\n`).join('') }],
  });
  const told = [];
  const progress = (one) => told.push(one);
  await client.call({ method: 'open', document: document(3) }); // what this needs of the engine is loaded now
  assert.equal((await client.call({ method: 'open', document: document(3) }, { progress })).ok, true);
  assert.deepEqual(told, []);
  assert.equal((await client.call({ method: 'open', document: document(40_000) }, { progress })).ok, true);
  assert.ok(told.length > 0);
  for (const [i, { done, total }] of told.entries()) {
    assert.equal(total, 40_000);
    assert.ok(done > (told[i - 1]?.done ?? -1) && done < total);
  }
  client.dispose();
});
