// node start.mjs [--runs N]: milliseconds from the import of the package to the answer to the first scenario, each run in a process of
// its own. Prints one line with tab-separated fields like the bench program's.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

async function once() {
  const scenario = fs.readFileSync(new URL('../../examples/2-retractions/01-orders-per-customer.yaml', import.meta.url), 'utf8');
  const start = performance.now();
  const { createEngine } = await import('../../wasm/index.mjs');
  const engine = await createEngine();
  const answer = engine.call({ method: 'open', scenario });
  const millis = performance.now() - start;
  if (!answer.ok || answer.steps.length < 2) throw new Error(`unexpected answer: ${JSON.stringify(answer).slice(0, 500)}`);
  return millis;
}

if (process.argv[2] === '--once') {
  console.log(await once());
  process.exit(0);
}
const given = process.argv.indexOf('--runs');
const runs = given > 0 ? Math.max(1, Number(process.argv[given + 1])) : 5;
const millis = Array.from({ length: runs }, () =>
  Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--once'], { encoding: 'utf8' })),
).sort((a, b) => a - b);
const [best, median, worst] = [millis[0], millis[millis.length >> 1], millis[millis.length - 1]].map((ms) => ms.toFixed(1));
console.log(['start-ms', 1, 1, 'ok', best, median, worst, 0].join('\t'));
