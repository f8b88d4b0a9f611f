// The engine's second part in the page: behind the first answer, at once where it is needed, from the kept copy without a network, and again
// after it could not be had.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browser_with, changelog, example, in_view, open_page, root, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const kMore = /\/rowkind_more-[\w-]+\.wasm/;
const kBudget = 540; // KiB; the limit is 700
const rare = 'match-recognize'; // needs it

/** A page without service worker; `asked` are the times at which the second part was asked for, `answer` what happens to such a request. */
async function page_with(answer = (route) => route.continue()) {
  const page = await browser.page({ serviceWorkers: 'block' });
  page.asked = [];
  await page.context().route(kMore, (route) => {
    page.asked.push(Date.now());
    return page.answer(route);
  });
  page.answer = answer;
  return page;
}
async function open(page, hash) {
  await page.goto(browser.url + hash);
  await in_view(page);
}
const missing = (page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });

test('a common lesson has its first answer before the second part is asked for', async () => {
  const page = await page_with((route) => new Promise((resolve) => setTimeout(resolve, 1500)).then(() => route.continue()));
  await open(page, '#example/orders-per-customer');
  const shown = Date.now();
  await page.waitForResponse(kMore);
  assert.equal(page.asked.length, 1);
  assert.ok(shown < page.asked[0] + 1500, 'the first answer did not wait for it');
  await example(page, rare);
  await steps_to(page, 1);
  assert.equal(page.asked.length, 1, 'it is there');
});

test('what needs the second part at once gets it, with the right result', async () => {
  const page = await page_with();
  await open(page, `#example/${rare}@99`);
  const rows = await changelog(page);
  assert.ok(rows.length > 0);
  assert.deepEqual(page.errors, []);
  const there = await open_page(browser, { hash: '#example/orders-per-customer' });
  await example(there, rare);
  await there.locator('.flow .scroll').focus();
  await there.keyboard.press('End');
  await there.locator('.log .log-row').nth(rows.length - 1).waitFor();
  assert.deepEqual(await changelog(there), rows);
});

test('a run that needs it while it is on its way does not wait for ever', async () => {
  const page = await page_with((route) => new Promise((resolve) => setTimeout(resolve, 2000)).then(() => route.continue()));
  await open(page, '#example/orders-per-customer');
  await example(page, rare);
  await steps_to(page, 1);
  assert.match(await page.locator('.flow').innerText(), /Match/);
});

test('where it cannot be had the page says so, keeps what is in view, and tries again', async () => {
  const page = await page_with((route) => route.abort());
  await open(page, '#example/orders-per-customer@2');
  const rows = await changelog(page);
  await page.selectOption('.example select', rare);
  await missing(page).waitFor();
  assert.match(await missing(page).innerText(), /check the network/);
  // The run in view is still alive, and so is the engine.
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('End');
  await steps_to(page, 6);
  assert.ok((await changelog(page)).length >= rows.length);
  await example(page, 'counting');
  await steps_to(page, 1);
  assert.equal(await missing(page).count(), 0);
  await page.selectOption('.example select', rare);
  await missing(page).waitFor();
  page.answer = (route) => route.continue();
  await missing(page).getByRole('button', { name: 'Try again' }).click();
  await missing(page).waitFor({ state: 'detached' });
  await in_view(page);
  assert.match(await page.locator('.flow').innerText(), /Match/);
});

test('a page that starts with what it cannot have says so and goes on when the network is back', async () => {
  const page = await page_with((route) => route.fulfill({ status: 503 }));
  await page.goto(browser.url + `#example/${rare}`);
  await missing(page).waitFor();
  assert.match(await missing(page).innerText(), /503/);
  page.answer = (route) => route.continue();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await in_view(page);
  assert.match(await page.locator('.flow').innerText(), /Match/);
});

test('without a network the kept copies of both parts do', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const [key] = await caches.keys();
    return key && (await (await caches.open(key)).keys()).filter(({ url }) => /rowkind(_more)?-[\w-]+\.wasm/.test(url)).length === 2;
  });
  await page.context().setOffline(true);
  await page.goto(browser.url + `#example/${rare}`);
  await page.reload();
  await in_view(page);
  assert.match(await page.locator('.flow').innerText(), /Match/);
});

test('an element of another site gets it as well', async () => {
  const page = await browser.page();
  const site = browser.url.replace('localhost', '127.0.0.1');
  await page.context().route(site + '**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
  const body = `<!doctype html><title>elsewhere</title><script type="module" src="${site}rowkind-play.js"></script><rowkind-play example="${rare}" step="1"></rowkind-play>`;
  await page.route('**/elsewhere.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(browser.url + 'elsewhere.html');
  await page.locator('rowkind-play .cnt', { hasText: /1 of \d/ }).waitFor({ timeout: 20_000 });
  assert.deepEqual(page.errors, []);
});

test('what a page loads before its first answer fits into its budget', async () => {
  const page = await browser.page({ serviceWorkers: 'block' });
  const files = new Set();
  await page.context().route('**', (route) => {
    files.add(new URL(route.request().url()).pathname);
    return kMore.test(route.request().url()) ? new Promise((resolve) => setTimeout(resolve, 1000)).then(() => route.continue()) : route.continue();
  });
  await open(page, '#example/orders-per-customer');
  const size = (name) => gzipSync(fs.readFileSync(root + 'web/dist' + (name === '/' ? '/index.html' : name)), { level: 9 }).length;
  const all = [...files].filter((name) => !kMore.test(name));
  const [total, engine] = [all, all.filter((name) => name.endsWith('.wasm'))].map((names) => Math.ceil(names.reduce((sum, name) => sum + size(name), 0) / 1024));
  console.log(`first load of the page: ${total} KiB gzip in ${all.length} files, ${engine} KiB of them the engine`);
  assert.ok(engine > 100 && engine <= 300, `engine: ${engine} KiB`);
  assert.ok(total <= kBudget, `page: ${total} KiB\n${all.map((name) => `${size(name)} ${name}`).join('\n')}`);
});
