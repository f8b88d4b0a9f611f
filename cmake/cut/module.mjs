// A WebAssembly module as lists of its parts: what the cut needs to read, change and write. Functions stay bytes; see code.mjs.

/** Something in a module that the cut does not know. */
export class Unreadable extends Error {}

export class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }
  u8() {
    return this.bytes[this.at++];
  }
  u32() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      if (!(byte & 128)) return value >>> 0;
    }
  }
  s32() {
    let value = 0;
    for (let shift = 0; ; ) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      shift += 7;
      if (!(byte & 128)) return shift < 32 && byte & 64 ? value | (-1 << shift) : value;
    }
  }
  skip() {
    while (this.bytes[this.at++] & 128);
  }
  take(size) {
    return this.bytes.subarray(this.at, (this.at += size));
  }
  name() {
    return Buffer.from(this.take(this.u32())).toString();
  }
  list(read) {
    return Array.from({ length: this.u32() }, () => read(this));
  }
}

export function u32(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value);
  return bytes;
}
export function s32(value) {
  const bytes = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    if ((value === 0 && !(low & 64)) || (value === -1 && low & 64)) return bytes.push(low), bytes;
    bytes.push(low | 128);
  }
}
const name = (text) => [...u32(Buffer.byteLength(text)), ...Buffer.from(text)];
const list = (items, write) => Buffer.concat([Buffer.from(u32(items.length)), ...items.map((item, i) => Buffer.from(write(item, i)))]);

export const kFunction = 0, kTable = 1, kMemory = 2, kGlobal = 3, kTag = 4;
export const i32 = 0x7f;

const limits = (reader) => {
  const from = reader.at;
  const flags = reader.u8();
  const min = reader.u32();
  const max = flags & 1 ? reader.u32() : undefined;
  return { flags, min, max, from };
};
const write_limits = ({ flags, min, max }) => [flags, ...u32(min), ...(flags & 1 ? u32(max) : [])];
/** A constant expression, with its end. */
function constant(reader) {
  const from = reader.at;
  const op = reader.u8();
  if (op === 0x41) return { value: reader.s32(), bytes: reader.bytes.subarray(from, (reader.at += 1)) };
  if (op === 0x42) reader.skip();
  else if (op === 0x43) reader.at += 4;
  else if (op === 0x44) reader.at += 8;
  else throw new Unreadable(`unexpected constant expression 0x${op.toString(16)}`);
  return { bytes: reader.bytes.subarray(from, (reader.at += 1)) };
}
const offset = (value) => [0x41, ...s32(value), 0x0b];

/** {types, imports, functions: [{type, code}], table, memory, globals, tags, exports, elements, data, names}; functions that are imported have no
 * code. One table and one memory, as LLVM makes them. */
export function parse(bytes) {
  const module = { types: [], imports: [], functions: [], globals: [], tags: [], exports: [], elements: [], data: [], segment_names: new Map() };
  const sections = new Map();
  for (const reader = new Reader(bytes, 8); reader.at < bytes.length; ) {
    const id = reader.u8();
    const size = reader.u32();
    const section = new Reader(bytes, reader.at, reader.at + size);
    if (id !== 0) sections.set(id, section);
    else if (section.name() === 'name') read_names(section, module);
    reader.at += size;
  }
  const each = (id, read) => sections.get(id)?.list(read) ?? [];
  module.types = each(1, (r) => {
    if (r.u8() !== 0x60) throw new Unreadable('a type that is no function');
    return { params: [...r.take(r.u32())], results: [...r.take(r.u32())] };
  });
  module.imports = each(2, (r) => {
    const one = { module: r.name(), name: r.name(), kind: r.u8() };
    if (one.kind !== kFunction) throw new Unreadable(`unexpected import ${one.module}.${one.name}`);
    return { ...one, type: r.u32() };
  });
  module.functions = module.imports.map(({ type }) => ({ type }));
  module.functions.push(...each(3, (r) => ({ type: r.u32() })));
  [module.table] = each(4, (r) => ({ type: r.u8(), ...limits(r) }));
  [module.memory] = each(5, limits);
  module.globals = each(6, (r) => ({ type: r.u8(), mutable: r.u8(), init: constant(r).bytes }));
  module.exports = each(7, (r) => ({ name: r.name(), kind: r.u8(), index: r.u32() }));
  if (sections.has(8)) throw new Unreadable('unexpected start function');
  module.elements = each(9, (r) => {
    if (r.u32() !== 0) throw new Unreadable('unexpected kind of element segment');
    return { offset: constant(r).value, functions: r.list(() => r.u32()) };
  });
  each(10, (r) => r.take(r.u32())).forEach((code, i) => (module.functions[module.imports.length + i].code = code));
  module.data = each(11, (r) => {
    if (r.u32() !== 0) throw new Unreadable('unexpected kind of data segment');
    return { offset: constant(r).value, bytes: r.take(r.u32()) };
  });
  module.data.forEach((segment, i) => (segment.name = module.segment_names.get(i) ?? ''));
  module.tags = each(13, (r) => ({ attribute: r.u8(), type: r.u32() }));
  return module;
}

const kSegmentNames = 9;
function read_names(reader, module) {
  while (reader.at < reader.end) {
    const id = reader.u8();
    const end = reader.u32() + reader.at;
    if (id === kSegmentNames) reader.list((r) => module.segment_names.set(r.u32(), r.name()));
    reader.at = end;
  }
}

export const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Imports may be of any kind here: {module, name, kind, write} with the bytes of what is imported. */
export function write(module) {
  const parts = [empty];
  const section = (id, items, write) => {
    if (!items.length) return;
    const body = list(items, write);
    parts.push(Buffer.from([id, ...u32(body.length)]), body);
  };
  const own = module.functions.filter(({ code }) => code);
  section(1, module.types, ({ params, results }) => [0x60, ...u32(params.length), ...params, ...u32(results.length), ...results]);
  section(2, module.imports, (one) => [...name(one.module), ...name(one.name), one.kind, ...describe(one)]);
  section(3, own, ({ type }) => u32(type));
  section(4, module.table ? [module.table] : [], (table) => describe({ kind: kTable, ...table }));
  section(5, module.memory ? [module.memory] : [], write_limits);
  section(13, module.tags, (tag) => describe({ kind: kTag, ...tag }));
  section(6, module.globals, (one) => [...describe({ kind: kGlobal, ...one }), ...one.init]);
  section(7, module.exports, (one) => [...name(one.name), one.kind, ...u32(one.index)]);
  section(9, module.elements, (one) => [0, ...offset(one.offset), ...u32(one.functions.length), ...one.functions.flatMap(u32)]);
  section(10, own, ({ code }) => Buffer.concat([Buffer.from(u32(code.length)), code]));
  section(11, module.data, (one) => Buffer.concat([Buffer.from([0, ...offset(one.offset), ...u32(one.bytes.length)]), one.bytes]));
  return Buffer.concat(parts);
}
function describe(one) {
  switch (one.kind) {
    case kFunction: return u32(one.type);
    case kTable: return [one.type, ...write_limits(one)];
    case kMemory: return write_limits(one);
    case kGlobal: return [one.type, one.mutable];
    case kTag: return [one.attribute, ...u32(one.type)];
  }
}

/** A custom section, to be appended to a module. */
export const custom = (title, content) => {
  const body = Buffer.from([...name(title), ...Buffer.from(content)]);
  return Buffer.concat([Buffer.from([0, ...u32(body.length)]), body]);
};

/** A mutable global of type i32 that is 0. */
export const zero = { type: i32, mutable: 1, init: offset(0) };
