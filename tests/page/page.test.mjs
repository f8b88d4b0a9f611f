// What holds for every view: accessibility, languages, offline, print, policy, cancelling.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { browser_with, in_view, open_page, root, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const axe_source = fs.readFileSync(root + 'node_modules/axe-core/axe.min.js', 'utf8');

/** Violations of WCAG 2.0 to 2.2 A and AA and of best practice, in words. The policy forbids inline scripts, so the tool evaluates it. */
async function violations(page) {
  await page.evaluate(axe_source);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const result = await globalThis.axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`);
  });
}

const views = {
  'a query': { hash: '#example/orders-per-customer@3' },
  'a pipeline': { hash: '#example/schema-evolution@3' },
  'a failed run': { hash: '#example/null-arithmetic@3' },
  'an error in the query': { hash: '#example/append-sink-refuses-updates', plain: true },
  'input as text': { hash: '#example/debezium', act: (page) => page.getByRole('button', { name: 'Text' }).click() },
  'the row form': { hash: '#example/counting@2', act: (page) => page.getByRole('button', { name: 'Edit step 2' }).click() },
  'windows': { hash: '#example/hopping-window@3' },
  'state that expires': { hash: '#example/state-ttl@3' },
  'nothing typed': {
    act: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.locator('.beginnings').waitFor();
    },
    narrow: false,
  },
  'the gallery': { act: (page) => page.getByRole('button', { name: 'Gallery' }).click() },
  functions: {
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Functions' }).click();
    },
  },
  'menus': {
    act: async (page) => {
      await page.getByRole('button', { name: 'Break' }).click();
      await page.getByRole('button', { name: 'More' }).click();
    },
    narrow: false,
  },
  'what if': {
    hash: '#example/counting@3',
    act: async (page) => {
      await page.getByText('What if').click();
      await page.getByRole('combobox', { name: 'Input row' }).selectOption('drop');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.locator('.delta').waitFor();
    },
    narrow: false,
  },
  'windows and a late row': { hash: '#example/tumbling-window@4' },
  'state that expires': { hash: '#example/state-ttl@3' },
  'EXPLAIN': { act: (page) => page.getByRole('button', { name: 'EXPLAIN' }).click(), narrow: false },
};
for (const [name, { hash = '', act, plain, narrow = true }] of Object.entries(views))
  for (const colorScheme of ['light', 'dark'])
    test(`axe finds nothing: ${name}, ${colorScheme}`, async () => {
      const page = await browser.page({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(browser.url + hash);
      if (plain) await page.locator('.editor .status .err-text').waitFor({ timeout: 20_000 });
      else await in_view(page);
      await act?.(page);
      assert.deepEqual(await violations(page), []);
      if (!narrow) return;
      await page.setViewportSize({ width: 1024, height: 768 });
      assert.deepEqual(await violations(page), []);
    });

for (const pane of ['Query', 'Input', 'Flow', 'Output'])
  test(`axe finds nothing on a phone: ${pane}`, async () => {
    const page = await open_page(browser, { viewport: { width: 390, height: 844 }, hash: '#example/orders-per-customer@3' });
    await page.locator('.dock').getByRole('tab', { name: pane }).click();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  });

for (const name of ['What if', 'Breakpoints', 'Keyboard'])
  test(`axe finds nothing on a phone: ${name} from the menu`, async () => {
    const page = await open_page(browser, { viewport: { width: 390, height: 844 }, hash: '#example/left-join@3' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('.menu').getByRole('button', { name, exact: true }).click();
    await page.locator('.sheet-open, .breaks, .keys').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.locator('.sheet-open, .breaks, .keys').waitFor({ state: 'detached' });
  });

for (const lesson of ['tumbling-window@4', 'filter-on-update@3'])
  test(`axe finds nothing in an embed: ${lesson}`, async () => {
    const page = await browser.page({ viewport: { width: 900, height: 700 } });
    await page.goto(`${browser.url}embed.html#example/${lesson}`);
    await page.locator('.cnt').waitFor({ timeout: 20_000 });
    // The page around an embed has the headings.
    const found = async () => (await violations(page)).filter((one) => !one.startsWith('page-has-heading-one'));
    assert.deepEqual(await found(), []);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.deepEqual(await found(), []);
  });

for (const [locale, texts] of [['zh-CN', ['数据流', '第 2 步', '为什么']], ['es-ES', ['Flujo de datos', 'Paso 2 de', 'Por qué']]])
  test(`the page speaks ${locale}, its explanations too`, async () => {
    const page = await open_page(browser, { locale, hash: '#example/counting@2' });
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale.slice(0, 2));
    await page.locator('.why-b').waitFor();
    const text = await page.locator('.app').innerText();
    for (const one of texts) assert.ok(text.includes(one), one);
    for (const english of ['Dataflow', 'Step 2 of', 'Add a row', 'Changelog basics', 'arrival order']) assert.ok(!text.includes(english), english);
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  });

test('the language is chosen in the menu and kept', async () => {
  const page = await open_page(browser);
  await page.getByRole('button', { name: 'More' }).click();
  await page.locator('.language select').selectOption('es');
  await page.getByRole('heading', { name: 'Flujo de datos' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Flujo de datos' }).waitFor();
});

test('the whole page works without a network after its first load', async () => {
  const page = await open_page(browser);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const keys = await caches.keys();
    return keys.length === 1 && (await (await caches.open(keys[0])).keys()).length > 5;
  });
  await page.reload();
  await in_view(page);
  await page.context().setOffline(true);
  await page.goto(browser.url + '#example/counting@3');
  await page.reload();
  await in_view(page);
  await steps_to(page, 3);
});

test('paper shows all panes', async () => {
  const page = await open_page(browser, { hash: '#example/counting@3' });
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.cm-content', '.rows', '.graph', '.log', '.why']) assert.ok(await page.locator(part).first().isVisible(), part);
  assert.ok(!(await page.locator('.play').isVisible()));
});

test('a run that does not end is stopped by button, and the text is still there', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await page.getByRole('button', { name: 'Text' }).click();
  const many = Array.from({ length: 60_000 }, (_, i) => `+I[u${i % 7}, /p]`).join('\n');
  await page.locator('.item textarea').evaluate((area, text) => {
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }, many);
  await page.getByRole('button', { name: 'Stop' }).click({ timeout: 20_000 });
  assert.ok((await page.locator('.item textarea').inputValue()).length > 500_000);
  await page.locator('.item textarea').fill('+I[ann, /home]');
  await settled(page);
  await page.getByText('Step 1 of 1', { exact: true }).waitFor();
});

test('every part has its place in the keyboard order of panes', async () => {
  const page = await open_page(browser);
  const seen = [];
  for (let i = 0; i < 5; ++i) {
    await page.keyboard.press('F6');
    seen.push(await page.evaluate(() => document.activeElement.closest('[role=region].pane, [role=region].right, .transport')?.getAttribute('aria-label')));
  }
  assert.deepEqual(seen.sort(), ['Dataflow', 'Input', 'Output', 'Query', 'Stepper']);
});
