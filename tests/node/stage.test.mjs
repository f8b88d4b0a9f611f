// The stage's module without a canvas: what it draws is counted, its letters are given.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

const module = new WebAssembly.Module(fs.readFileSync(new URL('../../wasm/stage.wasm', import.meta.url)));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function open() {
  const self = { wishes: [], written: new Set() };
  const instance = new WebAssembly.Instance(module, {
    stage: {
      measure: (data, size, font, pixels, most) => {
        self.written.add(decoder.decode(new Uint8Array(self.x.memory.buffer, data >>> 0, size)));
        return Math.min(most, size * pixels * 0.6);
      },
      raster() {},
      wish: (...wish) => self.wishes.push(wish),
    },
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: { proc_exit: (code) => assert.fail(`stopped with ${code}`) },
  });
  self.x = instance.exports;
  self.x._initialize();
  self.x.stage_open();
  self.give = (value, action) => {
    const bytes = encoder.encode(typeof value === 'string' ? value : JSON.stringify(value));
    const data = self.x.stage_alloc(bytes.length);
    new Uint8Array(self.x.memory.buffer, data, bytes.length).set(bytes);
    const answer = action(data, bytes.length);
    self.x.stage_free(data);
    return answer;
  };
  self.trace = (value) => self.give(value, self.x.stage_set_trace);
  self.show = (value, now = 0, limit = 0) => self.give(value, (data, size) => self.x.stage_show(data, size, now, limit));
  /** Draws until nothing more is wanted: [frames, draw calls, vertices] of the last one. */
  self.rest = (now = 1e6) => {
    let frames = 1;
    while (self.x.stage_frame((now += 16)) && frames < 1000) frames += 1;
    const [, vertices, , , , calls] = new Uint32Array(self.x.memory.buffer, self.x.stage_draw_list(), 6);
    return { frames, vertices, calls };
  };
  const colors = self.x.stage_alloc(4 * self.x.stage_theme_size());
  new Uint32Array(self.x.memory.buffer, colors, self.x.stage_theme_size()).fill(0xff808080); // invisible things are not drawn
  self.x.stage_theme(colors);
  self.x.stage_resize(1000, 600, 2);
  return self;
}

const column = (name, type = 'INT') => ({ name, type });
const node = (id, name, inputs, more = {}) => ({ id, name, text: name + '()', mode: ['I'], inputs, upsert_keys: [], ...more });
const run = {
  graph: {
    nodes: [node(0, 'TableSourceScan', [], { table: 't' }), node(1, 'GroupAggregate', [0]), node(2, 'Sink', [1], { table: 'out' })],
    states: [{ id: 0, node: 1, name: 'accumulators', key: [column('k')], value: [column('name', 'STRING'), column('n', 'BIGINT')] }],
  },
  outputs: [{ name: 'out', node: 2 }],
  steps: Array.from({ length: 50_000 }, (_, index) => ({ index, kind: index ? 'row' : 'start', table: index ? 't' : undefined, changes: index ? [{ kind: '+I' }] : [], text: `+I[${index}]`, out: [index % 2 ? ['+I'] : ['-U', '+U']] })),
};
const event = (id, parent, type, at, more = {}) => ({ id, parent, type, node: at, input: 0, kind: '+I', cells: ['1', "'北京'"], ...more });
const step = (rows) => ({
  index: 7,
  events: [event(0, -1, 'emit', 0), event(1, 0, 'receive', 1), event(2, 1, 'emit', 1), event(3, 2, 'receive', 2), { id: 4, parent: 1, type: 'state', node: 1, state: 0, before: [], after: [['x']] }],
  states: [{ id: 0, total: rows, rows: Array.from({ length: rows }, (_, i) => ({ cells: [`${i}`, `'name ${i}'`, `${i * i}`], change: i === 3 ? 'added' : 'same' })) }],
});

test('an open table of 100,000 rows costs what one of 50 costs, and every part of it can be reached', () => {
  const cost = {};
  for (const rows of [50, 100_000]) {
    const stage = open();
    assert.equal(stage.trace(run), 1);
    assert.equal(stage.show(step(rows)), 1);
    stage.x.stage_choose(1);
    stage.x.stage_key(2); // Enter
    cost[rows] = stage.rest();
    assert.ok(stage.written.has('name 0'));
    if (rows === 50) continue;
    assert.ok(!stage.written.has('name 99999'));
    stage.x.stage_wheel(900, 300, 0, 1e9, 0);
    const end = stage.rest();
    assert.ok(stage.written.has('name 99999'));
    assert.ok(stage.written.size < 1000, `${stage.written.size} texts were written`);
    assert.ok(end.calls < 30 && end.vertices < 40_000, JSON.stringify(end));
  }
  assert.ok(cost[100_000].calls <= cost[50].calls + 4, JSON.stringify(cost));
  assert.ok(cost[100_000].vertices < cost[50].vertices * 1.2, JSON.stringify(cost));
});

