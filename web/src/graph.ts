// From the physical plan to what the dataflow pane draws: operators as cards, everything that only passes rows on (Exchange, a Calc that
// drops nothing) as part of the edge above the next card.
import type { GraphNode } from 'rowkind';

export interface FlowEdge {
  /** The node whose rows arrive: its mode and columns describe the edge. */
  from: GraphNode;
  hash?: string[];
  /** Names of the operators folded into the edge. */
  via: GraphNode[];
  below: FlowCard;
}

export interface FlowCard {
  node: GraphNode;
  edges: FlowEdge[];
  /** Drawn before, in another branch. */
  again: boolean;
}

const drops_rows = (node: GraphNode) => / where=\[|, where=|\(.*where=\[/.test(node.text);
export const is_folded = (node: GraphNode) => node.name === 'Exchange' || (node.name === 'Calc' && !drops_rows(node));

export function flow_cards(nodes: GraphNode[]): FlowCard[] {
  const drawn = new Set<number>();
  const card = (node: GraphNode): FlowCard => {
    const again = drawn.has(node.id);
    drawn.add(node.id);
    return { node, again, edges: again ? [] : node.inputs.map((input) => edge(nodes[input])) };
  };
  const edge = (from: GraphNode): FlowEdge => {
    const via: GraphNode[] = [];
    let hash: string[] | undefined;
    let node = from;
    while (is_folded(node) && node.inputs.length === 1) {
      via.push(node);
      if (node.name === 'Exchange') hash ??= node.hash;
      node = nodes[node.inputs[0]];
    }
    return { from, hash, via, below: card(node) };
  };
  const used = new Set(nodes.flatMap((node) => node.inputs));
  return nodes.filter((node) => !used.has(node.id)).map(card);
}
