// The stage: opened on demand, fed as the page is, still while nothing happens, usable without a mouse, and never the only way to see.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser_with, in_view, open_page, root, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const axe_source = fs.readFileSync(root + 'node_modules/axe-core/axe.min.js', 'utf8');
const lesson = '#example/update-of-a-dimension@3';

async function open_stage(page) {
  await page.locator('#stage-button').click();
  await page.waitForFunction(() => document.querySelector('rk-stage-pane')?.stage?.frames > 0, undefined, { timeout: 20_000 });
}
const staged = async (options = {}) => {
  const page = await open_page(browser, { hash: lesson, ...options });
  await open_stage(page);
  return page;
};
const at_rest = (page) => page.waitForFunction(() => document.querySelector('rk-stage-pane').stage.idle, undefined, { timeout: 10_000 });
const frames = (page) => page.evaluate(() => document.querySelector('rk-stage-pane').stage.frames);

/** How many colours the picture has, and a number that stands for all of its pixels. */
const picture = (page) =>
  page.evaluate(() => {
    const { width, height, data } = document.querySelector('rk-stage-pane').stage.snapshot();
    const words = new Uint32Array(data.buffer);
    let sum = 0;
    for (const word of words) sum = (Math.imul(sum, 31) + word) >>> 0;
    return { width, height, sum, colors: new Set(words).size };
  });

const box_of = (page) => page.locator('rk-stage-pane canvas').boundingBox();

test('it loads only when it is opened, and opens beside its text', async () => {
  const page = await open_page(browser, { hash: lesson });
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').filter((one) => /stage[^/]*\.(wasm|js)$/.test(one.name)).length);
  assert.equal(await loaded(), 0);
  await open_stage(page);
  assert.equal(await loaded(), 2);
  assert.ok(await page.locator('.flow .graph').isVisible());
  assert.ok(await page.locator('.right .log').isVisible());
  const { width, height, colors } = await picture(page);
  const box = await box_of(page);
  assert.deepEqual([width, height], [Math.round(box.width), Math.round(box.height)]);
  assert.ok(colors > 100, `only ${colors} colours`);
  assert.deepEqual(page.errors, []);
});

test('the picture follows the step, forward and back', async () => {
  const page = await staged({ reducedMotion: 'reduce' });
  await at_rest(page);
  const third = await picture(page);
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 4);
  await at_rest(page);
  const fourth = await picture(page);
  assert.notEqual(fourth.sum, third.sum);
  await page.keyboard.press('ArrowLeft');
  await steps_to(page, 3);
  await at_rest(page);
  assert.equal((await picture(page)).sum, third.sum);
});

test('rows travel, then it is still: no frame without a change', async () => {
  const page = await staged();
  await at_rest(page);
  const before = await frames(page);
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 4);
  await page.waitForTimeout(200);
  assert.ok(!(await page.evaluate(() => document.querySelector('rk-stage-pane').stage.idle)), 'on their way');
  const on_the_way = await picture(page);
  await at_rest(page);
  assert.ok((await frames(page)) > before + 5);
  assert.notEqual((await picture(page)).sum, on_the_way.sum);
  const after = await frames(page);
  await page.waitForTimeout(700);
  assert.equal(await frames(page), after);
});

test('with reduced motion nothing travels', async () => {
  const page = await staged({ reducedMotion: 'reduce' });
  await at_rest(page);
  const before = await frames(page);
  await page.keyboard.press('ArrowRight');
  await steps_to(page, 4);
  await page.waitForTimeout(100);
  await at_rest(page);
  assert.ok((await frames(page)) - before < 8);
});

test('keys choose an operator here and there, open its state, and Escape gives the focus back', async () => {
  const page = await staged();
  assert.equal(await page.evaluate(() => document.activeElement.className), 'stage-box');
  await page.keyboard.press('ArrowDown');
  await page.locator('.op.chosen').waitFor();
  const names = [];
  for (let i = 0; i < 4; ++i) {
    names.push(await page.locator('.op.chosen').getAttribute('aria-label'));
    await page.keyboard.press('ArrowDown');
  }
  assert.deepEqual(names, ['orders', 'customers', 'Join', 'select']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await at_rest(page);
  const closed = await picture(page);
  await page.keyboard.press('Enter');
  await at_rest(page);
  assert.notEqual((await picture(page)).sum, closed.sum);
  const opened = await picture(page);
  for (const [key, same] of [['+', false], ['0', true], ['-', false], ['0', true]]) {
    await page.keyboard.press(key);
    await at_rest(page);
    assert.equal((await picture(page)).sum === opened.sum, same, key);
  }
  await page.keyboard.press('Escape');
  await page.locator('rk-stage-pane').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'stage-button');
  assert.ok(await page.locator('.cm-content').isVisible());
  await open_stage(page); // and again, in the same page
  assert.deepEqual(page.errors, []);
});

