// Time in the page: watermarks, the clock, windows, late rows, state that expires.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, open_page, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });

const go = async (page, step) => {
  await page.locator('#scrub').fill(String(step));
  await steps_to(page, step);
};

test('every operator shows its watermark, and which of them moved', async () => {
  const page = await open_page(browser, { hash: '#example/tumbling-window@1' });
  const marks = page.locator('.op .wm');
  assert.ok((await marks.count()) >= 3);
  assert.deepEqual([...new Set(await marks.allInnerTexts())], ['watermark 09:59:59']);
  assert.equal(await page.locator('.op .wm.moved').count(), await marks.count());
  await go(page, 4); // a row behind the watermark moves nothing
  assert.deepEqual([...new Set(await marks.allInnerTexts())], ['watermark 10:00:10']);
  assert.equal(await page.locator('.op .wm.moved').count(), 0);
});

test('windows lie on the timeline over the steps in which they are open', async () => {
  const page = await open_page(browser, { hash: '#example/tumbling-window@2' });
  const windows = page.locator('.win');
  // The second is open in the step that closes the first: it lies below.
  assert.deepEqual(await windows.allInnerTexts(), ['10:00:00–10:00:10', '10:00:20–10:00:30', '10:00:10–10:00:20']);
  const classes = () => windows.evaluateAll((all) => all.map((one) => one.className.split(' ')[1]));
  assert.deepEqual(await classes(), ['open', 'later', 'later']);
  await go(page, 3);
  assert.deepEqual(await classes(), ['closing', 'later', 'open']);
  assert.match(await page.locator('.windows').getAttribute('aria-label'), /^2 windows open after this step: 10:00:00–10:00:10; 10:00:10/);
  // A bar begins and ends with the marbles of its steps.
  const box = await windows.first().boundingBox();
  const marbles = page.locator('.lane.wire:not(.sink) .m');
  const [first, third] = [await marbles.nth(0).boundingBox(), await marbles.nth(2).boundingBox()];
  assert.ok(box.x < first.x && box.x + box.width > third.x + third.width);
  assert.deepEqual(page.errors, []);
});

test('a late row says so in the input, on the timeline and in Why', async () => {
  const page = await open_page(browser, { hash: '#example/tumbling-window@1' });
  // In one phase the operator sees at once that its window is over.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText("SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE';\n");
  await page.getByRole('button', { name: 'Text' }).click();
  const text = page.locator('textarea').first();
  await text.fill('+I[ann, 2024-01-01 10:00:30]\n+I[bob, 2024-01-01 10:00:01]\n+I[cid, 2024-01-01 10:00:28]\n');
  await settled(page);
  await page.getByRole('button', { name: 'Rows', exact: true }).click();
  await go(page, 2);
  const rows = page.locator('.rows li');
  assert.match(await rows.nth(1).innerText(), /late, dropped/);
  assert.match(await rows.nth(2).innerText(), /late$/); // its window is still open
  assert.equal(await page.locator('.m.late').count(), 2);
  assert.match(await page.locator('.why-b').innerText(), /came too late: the watermark of WindowAggregate had already reached 2024-01-01 10:00:28/);
  assert.match(await page.locator('.op-note.late').innerText(), /1 late row dropped/);
});

test('state says when it expires; the clock is a rule across the input', async () => {
  const page = await open_page(browser, { hash: '#example/state-ttl@2' });
  const state = page.locator('.st').first();
  assert.match(await state.innerText(), /expires[^]*01:00/);
  assert.match(await page.locator('.rows .tick').innerText(), /processing time 2024-01-01 02:00:00/);
  assert.match(await page.locator('.flow .clock').innerText(), /processing time 2024-01-01 00:00:00/);
  await go(page, 3);
  assert.match(await page.locator('.op-note.late').first().innerText(), /1 entry expired/);
  assert.equal(await state.locator('tr.del').count(), 1);
  await go(page, 4);
  assert.match(await state.innerText(), /03:00/);
});

test('watermarks that stand in the input are rules with the name of their table', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  const sql = "CREATE TABLE t (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK()) WITH ('connector' = 'kafka', 'format' = 'json');\nSELECT ts, k FROM t ORDER BY ts;";
  const hash = await page.evaluate(async (document) => {
    const bytes = new Uint8Array(await new Response(new Blob([JSON.stringify({ document })]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
    return '#v1.' + btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }, { sql, input: [{ table: 't', rows: '+I[a, 2024-01-01 10:00:00]\n' }, { table: 't', watermark: '2024-01-01 10:00:05' }, { end: true }] });
  await page.goto(browser.url + hash);
  await page.reload();
  await steps_to(page, 1);
  const rules = page.locator('.rows .tick');
  assert.match(await rules.nth(0).innerText(), /watermark of t: 2024-01-01 10:00:05/);
  assert.match(await rules.nth(1).innerText(), /all sources finish/);
  await go(page, 3);
  assert.match((await page.locator('.op .wm').first().innerText()), /end of input/);
});
