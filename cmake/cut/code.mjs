// The code of a function as a tree. A sequence is {steps, depth}: depth is the number of labels around it. A step is one instruction,
// {op, at, end, free, ...}: bytes [at, end) of the code, with bodies for block, loop, if and try; `free` says that the operand stack of the
// sequence is empty in front of it, so that the sequence can be taken apart there.
import { Reader, Unreadable } from './module.mjs';

export const op = {
  unreachable: 0x00, block: 0x02, loop: 0x03, if: 0x04, else: 0x05, try: 0x06, catch: 0x07, throw: 0x08, rethrow: 0x09, end: 0x0b,
  br: 0x0c, br_if: 0x0d, br_table: 0x0e, return: 0x0f, call: 0x10, call_indirect: 0x11, delegate: 0x18, catch_all: 0x19,
  local_get: 0x20, local_set: 0x21, local_tee: 0x22, global_get: 0x23, global_set: 0x24, i32_const: 0x41, i32_eqz: 0x45,
  empty: 0x40, // type of a block
};
const opens = new Set([op.block, op.loop, op.if, op.try]);
const leaves = new Set([op.unreachable, op.throw, op.rethrow, op.br, op.br_table, op.return]);

/** Instructions without operands. */
const plain = (code) => (code >= 0x45 && code <= 0xc4) || [0x00, 0x01, op.else, op.end, op.return, op.catch_all, 0x1a, 0x1b].includes(code);

/** Reads the operands of an instruction into it. */
function operands(reader, step) {
  const code = step.op;
  if (code >= 0x28 && code <= 0x3e) return reader.skip(), (step.offset = reader.u32());
  switch (code) {
    case op.local_get: case op.local_set: case op.local_tee: case op.global_get: case op.global_set: case op.call: case op.br: case op.br_if:
    case op.catch: case op.throw: case op.rethrow: case op.delegate: return (step.index = reader.u32());
    case op.i32_const: return (step.value = reader.s32());
    case op.block: case op.loop: case op.if: case op.try: return (step.type = block_type(reader));
    case op.br_table: return (step.targets = [...reader.list((r) => r.u32()), reader.u32()]);
    case op.call_indirect: return (step.type = reader.u32()), reader.skip();
    case 0x25: case 0x26: case 0x3f: case 0x40: case 0x42: return reader.skip();
    case 0x43: return (reader.at += 4);
    case 0x44: return (reader.at += 8);
    case 0x1c: return reader.take(reader.u32());
    case 0xfc: {
      const more = (step.more = reader.u32());
      if (more > 17) throw new Unreadable(`unknown instruction 0xfc ${more}`);
      for (let n = more < 8 ? 0 : more === 9 || more === 11 || more === 13 ? 1 : 2; n > 0; n--) reader.skip();
      return undefined;
    }
  }
  if (!plain(code)) throw new Unreadable(`unknown instruction 0x${code.toString(16)}`);
}
/** Undefined for none, or the value type. */
function block_type(reader) {
  const type = reader.u8();
  if (type === 0x40) return undefined;
  if (type >= 0x7c) return type;
  throw new Unreadable('unexpected type of a block');
}

/** How the height of the operand stack changes; `types` tells it of calls. */
function rise(step, { types, functions }) {
  const { op: code, more } = step;
  const of = ({ params, results }) => results.length - params.length;
  switch (code) {
    case op.call: return of(types[functions[step.index].type]);
    case op.call_indirect: return of(types[step.type]) - 1;
    case op.local_get: case op.global_get: case 0x3f: case 0x41: case 0x42: case 0x43: case 0x44: return 1;
    case op.local_set: case op.global_set: case 0x1a: case op.br_if: case op.if: return -1;
    case 0x1b: case 0x1c: case 0x26: return -2;
    case 0xfc: return more < 8 ? 0 : more === 9 || more === 13 ? 0 : -3;
  }
  if (code >= 0x36 && code <= 0x3e) return -2;
  const binary = [[0x46, 0x4f], [0x51, 0x66], [0x6a, 0x78], [0x7c, 0x8a], [0x92, 0x98], [0xa0, 0xa6]];
  return binary.some(([from, to]) => code >= from && code <= to) ? -1 : 0;
}

/** Every instruction of the bytes [at, end) in order, not nested. */
export function* instructions(bytes, at, end) {
  for (const reader = new Reader(bytes, at); reader.at < end; ) {
    const step = { op: bytes[reader.at], at: reader.at++, end: 0, index: 0, value: 0, offset: 0 };
    operands(reader, step);
    step.end = reader.at;
    yield step;
  }
}

/** The types of a function's locals, parameters first, and where its instructions begin. */
export function locals_of({ code, type }, { types }) {
  const reader = new Reader(code);
  const locals = [...types[type].params];
  reader.list((r) => {
    for (let n = r.u32(), type = r.u8(); n > 0; n--) locals.push(type);
  });
  return { locals, start: reader.at };
}

/** The tree of a function. */
export function tree(fn, module) {
  const { locals, start } = locals_of(fn, module);
  const flow = instructions(fn.code, start, fn.code.length);
  // Reads up to and with the instruction that ends the sequence.
  const sequence = (depth, height = 0) => {
    const self = { steps: [], depth, at: undefined };
    let dead = false;
    for (;;) {
      const { value: step } = flow.next();
      self.at ??= step.at;
      if ([op.end, op.else, op.catch, op.catch_all, op.delegate].includes(step.op)) return Object.assign(self, { last: step, ends_free: height === 0 && !dead });
      step.free = height === 0 && !dead;
      step.dead = dead;
      self.steps.push(step);
      height += rise(step, module);
      if (leaves.has(step.op)) dead = true;
      if (!opens.has(step.op)) continue;
      step.bodies = [];
      let height_inside = 0;
      for (let last; last?.op !== op.end && last?.op !== op.delegate; ) {
        const body = sequence(depth + 1, height_inside);
        body.opener = last; // else or catch
        step.bodies.push(body);
        last = body.last;
        height_inside = last.op === op.catch ? module.types[module.tags[last.index].type].params.length : 0;
      }
      step.end = step.bodies.at(-1).last.end;
      if (step.type !== undefined) height += 1;
    }
  };
  return { locals, start, root: sequence(0) };
}

/** Instructions [at, end), written again; `change` gives the bytes for one instruction, or undefined to leave it as it is. */
export function rewrite(bytes, at, end, change) {
  const parts = [];
  let from = at;
  for (const step of instructions(bytes, at, end)) {
    const changed = change(step);
    if (!changed) continue;
    parts.push(bytes.subarray(from, step.at), Buffer.from(changed));
    from = step.end;
  }
  parts.push(bytes.subarray(from, end));
  return Buffer.concat(parts);
}
