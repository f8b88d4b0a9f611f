// Two modules out of one: the first keeps some of the functions, the second has the others and takes memory, table, globals and functions
// from the first, where they are exported under numbers. A function of the second part has a place in the table, by which the first calls
// it. Before each such call the first part calls its function "ensure", which has the second loaded.
import { instructions, locals_of, op, rewrite } from './code.mjs';
import { part_data } from './data.mjs';
import { i32, kFunction, kGlobal, kMemory, kTable, kTag, s32, u32, zero } from './module.mjs';

/** `kept`: whether a function stays in the first part, by its number; `places`: what is an address (places.mjs). Returns both parts. */
export function part(module, kept, places) {
  const table = new Table(module, kept);
  const first = new First(module, kept, table);
  const second = second_part(module, kept, first, table);
  const words = part_data(module.data, first, second, places);
  // Only what the first part's code or data name can be called by it.
  const named = new Set(words);
  for (const { code, type } of first.functions)
    if (code) for (const step of instructions(code, locals_of({ code, type }, module).start, code.length)) if (step.op === op.i32_const) named.add(step.value);
  first.elements = joined(
    module.elements.flatMap(({ offset, functions }) =>
      functions.flatMap((f, i) => (kept(f) || named.has(offset + i) ? [{ offset: offset + i, functions: [first.number_of(f)] }] : [])),
    ),
  );
  return [first, second];
}

/** The places of the second part's functions in the table: those that have one keep it. */
class Table {
  #places = new Map();
  #size;

  constructor({ elements, table }, kept) {
    this.#size = table.min;
    for (const { offset, functions } of elements) functions.forEach((f, i) => !kept(f) && this.#places.set(f, offset + i));
  }
  place_of(f) {
    if (!this.#places.has(f)) this.#places.set(f, this.#size++);
    return this.#places.get(f);
  }
  /** [function, place], by place. */
  get all() {
    return [...this.#places].sort(([, a], [, b]) => a - b);
  }
  limits({ table }) {
    return { ...table, min: this.#size, max: table.max === undefined ? undefined : Math.max(table.max, this.#size) };
  }
}

class First {
  #module;
  #table;
  #numbers = new Map(); // of the module's functions, or of what stands for them
  #ways = new Map(); // per type, see #way
  #ensure;

  constructor(module, kept, table) {
    this.#module = module;
    this.#table = table;
    const load = { module: 'rowkind', name: 'more', kind: kFunction, type: this.#type([], []) };
    const whole = module.globals.length; // not 0 once the second part is there
    this.types = module.types;
    this.tags = module.tags;
    this.memory = module.memory;
    this.imports = [...module.imports, load];
    this.globals = [...module.globals, zero];
    this.functions = [...module.functions.slice(0, module.imports.length), { type: load.type }];
    this.functions.forEach((_, f) => f < module.imports.length && this.#numbers.set(f, f));
    const ask = [op.global_get, ...u32(whole), op.i32_eqz, op.if, op.empty, op.call, ...u32(module.imports.length), op.end, op.end];
    this.#ensure = this.#add(load.type, [0, ...ask]);
    module.functions.forEach(({ type, code }, f) => code && kept(f) && this.#numbers.set(f, this.#add(type, code)));
    const own = this.#numbers.size - module.imports.length;
    for (const fn of this.functions.slice(-own))
      fn.code = with_calls(fn, module, (f) => (this.#numbers.has(f) ? [op.call, ...u32(this.#numbers.get(f))] : this.#call_second(f)));
    this.exports = module.exports.map((one) => (one.kind === kFunction ? { ...one, index: this.number_of(one.index) } : one));
    this.exports.push({ name: 'whole', kind: kGlobal, index: whole });
  }

  /** What stands for a function of the module: itself, or one that calls it in the second part. */
  number_of(f) {
    if (!this.#numbers.has(f)) {
      const { type } = this.#module.functions[f];
      const parameters = this.types[type].params.flatMap((_, i) => [op.local_get, ...u32(i)]);
      this.#numbers.set(f, this.#add(type, [0, ...parameters, ...this.#call_second(f), op.end]));
    }
    return this.#numbers.get(f);
  }
  export(kind, index, name) {
    this.exports.push({ name, kind, index });
  }
  get table() {
    return this.#table.limits(this.#module);
  }

  #add(type, code) {
    return this.functions.push({ type, code: Buffer.from(code) }) - 1;
  }
  #type(params, results) {
    const i = this.#module.types.findIndex((type) => `${type.params}>${type.results}` === `${params}>${results}`);
    return i >= 0 ? i : this.#module.types.push({ params, results }) - 1;
  }
  #call_second(f) {
    return [op.i32_const, ...s32(this.#table.place_of(f)), op.call, ...u32(this.#way(this.#module.functions[f].type))];
  }
  /** A function that takes the parameters of a type and a place in the table. */
  #way(type) {
    if (!this.#ways.has(type)) {
      const { params, results } = this.types[type];
      const parameters = [...params, i32].flatMap((_, i) => [op.local_get, ...u32(i)]);
      const code = [0, op.call, ...u32(this.#ensure), ...parameters, op.call_indirect, ...u32(type), 0, op.end];
      this.#ways.set(type, this.#add(this.#type([...params, i32], results), code));
    }
    return this.#ways.get(type);
  }
}

function second_part(module, kept, first, table) {
  const imports = [];
  const borrow = (kind, index, what) => {
    const name = String(imports.length);
    imports.push({ ...what, module: 'first', name, kind });
    first.export(kind, index, name);
  };
  const own = module.functions.flatMap(({ type, code }, f) => (code && !kept(f) ? [{ f, type, code }] : []));
  const numbers = new Map();
  for (const f of called(own, module)) {
    if (f >= module.imports.length && !kept(f)) continue;
    numbers.set(f, imports.length);
    if (f < module.imports.length) imports.push(module.imports[f]);
    else borrow(kFunction, first.number_of(f), { type: module.functions[f].type });
  }
  own.forEach(({ f }, i) => numbers.set(f, imports.length + i));
  const functions = own.map((fn) => ({ ...fn, code: with_calls(fn, module, (f) => [op.call, ...u32(numbers.get(f))]) }));
  // Globals and tags in the order of the first part: they keep their numbers.
  module.globals.forEach((one, i) => borrow(kGlobal, i, one));
  module.tags.forEach((one, i) => borrow(kTag, i, one));
  borrow(kTable, 0, table.limits(module));
  borrow(kMemory, 0, module.memory);
  const elements = joined(table.all.map(([f, offset]) => ({ offset, functions: [numbers.get(f)] })));
  return { types: module.types, imports, functions, globals: [], tags: [], exports: [], elements };
}

/** The functions that these call, in order. */
function called(functions, module) {
  const found = new Set();
  for (const fn of functions) for (const step of instructions(fn.code, locals_of(fn, module).start, fn.code.length)) if (step.op === op.call) found.add(step.index);
  return [...found].sort((a, b) => a - b);
}

function with_calls(fn, module, change) {
  const { start } = locals_of(fn, module);
  const code = rewrite(fn.code, start, fn.code.length, (step) => (step.op === op.call ? change(step.index) : undefined));
  return Buffer.concat([fn.code.subarray(0, start), code]);
}

/** Segments of one function each, by offset, made fewer. */
function joined(segments) {
  const runs = [];
  for (const { offset, functions } of segments) {
    const last = runs.at(-1);
    if (last && last.offset + last.functions.length === offset) last.functions.push(...functions);
    else runs.push({ offset, functions: [...functions] });
  }
  return runs;
}
