// Makes functions of their own out of the pieces of running functions that do not run: error paths, rare cases. The values of locals that
// such a piece reads become parameters; those that it leaves behind come back in globals. Where control goes after it, if not on
// behind it, is told by a number that it returns.
import { op, rewrite, tree } from './code.mjs';
import { live_before, locals_in, note_live, set_of } from './live.mjs';
import { i32, s32, u32 } from './module.mjs';

const kLeast = 12; // bytes that must be saved
const kReturn = 0; // the label of the function itself
const leaves = new Set([op.unreachable, op.throw, op.rethrow, op.br, op.br_table, op.return]);

/** What the outlined functions need of the module. */
export class Outliner {
  #module;
  #types = new Map();
  #ways = new Map(); // global per value type and number

  constructor(module) {
    this.#module = module;
    module.types.forEach((type, i) => this.#types.set(JSON.stringify(type), i));
  }

  #type(params, results) {
    const type = { params, results };
    const key = JSON.stringify(type);
    if (!this.#types.has(key)) this.#types.set(key, this.#module.types.push(type) - 1);
    return this.#types.get(key);
  }
  /** Global number n that brings back values of a type. */
  #way(type, n) {
    const key = `${type} ${n}`;
    const zero = { 0x7f: [0x41, 0], 0x7e: [0x42, 0], 0x7d: [0x43, 0, 0, 0, 0], 0x7c: [0x44, 0, 0, 0, 0, 0, 0, 0, 0] }[type];
    if (!this.#ways.has(key)) this.#ways.set(key, this.#module.globals.push({ type, mutable: 1, init: Buffer.from([...zero, op.end]) }) - 1);
    return this.#ways.get(key);
  }

  /** Takes out of a function what is cold: `starts` says where its pieces begin, `hot` which of them run. */
  take_from(fn, { starts, hot }) {
    const runs = (at) => hot[starts.findLastIndex((start) => start <= at)];
    const self = tree(fn, this.#module);
    note_live(self);
    const changes = [];
    this.#visit({ fn, ...self, runs, changes }, self.root, [{ carries: this.#module.types[fn.type].results[0], catcher: -1 }]);
    if (!changes.length) return;
    const parts = [];
    let from = 0;
    for (const { at, end, bytes } of changes.sort((a, b) => a.at - b.at)) {
      parts.push(fn.code.subarray(from, at), Buffer.from(bytes));
      from = end;
    }
    fn.code = Buffer.concat([...parts, fn.code.subarray(from)]);
  }

  /** `labels`: for each label around, the function's own first, {carries: type of the value that a branch to it carries, catcher: number of
   * the label whose handlers catch what is thrown in it}. */
  #visit(context, sequence, labels) {
    const { steps } = sequence;
    // Statements: runs of steps between two places where the operand stack is empty.
    const starts = steps.flatMap(({ free }, i) => (free ? [i] : []));
    let first; // statement of the region that grows
    for (let n = 0; n <= starts.length; n++) {
      const from = starts[n];
      const to = starts[n + 1] ?? steps.length;
      const complete = n + 1 < starts.length || sequence.ends_free;
      if (n < starts.length && complete && !context.runs(steps[from].at) && movable(sequence, from, to, labels)) {
        first ??= n;
        continue;
      }
      if (first !== undefined) {
        const end = starts[n] ?? steps.length;
        if (!this.#take(context, sequence, starts[first], end, labels)) this.#visit_inside(context, sequence, starts[first], end, labels);
        first = undefined;
      }
      if (n < starts.length) this.#visit_inside(context, sequence, from, to, labels);
    }
  }
  #visit_inside(context, { steps }, from, to, labels) {
    for (const step of steps.slice(from, to))
      for (const body of step.bodies ?? []) {
        let { catcher } = labels.at(-1);
        if (step.op === op.try && body === step.bodies[0])
          catcher = body.last.op === op.delegate ? labels[labels.length - 1 - body.last.index].catcher : labels.length;
        this.#visit(context, body, [...labels, { carries: step.op === op.loop ? undefined : step.type, catcher }]);
      }
  }

  #take(context, sequence, from, to, labels) {
    const { fn, locals, changes } = context;
    const { steps, depth, around } = sequence;
    const [at, end] = [steps[from].at, steps[to - 1].end];
    const { read, written, exits } = survey(sequence, from, to);
    const reached = exits.reduce((live, label) => live | (label === kReturn ? 0n : around[label].live), steps[to - 1].behind);
    const outs = locals_in(set_of(written) & reached);
    const left = around.map((_, label) => ({ live: label === kReturn ? 0n : set_of(outs), caught: 0n }));
    const ins = locals_in(live_before(sequence, from, to, set_of(outs), left)).sort((a, b) => locals[b] - locals[a] || a - b);
    const result = labels[kReturn].carries;

    const way = new Map();
    const counts = {};
    for (const out of outs) way.set(out, this.#way(locals[out], (counts[locals[out]] = (counts[locals[out]] ?? 0) + 1)));
    const returned = exits.includes(kReturn) && result !== undefined ? this.#way(result, 0) : undefined;

    // What takes its place.
    const call = [...ins.flatMap((local) => [op.local_get, ...u32(local)]), op.call, ...u32(this.#module.functions.length)];
    for (const out of outs) call.push(op.global_get, ...u32(way.get(out)), op.local_set, ...u32(out));
    const give_back = returned === undefined ? [] : [op.global_get, ...u32(returned), op.return];
    const to_label = (label) => depth - label;
    let place;
    if (!exits.length) place = call;
    else if (exits.length === 1) place = give_back.length ? [...call, op.if, op.empty, ...give_back, op.end] : [...call, op.br_if, ...u32(to_label(exits[0]))];
    else {
      const around_it = give_back.length ? 2 : 1;
      const targets = [around_it - 1, ...exits.map((label) => (label === kReturn && give_back.length ? 0 : to_label(label) + around_it))];
      const table = [op.br_table, ...u32(targets.length - 1), ...targets.flatMap(u32)];
      place = give_back.length ? [op.block, op.empty, op.block, op.empty, ...call, ...table, op.end, ...give_back, op.end] : [op.block, op.empty, ...call, ...table, op.end];
    }
    if (end - at < place.length + kLeast) return false;
    changes.push({ at, end, bytes: place });

    // The function.
    const rest = [...new Set([...read, ...written])].filter((local) => !ins.includes(local)).sort((a, b) => locals[b] - locals[a] || a - b);
    const number = new Map([...ins, ...rest].map((local, i) => [local, i]));
    const leave = outs.flatMap((out) => [op.local_get, ...u32(number.get(out)), op.global_set, ...u32(way.get(out))]);
    const head = [...u32(rest.length), ...rest.flatMap((local) => [1, locals[local]])];
    for (let n = exits.length - 1; n >= 0; n--) head.push(op.block, exits[n] === kReturn && result !== undefined ? result : op.empty);
    const tail = [...leave];
    exits.forEach((label, n) => {
      tail.push(op.i32_const, ...s32(n), op.return, op.end);
      if (label !== kReturn) tail.push(...leave);
      else if (returned !== undefined) tail.push(op.global_set, ...u32(returned));
    });
    if (exits.length) tail.push(op.i32_const, ...s32(exits.length));
    tail.push(op.end);
    const code = Buffer.concat([Buffer.from(head), moved(fn.code, at, end, depth, number, exits), Buffer.from(tail)]);
    const type = this.#type(ins.map((local) => locals[local]), exits.length ? [i32] : []);
    this.#module.functions.push({ type, code });
    return true;
  }
}

/** Steps in and below a region, with the number of labels around each. */
function* all_steps(sequence, from, to) {
  for (const step of sequence.steps.slice(from, to)) {
    yield [step, sequence.depth];
    for (const body of step.bodies ?? []) {
      yield* all_steps(body, 0, body.steps.length);
      if (body.last.op === op.delegate) yield [body.last, sequence.depth];
    }
  }
}
const targets_of = (step) => (step.op === op.br || step.op === op.br_if ? [step.index] : step.op === op.br_table ? step.targets : []);

/** Whether these steps can be in a function of their own. */
function movable(sequence, from, to, labels) {
  const { depth, around } = sequence;
  if (!around) return false;
  for (const [step, inside] of all_steps(sequence, from, to)) {
    if (inside === depth && leaves.has(step.op)) return false;
    const named = inside - step.index;
    if (step.op === op.rethrow && named <= depth) return false;
    // Out of the function an exception comes to the handlers around its call.
    if (step.op === op.delegate && named <= depth && labels[named].catcher !== labels[depth].catcher) return false;
    // The handler would see the value of before.
    if ((step.op === op.local_set || step.op === op.local_tee) && around[depth].caught & set_of([step.index])) return false;
    for (const target of targets_of(step)) {
      const label = inside - target;
      if (label <= depth && label !== kReturn && labels[label].carries !== undefined) return false;
    }
  }
  return true;
}

/** Locals that a region reads and writes, and the labels outside of it that it leads to. */
function survey(sequence, from, to) {
  const read = new Set(), written = new Set(), exits = new Set();
  for (const [step, inside] of all_steps(sequence, from, to)) {
    if (step.op === op.local_get) read.add(step.index);
    if (step.op === op.local_set || step.op === op.local_tee) written.add(step.index);
    if (step.op === op.return) exits.add(kReturn);
    for (const target of targets_of(step)) if (inside - target <= sequence.depth) exits.add(inside - target);
  }
  return { read: [...read], written: [...written], exits: [...exits].sort((a, b) => b - a) };
}

/** The bytes of a region with new numbers of locals; what leads out of it leads to the blocks around it. */
function moved(code, at, end, depth, number, exits) {
  let inside = 0; // labels
  const target = (d) => (d < inside ? d : inside + exits.indexOf(depth + inside - d));
  return rewrite(code, at, end, (step) => {
    switch (step.op) {
      case op.block: case op.loop: case op.if: case op.try: inside++; return undefined;
      case op.end: inside--; return undefined;
      case op.delegate: inside--; return step.index < inside ? undefined : [op.delegate, ...u32(inside + exits.length)];
      case op.local_get: case op.local_set: case op.local_tee: return [step.op, ...u32(number.get(step.index))];
      case op.br: case op.br_if: return [step.op, ...u32(target(step.index))];
      case op.br_table: return [step.op, ...u32(step.targets.length - 1), ...step.targets.flatMap((d) => u32(target(d)))];
      case op.return: return [op.br, ...u32(inside + exits.indexOf(kReturn))];
    }
  });
}
