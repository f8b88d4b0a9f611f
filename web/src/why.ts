// Walks from an output row back to the source, and finds the operator that decided.
import type { GraphNode, OpenAnswer, StepAnswer, TraceEvent } from 'rowkind';
import type { Selection } from './store';

export interface Hop {
  node: GraphNode;
  event: TraceEvent;
}

export interface Explanation {
  /** From the source to the output. */
  hops: Hop[];
  /** Ids of the events on the way. */
  path: Set<number>;
  /** The hop whose rule explains the row best: the last one that did more than pass it on. */
  decided?: Hop;
}

const passes_on = new Set([
  'stateless/forward', 'calc/project', 'union/pass', 'source/row', 'sink/write',
  'pipeline/source', 'pipeline/no-rule', 'pipeline/columns-cut', 'pipeline/routed',
]);

export function explain_row(opened: OpenAnswer, view: StepAnswer, selection: Selection): Explanation | undefined {
  const nodes = opened.graph!.nodes;
  const rows = opened.changelog[selection.output];
  const step = rows[selection.row].step;
  const position = rows.slice(0, selection.row).filter((row) => row.step === step).length;
  const sink = opened.outputs[selection.output].node;
  const dropped = new Set(view.events.filter((event) => event.type === 'suppress').map((event) => event.parent));
  // All sink tables of a pipeline arrive at one node; the event in front names the table.
  const name = opened.pipeline && opened.outputs[selection.output].name;
  const arrivals = view.events.filter(
    (event) => event.type === 'receive' && event.node === sink && !dropped.has(event.id) && (!name || view.events[event.parent]?.table === name),
  );
  let event: TraceEvent | undefined = arrivals[position];
  if (!event) return undefined;
  const hops: Hop[] = [];
  const path = new Set<number>();
  while (event) {
    path.add(event.id);
    if (event.type === 'emit') hops.unshift({ node: nodes[event.node], event });
    event = view.events[event.parent];
  }
  const decided = hops.findLast((hop) => !passes_on.has(hop.event.rule ?? '')) ?? hops.at(-1);
  return { hops, path, decided };
}
