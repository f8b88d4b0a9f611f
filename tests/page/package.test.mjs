import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with } from './support.mjs';

const browser = browser_with('.');

test('the package loads in a page and in a module worker, under a strict policy', async () => {
  const page = await browser.page();
  await page.goto(browser.url + 'tests/page/package.html');
  await page.waitForFunction(() => window.answers, undefined, { timeout: 20_000 });
  const { worker_ms, ...answers } = await page.evaluate(() => window.answers);
  for (const [where, answer] of Object.entries(answers)) assert.equal(answer.ok, true, where + ' ' + JSON.stringify(answer));
  assert.deepEqual(page.errors, []);
  console.log(`first answer of the worker after ${worker_ms.toFixed(0)} ms`);
});
