// The page at three sizes and in two themes looks as in the stored pictures; and the comparison sees what it must see.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import { test } from 'node:test';
import { browser_with, open_page } from './support.mjs';
import { compare } from './shots.mjs';

const browser = browser_with('web/dist');
const lesson = '#example/tumbling-window@3';
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
const panes = ['query', 'input', 'flow', 'output'];

async function looks(page, drawer, name) {
  const { same, all, lost, at, shot } = await compare(page, drawer, name, true);
  if (same) return;
  const file = `${os.tmpdir()}/${name}.png`;
  fs.writeFileSync(file, shot);
  assert.fail(`${name} looks different: ${all.toFixed(1)} in all, ${lost} blocks lost at ${at}; what it looks like now: ${file}`);
}
const at_size = (size, colorScheme) => open_page(browser, { hash: lesson, viewport: sizes[size], colorScheme, reducedMotion: 'reduce' });
const drawer_of = async () => {
  const drawer = await browser.page();
  await drawer.goto(browser.url + 'icon.svg');
  return drawer;
};

for (const colorScheme of ['light', 'dark'])
  for (const size of Object.keys(sizes))
    test(`it looks as it did: ${size}, ${colorScheme}`, async () => {
      const [page, drawer] = [await at_size(size, colorScheme), await drawer_of()];
      if (size !== 'phone') return looks(page, drawer, `${size}-${colorScheme}`);
      for (const [i, pane] of panes.entries()) {
        await page.locator('.dock [role=tab]').nth(i).click();
        await looks(page, drawer, `${size}-${pane}-${colorScheme}`);
      }
    });

for (const colorScheme of ['light', 'dark'])
  test(`an embed looks as it did: ${colorScheme}`, async () => {
    const [page, drawer] = [await browser.page({ colorScheme, viewport: { width: 800, height: 620 } }), await drawer_of()];
    await page.goto(`${browser.url}embed.html${lesson}`);
    await page.locator('.cnt', { hasText: '3 of 5' }).waitFor({ timeout: 20_000 });
    await looks(page, drawer, `embed-${colorScheme}`);
  });

test('a comparison that finds nothing is worth something: every pane, taken away, is missed; so is the theme', async () => {
  const drawer = await drawer_of();
  const desktop = await at_size('desktop', 'light');
  for (const gone of ['.bar', '.editor', '.input', '.flow', '.right', '.deck', '.lanes-box']) {
    const style = await desktop.addStyleTag({ content: `${gone} { visibility: hidden !important }` });
    const { same, lost, all } = await compare(desktop, drawer, 'desktop-light');
    assert.ok(!same, `without ${gone} it seems the same: ${lost}, ${all.toFixed(1)} in all`);
    await style.evaluate((one) => one.remove());
  }
  await desktop.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  assert.ok(!(await compare(desktop, drawer, 'desktop-light')).same, 'the other theme seems the same');
  const page = await at_size('phone', 'light');
  for (const [i, pane] of panes.entries()) {
    await page.locator('.dock [role=tab]').nth(i).click();
    const other = panes[(i + 1) % panes.length];
    assert.ok(!(await compare(page, drawer, `phone-${other}-light`)).same, `${pane} seems to be ${other}`);
  }
});

test('other fonts are no difference', async () => {
  const [page, drawer] = [await at_size('desktop', 'light'), await drawer_of()];
  for (const fonts of ['--font-ui: sans-serif; --font-mono: monospace', '--font-ui: serif', '--font-ui: "DejaVu Sans Condensed", sans-serif']) {
    const style = await page.addStyleTag({ content: `:root, .rk { ${fonts} !important }` });
    const { same, lost, all, at } = await compare(page, drawer, 'desktop-light');
    assert.ok(same, `${fonts}: ${lost} at ${at}, ${all.toFixed(1)} in all`);
    await style.evaluate((one) => one.remove());
  }
});
