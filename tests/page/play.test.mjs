// The playground page as a person uses it. Screenshots go to build/results.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { browser_with, root } from './support.mjs';

const browser = browser_with('web/dist');

async function open() {
  const page = await browser.page();
  await page.goto(browser.url);
  await page.locator('rk-deck strong', { hasText: 'Step' }).waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => /Step \d+ of [1-9]/.test(document.querySelector('rk-deck')?.textContent ?? ''));
  return page;
}
const step = (page) => page.locator('rk-deck strong').first().innerText();
const at = (page, index) => page.waitForFunction((text) => document.querySelector('rk-deck')?.textContent.includes(text), `Step ${index} of`);
const see = async (page) => [await page.locator('rk-output-pane').innerText(), await page.locator('rk-flow-pane').innerText()].join('\n');
const shot = (page, name) => {
  fs.mkdirSync(root + 'build/results', { recursive: true });
  return page.screenshot({ path: `${root}build/results/${name}.png` });
};

test('the example steps forth and back, and each step looks the same both ways', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  await at(page, 0);
  const last = Number((await step(page)).match(/of (\d+)/)[1]);
  assert.equal(last, 6);
  const forth = [await see(page)];
  for (let index = 1; index <= last; index++) {
    await page.keyboard.press('ArrowRight');
    await at(page, index);
    await page.waitForTimeout(50);
    forth.push(await see(page));
  }
  await shot(page, 'last-step');
  for (let index = last - 1; index >= 0; index--) {
    await page.getByRole('button', { name: 'Step back' }).click();
    await at(page, index);
    await page.waitForTimeout(50);
    assert.equal(await see(page), forth[index], `step ${index}`);
  }
  assert.ok(await page.getByRole('button', { name: 'Step back' }).isDisabled());
  assert.deepEqual(page.errors, []);
});

test('an error in the query is shown, and nothing that was typed is lost', async () => {
  const page = await open();
  const editor = page.locator('rk-query-pane .cm-content');
  await editor.click();
  await page.keyboard.press('Control+A');
  const sql = 'CREATE TABLE t (a INT) WITH (\'connector\' = \'kafka\', \'topic\' = \'t\', \'format\' = \'json\'); SELECT aa FROM t;';
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Control+Enter');
  await page.locator('.cm-lintRange-error, .cm-lint-marker-error').first().waitFor({ timeout: 10_000 });
  assert.match((await editor.innerText()).replace(/\s+/g, ' '), /SELECT aa FROM t;/);
  await shot(page, 'error');
});
