// The gallery: lessons in order, searched, walked through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser_with, changelog, in_view, open_page, steps_to } from './support.mjs';

const browser = browser_with('web/dist', { viewport: { width: 1440, height: 900 } });
const gallery = (page) => page.getByRole('dialog', { name: 'Gallery' });

async function open_gallery(page) {
  await page.getByRole('button', { name: 'Gallery' }).click();
  await gallery(page).waitFor();
}

test('lessons are searched by their text and opened with the keyboard', async () => {
  const page = await open_page(browser);
  await open_gallery(page);
  assert.ok((await gallery(page).locator('.lessons button').count()) >= 40);
  assert.deepEqual(await gallery(page).locator('h3').allInnerTexts(), [
    'Changelog basics', 'Retractions', 'Keys', 'Joins', 'Time', 'CDC pipelines', 'Formats', 'Production surprises',
  ]);
  await gallery(page).getByRole('searchbox').fill('tombstone upsert-kafka');
  const found = await gallery(page).locator('.lessons button').allInnerTexts();
  assert.ok(found.length > 1 && found.length < 15, String(found));
  await page.keyboard.press('Tab'); // close button
  await page.keyboard.press('Tab'); // scroll box
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await gallery(page).waitFor({ state: 'hidden' });
  await in_view(page);
  assert.match(await page.locator('.lesson').innerText(), /tombstone/i);
  await open_gallery(page);
  await gallery(page).getByRole('searchbox').fill('no lesson says this');
  assert.match(await gallery(page).innerText(), /No lesson has all of these words/);
  await page.keyboard.press('Escape'); // clears the search
  await page.keyboard.press('Escape');
  await gallery(page).waitFor({ state: 'hidden' });
  assert.deepEqual(page.errors, []);
});

test('every lesson opens, can be walked to its end and back, and leads to the next', async () => {
  const page = await open_page(browser, { hash: '#example/append-only' });
  const total = await page.locator('.example option').count();
  for (let n = 1; n <= total; ++n) {
    await page.locator('.lesson-nav', { hasText: `lesson ${n} of ${total}` }).waitFor();
    await page.locator('.app[aria-busy=false]').waitFor();
    const title = await page.locator('.lesson summary').innerText();
    assert.ok((await page.locator('.lesson-b p').first().innerText()).length > 40, title);
    // Either it runs, or the lesson is about the error that is shown.
    const steps = await page.locator('.rows li').count();
    if (steps > 0) {
      await page.getByRole('button', { name: 'Last step' }).click({ force: true });
      await page.getByRole('button', { name: 'Start', exact: true }).click({ force: true });
    } else {
      assert.match(await page.locator('.editor .status').innerText(), /error/, title);
    }
    if (n < total) await page.getByRole('button', { name: 'Next lesson' }).click();
  }
  assert.deepEqual(page.errors, []);
});

test('a lesson has a short link of its own', async () => {
  const page = await open_page(browser, { hash: '#example/group-empties@2' });
  await steps_to(page, 2);
  assert.deepEqual(await changelog(page), ['+I hall, 1', '-D hall, 1']);
});

for (const [locale, title, word] of [
  ['zh-CN', '计数把插入变成更新', '回撤'],
  ['es-ES', 'Contar convierte inserciones en actualizaciones', 'retractación'],
])
  test(`lessons are told in the reader's language: ${locale}`, async () => {
    const page = await open_page(browser, { hash: '#example/counting@2', locale });
    assert.equal(await page.locator('.lesson summary').innerText(), title);
    assert.match(await page.title(), new RegExp(title));
    assert.equal(await page.locator('.example select').evaluate((one) => one.selectedOptions[0].text), title);
    await page.locator('.gallery-button').click();
    const found = page.locator('dialog .lessons button');
    await page.getByRole('searchbox').fill(word);
    const titles = await found.allInnerTexts();
    assert.ok(titles.length > 0 && titles.length < 30, String(titles));
    await page.getByRole('searchbox').fill('tombstone upsert-kafka'); // and by its English words
    assert.ok((await found.count()) > 1);
    assert.deepEqual(page.errors, []);
  });
