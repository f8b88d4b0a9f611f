// The command line under Node against the native one: same bytes, same exit codes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { root, scenario } from './support.mjs';

const native = root + 'build/native/bin/rowkind';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rowkind-'));
after(() => fs.rmSync(folder, { recursive: true }));

function both(args, { input = '', cwd = root } = {}) {
  const run = (program, first) => {
    const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { input, cwd, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const [one, two] = [run(native, []), run(process.execPath, [root + 'wasm/cli.mjs'])];
  assert.deepEqual(two, one);
  return one;
}
const example = 'examples/2-retractions/01-orders-per-customer.yaml';

test('run prints the changelog', () => {
  const { status, stdout } = both(['run', example]);
  assert.equal(status, 0);
  assert.match(stdout, /\+I\[/);
});

test('explain prints the plan with changelog modes', () => {
  const { status, stdout } = both(['explain', example]);
  assert.equal(status, 0);
  assert.match(stdout, /GroupAggregate\(.*changelogMode=\[I,UB,UA,D\]/);
});

test('a scenario from standard input', () => {
  const { status, stdout } = both(['run', '-'], { input: scenario() });
  assert.equal(status, 0);
  assert.match(stdout, /\+I\[y, 1\]/);
});

test('test says ok or not ok', () => {
  fs.writeFileSync(path.join(folder, 'good.yaml'), fs.readFileSync(root + example));
  fs.writeFileSync(path.join(folder, 'wrong.yaml'), fs.readFileSync(root + example, 'utf8').replace('@1 +I[', '@1 -D['));
  const good = both(['test', '--reporter', 'tap', 'good.yaml'], { cwd: folder });
  assert.equal(good.status, 0);
  assert.match(good.stdout, /^ok 1 - good\.yaml$/m);
  const all = both(['test', '--reporter', 'tap', '.'], { cwd: folder });
  assert.equal(all.status, 1);
  assert.match(all.stdout, /^ok 1 - .*good\.yaml$/m);
  assert.match(all.stdout, /^not ok 2 - .*wrong\.yaml$/m);
  assert.match(both(['test', '--reporter', 'junit', '.'], { cwd: folder }).stdout, /<testsuite/);
});

test('a file that expects nothing says so, and --update records what came out', () => {
  const file = path.join(folder, 'empty.yaml');
  for (const program of [[native], [process.execPath, root + 'wasm/cli.mjs']]) {
    fs.writeFileSync(file, scenario());
    const run = (...args) => spawnSync(program[0], [...program.slice(1), 'test', ...args, file], { encoding: 'utf8' }).stdout;
    assert.match(run(), /^pass .*\n {4}expects nothing/);
    assert.match(run('--update'), /^pass /);
    assert.match(fs.readFileSync(file, 'utf8'), /^expect:\n {2}changelog:/m);
    assert.doesNotMatch(run(), /expects nothing/);
  }
  fs.rmSync(file);
});

test('wrong usage and missing files have exit code 2', () => {
  for (const args of [[], ['fly'], ['run'], ['run', 'no/such.yaml'], ['test', '--reporter', 'none', example]]) {
    const { status, stderr } = both(args);
    assert.equal(status, 2, args.join(' '));
    assert.ok(stderr.length > 0, args.join(' '));
  }
});

test('a bad scenario has exit code 1 and a place', () => {
  const { status, stderr, stdout } = both(['run', '-'], { input: scenario({ sql: 'SELECT bb FROM t;' }) });
  assert.equal(status, 1);
  assert.match(stderr + stdout, /^-:3: /m);
});
