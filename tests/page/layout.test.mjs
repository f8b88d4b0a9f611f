// Sizes of panes, folded definitions, long timelines, and what stays when a run is stopped or the page is loaded again.
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { browser_with, example, in_view, open_page, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });

const width = (page, selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().width);
const height = (page, selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().height);

/** A document of n rows that are counted. */
const counting = (n) => ({
  sql: "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT a % 3 AS g, COUNT(*) AS n FROM t GROUP BY a % 3;",
  input: [{ table: 't', rows: Array.from({ length: n }, (_, i) => `+I[${i}]\n`).join('') }],
});
const draft = (page, document) => page.addInitScript((text) => localStorage.getItem('rowkind.draft.v1') ?? localStorage.setItem('rowkind.draft.v1', text), JSON.stringify({ example: '', document, edited: true }));

test('a splitter moves by pointer and by keyboard, and its size is kept in this browser', async () => {
  const page = await open_page(browser);
  const before = await width(page, '.left');
  const line = page.getByRole('separator', { name: 'Width of query and input' });
  const box = await line.boundingBox();
  await page.mouse.move(box.x + 4, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 64, 300, { steps: 3 });
  await page.mouse.up();
  assert.ok(Math.abs((await width(page, '.left')) - before - 60) <= 1);
  await line.press('ArrowLeft');
  assert.ok(Math.abs((await width(page, '.left')) - before - 44) <= 1);
  const query = page.getByRole('separator', { name: 'Height of the query' });
  const high = await height(page, '.editor');
  await query.press('ArrowUp');
  assert.ok(Math.abs((await height(page, '.editor')) - high + 16) <= 1);
  await page.reload();
  await in_view(page);
  assert.ok(Math.abs((await width(page, '.left')) - before - 44) <= 1);
  assert.ok(Number(await line.getAttribute('aria-valuenow')) > 0);
  await line.press('Delete');
  assert.equal(await width(page, '.left'), before);
  assert.deepEqual(page.errors, []);
});

test('the output can be made wider, never so wide that the dataflow is gone', async () => {
  const page = await open_page(browser);
  const line = page.getByRole('separator', { name: 'Width of the output' });
  await line.focus();
  for (let i = 0; i < 40; ++i) await page.keyboard.press('ArrowLeft');
  assert.ok((await width(page, '.right')) <= 1440 * 0.4 + 1);
  assert.ok((await width(page, '.flow')) > 250);
});

test('table definitions fold to their columns, and unfold where there is a mistake', async () => {
  const page = await open_page(browser, { hash: '#example/interval-join@1' });
  const folded = page.locator('.cm-foldPlaceholder');
  assert.match((await folded.allInnerTexts()).join('\n'), /WATERMARK/);
  assert.ok(!(await page.locator('.cm-content').innerText()).includes('connector'));
  const shown = await folded.count();
  await folded.first().click();
  assert.equal(await folded.count(), shown - 1);
  // Folding changes nothing in the text.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText("CREATE TABLE t (a INT, b STRING, PRIMARY KEY (a) NOT ENFORCED, c NOSUCHTYPE) WITH ('connector' = 'kafka', 'format' = 'json', 'topic' = 'a-topic');\nSELECT a FROM t;");
  await page.locator('.cm-lens.error').waitFor();
  assert.equal(await folded.count(), 0);
});

