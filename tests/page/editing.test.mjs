// Editing input by form, keyboard and pointer; completion, hover, functions; what-if; breakpoints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, open_page, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const rows = (page) => page.locator('.rows li').allInnerTexts().then((all) => all.map((row) => row.replace(/\s+/g, ' ').replace(/ \d+ out.*/, '').trim()));

test('a row is added by the form, behind the step in view', async () => {
  const page = await open_page(browser, { hash: '#example/move-between-groups@1' });
  await page.getByRole('button', { name: 'Add a row' }).click();
  const form = page.getByRole('form', { name: 'Add a row' });
  await form.getByLabel('Kind').selectOption('-D');
  for (const [name, value] of [[/^id/, '1'], [/^city/, "O'Fallon, IL"], [/^amount/, '40']]) await form.getByLabel(name).fill(value);
  await form.getByRole('button', { name: 'Add' }).click();
  await settled(page);
  await steps_to(page, 2);
  assert.equal((await rows(page))[1], "2 orders -D 1, 'O''Fallon, IL', 40.00");
  assert.equal((await rows(page)).length, 6);
});

test('a row is edited, moved with the keyboard and by dragging, and deleted', async () => {
  const page = await open_page(browser, { hash: '#example/inner-join@1' });
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  const form = page.getByRole('form', { name: 'Edit step 1' });
  await form.getByLabel(/^amount/).fill('99');
  await form.getByRole('button', { name: 'Save' }).click();
  await settled(page);
  assert.equal((await rows(page))[0], '1 orders +I 1, 7, 99');
  // Alt+→ carries the order behind the next row, and then into the customers.
  await page.locator('.rows .row-button').first().focus();
  await page.keyboard.press('Alt+ArrowRight');
  await settled(page);
  await page.locator('.rows .row-button').nth(1).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await settled(page);
  assert.deepEqual((await rows(page)).slice(0, 4), ['1 orders +I 2, 8, 5', '2 customers +I 7, ann', '3 orders +I 1, 7, 99', '4 customers +I 8, bob']);
  await page.locator('.rows li').nth(2).dragTo(page.locator('.rows li').nth(0));
  await settled(page);
  assert.equal((await rows(page))[0], '1 orders +I 1, 7, 99');
  await page.locator('.rows .row-button').nth(0).click();
  await page.getByRole('button', { name: 'Edit step 1' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await settled(page);
  assert.equal((await rows(page)).length, 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await settled(page);
  assert.equal((await rows(page))[0], '1 orders +I 1, 7, 99');
  assert.deepEqual(page.errors, []);
});

test('a marble is dragged to another place, but not past a row of its own key', async () => {
  const page = await open_page(browser, { hash: '#example/left-join@1' });
  const marble = (n) => page.locator(`.lane.wire:not(.sink) .c:nth-of-type(${n + 2}) .m`);
  const center = async (n) => {
    const box = await marble(n).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to, check) => {
    const [[x, y], [target]] = [await center(from), await center(to)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + target) / 2, y, { steps: 3 });
    await page.mouse.move(target, y, { steps: 3 });
    await check?.();
    await page.mouse.up();
  };
  const before = await rows(page);
  // The visit goes behind the first version of the user: no row padded with NULL any more.
  await drag(1, 2, async () => {
    assert.equal(await page.locator('.place.drop').count(), 1);
    assert.equal(await page.locator('.m.dragged').count(), 1);
    assert.equal(await page.locator('.place.barred').count(), 1); // step 0
  });
  await settled(page);
  await steps_to(page, 2);
  assert.deepEqual((await rows(page)).slice(0, 2), ['1 users +I 1, Berlin', '2 visits +I 1, /home']);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('tabindex')), '0');
  // The versions of the user keep their order: dragged to the end, the first one stays in front of the second.
  await drag(1, 4, async () => assert.equal(await page.locator('.place.barred').count(), 2));
  await settled(page);
  assert.deepEqual(await rows(page), before);
  // A click is still a click, and Escape lets go.
  await marble(4).click();
  await steps_to(page, 4);
  await drag(1, 2, () => page.keyboard.press('Escape'));
  await settled(page);
  assert.deepEqual(await rows(page), before);
  assert.deepEqual(page.errors, []);
});

