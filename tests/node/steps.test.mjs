// Looking at any step of any scenario: the views behind the page must hold for every operator, row and reason there is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createEngine } from '../../wasm/index.mjs';
import { root } from './support.mjs';

const engine = await createEngine();
const golden = path.join(root, 'tests/golden');

/** Shapes that a page relies on, whatever the operator. */
function check(view, nodes, where) {
  assert.equal(view.ok, true, `${where}: ${JSON.stringify(view.error)}`);
  for (const event of view.events ?? []) {
    assert.ok(event.node >= -1 && event.node < nodes, `${where}: event of node ${event.node}`);
    if (event.cells) assert.ok(event.cells.every((cell) => cell === null || typeof cell === 'string'), `${where}: ${JSON.stringify(event)}`);
    if (event.rule) assert.match(event.rule, /^[a-z0-9-]+\/[a-z0-9-]+$/, where);
  }
}

for (const folder of fs.readdirSync(golden).filter((name) => fs.statSync(path.join(golden, name)).isDirectory())) {
  test(`every step of ${folder} can be looked at, back and forth`, () => {
    const files = fs.readdirSync(path.join(golden, folder)).filter((name) => name.endsWith('.yaml'));
    for (const file of files) {
      const where = `${folder}/${file}`;
      const opened = engine.call({ method: 'open', scenario: fs.readFileSync(path.join(golden, folder, file), 'utf8') });
      if (!opened.ok) continue; // a golden about a file that is no scenario
      const steps = opened.steps?.length ?? 0;
      const nodes = opened.graph?.nodes.length ?? 0;
      const order = [...Array(steps).keys()];
      for (const index of [...order, ...order.reverse()])
        check(engine.call({ method: 'step', session: opened.session, index }), opened.pipeline ? Infinity : nodes, `${where}, step ${index}`);
      engine.call({ method: 'close', session: opened.session });
    }
  });
}
