// What people do in their first minutes: paste what they have at hand, and put right what does not fit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, in_view, open_page, settled } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });

async function paste(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
const note = (page) => page.locator('.editor .note');

const pipeline = `source:
  type: mysql
  tables: app_db.\\.*
sink:
  type: doris
transform:
  - source-table: app_db.orders
    projection: id, UPPER(name) AS name
    filter: id > 1
pipeline:
  name: Sync
`;

test('a pipeline pasted into the SQL editor is read as one, and asks for its tables', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  await paste(page, pipeline);
  await note(page).filter({ hasText: 'This looks like a Flink CDC pipeline.' }).waitFor();
  await page.getByRole('button', { name: 'Read it as a Flink CDC pipeline' }).click();
  await settled(page).catch(() => {});
  assert.equal(await page.locator('.seg [aria-pressed=true]', { hasText: 'CDC YAML' }).count(), 1);
  assert.match(await page.locator('.cm-content').innerText(), /UPPER/);
  // Nothing is known of app_db.orders yet: one button begins its description.
  await page.getByRole('button', { name: '+ app_db.orders' }).click();
  const columns = page.getByLabel('app_db.orders columns');
  await columns.fill('id INT NOT NULL, name STRING NOT NULL, PRIMARY KEY (id)');
  await page.getByRole('button', { name: '+ app_db.orders' }).click(); // and one adds rows of it
  await page.locator('textarea').last().fill('+I[1, ann]\n+I[2, bob]\n');
  await settled(page);
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('End');
  await page.locator('.log-row', { hasText: '2, BOB' }).waitFor();
  assert.equal((await changelog(page)).length, 2); // CREATE and the row that passes
  // And all of it is undone at once, and can be had again.
  assert.deepEqual(page.errors, []);
});

test('SQL pasted into a pipeline, and a whole scenario file, are told as well', async () => {
  const page = await open_page(browser, { hash: '#example/schema-evolution@1' });
  await paste(page, "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT a FROM t;");
  await page.getByRole('button', { name: 'Read it as Flink SQL' }).click();
  await page.locator('.flow .op', { hasText: 'json' }).waitFor();
  await paste(page, "title: Mine\nsql: |\n  CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\n  SELECT a + 1 AS b FROM t;\ninput:\n  - table: t\n    rows: |\n      +I[41]\n");
  await page.getByRole('button', { name: 'Read it as a scenario file' }).click();
  await page.locator('.log-row', { hasText: '42' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('rows of a table that the query no longer has are taken out with one button', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  await paste(page, "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT a FROM t;");
  await page.getByRole('button', { name: 'Remove the rows of clicks' }).click();
  await settled(page).catch(() => {});
  assert.equal(await page.locator('.input .note').count(), 0);
  assert.match(await page.locator('.input .scroll').innerText(), /No input yet/);
});

test('lessons and documents of one kind are not mistaken for the other', async () => {
  for (const hash of ['#example/counting@1', '#example/schema-evolution@1', '#example/state-ttl@1', '#example/filter-on-update@1']) {
    const page = await open_page(browser, { hash });
    assert.equal(await note(page).count(), 0, hash);
    await page.context().close();
  }
});

test('a first visit takes a row back within three steps, and an empty editor offers beginnings', async () => {
  const page = await open_page(browser);
  for (let i = 0; i < 2; ++i) await page.getByRole('button', { name: 'Step forward' }).click();
  await page.locator('.log .now', { hasText: '-U' }).waitFor();
  assert.match(await page.locator('.why-b').innerText(), /takes the old one .* back/);
  await paste(page, '   ');
  const beginnings = page.locator('.beginnings button');
  await beginnings.first().waitFor();
  assert.equal(await beginnings.count(), 3);
  await beginnings.nth(2).click();
  await in_view(page);
  assert.match(await page.locator('.cm-content').innerText(), /stock > 0/);
  assert.deepEqual(page.errors, []);
});

test('a step without output leads to the next one with some', async () => {
  const page = await open_page(browser, { hash: '#example/tumbling-window@1' });
  await page.getByRole('button', { name: 'Go to step 3, the next output' }).click();
  await page.locator('.log .now').waitFor();
  assert.match(await page.locator('.now-line').innerText(), /Step 3 of/);
});
