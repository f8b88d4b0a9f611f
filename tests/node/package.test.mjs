// The package as another project gets it: packed, unpacked into node_modules, imported and typed by its exports map.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { root } from './support.mjs';

const project = fs.mkdtempSync(path.join(os.tmpdir(), 'rowkind-package-'));
after(() => fs.rmSync(project, { recursive: true }));

test('npm pack makes a package that a project can use', () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', project], { cwd: root + 'wasm', encoding: 'utf8' }));
  const names = packed.files.map((one) => one.path).sort();
  for (const name of ['README.md', 'client.d.ts', 'client.mjs', 'index.d.ts', 'index.mjs', 'more.mjs', 'rowkind.wasm', 'rowkind_more.wasm', 'stage.d.ts', 'stage.mjs', 'stage.wasm', 'stage_paint.mjs', 'worker.mjs']) assert.ok(names.includes(name), name);
  assert.ok(!names.some((name) => name.endsWith('.cc')), String(names));

  const folder = path.join(project, 'node_modules/rowkind');
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(project, packed.filename), '-C', folder, '--strip-components=1']);
  fs.writeFileSync(path.join(project, 'package.json'), '{"type": "module"}');
  fs.writeFileSync(
    path.join(project, 'main.mjs'),
    `import { createEngine } from 'rowkind';
import { createClient } from 'rowkind/client';
const request = { method: 'open', document: { sql: 'SELECT * FROM (VALUES (1), (2)) AS t(a);', input: [] } };
const engine = await createEngine();
const client = createClient();
const rows = (answer) => answer.changelog[0].map((row) => row.kind + row.cells.join());
console.log(JSON.stringify([rows(engine.call(request)), rows(await client.call(request))]));
client.dispose();
`,
  );
  const printed = execFileSync(process.execPath, ['main.mjs'], { cwd: project, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(printed), [['+I1', '+I2'], ['+I1', '+I2']]);
});
