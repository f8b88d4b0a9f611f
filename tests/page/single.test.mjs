// The single file, opened from a disk; and the page under a folder of a host, as on GitHub Pages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser_with, changelog, example, in_view, root, steps_to } from './support.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rowkind-single-'));
const site = path.join(folder, 'site');
before(() => {
  fs.copyFileSync(root + 'web/dist/rowkind.html', path.join(folder, 'rowkind.html'));
  fs.mkdirSync(site);
  fs.cpSync(root + 'web/dist', path.join(site, 'some', 'project'), { recursive: true });
});
after(() => fs.rmSync(folder, { recursive: true }));

const browser = browser_with(path.relative(root, site), { viewport: { width: 1440, height: 900 } });

/** The file with nothing beside it and no network. */
async function open_file() {
  const page = await browser.page();
  await page.context().setOffline(true);
  page.requests = [];
  page.on('request', (request) => page.requests.push(request.url().slice(0, 60)));
  await page.goto(pathToFileURL(path.join(folder, 'rowkind.html')).href);
  await in_view(page);
  return page;
}

test('the single file runs from a disk, under its policy, and asks for nothing', async () => {
  const page = await open_file();
  await example(page, 'orders-per-customer');
  await steps_to(page, 1);
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('End');
  await steps_to(page, 6);
  assert.equal((await changelog(page)).length, 9);
  const asked = page.requests.filter((url) => !/^(file:.*\/rowkind\.html|blob:|data:)/.test(url));
  assert.deepEqual(asked, []);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /^default-src 'none'; script-src 'sha256-/);
  assert.ok(!/script-src[^;]*'unsafe-/.test(policy));
  // The policy holds: a script that is not in the file does not run.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.intruder = true';
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.intruder), undefined);
  assert.deepEqual(page.errors.filter((one) => !/violates the following Content Security Policy/.test(one)), []);
});

test('languages, pipelines and links are in the single file too', async () => {
  const page = await open_file();
  await page.getByRole('button', { name: 'CDC YAML' }).click();
  await in_view(page);
  assert.match(await page.locator('.flow').innerText(), /PostTransform/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
  await page.locator('.flow h2', { hasText: '数据流' }).waitFor();
  await page.goto(pathToFileURL(path.join(folder, 'rowkind.html')).href + '#example/counting@3');
  await page.waitForFunction(() => /3/.test(document.querySelector('.now-line strong')?.textContent ?? ''));
  assert.deepEqual(page.errors, []);
});

test('the page runs from a folder of a host, offline after the first load, and so do embeds', async () => {
  const page = await browser.page();
  const home = browser.url + 'some/project/';
  await page.goto(home);
  await in_view(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then((one) => one.scope)).then((scope) => assert.equal(scope, home));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.goto(home + '#example/counting@2');
  await page.reload();
  await steps_to(page, 2);
  await page.context().setOffline(false);
  await page.goto(home + 'embed.html#example/counting@2');
  await page.locator('rowkind-play .cnt').filter({ hasText: '2' }).waitFor({ timeout: 20_000 });
  assert.deepEqual(page.errors, []);
});
