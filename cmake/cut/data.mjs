// Constants that no function of the first part refers to go with the second. What a function refers to is every address in its code; what
// data refers to, every address in it (places.mjs).
import { instructions, locals_of } from './code.mjs';

const kNear = 16; // code may count from a little in front of an array
const kGap = 8; // so much is not worth a segment of its own
const constant = /^\.rodata/;
const texts = /^\.rodata\.\.L\.str/;

/** Whether the linker named the segments: without names every constant stays in the first part. */
export const has_names = (data) => data.some(({ name }) => constant.test(name));

/** Gives `data` of the whole to both parts, and returns every word that the first one has. */
export function part_data(data, first, second, { named, pointers }) {
  const segments = data.map((one) => ({ ...one, end: one.offset + one.bytes.length })).sort((a, b) => a.offset - b.offset);
  const [low, high] = [segments[0].offset, segments.at(-1).end];
  const find = (address) => {
    let from = 0;
    for (let to = segments.length; to - from > 1; ) {
      const middle = (from + to) >> 1;
      if (segments[middle].offset <= address) from = middle;
      else to = middle;
    }
    return segments[from];
  };
  const refers = (address) => address >= low && address < high;
  const own = addresses(first, (value) => refers(value) && named.has(value));
  const all = new Set([...named, ...[...pointers].map((place) => word_at(find(place), place))].filter(refers));
  const places = [...all].sort((a, b) => a - b);
  const after = (address) => {
    let from = 0;
    for (let to = places.length; from < to; ) {
      const middle = (from + to) >> 1;
      if (places[middle] <= address) from = middle + 1;
      else to = middle;
    }
    return places[from] ?? high;
  };

  const keep = new Uint8Array(high - low);
  const wanted = [...own];
  const kept = new Set();
  const held = new Set();
  const hold = (segment, from, to) => {
    keep.fill(1, from - low, to - low);
    for (let at = (from + 3) & ~3; at + 4 <= to; at += 4) {
      const word = word_at(segment, at);
      held.add(word);
      if (pointers.has(at) && refers(word)) wanted.push(word);
    }
  };
  const whole = (segment) => {
    if (kept.has(segment)) return;
    kept.add(segment);
    hold(segment, segment.offset, segment.end);
  };
  // Data that may change, and what is referred to in a way that is not seen.
  const seen = new Set([...all].map(find));
  for (const segment of segments) if (!constant.test(segment.name) || !seen.has(segment)) whole(segment);
  for (let address; (address = wanted.pop()) !== undefined; ) {
    const segment = find(address);
    if (address < segment.end && !texts.test(segment.name)) whole(segment);
    else if (address < segment.end && !keep[address - low]) {
      // Of a text that another one ends with, the end is referred to on its own.
      const zero = segment.bytes.indexOf(0, address - segment.offset);
      const end = Math.max(zero < 0 ? segment.end : segment.offset + zero + 1, after(address));
      hold(segment, address, Math.min(end, segment.end));
    }
    const next = find(address + kNear);
    if (next !== segment && !texts.test(next.name)) whole(next);
  }
  const image = Buffer.alloc(high - low);
  for (const { offset, bytes } of segments) bytes.copy(image, offset - low);
  const covered = new Uint8Array(high - low);
  for (const { offset, end } of segments) covered.fill(1, offset - low, end - low);
  first.data = ranges(image, low, (i) => keep[i]);
  second.data = ranges(image, low, (i) => covered[i] && !keep[i]);
  return held;
}

/** The numbers in the code of a module's functions that are addresses of data. */
function addresses(module, is_address) {
  const found = new Set();
  for (const fn of module.functions) {
    if (!fn.code) continue;
    for (const step of instructions(fn.code, locals_of(fn, module).start, fn.code.length)) {
      const value = step.value || step.offset;
      if (is_address(value)) found.add(value);
    }
  }
  return found;
}

const word_at = ({ bytes, offset }, address) => bytes.readUInt32LE(address - offset);

function ranges(image, low, wanted) {
  const found = [];
  for (let i = 0; i < image.length; i++) {
    if (!wanted(i) || image[i] === 0) continue;
    const last = found.at(-1);
    if (last && i - last.end <= kGap) last.end = i + 1;
    else found.push({ at: i, end: i + 1 });
  }
  return found.map(({ at, end }) => ({ offset: low + at, bytes: image.subarray(at, end) }));
}