test('a focused marble moves with Alt and the arrows, and keeps the focus', async () => {
  const page = await open_page(browser, { hash: '#example/inner-join@1' });
  const order = async () => (await rows(page)).map((row) => row.replace(/^\d+ /, ''));
  const before = await order();
  await page.locator('.lane.wire:not(.sink) .m').first().focus();
  for (const to of [2, 3]) {
    await page.keyboard.press('Alt+ArrowRight');
    await settled(page);
    await steps_to(page, to);
  }
  assert.deepEqual(await order(), [before[1], before[2], before[0], ...before.slice(3)]);
  for (const to of [2, 1]) {
    await page.keyboard.press('Alt+ArrowLeft');
    await settled(page);
    await steps_to(page, to);
  }
  assert.deepEqual(await order(), before);
  // The same in the list: the focus goes with the row.
  await page.locator('.rows .row-button').first().focus();
  for (const to of [2, 3]) {
    await page.keyboard.press('Alt+ArrowRight');
    await settled(page);
    await steps_to(page, to);
  }
  assert.deepEqual(await order(), [before[1], before[2], before[0], ...before.slice(3)]);
  assert.deepEqual(page.errors, []);
});

test('clock and end rows are added by the form, a table has a view of its own', async () => {
  const page = await open_page(browser, { hash: '#example/state-ttl@1' });
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Add a row' }).click();
  const form = page.getByRole('form', { name: 'Add a row' });
  await form.getByLabel('Input').selectOption('clock');
  await form.getByRole('textbox', { name: 'Time' }).fill('2024-01-01 05:00:00');
  await form.getByRole('button', { name: 'Add' }).click();
  await settled(page);
  assert.equal(await page.locator('.rows li.tick').count(), 2);
  await page.getByRole('tab', { name: /clicks/ }).click();
  assert.equal(await page.locator('.rows li').count(), 3);
});

test('pasted messages are recognised and read as what they are', async () => {
  const page = await open_page(browser, { hash: '#example/four-kinds' });
  await page.getByRole('button', { name: 'Text' }).click();
  await page.locator('.item textarea').fill('{"before":null,"after":{"item":"fig","pieces":3},"op":"c"}');
  await page.getByRole('button', { name: 'Read it as debezium-json' }).click();
  await settled(page);
  assert.deepEqual(await changelog(page), ['+I fig, 3']);
});

test('the editor completes columns, tables and functions, and explains them', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('SELECT user_n');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'user_name' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type(' SUBSTR');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'SUBSTRING' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.cm-lens.error').waitFor(); // it moves the lines below
  const line = page.locator('.cm-line', { hasText: 'FROM clicks' }).first();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + 60, box.y + box.height / 2);
  await page.locator('.cm-hover', { hasText: 'page STRING' }).waitFor();
});

test('the functions can be searched', async () => {
  const page = await open_page(browser);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Functions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Functions' });
  await dialog.getByRole('searchbox').fill('last_value');
  assert.match(await dialog.innerText(), /LAST_VALUE/);
});

test('what if a row never came: the output is compared, the document stays', async () => {
  const page = await open_page(browser, { hash: '#example/counting@3' });
  await steps_to(page, 3);
  await page.getByText('What if').click();
  await page.getByRole('combobox', { name: 'Input row' }).selectOption('drop');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('.delta').waitFor();
  assert.match(await page.locator('.whatif .result').innerText(), /no longer/);
  assert.ok((await page.locator('.delta .del').count()) > 0);
  assert.equal((await rows(page)).length, 4);
  await page.getByRole('button', { name: 'Make it so' }).click();
  await settled(page);
  assert.equal((await rows(page)).length, 3);
});

test('what if the reader works by key: the same table without -U', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await page.getByText('What if').click();
  await page.getByRole('combobox', { name: 'Option' }).selectOption('consumer=upsert');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('.delta').waitFor();
  assert.deepEqual([...new Set((await page.locator('.delta .del').allInnerTexts()).map((one) => /[-+][IUD]/.exec(one.replace(/^[−-]\s*(removed)?\s*/, ''))[0]))], ['-U']);
});

