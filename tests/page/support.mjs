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
    const context = await browser.newContext({ viewport, ...options });
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (failure) => page.errors.push(failure.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    return page;
  };
  return self;
}