test('a table comes in parts: what is in view and not here is asked for, once', () => {
  const stage = open();
  stage.trace(run);
  const part = (from, count) => Array.from({ length: count }, (_, i) => ({ cells: [`${from + i}`, `'name ${from + i}'`, '1'], change: 'same' }));
  stage.show({ index: 7, events: [], states: [{ id: 0, total: 100_000, rows: part(0, 200) }] });
  stage.x.stage_choose(1);
  stage.x.stage_key(2); // Enter
  stage.rest();
  assert.deepEqual(stage.wishes.filter(([what]) => what === 2), []);
  stage.x.stage_wheel(900, 300, 0, 1e9, 0);
  stage.rest();
  const asked = stage.wishes.filter(([what]) => what === 2);
  assert.equal(asked.length, 1);
  const [, state, from] = asked[0];
  assert.equal(state, 0);
  assert.ok(from > 99_000 && from < 100_000, String(from));
  const give = (value) => stage.give(value, stage.x.stage_take);
  assert.equal(give({ index: 6, id: 0, total: 1, lines: 1, offset: 0, rows: part(5, 1) }), 1); // of another step
  stage.rest();
  assert.ok(!stage.written.has('name 99999'));
  assert.equal(give({ index: 7, id: 0, total: 100_000, lines: 100_000, offset: from, rows: part(from, 100_000 - from) }), 1);
  stage.rest();
  assert.ok(stage.written.has('name 99999'));
  assert.equal(stage.wishes.filter(([what]) => what === 2).length, 1);
  assert.equal(give({ index: 7, id: 9, total: 0, rows: [] }), 0);
});

const time_run = {
  ...run,
  graph: { ...run.graph, nodes: run.graph.nodes.map((one) => (one.id === 0 ? { ...one, text: 'TableSourceScan(watermark=[ts])' } : one)) },
  steps: [
    { index: 0, kind: 'start', changes: [], text: '', out: [[]] },
    { index: 1, kind: 'row', table: 't', changes: [{ kind: '+I' }], text: '+I[1]', out: [[]] },
    { index: 2, kind: 'row', table: 't', changes: [{ kind: '+I' }], text: '+I[2]', out: [[]], late: 'dropped' },
    { index: 3, kind: 'clock', changes: [], text: '2024-01-01 02:00:00', out: [['+I']] },
  ],
  windows: [
    { node: 1, start: '2024-01-01 10:00:00.000', end: '2024-01-01 10:05:00.000', first: 1, last: 3 },
    { node: 1, start: '2024-01-01 23:00:00.000', end: '2024-01-02 01:00:00.000', first: 2, key: ['ann'] },
  ],
};
const words = { step: 'Step', time: 'time', empty: 'empty', group: ',', windows: 'windows', watermark: 'watermark', late: 'late', dropped: 'late, dropped', expired: 'expired', expires: 'expires' };

test('time is drawn: windows, watermarks, late rows, what expires', () => {
  const stage = open();
  stage.give(words, stage.x.stage_words);
  assert.equal(stage.trace(time_run), 1);
  const events = [{ id: 0, parent: -1, type: 'watermark', node: 1, n: 'x' }, { id: 1, parent: -1, type: 'late', node: 1, kind: '+I', cells: ['1'] }, { id: 2, parent: -1, type: 'expire', node: 1, state: 0, before: [['x']], after: [] }];
  const rows = [{ cells: ['1', 'ann', '2'], change: 'same', expires: '2024-01-01 03:00:00.000' }, { cells: ['2', 'bob', '2'], change: 'removed' }];
  assert.equal(stage.show({ index: 2, events, states: [{ id: 0, total: 1, rows }], watermarks: { 1: '2024-01-01 10:00:05.000', 2: '2024-01-01 10:00:05.500' } }), 1);
  stage.x.stage_choose(1);
  stage.x.stage_key(2); // Enter
  const { vertices } = stage.rest();
  for (const text of ['windows', '10:00:00–10:05:00', 'ann 2024-01-01 23:00:00–2024-01-02 01:00:00', 'P', 'watermark 2024-01-01 10:00:05', 'watermark 2024-01-01 10:00:05.500', '1 late, dropped · 1 expired', 'expires', '2024-01-01 03:00:00'])
    assert.ok(stage.written.has(text), `${text} in ${[...stage.written].join(' | ')}`);
  // The late row is crossed out: without that there is less to draw.
  stage.trace({ ...time_run, steps: time_run.steps.map(({ late, ...step }) => step) });
  stage.show({ index: 2, events, states: [{ id: 0, total: 1, rows }], watermarks: { 1: '2024-01-01 10:00:05.000', 2: '2024-01-01 10:00:05.500' } });
  assert.ok(stage.rest().vertices < vertices);
});