test('playing stops at breakpoints on a step, a kind, an operator and a row', async () => {
  const page = await open_page(browser, { hash: '#example/orders-per-customer@0' });
  const play = async () => page.getByRole('button', { name: 'Play', exact: true }).click();
  const stopped = (n) => page.getByText(`stopped before the breakpoint on step ${n}`).waitFor({ timeout: 10_000 });
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'Break' }).click();
  const menu = page.getByRole('group', { name: 'Stop playing before…' });
  await menu.getByRole('checkbox', { name: 'delete' }).check();
  await play();
  await stopped(3);
  await menu.getByRole('checkbox', { name: 'delete' }).uncheck();
  await menu.getByLabel('a row contains').fill('6.25');
  await play();
  await stopped(4);
  await menu.getByLabel('a row contains').fill('');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await menu.getByRole('checkbox', { name: 'GroupAggregate' }).check();
  await play();
  await stopped(1);
  await menu.getByRole('checkbox', { name: 'GroupAggregate' }).uncheck();
  await menu.getByRole('button', { name: 'Close' }).click();
  await page.locator('.rows .row-button').nth(1).focus();
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 2);
  await page.keyboard.press('b');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await stopped(2);
});

test('a -U and its +U are drawn as one line', async () => {
  const page = await open_page(browser, { hash: '#example/counting@3' });
  await steps_to(page, 3);
  await page.getByRole('button', { name: 'Pair -U +U' }).click();
  assert.deepEqual(await changelog(page), ['+I ann, 1', '+I bob, 1', '-U+U ann, was 1 → 2']);
});

test('a sink shows what its format writes', async () => {
  const page = await open_page(browser, { hash: '#example/what-a-sink-writes@2' });
  await steps_to(page, 2);
  await page.getByRole('button', { name: 'Messages' }).click();
  assert.deepEqual((await changelog(page)).slice(1), [
    '-U {"before":{"user_name":"ann","clicks":1},"after":null,"op":"d"}',
    '+U {"before":null,"after":{"user_name":"ann","clicks":2},"op":"c"}',
  ]);
  await page.getByRole('button', { name: 'Messages' }).click();
  assert.deepEqual((await changelog(page)).slice(1), ['-U ann, 1', '+U ann, 2']);
});

test('on a phone what-if is a sheet and breakpoints are in the menu; Escape leads back', async () => {
  const page = await open_page(browser, { hash: '#example/left-join@3', viewport: { width: 390, height: 844 } });
  const more = page.getByRole('button', { name: 'More' });
  const focused = (name) => page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, name);
  await more.press('Enter');
  await page.locator('.menu').getByRole('button', { name: 'What if' }).press('Enter');
  await page.locator('.whatif').getByLabel('Input row').selectOption('drop');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('.whatif .delta').waitFor();
  assert.equal((await page.locator('.whatif').boundingBox()).height, 844);
  await page.keyboard.press('Escape');
  await page.locator('.whatif').waitFor({ state: 'hidden' });
  await focused('More');
  await more.press('Enter');
  await page.locator('.menu').getByRole('button', { name: 'Breakpoints' }).press('Enter');
  await page.getByRole('checkbox', { name: 'delete' }).check();
  await page.keyboard.press('Escape');
  await page.locator('.breaks').waitFor({ state: 'detached' });
  await page.locator('.deck').getByRole('button', { name: 'Play' }).click();
  await page.getByText('stopped before the breakpoint on step 4').waitFor();
  await more.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.menu').count(), 0);
  await focused('More');
  assert.deepEqual(page.errors, []);
});

test('the text of one table stands alone, and the tab does not outlive its table', async () => {
  const page = await open_page(browser, { hash: '#example/inner-join@1' });
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.ok((await page.locator('.input textarea').count()) > 1);
  await page.getByRole('tab', { name: /^customers/ }).click();
  assert.deepEqual([...new Set(await page.locator('.input .item label b').allInnerTexts())], ['customers']);
  await page.getByRole('button', { name: 'Rows', exact: true }).click();
  assert.match((await rows(page)).join(), /^\d+ customers/);
  await page.selectOption('.example select', 'counting');
  await page.waitForFunction(() => /clicks/.test(document.querySelector('.rows li')?.textContent ?? ''));
  assert.equal(await page.getByRole('tab', { name: /^All/ }).getAttribute('aria-selected'), 'true');
});

test('the very first edit can be undone', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  await page.evaluate(() => (performance.now = () => 500)); // as if the page had just been opened
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Undo' }).click();
  await settled(page);
  assert.match(await page.locator('.cm-content').innerText(), /GROUP BY/);
});
