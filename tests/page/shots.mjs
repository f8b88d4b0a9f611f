// Pictures of the page, compared with stored ones by their coarse structure: both are drawn 64 cells wide, so that letters melt into
// grey and other fonts make little difference, while a pane that is missing, moved or of another theme makes a large one.
// References are in shots/; `UPDATE_SHOTS=1 node --test tests/page/shots.test.mjs` takes them again: look at them before keeping them.
import fs from 'node:fs';
import { root } from './support.mjs';

const folder = root + 'tests/page/shots/';
const kColumns = 64;
const [kWide, kHigh] = [4, 2]; // cells of a block; a pane is many blocks
/**
 * `all`: mean difference of the cells, of 255: another theme. `lost`: the most blocks that hang together and have something to read in one
 * picture and (nearly) nothing in the other: a pane that is missing or elsewhere. Between what other fonts give and what a missing pane
 * gives: shots.test.mjs checks both.
 */
export const tolerance = { all: 6, lost: 4 };
const kInk = 3; // of 255, mean distance of a block's cells from the most frequent colour
const kFaint = 0.35; // of the other picture's

/** Runs in a page: the picture `png` (base64) in cells, as a small PNG (base64) and as RGB values. */
async function shrink([png, columns]) {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const rows = Math.round((image.height * columns) / image.width);
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // The mean of all pixels of a cell, whatever the browser's own way to make a picture smaller.
  const large = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
  large.drawImage(image, 0, 0);
  const from = large.getImageData(0, 0, image.width, image.height).data;
  const to = context.createImageData(columns, rows);
  const sums = new Float64Array(columns * rows * 4);
  for (let y = 0; y < image.height; ++y)
    for (let x = 0; x < image.width; ++x) {
      const cell = 4 * (Math.floor((y * rows) / image.height) * columns + Math.floor((x * columns) / image.width));
      const pixel = 4 * (y * image.width + x);
      for (let channel = 0; channel < 3; ++channel) sums[cell + channel] += from[pixel + channel];
      sums[cell + 3] += 1;
    }
  for (let cell = 0; cell < sums.length; cell += 4) {
    for (let channel = 0; channel < 3; ++channel) to.data[cell + channel] = Math.round(sums[cell + channel] / sums[cell + 3]);
    to.data[cell + 3] = 255;
  }
  context.putImageData(to, 0, 0);
  const small = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return { columns, rows, cells: [...to.data], small: btoa(String.fromCharCode(...small)) };
}

/** What there is to read in a block: how far its cells are from their median, channel by channel. */
function ink({ cells, columns }, left, top, right, bottom) {
  let sum = 0;
  for (let channel = 0; channel < 3; ++channel) {
    const values = [];
    for (let y = top; y < bottom; ++y) for (let x = left; x < right; ++x) values.push(cells[4 * (y * columns + x) + channel]);
    const median = [...values].sort((a, b) => a - b)[values.length >> 1];
    sum += values.reduce((total, one) => total + Math.abs(one - median), 0) / values.length;
  }
  return sum / 3;
}

/** How many of the blocks hang together. */
function largest(blocks) {
  const left = new Set(blocks);
  let most = 0;
  while (left.size > 0) {
    const queue = [left.values().next().value];
    left.delete(queue[0]);
    for (const one of queue) {
      const [x, y] = one.split(':').map(Number);
      for (const dx of [-kWide, 0, kWide])
        for (const dy of [-kHigh, 0, kHigh]) if (left.delete(`${x + dx}:${y + dy}`)) queue.push(`${x + dx}:${y + dy}`);
    }
    most = Math.max(most, queue.length);
  }
  return most;
}

/** How far two pictures in cells are from each other. */
function difference(one, other) {
  if (one.rows !== other.rows) return { all: Infinity, lost: Infinity, at: ['another size'] };
  let all = 0;
  for (let i = 0; i < one.cells.length; ++i) all += Math.abs(one.cells[i] - other.cells[i]);
  const at = [];
  for (let top = 0; top < one.rows; top += kHigh)
    for (let left = 0; left < one.columns; left += kWide) {
      const place = [left, top, Math.min(one.columns, left + kWide), Math.min(one.rows, top + kHigh)];
      const [less, more] = [ink(one, ...place), ink(other, ...place)].sort((a, b) => a - b);
      if (more < kInk) continue;
      if (less < kFaint * more) at.push(`${left}:${top}`);
    }
  return { all: all / (one.columns * one.rows * 3), lost: largest(at), at };
}

/** The picture that `page` shows against the stored one of that name; `drawer` is a page that compares. `update`: it may become the stored one. */
export async function compare(page, drawer, name, update = false) {
  const shot = await page.screenshot();
  const now = await drawer.evaluate(shrink, [shot.toString('base64'), kColumns]);
  const file = `${folder}${name}.png`;
  if (update && process.env.UPDATE_SHOTS) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, Buffer.from(now.small, 'base64'));
  }
  const then = await drawer.evaluate(shrink, [fs.readFileSync(file).toString('base64'), kColumns]);
  const found = difference(now, then);
  return { ...found, same: found.all <= tolerance.all && found.lost <= tolerance.lost, shot };
}