test('thousands of windows cost no more than the pixels they cover', () => {
  const stage = open();
  const windows = Array.from({ length: 50_000 }, (_, i) => ({ node: 1, start: '2024-01-01 10:00:00.000', end: '2024-01-01 10:05:00.000', first: i, last: i + 3 }));
  stage.trace({ ...run, windows });
  stage.show(step(5));
  assert.ok(stage.rest().vertices < 100_000);
});

test('a row of text goes to the browser as it is', () => {
  const stage = open();
  stage.trace(run);
  stage.show(step(5));
  stage.rest();
  assert.ok(stage.written.has("1, '北京'"), [...stage.written].join(' | '));
});

test('frames are wanted while rows travel, and then no more', () => {
  const stage = open();
  stage.trace(run);
  stage.show(step(5));
  assert.ok(stage.rest().frames < 6);
  stage.show({ ...step(5), index: 8 }, 1e6, 2600);
  const { frames } = stage.rest(1e6);
  assert.ok(frames > 60 && frames < 200, `${frames} frames of 16 ms`);
  assert.equal(stage.x.stage_frame(2e6), 0);
  stage.show({ ...step(5), index: 7 }, 2e6, 2600); // back: only the new state
  assert.ok(stage.rest(2e6).frames < 6);
});

test('what cannot be read changes nothing and is said', () => {
  const stage = open();
  stage.trace(run);
  stage.show(step(5));
  assert.equal(stage.trace('{"graph": 7'), 0);
  assert.equal(stage.show({ index: 1, events: [], states: [{ id: 4, total: 0, rows: [] }] }), 0);
  stage.rest();
  assert.equal(stage.trace({ graph: null, outputs: [], steps: [] }), 1);
  stage.rest();
});

test('a canvas that is hidden or tiny is no trouble', () => {
  const stage = open();
  stage.trace(run);
  stage.show(step(5));
  stage.x.stage_choose(1);
  stage.x.stage_key(2);
  for (const [width, height] of [[0, 0], [1, 900], [130, 90], [320, 100], [5000, 10], [3000, 2000]]) {
    stage.x.stage_resize(width, height, 1);
    stage.rest();
  }
});

test('nothing that a reader does in any order upsets it', () => {
  const stage = open();
  let seed = 7;
  const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % n;
  const small = { ...run, steps: run.steps.slice(0, 2000) };
  const runs = [small, { ...run, steps: run.steps.slice(0, 5) }, { graph: null, outputs: [], steps: [] }, { ...small, graph: { nodes: run.graph.nodes.slice(0, 1), states: [] }, outputs: [] }];
  const views = [step(0), step(5), step(300)];
  stage.trace(small);
  for (let i = 0, now = 0; i < 6000; ++i) {
    const what = random(100);
    const [x, y] = [random(1100) - 50, random(700) - 50];
    if (what < 40) stage.x.stage_pointer(random(4), random(3), x, y, random(2));
    else if (what < 60) stage.x.stage_wheel(x, y, random(400) - 200, random(4000) - 2000, random(2));
    else if (what < 80) stage.x.stage_key(random(10));
    else if (what < 83) stage.x.stage_resize(random(1200), random(800), 1 + random(3));
    else if (what < 85) stage.trace(runs[random(runs.length)]);
    else if (what < 92) stage.show({ ...views[random(3)], index: random(9) }, now, random(2) * 900);
    else stage.x.stage_choose(random(6) - 2);
    stage.x.stage_frame((now += random(60)));
  }
  stage.x.stage_resize(1000, 600, 1);
  stage.trace(run);
  stage.show(step(5));
  stage.x.stage_key(5); // show all
  assert.ok(stage.rest().vertices > 500);
});

test('a tap on a step and on an operator is a wish', () => {
  const stage = open();
  stage.trace(run);
  stage.show(step(5));
  stage.rest();
  const tap = (x, y) => {
    stage.x.stage_pointer(1, 1, x, y, 1);
    stage.x.stage_pointer(2, 1, x, y, 1);
    stage.rest();
  };
  tap(995, 580);
  assert.deepEqual(stage.wishes.pop(), [0, 49_999, 0]);
  tap(500, 250); // the middle of the graph is the aggregate
  assert.deepEqual(stage.wishes.pop(), [1, 1, 0]);
  tap(20, 20);
  assert.deepEqual(stage.wishes.pop(), [1, -1, 0]);
});
