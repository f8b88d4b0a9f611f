// Counts how often each piece of code runs: at the start of every function and wherever control may arrive or go on by itself stands a
// counter in memory, far above what the engine uses.
import { instructions, locals_of, op } from './code.mjs';
import { u32, write } from './module.mjs';

const kCounters = 0x10000000;
const kPage = 1 << 16;
// After these control may have come from elsewhere, or not have come this far.
const joints = new Set([op.loop, op.if, op.else, op.try, op.catch, op.catch_all, op.end, op.delegate, op.br_if]);

/** {bytes: the module that counts, starts: per function the places in its code where a piece begins, first: number of its first counter} */
export function counting(module) {
  let counters = 0;
  const pieces = module.functions.map((fn) => {
    if (!fn.code) return undefined;
    const { start } = locals_of(fn, module);
    const piece = { first: counters, starts: [start] };
    for (const step of instructions(fn.code, start, fn.code.length))
      if (joints.has(step.op) && step.end < fn.code.length) piece.starts.push(step.end);
    counters += piece.starts.length;
    return piece;
  });
  const functions = module.functions.map((fn, i) => {
    if (!fn.code) return fn;
    const { first, starts } = pieces[i];
    const parts = [fn.code.subarray(0, starts[0])];
    starts.forEach((at, n) => {
      const place = u32(kCounters + 4 * (first + n));
      parts.push(Buffer.from([0x41, 0, 0x41, 0, 0x28, 2, ...place, 0x41, 1, 0x6a, 0x36, 2, ...place]), fn.code.subarray(at, starts[n + 1] ?? fn.code.length));
    });
    return { ...fn, code: Buffer.concat(parts) };
  });
  const pages = Math.ceil((kCounters + 4 * counters) / kPage) + 1;
  const memory = { ...module.memory, min: Math.max(module.memory.min, pages) };
  return { bytes: write({ ...module, functions, memory }), pieces, counters };
}

/** What the counters of an instance say; they begin again at 0. */
export function take_counts(memory, counters) {
  const view = new Uint32Array(memory.buffer, kCounters, counters);
  const counts = view.slice();
  view.fill(0);
  return counts;
}
