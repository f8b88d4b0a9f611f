// What in a module is an address of data: the same program is linked twice, its data at another place the second time, and the numbers that
// moved with it are addresses.
import { instructions, locals_of } from './code.mjs';
import { Unreadable } from './module.mjs';

const differ = (where) => new Unreadable(`the two links of the engine differ by more than the place of its data (${where})`);

/** {named: the addresses that code holds, pointers: the places in data that hold one} */
export function places_of(module, moved) {
  const [named, pointers] = [new Set(), new Set()];
  const by = moved.data[0]?.offset - module.data[0]?.offset;
  if (!by || moved.data.length !== module.data.length || moved.functions.length !== module.functions.length) throw differ('lists');
  module.functions.forEach((fn, f) => {
    if (!fn.code) return;
    const other = moved.functions[f];
    const theirs = instructions(other.code, locals_of(other, moved).start, other.code.length);
    for (const step of instructions(fn.code, locals_of(fn, module).start, fn.code.length)) {
      const there = theirs.next().value;
      if (there?.op !== step.op || there.index !== step.index) throw differ(`function ${f}`);
      for (const key of ['value', 'offset']) {
        if (there[key] === step[key]) continue;
        if (there[key] !== step[key] + by) throw differ(`function ${f}`);
        named.add(step[key]);
      }
    }
    if (!theirs.next().done) throw differ(`function ${f}`);
  });
  module.data.forEach(({ offset, bytes }, i) => {
    const other = moved.data[i];
    if (other.offset !== offset + by || other.bytes.length !== bytes.length) throw differ(`data at ${offset}`);
    if (bytes.equals(other.bytes)) return;
    const words = [];
    for (let at = -offset & 3; at + 4 <= bytes.length; at += 4)
      if (other.bytes.readUInt32LE(at) !== bytes.readUInt32LE(at)) words.push(at);
    const back = Buffer.from(other.bytes);
    for (const at of words) back.writeUInt32LE((back.readUInt32LE(at) - by) >>> 0, at), pointers.add(offset + at);
    if (!bytes.equals(back)) throw differ(`data at ${offset}`);
  });
  return { named, pointers };
}
