// A headless Chromium (Debian's) and a server for the tests of this folder.
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../scripts/serve.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts both before the tests of a file and ends them after. `page()` gives a new page in a context of its own; an error that the page
 * throws or logs ends up in its `errors`. `folder` is what the server serves, from the project's root.
 */
export function browser_with(folder, { viewport = { width: 1280, height: 800 } } = {}) {
  const self = { url: '', page: undefined };
  let server, browser;
  before(async () => {
    server = await serve(root + folder);
    self.url = server.url;
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  self.page = async (options = {}) => {
    const context = await browser.newContext({ viewport, locale: 'en-US', ...options });
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (failure) => page.errors.push(failure.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    return page;
  };
  return self;
}

/** A page with its first step in view; `hash` is the address behind the folder. */
export async function open_page(browser, { hash = '', ...options } = {}) {
  const page = await browser.page(options);
  await page.goto(browser.url + hash);
  await in_view(page);
  return page;
}

/** Until its run is in view the page still shows, and steps through, the one before. */
export const in_view = (page) => page.locator('.app[aria-busy=false] .now-line strong').filter({ hasText: /\d/ }).waitFor({ timeout: 20_000 });

export async function example(page, id) {
  await page.selectOption('.example select', id);
  await page.locator('.app[aria-busy=false]').waitFor();
  await page.waitForFunction((wanted) => document.querySelector('.example select').value === wanted, id);
}

export const changelog = (page) => page.locator('.log .log-row').allInnerTexts().then((rows) => rows.map((row) => row.replace(/\s+/g, ' ').trim()));

export const steps_to = (page, step) =>
  page.waitForFunction((n) => new RegExp(`^Step ${n} of`).test(document.querySelector('.now-line strong')?.textContent ?? ''), step, { timeout: 10_000 });

/** The document is planned again after an edit: until then the page says that it is behind. */
export const settled = (page) => in_view(page);
