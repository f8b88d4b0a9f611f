// By keyboard alone: ways through steps, rows and reasons; what the keys help says is what the keys do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, open_page, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const focused = (page, wanted) => page.waitForFunction((selector) => document.activeElement?.matches(selector), wanted);

test('up and down walk the changelog, Why follows, Enter goes to the reason', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@4' });
  await steps_to(page, 4);
  await page.locator('.log-row[tabindex="0"]').focus();
  await focused(page, '[data-row="5"]');
  await page.keyboard.press('ArrowUp');
  await focused(page, '[data-row="4"]');
  assert.match(await page.locator('.why-q').innerText(), /-U\s*'?Berlin'?, 2, 50\.00/);
  await page.keyboard.press('ArrowUp'); // a row of the step before
  await steps_to(page, 3);
  assert.match(await page.locator('.why-q').innerText(), /Lisbon/);
  await page.keyboard.press('ArrowDown');
  await steps_to(page, 4);
  await page.keyboard.press('Enter');
  await focused(page, '.explain');
});

test('up and down walk the input', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@2' });
  await page.locator('.rows .now .row-button').focus();
  await page.keyboard.press('ArrowDown');
  await steps_to(page, 3);
  await focused(page, '.rows .now .row-button');
  await page.keyboard.press('ArrowUp');
  await steps_to(page, 2);
});

test('with Shift the arrows go from update to update; the slider has pages', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@0' });
  await steps_to(page, 0);
  await page.locator('.flow .scroll').focus();
  for (const step of [2, 4, 5, 5]) {
    await page.keyboard.press('Shift+ArrowRight');
    await steps_to(page, step);
  }
  await page.keyboard.press('Shift+ArrowLeft');
  await steps_to(page, 4);
  await page.locator('#scrub').focus();
  await page.keyboard.press('PageUp');
  await steps_to(page, 0);
  await page.keyboard.press('PageDown');
  await steps_to(page, 5);
});

test('an update that is read as one is stepped over as one', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@3' });
  await steps_to(page, 3);
  await page.getByRole('button', { name: 'Pair -U +U' }).click();
  await page.getByRole('button', { name: 'Step forward' }).click();
  await steps_to(page, 5);
  await page.getByRole('button', { name: 'Step back' }).click();
  await steps_to(page, 3);
});

test('tabs and segments are one stop, their arrows choose', async () => {
  const page = await open_page(browser, { hash: '#example/inner-join@1' });
  const all = page.getByRole('tablist', { name: 'Input tables' }).getByRole('tab');
  assert.equal(await page.locator('.input [role=tab][tabindex="0"]').count(), 1);
  await all.first().focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await all.nth(1).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('End');
  assert.equal(await all.last().getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowRight');
  assert.equal(await all.first().getAttribute('aria-selected'), 'true');
  assert.match(await page.locator('.now-line strong').innerText(), /^Step 1 /, 'the step stays');
});

test('? shows the keys; letters can be turned off, and stay off', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('b');
  assert.equal(await page.locator('.rows .bp').count(), 1);
  await page.keyboard.press('b');
  await page.keyboard.press('?');
  await page.locator('.menu.keys').getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await steps_to(page, 1);
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('b');
  await page.keyboard.press('?');
  assert.equal(await page.locator('.rows .bp').count(), 0);
  assert.equal(await page.locator('.menu.keys').count(), 0);
  await page.keyboard.press('ArrowRight'); // no letter
  await steps_to(page, 2);
});

test('the path of a row is marked on the edges, and leads to its operators', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@4' });
  await steps_to(page, 4);
  assert.ok((await page.locator('.edge .on-path').count()) >= 2);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await page.locator('.trail').getByRole('button', { name: 'GroupAggregate' }).press('Enter');
  await focused(page, '.op.chosen');
  assert.equal(await page.locator('.op.chosen .st').count(), 1, 'its state is open');
});

test('on a phone a dot tells of rows on another tab, and the path leads to the flow', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@2', viewport: { width: 390, height: 844 } });
  await steps_to(page, 2);
  assert.equal(await page.locator('.dock .news').getAttribute('aria-label'), '2 rows out');
  await page.getByRole('tab', { name: /Output/ }).click();
  assert.equal(await page.locator('.dock .news').count(), 0);
  assert.equal((await changelog(page)).length, 3);
  await page.locator('.trail').getByRole('button', { name: 'GroupAggregate' }).click();
  await focused(page, '.op.chosen');
});

test('a misspelt name is replaced by the one that was meant', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  const query = page.locator('.cm-content');
  await query.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('SELECT user_nam FROM clicks;');
  const fix = page.locator('.cm-lens button');
  await fix.waitFor();
  assert.equal(await fix.innerText(), 'Write user_name');
  await fix.click();
  await page.locator('.cm-lens').waitFor({ state: 'detached' });
  assert.match(await query.innerText(), /SELECT user_name FROM clicks;/);
});
