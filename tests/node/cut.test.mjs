// The cut on a small module: both parts together do what the whole does, the first does alone what was run, and carries only the constants
// that this needs.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { counting, take_counts } from '../../cmake/cut/count.mjs';
import { Unreadable, parse, write } from '../../cmake/cut/module.mjs';
import { Outliner } from '../../cmake/cut/outline.mjs';
import { part } from '../../cmake/cut/parts.mjs';
import { places_of } from '../../cmake/cut/places.mjs';
import { createEngine } from '../../wasm/index.mjs';
import { example, root } from './support.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rowkind-cut-'));
after(() => fs.rmSync(folder, { recursive: true }));
const wasm_opt = fs.readFileSync(root + 'build/wasm/CMakeCache.txt', 'utf8').match(/^RK_WASM_OPT:\w+=(.*)$/m)[1];

/** Only a piece of some length becomes a function. */
const much = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `(call $note (i32.const ${1000 + n}))`).join(' ');
/** `run` has pieces that return, leave loops and blocks, set locals, throw and catch; `rare` is only called by the table. */
const source = (base) => `(module
  (import "env" "note" (func $note (param i32)))
  (memory (export "memory") 16)
  (table 2 2 funcref)
  (elem (i32.const 1) $rare)
  (tag $oops (param i32))
  (global $depth (mut i32) (i32.const 0))
  (data $.rodata.hot (i32.const ${base}) "hot\\00")
  (data $.rodata..L.str.1 (i32.const ${base + 4}) "a longer text of a hot one\\00")
  (data $.rodata.rare (i32.const ${base + 256}) "rare, and long enough to be told from others\\00")
  (data $.rodata.list (i32.const ${base + 512}) "${word(base + 4)}")
  (data $.data.state (i32.const ${base + 640}) "\\07\\00\\00\\00")
  (func $sum (param $at i32) (result i32) (local $sum i32)
    (loop $more
      (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $more (i32.load8_u (local.get $at))))
    (local.get $sum))
  (func $rare (param $x i32) (result i32)
    (i32.store (i32.const ${base + 640}) (i32.add (i32.load (i32.const ${base + 640})) (i32.const 1)))
    (i32.add (call $sum (i32.const ${base + 256})) (local.get $x)))
  (func $fail (param $x i32)
    (if (i32.eq (local.get $x) (i32.const 5)) (then ${much} (if (local.get $x) (then (throw $oops (i32.const 50))))))
    (if (i32.eq (local.get $x) (i32.const 6)) (then ${much} (if (local.get $x) (then (throw $oops (i32.const 60)))))))
  (func (export "run") (param $x i32) (result i64) (local $n i32) (local $f f64) (local $wide i64) (local $turn i32)
    (local.set $n (call $sum (i32.load (i32.const ${base + 512}))))
    (local.set $f (f64.const 1.5))
    (block $out
      (loop $again
        (local.set $turn (i32.add (local.get $turn) (i32.const 1)))
        (if (i32.eq (local.get $x) (i32.const 1)) (then
          ${much}
          (local.set $wide (i64.const 77))
          (local.set $f (f64.add (local.get $f) (f64.const 2.25)))
          (if (local.get $n) (then (br $out)))
          (call $note (i32.const 11))))
        (if (i32.eq (local.get $x) (i32.const 2)) (then
          ${much}
          (local.set $x (i32.const 3))
          (local.set $n (i32.add (local.get $n) (i32.const 1000)))
          (if (local.get $n) (then (br $again)))
          (call $note (i32.const 22))))
        (if (i32.eq (local.get $x) (i32.const 4)) (then
          ${much}
          (call $note (i32.add (local.get $n) (local.get $turn)))
          (if (local.get $n) (then (return (i64.extend_i32_s (i32.add (i32.mul (local.get $n) (i32.const 3)) (local.get $x))))))
          (call $note (i32.const 44))))
        (if (i32.eq (local.get $x) (i32.const 7)) (then
          ${much}
          (block $inner
            (br_table $inner $out $inner (i32.sub (local.get $turn) (i32.const 1))))
          (local.set $n (call_indirect (param i32) (result i32) (local.get $n) (i32.const 1)))))
        (if (i32.ge_s (local.get $x) (i32.const 8)) (then
          ${much}
          (if (i32.eq (local.get $x) (i32.const 9)) (then (local.set $wide (i64.const 9)) (br $out)))
          (if (i32.eq (local.get $x) (i32.const 10)) (then (return (i64.const 10))))
          (if (i32.eq (local.get $x) (i32.const 11)) (then (local.set $x (i32.const 7)) (br $again)))
          (local.set $x (i32.sub (local.get $x) (i32.const 8)))
          (br_if $again (local.get $x))
          (try
            (do (call $fail (i32.const 5)))
            (catch $oops (local.set $n (pop i32))))
          (if (i32.eq (local.get $turn) (i32.const 1)) (then (unreachable)))))))
    (try
      (do
        (call $fail (local.get $x))
        (local.set $n (i32.add (local.get $n) (i32.const 1))))
      (catch $oops
        (local.set $n (i32.add (pop i32) (local.get $n)))
        ${much}
        (call $note (local.get $n))
        (if (i32.gt_s (local.get $x) (i32.const 5)) (then (call $note (i32.const 66)) (rethrow 1)))))
    (i64.add (local.get $wide) (i64.add (i64.extend_i32_s (local.get $n)) (i64.trunc_f64_s (f64.mul (local.get $f) (f64.const 100)))))
  )
)`;
function word(value) {
  return [0, 8, 16, 24].map((shift) => '\\' + ((value >> shift) & 255).toString(16).padStart(2, '0')).join('');
}
function assemble(text) {
  const [from, to] = [path.join(folder, 'one.wat'), path.join(folder, 'one.wasm')];
  fs.writeFileSync(from, text);
  execFileSync(path.join(path.dirname(wasm_opt), 'wasm-as'), ['-g', '--enable-exception-handling', '--enable-mutable-globals', from, '-o', to]);
  return fs.readFileSync(to);
}

