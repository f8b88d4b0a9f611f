// The document in the address, in files, and through undo: nothing typed is lost.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../wasm/index.mjs';
import { browser_with, changelog, example, in_view, open_page, settled, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const query = (page) => page.locator('.cm-content').innerText();

async function type_at_end(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
  await settled(page);
}

test('a shared link opens the same view in a fresh browser', async () => {
  const page = await open_page(browser, { hash: '#example/counting', ...clipboard });
  await type_at_end(page, '-- mine: ünïcode 中文');
  await page.locator('.flow .scroll').focus();
  await page.keyboard.press('End');
  await steps_to(page, 4);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v1\.[\w-]+$/);
  const other = await open_page(browser, { hash: new URL(link).hash });
  await steps_to(other, 4);
  assert.match(await query(other), /mine: ünïcode 中文/);
  assert.deepEqual(await changelog(other), await changelog(page));
  assert.deepEqual(other.errors, []);
});

test('an unchanged lesson is shared by its name', async () => {
  const page = await open_page(browser, { hash: '#example/counting', ...clipboard });
  await page.keyboard.press('Control+s');
  await page.getByText('Link copied').waitFor();
  assert.match(page.url(), /#example\/counting@1$/);
});

const historical = JSON.parse(fs.readFileSync(new URL('links.json', import.meta.url), 'utf8'));
for (const { made, hash, title, step, first_row } of historical)
  test(`a link made on ${made} still opens: ${title}`, async () => {
    const page = await open_page(browser, { hash });
    await steps_to(page, step);
    assert.match(await page.title(), new RegExp(title));
    assert.equal((await changelog(page))[0], first_row);
  });

for (const [name, hash, text] of [
  ['from a newer version', '#v9.abc', /newer rowkind/],
  ['cut', historical[0].hash.slice(0, -20), /damaged/],
  ['that is no document', '#v1.AAAA', /damaged/],
  ['that inflates beyond all bounds', undefined, /too large/],
])
  test(`a link ${name} is refused, and what was there stays`, async () => {
    const page = await open_page(browser);
    await type_at_end(page, '-- keep me');
    const bomb = () =>
      page.evaluate(async () => {
        const stream = new Blob([' '.repeat(64 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        return '#v1.' + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      });
    const address = hash ?? (await bomb());
    await page.evaluate((to) => (location.hash = to), address);
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), text);
    assert.match(await query(page), /keep me/);
  });

test('a document too long for a link goes as a file, and comes back from it', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await page.getByRole('button', { name: 'Text' }).click();
  const noise = Array.from({ length: 1500 }, (_, i) => `+I[u${(i * 7919) % 3001}, /p${(i * 104729) % 9973}]`).join('\n');
  // As pasting does; `fill` takes half a minute for so many lines when the machine is busy.
  await page.locator('.item textarea').evaluate((area, text) => {
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }, noise);
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText(/links above 8 KiB/).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a scenario file' }).click()]);
  assert.equal(download.suggestedFilename(), 'counting.yaml');
  const file = await download.path();
  assert.match(fs.readFileSync(file, 'utf8'), /\+I\[u0, \/p0\]/);
  const other = await open_page(browser);
  await other.getByRole('button', { name: 'More' }).click();
  await other.locator('input[type=file]').setInputFiles(file);
  await other.waitForFunction(() => /of 1500/.test(document.querySelector('.now-line strong').textContent), undefined, { timeout: 20_000 });
  assert.match(await query(other), /COUNT/);
});

test('what was run is saved as a test that holds, its query and its plan on their own', async () => {
  const page = await open_page(browser, { hash: '#example/counting@1' });
  const save = async (name) => {
    await page.getByRole('button', { name: 'More' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.menu').getByRole('button', { name, exact: true }).click()]);
    return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), 'utf8') };
  };
  const saved = await save('Save as test, with what came out');
  assert.equal(saved.name, 'counting.test.yaml');
  const engine = await createEngine();
  assert.match(saved.text, /expect:[^]*\+U\[ann, 2\]/);
  assert.deepEqual(engine.call({ method: 'test', scenario: saved.text }), { ok: true, passed: true, mismatches: [] });
  assert.equal(engine.call({ method: 'test', scenario: saved.text.replace('+U[ann, 2]', '+U[ann, 3]') }).passed, false);
  const sql = await save('Save the SQL');
  assert.equal(sql.name, 'counting.sql');
  assert.match(sql.text, /^CREATE TABLE/);
  const plan = JSON.parse((await save('Save the plan as JSON')).text);
  assert.ok(plan.nodes.some((node) => node.name === 'GroupAggregate' && node.mode.includes('UB')));
});

test('undo goes back across examples, redo forth again', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await type_at_end(page, '-- first');
  await example(page, 'append-only');
  await type_at_end(page, '-- second');
  assert.match(await query(page), /-- second/);
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await settled(page);
  assert.doesNotMatch(await query(page), /-- second/);
  await undo.click();
  await settled(page);
  assert.match(await query(page), /-- first/);
  assert.match(await query(page), /GROUP BY/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await settled(page);
  assert.match(await query(page), /ms >= 500/);
  // In the editor too, when its own history is used up.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.match(await query(page), /-- first/);
});

test('an edited document that another one replaced waits in the gallery', async () => {
  const page = await open_page(browser, { hash: '#example/counting' });
  await type_at_end(page, '-- precious');
  await example(page, 'append-only');
  await page.reload();
  await in_view(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Your recent documents' }).waitFor();
  await dialog.locator('section').last().getByRole('button', { name: /Counting/ }).click();
  await page.locator('.cm-content', { hasText: 'precious' }).waitFor();
});
