// <rowkind-play> and embed.html in pages of others.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { browser_with, root } from './support.mjs';

const browser = browser_with('.', { viewport: { width: 900, height: 800 } });

async function docs(options) {
  const page = await browser.page(options);
  await page.goto(browser.url + 'tests/page/embeds.html');
  return page;
}
const count = (page, id, text) => page.locator(id).locator('.cnt', { hasText: text }).waitFor({ timeout: 20_000 });

test('an embed plays the scenario that stands inside of it, by pointer and by keyboard', async () => {
  const page = await docs();
  await page.locator('#inside').scrollIntoViewIfNeeded();
  await count(page, '#inside', '2 of 2');
  const embed = page.locator('#inside');
  assert.deepEqual(await embed.locator('.log2 li').allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, ' ').trim())), ['+I x, 1', '-U x, 1', '+U x, 2']);
  assert.match(await embed.locator('.emb-why').innerText(), /Why \+U\?/);
  await embed.getByRole('button', { name: 'Step back' }).click();
  await count(page, '#inside', '1 of 2');
  await embed.getByRole('button', { name: 'Step forward' }).focus();
  await page.keyboard.press('End');
  await count(page, '#inside', '2 of 2');
  await embed.getByRole('button', { name: 'SQL' }).click();
  assert.equal(await embed.locator('.emb-code').count(), 0);
  const link = await embed.getByRole('link', { name: 'Open in the playground' }).getAttribute('href');
  assert.match(link, /\/web\/dist\/#v1\./);
  assert.deepEqual(page.errors, []);
});