test('a click on an operator chooses it, a click on a step goes there', async () => {
  const page = await staged({ reducedMotion: 'reduce' });
  await at_rest(page);
  const box = await box_of(page);
  // The last lane's steps: numbers stand in the middle of equal columns behind the names.
  const label = Math.min(124, Math.max(76, box.width * 0.16));
  const x = box.x + label + ((box.width - label - 12) * 5.5) / 6;
  await page.mouse.click(x, box.y + box.height - 30);
  await steps_to(page, 5);
  // The sink is the lowest box in the middle of the graph: look for it from below.
  for (let y = box.y + box.height - 120; y > box.y + 200 && !(await page.locator('.op.chosen').count()); y -= 16) await page.mouse.click(box.x + box.width / 2, y);
  assert.equal(await page.locator('.op.chosen').getAttribute('aria-label'), 'select');
  await page.locator('.op[aria-label=orders]').click();
  assert.equal(await page.locator('.op.chosen').getAttribute('aria-label'), 'orders');
});

test('wheel, drag and pinch move the picture, and "show all" brings it back', async () => {
  const page = await staged({ reducedMotion: 'reduce', hasTouch: true });
  await at_rest(page);
  const start = await picture(page);
  const box = await box_of(page);
  const [x, y] = [box.x + 60, box.y + 60];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await at_rest(page);
  const near = await picture(page);
  assert.notEqual(near.sum, start.sum);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 40, { steps: 4 });
  await page.mouse.up();
  await at_rest(page);
  const moved = await picture(page);
  assert.notEqual(moved.sum, near.sum);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await touch('touchStart', [x, y], [x + 100, y]);
  await touch('touchMove', [x - 20, y], [x + 160, y]);
  await touch('touchMove', [x - 40, y], [x + 220, y]);
  await touch('touchEnd');
  await at_rest(page);
  assert.notEqual((await picture(page)).sum, moved.sum);
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.mouse.move(5, 5);
  await at_rest(page);
  assert.equal((await picture(page)).sum, start.sum);
});

/** A state of 320 × 320 groups, from 640 steps. */
const large = `tables: {}
sql: |
  CREATE TABLE a (x INT) WITH ('connector' = 'kafka', 'format' = 'json');
  CREATE TABLE b (y INT) WITH ('connector' = 'kafka', 'format' = 'json');
  SELECT x, y, COUNT(*) AS n FROM a, b GROUP BY x, y;
input:
  - table: a
    rows: |
${Array.from({ length: 320 }, (_, i) => `      +I[${i}]`).join('\n')}
  - table: b
    rows: |
${Array.from({ length: 320 }, (_, i) => `      +I[${1000 + i}]`).join('\n')}
`;

test('a state of 100,000 rows scrolls with a bounded number of triangles', async () => {
  const page = await open_page(browser, { reducedMotion: 'reduce', hasTouch: true });
  await page.getByRole('button', { name: 'More' }).click();
  await page.locator('input[type=file]').first().setInputFiles({ name: 'large.yaml', mimeType: 'text/yaml', buffer: Buffer.from(large) });
  await page.waitForFunction(() => /of 640/.test(document.querySelector('.now-line strong')?.textContent ?? ''), undefined, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Last step' }).click();
  await steps_to(page, 640);
  await open_stage(page);
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await at_rest(page);
  // Lines come when they are looked at, some hundreds at once.
  await page.evaluate(() => {
    const { stage } = document.querySelector('rk-stage-pane');
    const show = stage.showRows.bind(stage);
    globalThis.parts = [];
    stage.showRows = (part) => (globalThis.parts.push([part.lines, part.offset, part.rows.length]), show(part));
  });
  const top = await picture(page);
  const box = await box_of(page);
  await page.mouse.move(box.x + box.width - 120, box.y + 200);
  let most = 0;
  const seen = new Set([top.sum]);
  for (let i = 0; i < 12; ++i) {
    await page.mouse.wheel(0, i < 6 ? 400 : 500_000);
    await at_rest(page);
    most = Math.max(most, await page.evaluate(() => document.querySelector('rk-stage-pane').stage.drawCalls));
    seen.add((await picture(page)).sum);
  }
  const to_the_end = await page.waitForFunction(() => {
    const [lines, offset, rows] = globalThis.parts.at(-1) ?? [];
    return offset + rows === lines && globalThis.parts;
  });
  const given = await to_the_end.jsonValue();
  await at_rest(page);
  assert.ok(given.every(([lines, , rows]) => lines === 102_400 && rows <= 500), JSON.stringify(given));
  assert.ok(seen.size > 8, `${seen.size} different pictures`);
  assert.ok(most < 30, `${most} draw calls`);
  // A finger pulls the rows down again.
  const end = await picture(page);
  const session = await page.context().newCDPSession(page);
  for (const [type, y] of [['touchStart', 250], ['touchMove', 300], ['touchMove', 380], ['touchEnd']])
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: y ? [{ x: box.x + box.width - 120, y: box.y + y }] : [] });
  await at_rest(page);
  assert.notEqual((await picture(page)).sum, end.sum);
  const ms = await page.evaluate(() => {
    const { stage } = document.querySelector('rk-stage-pane');
    const start = performance.now();
    for (let i = 0; i < 20; ++i) stage.snapshot();
    return (performance.now() - start) / 20;
  });
  console.log(`at most ${most} draw calls; a frame with reading it back ${ms.toFixed(1)} ms`);
  assert.ok(ms < 250, `${ms} ms a frame`);
  assert.deepEqual(page.errors, []);
});