/** What a call comes to: value or failure, and what it noted. */
function tell(exports, notes, x) {
  notes.length = 0;
  let result;
  try {
    result = String(exports.run(x));
  } catch (failure) {
    result = failure instanceof WebAssembly.Exception ? 'exception' : failure.message;
  }
  return `${x}: ${result} [${notes}] ${new Uint32Array(exports.memory.buffer)[(kBase + 640) / 4]}`;
}
const kBase = 65536;
const all = Array.from({ length: 20 }, (_, x) => x);
const compile = (bytes) => new WebAssembly.Module(bytes);
const host = (notes) => ({ env: { note: (x) => void notes.push(x) } });

const bytes = assemble(source(kBase));
const places = places_of(parse(bytes), parse(assemble(source(kBase + 4096))));

/** Both parts, cut by what `run` does with these numbers. */
function cut(numbers) {
  const module = parse(bytes);
  const { bytes: counted, pieces, counters } = counting(module);
  const { exports } = new WebAssembly.Instance(compile(counted), host([]));
  for (const x of numbers) exports.run(x);
  const counts = take_counts(exports.memory, counters);
  const outliner = new Outliner(module);
  const kept = new Set(module.imports.keys());
  pieces.forEach((piece, f) => {
    const hot = piece?.starts.map((_, n) => counts[piece.first + n] > 0);
    if (!hot?.[0]) return;
    kept.add(f);
    if (!hot.every(Boolean)) outliner.take_from(module.functions[f], { starts: piece.starts, hot });
  });
  const pieces_out = module.functions.length - pieces.length;
  return Object.assign(part(module, (f) => kept.has(f), places).map(write), { pieces_out });
}
/** An instance of the first part that gets the second when it asks; `asked` counts. */
function joined([first, second]) {
  const notes = [];
  const self = { notes, asked: 0 };
  const more = () => {
    self.asked += 1;
    new WebAssembly.Instance(compile(second), { ...host(notes), first: self.exports });
    self.exports.whole.value = 1;
  };
  self.exports = new WebAssembly.Instance(compile(first), { ...host(notes), rowkind: { more } }).exports;
  return self;
}