test('a marked block becomes an embed, a file and a lesson are loaded by address', async () => {
  const page = await docs();
  const marked = page.locator('rowkind-play', { has: page.locator('#marked') });
  await marked.scrollIntoViewIfNeeded();
  await marked.locator('.cnt', { hasText: '1 of 2' }).waitFor({ timeout: 20_000 });
  await page.locator('#file').scrollIntoViewIfNeeded();
  await count(page, '#file', '4 of 4');
  assert.match(await page.locator('#file').getByRole('link').getAttribute('href'), /#v1\./);
  await page.locator('#themed').scrollIntoViewIfNeeded();
  await count(page, '#themed', '2 of');
  const seen = await page.evaluate(() => {
    const player = document.querySelector('#themed').shadowRoot.querySelector('rowkind-player');
    const style = getComputedStyle(player.shadowRoot.querySelector('.emb'));
    return { scheme: style.colorScheme, panel: style.backgroundColor };
  });
  assert.deepEqual(seen, { scheme: 'dark', panel: 'rgb(250, 240, 230)' });
});

test('a broken scenario says so in its place', async () => {
  const page = await docs();
  const told = page.locator('#broken').locator('[role=status]', { hasText: 'nonsense' });
  // The embeds above it grow while they load, and would push it out of sight again.
  for (let tries = 0; tries < 40 && !(await told.isVisible()); ++tries) {
    await page.locator('#broken').scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
  }
  assert.ok(await told.isVisible());
});

test('windows lie over the slider of an embed, late rows are marked, times are brief', async () => {
  const page = await browser.page();
  await page.goto(`${browser.url}web/dist/embed.html#example/tumbling-window@3`);
  await count(page, 'rowkind-play', '3 of 5');
  const windows = page.locator('.win');
  assert.deepEqual(await windows.allInnerTexts(), ['10:00:00–10:00:10', '10:00:20–10:00:30', '10:00:10–10:00:20']);
  assert.deepEqual(await windows.evaluateAll((all) => all.map((one) => one.className.split(' ')[1])), ['closing', 'later', 'open']);
  // A bar of steps 1 to 3 begins and ends with the places of the slider's thumb.
  const [bar, range] = [await windows.first().boundingBox(), await page.locator('.bar-range').boundingBox()];
  const place = (step) => range.x + 8 + ((range.width - 16) * step) / 5;
  assert.ok(bar.x < place(1) && bar.x + bar.width > place(3) && bar.x > place(0) && bar.x + bar.width < place(4), JSON.stringify([bar, range]));
  assert.match(await page.locator('.late-tag').innerText(), /^late/);
  assert.deepEqual(await page.locator('.mat tbody td:not(.g):not(.x)').allInnerTexts(), ['10:00:00', '10:00:10', '2']);
  assert.deepEqual(page.errors, []);
});

test('an embed of a pipeline with a filter tells what the filter says of both images', async () => {
  const page = await browser.page();
  const scenario = fs.readFileSync(`${root}examples/6-cdc/02-filter-on-update.yaml`, 'utf8');
  const told = async (version) => {
    await page.goto(`${browser.url}web/dist/embed.html#example/filter-on-update@4`);
    await count(page, 'rowkind-play', '4 of 4');
    await page.locator('rowkind-play').evaluate((one, yaml) => ((one.scenario = yaml), one.activate()), scenario.replace('flink-cdc: "3.5"', `flink-cdc: "${version}"`));
    await page.waitForFunction((wanted) => document.querySelector('rowkind-play').shadowRoot.querySelector('rowkind-player').opened?.pipeline.version === wanted, version);
    await count(page, 'rowkind-play', '4 of 4');
    return page.locator('.truth tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText).join(' | ').replace(/\s+/g, ' ').trim()));
  };
  const schema = '1 | CREATE (id INT NOT NULL, title STRING, stock INT, PRIMARY KEY (id)) | DDL';
  const inserts = [schema, '2 | INSERT | | 1, Dune, 3 passes | +I 1, Dune, 3', '3 | INSERT | | 2, Emma, 0 fails | –'];
  assert.deepEqual(await told('3.5'), [...inserts, '4 | UPDATE | 1, Dune, 3 | 1, Dune, 0 fails | –']);
  assert.deepEqual(await told('3.7'), [...inserts, '4 | UPDATE | 1, Dune, 3 passes | 1, Dune, 0 fails | -D 1, Dune, 3']);
  assert.deepEqual(page.errors, []);
});

test('20 embeds share one engine, and none loads before it is seen', async () => {
  const page = await docs();
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.reload();
  await page.waitForTimeout(500);
  assert.ok(!(await page.evaluate(() => document.querySelector('.many:last-of-type').shadowRoot.querySelector('rowkind-player'))));
  for (const embed of await page.locator('.many').all()) await embed.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => [...document.querySelectorAll('.many')].every((one) => one.shadowRoot.querySelector('rowkind-player')?.shadowRoot.querySelector('.cnt')),
    undefined,
    { timeout: 40_000 },
  );
  assert.equal(page.workers().length, 1);
  const loaded = (part) => requests.filter((url) => url.includes(`/${part}-`) && url.endsWith('.wasm')).length;
  assert.ok(loaded('rowkind') <= 1 && loaded('rowkind_more') <= 2, requests.join('\n')); // the second: behind the first, and at once
  assert.deepEqual(page.errors, []);
});

test('empty embeds in a row have a place each before they are loaded', async () => {
  const page = await browser.page();
  await page.goto(browser.url + 'tests/page/embeds.html');
  const tops = await page.evaluate(() => {
    const all = Array.from({ length: 10 }, () => Object.assign(document.createElement('rowkind-play'), { style: 'margin: 0' }));
    for (const one of all) one.setAttribute('example', 'counting');
    document.querySelector('main').append(...all);
    return all.map((one) => one.offsetTop);
  });
  for (let i = 1; i < tops.length; ++i) assert.ok(tops[i] - tops[i - 1] >= 300, tops.join(' '));
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.many')).display), 'block');
});

test('attributes, properties and events', async () => {
  const page = await docs();
  const seen = await page.evaluate(async () => {
    const embed = document.createElement('rowkind-play');
    const events = [];
    for (const name of ['ready', 'step', 'error']) embed.addEventListener('rowkind-' + name, (event) => events.push([name, event.detail]));
    embed.scenario = "sql: |\n  SELECT * FROM (VALUES (1), (2)) AS t(a);\ninput: []\n";
    document.querySelector('main').prepend(embed);
    await embed.activate();
    embed.setAttribute('step', '0');
    embed.scenario = 'sql: SELECT nothing;';
    while (!events.some(([name]) => name === 'error')) await new Promise((resolve) => setTimeout(resolve, 50));
    return events;
  });
  assert.equal(seen[0][0], 'ready');
  assert.ok(seen.some(([name]) => name === 'step'));
  assert.ok(seen.some(([name, detail]) => name === 'error' && detail.message.length > 5), JSON.stringify(seen));
});

test('without JavaScript the scenario stays readable', async () => {
  const page = await docs({ javaScriptEnabled: false });
  assert.match(await page.locator('#inside').innerText(), /GROUP BY a/);
  assert.match(await page.locator('#marked').innerText(), /A marked block/);
});

test('embed.html speaks by versioned messages', async () => {
  const page = await browser.page();
  await page.goto(browser.url + 'tests/page/frame.html');
  await page.waitForFunction(() => window.messages.some((one) => one.type === 'step'), undefined, { timeout: 20_000 });
  const frame = page.frameLocator('iframe');
  await frame.locator('.cnt', { hasText: '2 of 4' }).waitFor();
  await page.evaluate(() => document.querySelector('iframe').contentWindow.postMessage({ rowkind: 1, type: 'go', step: 4 }, '*'));
  await frame.locator('.cnt', { hasText: '4 of 4' }).waitFor();
  await page.evaluate(() => {
    const to = document.querySelector('iframe').contentWindow;
    to.postMessage({ rowkind: 99, type: 'go', step: 1 }, '*');
    to.postMessage({ rowkind: 1, type: 'load', scenario: "sql: |\n  CREATE TABLE t (a INT) WITH ('connector'='kafka','format'='json');\n  SELECT a FROM t;\ninput:\n  - table: t\n    rows: '+I[1]'\n", step: 1 }, '*');
  });
  await frame.locator('.cnt', { hasText: '1 of 1' }).waitFor();
  const types = await page.evaluate(() => [...new Set(window.messages.map((one) => one.type))].sort());
  assert.deepEqual(types, ['height', 'ready', 'step']);
});

test('the loader is small', () => {
  const folder = root + 'web/dist/';
  const files = [...new Set([...fs.readFileSync(folder + 'rowkind-play.js', 'utf8').matchAll(/from\s*"(\.\/[^"]+)"|import\s*"(\.\/[^"]+)"/g)].map((found) => found[1] ?? found[2]))];
  const size = ['rowkind-play.js', ...files].reduce((sum, name) => sum + gzipSync(fs.readFileSync(folder + name), { level: 9 }).length, 0);
  console.log(`embed loader: ${size} bytes gzip`);
  assert.ok(size <= 12 * 1024);
});