test('text of every script is written, not replaced by question marks', async () => {
  const page = await staged({ reducedMotion: 'reduce' });
  const ink = (text) =>
    page.evaluate(async (cell) => {
      const { stage } = document.querySelector('rk-stage-pane');
      const node = (id, name, inputs) => ({ id, name, text: name, mode: [], inputs, columns: [], upsert_keys: [], states: [] });
      stage.setRun({ graph: { nodes: [node(0, 'A', []), node(1, 'B', [0])], states: [] }, outputs: [], steps: [] });
      const row = { kind: '+I', cells: [cell] };
      stage.show({ index: 1, states: [], events: [{ id: 0, parent: -1, type: 'emit', node: 0, ...row }, { id: 1, parent: 0, type: 'receive', node: 1, input: 0, ...row }] });
      stage.snapshot();
      const { data } = stage.snapshot();
      let sum = 0;
      for (const word of new Uint32Array(data.buffer)) sum = (Math.imul(sum, 31) + word) >>> 0;
      return sum;
    }, text);
  const texts = ['北京', '上海', 'مرحبا', 'سلام', 'Ελλάδα', '🙂', '??'];
  // As different as the browser itself writes them: two words in a script that no font here knows look alike.
  const written = await page.evaluate((all) => {
    const context = new OffscreenCanvas(100, 30).getContext('2d');
    context.font = `12px ${getComputedStyle(document.body).getPropertyValue('--font-mono')}`;
    return all.map((text) => {
      context.clearRect(0, 0, 100, 30);
      context.fillText(text, 0, 20);
      return context.getImageData(0, 0, 100, 30).data.join();
    });
  }, texts);
  const pictures = new Set();
  for (const text of texts) pictures.add(await ink(text));
  assert.ok(new Set(written).size >= 5);
  assert.equal(pictures.size, new Set(written).size);
});

test('twice the density gives twice the pixels', async () => {
  const page = await staged({ deviceScaleFactor: 2, reducedMotion: 'reduce' });
  const { width, height } = await picture(page);
  const box = await box_of(page);
  assert.deepEqual([width, height], [Math.round(box.width * 2), Math.round(box.height * 2)]);
});

test('themes: light and dark are different pictures of the same, and follow the page', async () => {
  const page = await staged({ colorScheme: 'light', reducedMotion: 'reduce' });
  await at_rest(page);
  const light = await picture(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.waitForTimeout(150);
  await at_rest(page);
  const dark = await picture(page);
  assert.notEqual(dark.sum, light.sum);
  await page.getByRole('button', { name: 'Theme' }).click(); // now it says light
  await page.waitForTimeout(150);
  await at_rest(page);
  await page.mouse.move(5, 5);
  assert.equal((await picture(page)).sum, light.sum);
});

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing with the stage open, ${colorScheme}`, async () => {
    const page = await staged({ colorScheme, reducedMotion: 'reduce' });
    const violations = async () => {
      await page.evaluate(axe_source);
      return page.evaluate(async () => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        const result = await globalThis.axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
        return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`);
      });
    };
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await violations(), [], `${width}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    }
    assert.deepEqual(page.errors, []);
  });

test('it opens without a network after the first load of the page', async () => {
  const page = await open_page(browser, { hash: lesson });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    for (const name of await caches.keys()) if ((await (await caches.open(name)).keys()).some((one) => /stage[^/]*\.wasm$/.test(one.url))) return true;
    return false;
  });
  await page.reload();
  await in_view(page);
  await page.context().setOffline(true);
  await open_stage(page);
  assert.ok((await picture(page)).colors > 100);
});

test('it is in the single file, too, under its policy', async () => {
  const page = await browser.page();
  await page.goto(pathToFileURL(root + 'web/dist/rowkind.html').href + lesson);
  await in_view(page);
  await open_stage(page);
  assert.ok((await picture(page)).colors > 100);
  assert.deepEqual(page.errors, []);
});

test('without WebGL2 it says so, and the dataflow stays', async () => {
  const page = await browser.page();
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
    };
  });
  await page.goto(browser.url + lesson);
  await in_view(page);
  await page.locator('#stage-button').click();
  await page.getByText('The stage needs WebGL2').waitFor();
  assert.ok(await page.locator('.flow .graph').isVisible());
  await page.keyboard.press('Escape');
  await page.locator('rk-stage-pane').waitFor({ state: 'detached' });
});

test('another document and an edit go on the stage, too', async () => {
  const page = await staged({ reducedMotion: 'reduce' });
  await at_rest(page);
  const before = await picture(page);
  await page.selectOption('.example select', 'counting');
  await settled(page);
  await at_rest(page);
  assert.notEqual((await picture(page)).sum, before.sum);
  assert.deepEqual(page.errors, []);
});