test('parts do together what the whole does, wherever the cut goes', () => {
  for (const hot of [[0], [0, 3], [0, 1], [0, 2, 4], [3, 5], [7], all.slice(0, 5)]) {
    const parts = cut(hot);
    for (const order of [all, [...all].reverse()]) {
      const notes = [];
      const { exports } = new WebAssembly.Instance(compile(bytes), host(notes));
      const both = joined(parts);
      for (const x of order) assert.equal(tell(both.exports, both.notes, x), tell(exports, notes, x), `hot: ${hot}`);
    }
  }
});

test('what was run asks for nothing, the rest asks once', () => {
  const parts = cut([0, 3]);
  assert.ok(parts.pieces_out >= 4, `pieces that became functions: ${parts.pieces_out}`);
  const one = joined(parts);
  for (const x of [0, 3, 0]) tell(one.exports, one.notes, x);
  assert.equal(one.asked, 0);
  for (const x of all) tell(one.exports, one.notes, x);
  assert.equal(one.asked, 1);
});

test('constants go with what refers to them', () => {
  const [first, second] = cut([0]);
  assert.ok(first.includes('a longer text')); // by way of the list
  assert.ok(first.includes('\x07')); // data that changes
  assert.ok(!first.includes('rare, and long') && second.includes('rare, and long'));
  assert.ok(cut([7])[0].includes('rare, and long'));
});

test('a part that cannot be had leaves by an exception of the host', () => {
  const notes = [];
  const more = () => { throw new Error('nowhere'); };
  const { exports } = new WebAssembly.Instance(compile(cut([0])[0]), { ...host(notes), rowkind: { more } });
  assert.match(tell(exports, notes, 7), /nowhere/);
  assert.match(tell(exports, notes, 0), /^0: \d+ /);
});

test('a number is an address where it moves with the data', () => {
  assert.deepEqual([...places.pointers], [kBase + 512]);
  assert.ok(places.named.has(kBase + 256) && !places.named.has(1001));
  assert.throws(() => places_of(parse(bytes), parse(bytes)), Unreadable);
  assert.throws(() => places_of(parse(bytes), parse(assemble(source(kBase + 4096).replace('i32.mul', 'i32.sub')))), Unreadable);
});

test('what the cut does not know is refused', () => {
  const unknown = Buffer.from(bytes);
  unknown[unknown.indexOf(Buffer.from([0x0b, 0x0b])) + 1] = 0xfd; // a vector instruction
  assert.throws(() => counting(parse(unknown)), Unreadable);
  const started = Buffer.concat([bytes.subarray(0, 8), Buffer.from([8, 1, 0])]);
  assert.throws(() => parse(started), Unreadable);
});

test('an engine that cannot be cut is one part, with a warning', async () => {
  const copy = path.join(folder, 'wasm-opt');
  fs.writeFileSync(copy, '#!/bin/sh\nwhile [ "$2" != -o ]; do shift; done\ncp "$1" "$3"\n', { mode: 0o755 });
  const engine = root + 'build/wasm/bin/rowkind.wasm';
  const made = spawnSync(process.execPath, [root + 'cmake/cut.mjs', copy, engine, engine, root + 'cmake/first.txt', folder], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stderr, /warning: the engine cannot be cut in two \(the two links .*rowkind\.wasm/);
  const [wasm, more] = ['rowkind.wasm', 'rowkind_more.wasm'].map((name) => fs.readFileSync(path.join(folder, name)));
  assert.ok(more.length < 100);
  for (const given of [more, new Response(more)]) {
    const one = await createEngine({ wasm, more: given });
    assert.equal(one.call({ method: 'open', scenario: example }).ok, true);
    assert.equal(one.call({ method: 'open', scenario: fs.readFileSync(root + 'examples/5-time/11-match-recognize.yaml', 'utf8') }).ok, true);
  }
});
