// The page as people use it: the served build in headless Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, example, open_page, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const open = (options) => open_page(browser, options);

test('the example steps forth and back by keyboard, and every pane follows', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  assert.deepEqual(await changelog(page), ['+I ann, 1, 10.00']);
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 3);
  assert.deepEqual((await changelog(page)).slice(2), ['-D ann, 1, 10.00', '-U bob, 1, 5.50', '+U bob, 2, 15.50']);
  // The step's one message is an update: two changes on the edge, the group of ann goes, the group of bob changes.
  const state = page.locator('.op', { hasText: 'GroupAggregate' }).locator('.st');
  assert.equal(await state.locator('tr.del').count(), 1);
  assert.equal(await state.locator('tr.chg').count(), 1);
  assert.match(await page.locator('.why-q').innerText(), /bob, 2, 15\.50/);
  await page.keyboard.press('ArrowLeft');
  await steps_to(page, 2);
  assert.equal((await changelog(page)).length, 2);
  await page.keyboard.press('End');
  await steps_to(page, 6);
  assert.equal((await changelog(page)).length, 9);
  assert.match(await page.locator('.mat tbody').innerText(), /ann\s+1\s+6\.25/);
  await page.keyboard.press('Home');
  await steps_to(page, 0);
  assert.deepEqual(await changelog(page), []);
  assert.deepEqual(page.errors, []);
});

test('every step looks the same on the way back as on the way forth', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  const see = async () => (await page.locator('rk-output-pane').innerText()) + (await page.locator('rk-flow-pane').innerText());
  const forth = [];
  await page.getByRole('button', { name: 'Start' }).click();
  for (let step = 0; step <= 6; ++step) {
    await steps_to(page, step);
    forth.push(await see());
    if (step < 6) await page.getByRole('button', { name: 'Step forward' }).click();
  }
  for (let step = 5; step >= 0; --step) {
    await page.getByRole('button', { name: 'Step back' }).click();
    await steps_to(page, step);
    assert.equal(await see(), forth[step], `step ${step}`);
  }
  assert.ok(await page.getByRole('button', { name: 'Step back' }).isDisabled());
});

test('selecting a row asks why it was emitted and goes to its step', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('End');
  await steps_to(page, 6);
  await page.locator('.log .log-row').nth(2).click();
  await steps_to(page, 3);
  const why = await page.locator('.why-b').innerText();
  assert.match(why, /ann, 1, 10\.00/);
  assert.match(why, /record counter is 0/);
  assert.match(why, /GroupAggregate/);
});

test('a mistake in the query is shown at its place, and the last good run stays', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nSELECT custmer FROM orders;');
  const lens = page.locator('.cm-lens.error');
  await lens.waitFor();
  assert.match(await lens.innerText(), /custmer/);
  assert.match(await lens.innerText(), /customer/);
  assert.match(await page.locator('.editor .status').innerText(), /showing the last good run/);
  assert.ok((await changelog(page)).length > 0);
  // Mended: the run follows, nothing typed was lost.
  for (let i = 0; i < 'SELECT custmer FROM orders;'.length; ++i) await page.keyboard.press('Backspace');
  await lens.waitFor({ state: 'detached' });
  assert.match(await page.locator('.cm-content').innerText(), /GROUP BY customer/);
});

test('a bad input row names its place, and what was typed survives a reload', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  await page.getByRole('button', { name: 'Text' }).click();
  await page.locator('.item textarea').fill('{"before":null,"after":{"id":1,"customer":"ann","amount":1},"op":"c"}\n{broken');
  const note = page.locator('.item .note');
  await note.waitFor();
  assert.match(await note.innerText(), /Line 2/);
  await page.reload();
  await page.waitForSelector('.now-line strong');
  await page.getByRole('button', { name: 'Text' }).click();
  assert.match(await page.locator('.item textarea').inputValue(), /\{broken/);
});

test('EXPLAIN shows the plan with changelog modes', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await page.getByRole('button', { name: 'EXPLAIN' }).click();
  assert.match(await page.locator('.plan-text').innerText(), /GroupAggregate\(groupBy=\[customer\].*changelogMode=\[I,UB,UA,D\]/);
});

for (const [name, width, height] of [['phone', 390, 844], ['tablet', 1024, 768], ['desktop', 1440, 900]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`no sideways scroll and no error: ${name}, ${colorScheme}`, async () => {
      const page = await open({ viewport: { width, height }, colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0);
      assert.deepEqual(page.errors, []);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` });
    });
  }
}

test('between -U and +U the table says that the row is gone', async () => {
  const page = await open_page(browser, { hash: '#example/update-of-a-dimension@4' });
  const note = page.locator('.outs .note');
  assert.match(await note.innerText(), /the row is gone until step 5/);
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 5);
  assert.equal(await note.count(), 0);
});

test('clicks that come faster than the steps all count', async () => {
  const page = await open();
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  const twice = (name) => page.getByRole('button', { name }).evaluate((button) => (button.click(), button.click()));
  await twice('Step forward');
  await steps_to(page, 3);
  await twice('Step back');
  await steps_to(page, 1);
  assert.deepEqual(page.errors, []);
});

test('what comes out is copied as the SQL client or the print connector would show it', async () => {
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByLabel('Copy the changelog as').selectOption('print');
  await page.waitForFunction(() => document.querySelector('.copy option').textContent === 'Copied');
  assert.equal(await copied(), '+I[ann, 1, 10.00]\n');
  await page.getByLabel('Copy the table as').selectOption('tableau');
  await page.waitForFunction(() => document.querySelectorAll('.copy option[value=""]')[1].textContent === 'Copied');
  assert.match(await copied(), /\| +ann \| 1 \| 10\.00 \|\n.*\n1 row in set\n$/);
  assert.deepEqual(page.errors, []);
});

test('a sink with a format shows the messages that it writes', async () => {
  const page = await open();
  await example(page, 'what-a-sink-writes');
  await page.keyboard.press('End');
  await steps_to(page, 2);
  assert.equal((await changelog(page)).length, 3);
  await page.getByRole('button', { name: 'Messages' }).click();
  assert.equal(await page.locator('.log .message').nth(1).innerText(), '{"before":{"user_name":"ann","clicks":1},"after":null,"op":"d"}');
  assert.deepEqual(page.errors, []);
});
