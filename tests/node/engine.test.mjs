import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../wasm/index.mjs';
import { example, root, scenario, wasm_file } from './support.mjs';

const engine = await createEngine();
const open = (text) => engine.call({ method: 'open', scenario: text });
const texts = (changelog) => changelog.map(({ step, kind, cells }) => `@${step} ${kind}[${cells.join(', ')}]`);

test('the module imports nothing but the functions of its loader', async () => {
  const known = ['rowkind', 'wasi_snapshot_preview1'];
  const others = async (file, ...more) => {
    const imports = WebAssembly.Module.imports(await WebAssembly.compile(fs.readFileSync(file)));
    return imports.filter((one) => ![...known, ...more].includes(one.module)).map((one) => `${one.module}.${one.name}`);
  };
  const growth = 'env.emscripten_notify_memory_growth'; // in whichever part calls it
  for (const name of [...(await others(wasm_file)), ...(await others(root + 'wasm/rowkind_more.wasm', 'first'))]) assert.equal(name, growth);
});

test('the package holds no eval', () => {
  for (const file of fs.readdirSync(root + 'wasm').filter((name) => name.endsWith('.mjs')))
    assert.doesNotMatch(fs.readFileSync(root + 'wasm/' + file, 'utf8'), /\beval\s*\(|new Function\b/, file);
});

test('version names what is emulated', () => {
  const answer = engine.call({ method: 'version' });
  assert.equal(answer.ok, true);
  assert.ok(answer.flink.includes('2.3'), JSON.stringify(answer));
  assert.ok(answer.formats.includes('debezium-json'), JSON.stringify(answer));
});

test('the example runs to the changelog that Flink gives', () => {
  const answer = open(example);
  assert.equal(answer.ok, true, JSON.stringify(answer.error));
  assert.deepEqual(answer.diagnostics.filter(({ severity }) => severity === 'error'), []);
  const expected = example.match(/changelog: \|\n((?: {4}.*\n)+)/)[1].trim().split(/\n */);
  assert.deepEqual(texts(answer.changelog[0]), expected);
  assert.ok(answer.graph.nodes.some(({ name }) => name === 'GroupAggregate'));
  engine.call({ method: 'close', session: answer.session });
});

test('an output is taken out as text, up to a step', () => {
  const { session } = open(example);
  const text = (request) => engine.call({ method: 'text', session, index: 2, output: 0, ...request });
  assert.equal(text({ part: 'changelog', form: 'print' }).text, '+I[ann, 1, 10.00]\n+I[bob, 1, 5.50]\n');
  assert.match(text({ part: 'changelog', form: 'tableau' }).text, /^\+----\+[^]*\| \+I \| +bob \| +1 \| +5\.50 \|\n\+-[^]*Received a total of 2 rows\n$/);
  assert.match(text({ part: 'table', form: 'tableau' }).text, /2 rows in set\n$/);
  assert.equal(text({ part: 'table', form: 'csv' }).text, 'ann,1,10.00\nbob,1,5.50\n');
  assert.match(text({ part: 'changelog', form: 'poem' }).error.message, /no form 'poem'/);
  assert.match(text({ part: 'changelog', form: 'print', output: 7 }).error.message, /no such output/);
  engine.call({ method: 'close', session });
});

test('rows of a sink carry what its format writes; odd messages are remarked on', () => {
  const sql = (name, format) => `CREATE TABLE ${name} (id INT, ok BOOLEAN) WITH ('connector' = 'kafka', 'format' = '${format}');`;
  const document = {
    sql: `${sql('s', 'json')} ${sql('t', 'debezium-json')} INSERT INTO t SELECT * FROM s;`,
    input: [{ table: 's', format: 'json', rows: '{"id":1,"ok":true}\n{"id":2,"ok":"yes"}\n' }],
  };
  const answer = engine.call({ method: 'open', document });
  assert.deepEqual(answer.changelog[0].map((row) => row.message), ['{"before":null,"after":{"id":1,"ok":true},"op":"c"}', '{"before":null,"after":{"id":2,"ok":false},"op":"c"}']);
  const [note] = answer.diagnostics;
  assert.deepEqual([note.code, note.severity, note.source, note.item, note.place.line], ['format/boolean-false', 'advice', 'input', 0, 2]);
  engine.call({ method: 'close', session: answer.session });
});

test('every reason leads to one page of the documentation', () => {
  const { session, steps } = open(example);
  const pages = steps.flatMap(({ index }) => engine.call({ method: 'step', session, index }).events.flatMap(({ docs }) => docs ?? []));
  assert.ok(pages.length > 10);
  for (const page of pages) assert.match(page, /^https:\/\/nightlies\.apache\.org\/flink\/[a-z0-9/._#-]+$/);
  engine.call({ method: 'close', session });
});

test('a seek gives the same state whichever way it comes', () => {
  const { session, steps } = open(example);
  const see = (index) => {
    const { ok, states, tables } = engine.call({ method: 'step', session, index });
    assert.equal(ok, true);
    return JSON.stringify([states, tables]);
  };
  const forward = steps.map(({ index }) => see(index));
  const backward = steps.map(({ index }) => index).reverse().map(see).reverse();
  assert.deepEqual(backward, forward);
  assert.equal(see(2), forward[2]);
  assert.ok(new Set(forward).size >= 6); // the tombstone at the end changes nothing
  engine.call({ method: 'close', session });
});

test('sessions live side by side until they are closed', () => {
  const one = open(scenario()).session;
  const two = open(scenario({ rows: ['+I[1, z]'] })).session;
  assert.notEqual(one, two);
  assert.equal(engine.call({ method: 'step', session: one, index: 3 }).ok, true);
  assert.equal(engine.call({ method: 'close', session: one }).ok, true);
  assert.equal(engine.call({ method: 'step', session: one, index: 0 }).ok, false);
  assert.equal(engine.call({ method: 'step', session: two, index: 1 }).ok, true);
  engine.call({ method: 'close', session: two });
});

test('a document is written as a scenario that opens to the same document', () => {
  const { document, session } = open(example);
  engine.call({ method: 'close', session });
  const written = engine.call({ method: 'write', document });
  assert.equal(written.ok, true);
  assert.deepEqual(open(written.scenario).document, document);
});

test('what a session ran is written as a test, with what a sink writes beside its rows', () => {
  const sink = fs.readFileSync(root + 'examples/7-formats/06-what-a-sink-writes.yaml', 'utf8');
  const { session, changelog } = open(sink);
  assert.deepEqual(changelog[0].map((row) => JSON.parse(row.message).op), ['c', 'd', 'c']);
  const { scenario } = engine.call({ method: 'write', session });
  assert.match(scenario, /messages:/);
  assert.doesNotMatch(scenario, /verified/);
  assert.equal(engine.call({ method: 'test', scenario }).passed, true);
  assert.equal(engine.call({ method: 'write', session: 999 }).error.code, 'lab/session');
});

test('the test method compares with what is expected', () => {
  assert.deepEqual(engine.call({ method: 'test', scenario: example }), { ok: true, passed: true, mismatches: [] });
  const wrong = engine.call({ method: 'test', scenario: example.replace('@1 +I[', '@1 -D[') });
  assert.equal(wrong.passed, false);
  assert.equal(wrong.mismatches.length, 1);
  assert.match(wrong.mismatches[0].actual, /^@1 \+I\[/);
});

test('functions are listed', () => {
  const { functions } = engine.call({ method: 'functions' });
  for (const name of ['COUNT', 'SUM', 'UPPER']) assert.ok(functions.some((one) => one.name === name), name);
});

test('open answers within the time of a frame or two', () => {
  open(example);
  const start = performance.now();
  engine.call({ method: 'close', session: open(example).session });
  assert.ok(performance.now() - start < 100);
});

// Bad input: an error value each, and the engine goes on.
const bad = {
  'not an object': [[1, 2]],
  'no method': [{}],
  'unknown method': [{ method: 'fly' }],
  'open without a scenario': [{ method: 'open' }],
  'open of a number': [{ method: 'open', scenario: 3 }],
  'step of no session': [{ method: 'step', session: 4711, index: 0 }],
  'not a scenario': [{ method: 'open', scenario: 'just some text' }],
  'not YAML': [{ method: 'open', scenario: 'sql: [1,' }],
  'unknown key': [{ method: 'open', scenario: scenario() + 'inputs: []\n' }, /input/],
};
for (const [name, [request, hint]] of Object.entries(bad))
  test(`bad request: ${name}`, () => {
    const answer = engine.call(request);
    assert.equal(answer.ok, false, JSON.stringify(answer));
    assert.match(answer.error.code, /^[a-z]+(\/[a-z-]+)+$/);
    assert.ok(answer.error.message.length > 5);
    if (hint) assert.match(answer.error.hint, hint);
    assert.notEqual(answer.error.code, 'lab/crashed');
    assert.equal(engine.call({ method: 'version' }).ok, true);
  });

const bad_sql = {
  'unknown table': ['SELECT a FROM tt;', 2, /\bt\b/],
  'unknown column': ['SELECT bb FROM t;', 2, /\bb\b/],
  'unknown function': ["SELECT uper(b) FROM t;", 2, /upper/i],
  'syntax error': ['SELECT a FORM t;', 2],
  'unclosed text': ["SELECT 'a FROM t;", 2],
};
for (const [name, [sql, line, hint]] of Object.entries(bad_sql))
  test(`bad SQL: ${name}`, () => {
    const answer = open(scenario({ sql }));
    assert.equal(answer.ok, true, JSON.stringify(answer.error));
    assert.equal(answer.graph, null);
    const error = answer.diagnostics.find(({ severity }) => severity === 'error');
    assert.equal(error.source, 'sql');
    assert.equal(error.place.line, line);
    if (hint) assert.match(error.hint, hint);
  });

test('a row of the wrong arity is an error at its place', () => {
  const answer = open(scenario({ rows: ['+I[1, x]', '+I[2]'] }));
  const error = answer.ok ? (answer.error ?? answer.diagnostics.find(({ severity }) => severity === 'error')) : answer.error;
  assert.ok(error, JSON.stringify(answer).slice(0, 500));
  assert.match(error.message, /2|column|value/);
});

const deep = (open_text, core, close_text) => open_text.repeat(10_000) + core + close_text.repeat(10_000);
const huge = {
  'expression nested 10,000 deep': scenario({ sql: `SELECT ${deep('(', '1', ')')} FROM t;` }),
  'subqueries nested 10,000 deep': scenario({ sql: `${deep('SELECT * FROM (', 'SELECT a FROM t', ')')};` }),
  'NOT repeated 10,000 times': scenario({ sql: `SELECT ${'NOT '.repeat(10_000)} TRUE FROM t;` }),
  'minus repeated 10,000 times': scenario({ sql: `SELECT ${'- '.repeat(10_000)} 1 FROM t;` }),
  'sum of 10,000 terms': scenario({ sql: `SELECT ${'1 + '.repeat(10_000)} 1 FROM t;` }),
  'type nested 10,000 deep': scenario({ sql: `SELECT CAST(NULL AS ${deep('ARRAY<', 'INT', '>')}) FROM t;` }),
  'YAML nested 10,000 deep': deep('[', '1', ']'),
  'row nested 10,000 deep': scenario({ rows: [`+I[1, ${deep('[', 'x', ']')}]`] }),
  'text of 10 MB': 'x'.repeat(10 << 20),
  'SQL of 10 MB': scenario({ sql: `SELECT '${'x'.repeat(10 << 20)}' FROM t;` }),
  'junk SQL of 10 MB': scenario({ sql: 'foo, bar; '.repeat(1 << 20) }),
};
for (const [name, text] of Object.entries(huge))
  test(`huge input: ${name}`, () => {
    const answer = open(text);
    assert.notEqual(answer.error?.code, 'lab/crashed', JSON.stringify(answer.error));
    assert.notEqual(answer.error?.code, 'lab/internal', JSON.stringify(answer.error));
    if (answer.ok) engine.call({ method: 'close', session: answer.session });
    assert.equal(engine.call({ method: 'version' }).ok, true);
  });

test('a lone surrogate and NUL characters do no harm', () => {
  for (const b of ['\ud800', '\u0000', '\u2028', '😀']) {
    const answer = open(scenario({ rows: [`+I[1, ${b}]`] }));
    assert.equal(typeof answer.ok, 'boolean');
  }
});
