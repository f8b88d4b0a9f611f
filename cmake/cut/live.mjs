// Which locals are still read later on: sets of locals as BigInt, one bit each.
import { op } from './code.mjs';

const bit = (local) => 1n << BigInt(local);

/** Goes backward over steps [from, to) of a sequence. `out`: live behind them; `around`: for each label around, the function's own first,
 * {live: where a branch to it leads, caught: where an exception in it leads}. Returns what is live in front; `seen(sequence, i, out, around)`
 * hears for each step what is live behind it. */
export function live_before(sequence, from, to, out, around, seen) {
  const label = (d) => around[around.length - 1 - d];
  const { caught } = around.at(-1);
  const inside = (body, behind, live, trap) => live_before(body, 0, body.steps.length, behind, [...around, { live, caught: trap }], seen);
  let live = out | caught;
  for (let i = to - 1; i >= from; i--) {
    const step = sequence.steps[i];
    seen?.(sequence, i, live, around);
    const behind = live;
    switch (step.op) {
      case op.local_get: live |= bit(step.index); break;
      case op.local_set: case op.local_tee: live = (live & ~bit(step.index)) | caught; break;
      case op.br: live = label(step.index).live | caught; break;
      case op.br_if: live |= label(step.index).live; break;
      case op.br_table: live = step.targets.reduce((all, d) => all | label(d).live, caught); break;
      case op.return: case op.unreachable: case op.throw: case op.rethrow: live = caught; break;
      case op.block: live = inside(step.bodies[0], behind, behind, caught); break;
      case op.if:
        live = inside(step.bodies[0], behind, behind, caught) | (step.bodies[1] ? inside(step.bodies[1], behind, behind, caught) : behind);
        break;
      case op.loop: // a branch to its label leads to its start
        live = 0n;
        for (let before; before !== live; ) {
          before = live;
          live |= inside(step.bodies[0], behind, before, caught);
        }
        break;
      case op.try: {
        const [body, ...handlers] = step.bodies;
        let trap = handlers.at(-1)?.opener.op === op.catch_all ? 0n : caught;
        for (const handler of handlers) trap |= inside(handler, behind, behind, caught);
        if (body.last.op === op.delegate) trap = label(body.last.index).caught;
        live = inside(body, behind, behind, trap);
        break;
      }
    }
  }
  return live;
}

/** Leaves in every step `behind`, what is live behind it, and in every sequence `around`. */
export function note_live({ root }) {
  const seen = (sequence, i, out, around) => {
    sequence.steps[i].behind = out;
    sequence.around = around;
  };
  live_before(root, 0, root.steps.length, 0n, [{ live: 0n, caught: 0n }], seen);
}

export const locals_in = (set) => {
  const locals = [];
  for (let local = 0; set >> BigInt(local); local++) if (set & bit(local)) locals.push(local);
  return locals;
};
export const set_of = (locals) => locals.reduce((set, local) => set | bit(local), 0n);