test('a timeline that does not fit scrolls, and keeps the step in its middle third', async () => {
  const page = await browser.page();
  await draft(page, counting(120));
  await page.goto(browser.url);
  await in_view(page);
  const lanes = page.locator('.lanes');
  assert.ok(await lanes.evaluate((one) => one.scrollWidth > one.clientWidth));
  const place = () =>
    page.evaluate(() => {
      const [box, mark] = ['.lanes', '.lanes .head'].map((name) => document.querySelector(name).getBoundingClientRect());
      return (mark.left + mark.width / 2 - box.left) / box.width;
    });
  for (const to of [60, 61, 70, 90, 40]) {
    await page.locator('#scrub').fill(String(to));
    await steps_to(page, to);
    await page.waitForTimeout(250);
    const at = await place();
    assert.ok(at > 0.3 && at < 0.75, `step ${to} stands at ${at}`);
  }
  assert.equal(await page.locator('.lane .m.k-i').count() > 100, true);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test('very many steps are counted in bins', async () => {
  const page = await browser.page();
  await draft(page, counting(1000));
  await page.goto(browser.url);
  await in_view(page);
  const bins = page.locator('.lane:not(.sink) .bin');
  const counts = (await bins.locator('b').allInnerTexts()).map(Number);
  assert.equal(counts.reduce((a, b) => a + b), 1000);
  assert.ok(counts.length <= 60);
  // Every +I but the three first ones replaces a result: 3 + 2 * 997 rows.
  const out = (await page.locator('.lane.sink .bin b').allInnerTexts()).map(Number);
  assert.equal(out.reduce((a, b) => a + b), 3 + 2 * 997);
  await bins.nth(10).click();
  await steps_to(page, 170);
  assert.ok(await page.locator('.ruler .cur').isVisible());
});

test('a long run tells how far it is, and stopping it keeps the text', async () => {
  const page = await browser.page();
  const long = counting(60_000);
  long.sql = "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT x.a, y.a AS b FROM t AS x JOIN t AS y ON x.a / 300 = y.a / 300; -- mine";
  await draft(page, long);
  await page.goto(browser.url);
  const told = page.locator('.editor .status');
  await told.filter({ hasText: /step [\d,]+ of 60,000/ }).waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await told.filter({ hasText: 'Stopped' }).waitFor();
  assert.match(await page.locator('.cm-content').innerText(), /-- mine/);
  assert.equal(await page.locator('.boot').count(), 0);
  // It goes on with the next run.
  await example(page, 'counting');
  await steps_to(page, 1);
  assert.deepEqual(page.errors, []);
});

test('a lesson that was only read is not among the recent documents, also after loading the page again', async () => {
  const page = await open_page(browser, { hash: '#example/counting@2' });
  await page.goto(browser.url);
  await page.reload();
  await in_view(page);
  await example(page, 'interval-join');
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('rowkind.recent.v1') ?? '[]').map((one) => one.title));
  assert.deepEqual(await kept(), []);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' -- mine');
  await settled(page);
  await page.reload();
  await in_view(page);
  await example(page, 'counting');
  assert.equal((await kept()).length, 1);
});

test('while the engine comes, the page says how much of it is here', async () => {
  const page = await browser.page();
  // The same files, but the engine halts in its middle.
  let go_on;
  const rest = new Promise((resolve) => (go_on = resolve));
  const slow = http.createServer(async (request, response) => {
    // By number: a bare machine has no name for itself.
    const file = await fetch(new URL(request.url, browser.url.replace('//localhost:', '//127.0.0.1:')));
    const bytes = Buffer.from(await file.arrayBuffer());
    response.writeHead(file.status, { 'content-type': file.headers.get('content-type') });
    if (!request.url.endsWith('.wasm')) return response.end(bytes);
    response.write(bytes.subarray(0, 1 << 18));
    await rest;
    response.end(bytes.subarray(1 << 18));
  });
  await new Promise((resolve) => slow.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://localhost:${slow.address().port}/`);
    await page.locator('.flow .loading').filter({ hasText: /256 of [\d,]+ KiB/ }).waitFor({ timeout: 20_000 });
    const bar = page.locator('.flow progress');
    assert.ok((await bar.evaluate((one) => one.value / one.max)) > 0.2);
    assert.match(await page.locator('.editor .status').innerText(), /256 of/);
    go_on();
    await in_view(page);
    assert.equal(await page.locator('.loading').count(), 0);
    assert.deepEqual(page.errors, []);
  } finally {
    go_on();
    slow.closeAllConnections();
    slow.close();
  }
});
