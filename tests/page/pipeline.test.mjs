// Flink CDC pipelines on the page: stages, events in both forms, schema changes, advice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, in_view, open_page, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });

test('switching to CDC YAML and back keeps both documents', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  const mode = page.locator('.bar').getByRole('group', { name: 'Kind of document' });
  await mode.getByRole('button', { name: 'CDC YAML' }).click();
  await page.locator('.op', { hasText: 'PostTransform' }).waitFor();
  await in_view(page);
  assert.match(await page.locator('.cm-content').innerText(), /transform:/);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# mine');
  await settled(page);
  await mode.getByRole('button', { name: 'SQL' }).click();
  await page.locator('.op', { hasText: 'GroupAggregate' }).waitFor();
  await mode.getByRole('button', { name: 'CDC YAML' }).click();
  await page.locator('.cm-content', { hasText: 'mine' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('an update passes the stages as one event with two images', async () => {
  const page = await open_page(browser, { hash: '#example/projection@3' });
  await steps_to(page, 3);
  assert.deepEqual(await page.locator('.op-h strong').allInnerTexts(), ['Source', 'PreTransform', 'PostTransform', 'SchemaOperator', 'Sink']);
  const edges = await page.locator('.edge .er').allInnerTexts();
  assert.match(edges[0], /1, vase, 950, 2, gift/);
  assert.doesNotMatch(edges[1], /gift/); // cut by PreTransform
  assert.match(edges[2], /1, VASE, 1900[^]*1, VASE, 2850/);
  assert.match(await page.locator('.op', { hasText: 'PostTransform' }).innerText(), /cents \* qty AS total/);
  assert.deepEqual((await changelog(page)).slice(-2), ['-U 1, VASE, 1900', '+U 1, VASE, 2850']);
  await page.getByRole('button', { name: 'Events' }).click();
  assert.match((await changelog(page)).at(-1), /^DataChangeEvent\{tableId=shop\.orders, before=\[1, VASE, 1900\], after=\[1, VASE, 2850\], op=UPDATE/);
});

test('the version decides what a filtered update becomes, and the page says why', async () => {
  const page = await open_page(browser, { hash: '#example/filter-on-update@4' });
  await steps_to(page, 4);
  assert.match(await page.locator('.why').innerText(), /Why did nothing come out/);
  await page.getByLabel('Flink CDC version').selectOption('3.7');
  await settled(page);
  assert.equal((await changelog(page)).at(-1), '-D 1, Dune, 3');
  assert.match(await page.locator('.why-b').innerText(), /goes on as a delete/);
  assert.equal(await page.locator('.mat tr.del').count(), 1);
});

test('schema changes travel between rows, and the table follows', async () => {
  const page = await open_page(browser, { hash: '#example/schema-evolution@3' });
  await steps_to(page, 3);
  assert.match((await changelog(page)).at(-1), /^DDL ALTER ADD city STRING LAST/);
  assert.deepEqual(await page.locator('.mat thead th').allInnerTexts(), ['id', 'name', 'city']);
  assert.equal(await page.locator('.op', { hasText: 'SchemaOperator' }).locator('tr.add').count(), 1);
  await page.keyboard.press('End');
  await steps_to(page, 6);
  assert.deepEqual(await page.locator('.mat thead th').allInnerTexts(), ['id', 'full_name', 'city']);
});

test('a failing expression names its stage, advice knew it before', async () => {
  const page = await open_page(browser, { hash: '#example/null-arithmetic@3' });
  await steps_to(page, 3);
  assert.match(await page.locator('.op', { hasText: 'PostTransform' }).innerText(), /The job failed here/);
  assert.match(await page.locator('.adv').innerText(), /cdc\/null-arithmetic/);
  assert.ok((await page.locator('.cm-lens').count()) > 0);
});
