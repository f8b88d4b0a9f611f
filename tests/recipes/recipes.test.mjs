// The sites that scripts/recipes built (RECIPES names them): the player starts, and without scripts the scenario can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with } from '../page/support.mjs';

const browser = browser_with('build/recipes');

for (const name of (process.env.RECIPES ?? '').split(' ').filter(Boolean)) {
  test(`${name}: the player starts at its step`, async () => {
    const page = await browser.page();
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 })); // not the recipe's affair
    await page.goto(`${browser.url}${name}/`);
    await page.locator('rowkind-play .cnt', { hasText: '2 of 2' }).waitFor({ timeout: 20_000 });
    const rows = (await page.locator('rowkind-play .log2 li').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());
    assert.deepEqual(rows, ['+I x, 1', '-U x, 1', '+U x, 2']);
    assert.match(await page.locator('rowkind-play .emb-h strong').innerText(), /^Counting/);
    if (name !== 'plain') assert.match(await page.locator('rowkind-play .emb-h strong').innerText(), /\{\{ and < escaping/);
    assert.deepEqual(page.errors, []);
  });

  test(`${name}: without scripts the scenario is there to read`, async () => {
    const page = await browser.page({ javaScriptEnabled: false });
    await page.goto(`${browser.url}${name}/`);
    assert.match(await page.locator('rowkind-play pre').innerText(), /SELECT a, COUNT\(\*\) AS n FROM t[^]*\n {6}\+I\[x\]\n {6}\+I\[x\]/);
  });
}

test('there is something to test', () => assert.ok(process.env.RECIPES));
