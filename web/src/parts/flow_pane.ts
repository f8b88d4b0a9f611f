// The dataflow: sources on top, sinks below, on every edge the rows of this step, in every operator its state.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { GraphNode, StateInfo, TraceEvent } from 'rowkind';
import { change_row, icon, plural, when } from '../dom';
import { flow_cards, subtitle, type FlowCard, type FlowEdge } from '../graph';
import { store } from '../store';
import { Part } from './part';
import { diff_table } from './diff_table';

const kRowsOnEdge = 50;

@customElement('rk-flow-pane')
export class FlowPane extends Part {
  @state() private explain = false;
  @state() private collapsed = new Set<number>();

  override render() {
    const graph = store.opened?.graph;
    const stateful = graph?.nodes.filter((node) => node.states.length > 0) ?? [];
    const all_closed = stateful.length > 0 && stateful.every((node) => this.collapsed.has(node.id));
    const toggle_all = () => (this.collapsed = new Set(all_closed ? [] : stateful.map((node) => node.id)));
    return html`
      <div class="pane-h">
        <h2>Dataflow</h2><span class="n">rows and state after step ${store.step}</span><span class="grow"></span>
        ${when(stateful.length > 0 && !this.explain, html`<button class="btn quiet" @click=${toggle_all}>${all_closed ? 'Expand all' : 'Collapse all'}</button>`)}
        <button class="btn quiet" aria-pressed=${this.explain} @click=${() => (this.explain = !this.explain)}>EXPLAIN</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="Dataflow graph">${this.#content()}</div>
    `;
  }

  #content() {
    const opened = store.opened;
    if (!opened) return html`<p class="quiet-pad muted">${store.phase === 'starting' ? 'Loading the engine…' : ''}</p>`;
    if (!opened.graph) return this.#errors();
    if (this.explain) return html`<pre class="raw plan-text">${opened.plan}</pre>`;
    return html`<div class="graph">${flow_cards(opened.graph.nodes).map((card) => this.#card(card))}</div>`;
  }

  #errors() {
    return html`<div class="quiet-pad">
      ${store.diagnostics.map((one) => html`<p class="note warn"><b>${one.message}</b> ${one.hint ?? ''} <span class="muted">${one.code}</span></p>`)}
    </div>`;
  }

  #events(type: TraceEvent['type'], node: number, input?: number) {
    return store.view?.events.filter((one) => one.type === type && one.node === node && (input === undefined || one.input === input)) ?? [];
  }

  #card(card: FlowCard): unknown {
    const { node, edges } = card;
    const above =
      edges.length > 1
        ? html`<div class="branches" style="grid-template-columns:repeat(${edges.length}, minmax(0, 1fr))">
            ${edges.map((edge, input) => html`<div class="branch">${this.#card(edge.below)}${this.#edge(edge, node, input)}</div>`)}
          </div>`
        : edges.map((edge) => html`${this.#card(edge.below)}${this.#edge(edge, node, 0)}`);
    return html`${above}${card.again ? this.#again(node) : this.#operator(node)}`;
  }

  #again(node: GraphNode) {
    return html`<article class="op idle" aria-label=${node.name}><div class="op-h"><strong>${node.name}</strong><span class="d">drawn above</span></div></article>`;
  }

  #operator(node: GraphNode) {
    const received = node.name === 'TableSourceScan' ? 0 : this.#events('receive', node.id).length;
    const emitted = this.#events('emit', node.id).length;
    const failed = this.#events('error', node.id)[0];
    const hot = received + emitted > 0 || !!failed;
    const title = node.table ?? node.name;
    const table = store.opened?.tables.find((one) => one.name === node.table);
    const output = store.opened?.outputs.find((one) => one.node === node.id);
    const detail = output ? [output.connector || 'result of the query', ...this.#key_of(output.columns)].join(' · ') : table ? table.format || table.connector : subtitle(node);
    const counts = output ? `${received} in` : node.name === 'TableSourceScan' ? `${emitted} out` : `${received} in · ${emitted} out`;
    const short = output || node.name === 'TableSourceScan' ? counts : `${received}→${emitted}`;
    const io = html`<span class="io"><span class="full">${counts}</span><span class="short" title=${counts}>${short}</span></span>`;
    const states = (store.opened?.graph?.states ?? []).filter((one) => one.node === node.id);
    const open = !this.collapsed.has(node.id);
    const head =
      states.length > 0
        ? html`<button class="op-h" aria-expanded=${open} @click=${() => this.#toggle(node.id)}>${icon('chev')}<strong>${title}</strong><span class="d" title=${node.text}>${detail}</span>${io}</button>`
        : html`<div class="op-h"><strong>${title}</strong><span class="d" title=${node.text}>${detail}</span>${io}</div>`;
    return html`<article class="op ${hot ? 'hot' : 'idle'}" aria-label=${title}>
      ${head} ${when(failed, html`<p class="note warn op-note"><b>The job failed here.</b> ${failed?.message}</p>`)}
      ${this.#suppressed(node)} ${when(states.length > 0 && open, html`<div class="op-b">${this.#states(states)}</div>`)}
    </article>`;
  }

  #key_of(columns: { name: string; key?: boolean }[]) {
    const key = columns.filter((one) => one.key).map((one) => one.name);
    return key.length > 0 ? ['primary key ' + key.join(', ')] : [];
  }

  #suppressed(node: GraphNode) {
    const count = this.#events('suppress', node.id).length;
    return count > 0 ? html`<p class="op-note muted">${plural(count, 'row')} came to nothing here</p>` : nothing;
  }

  #states(states: StateInfo[]) {
    const tables = states.map((info) => {
      const content = store.view?.states.find((one) => one.id === info.id);
      return html`<div>${diff_table('st', info.name, [...info.key.map((one) => ({ ...one, key: true })), ...info.value], content?.rows ?? [], content?.total ?? 0)}</div>`;
    });
    return tables.length > 1 ? html`<div class="sides">${tables}</div>` : tables;
  }

  #toggle(id: number) {
    const next = new Set(this.collapsed);
    if (!next.delete(id)) next.add(id);
    this.collapsed = next;
  }

  #edge(edge: FlowEdge, to: GraphNode, input: number) {
    const rows = this.#events('receive', to.id, input);
    const mode = edge.from.mode;
    const distribution = edge.hash ? (edge.hash.length > 0 ? `hash(${edge.hash.join(', ')})` : 'single') : edge.from.upsert_keys[0]?.length ? `key {${edge.from.upsert_keys[0].join(', ')}}` : '';
    const via = edge.via.map((one) => one.text).join('\n');
    return html`<div class="edge fill ${rows.length > 0 ? 'hot' : ''}" title=${via}>
      <div class="meta">
        <span class="chips" title="changelog mode [${mode.join(',')}]"><span class="sr">changelog mode </span>${mode.map((kind) => html`<i>${kind}</i>`)}</span>
        <code>${distribution}</code>
      </div>
      <div class="er">
        ${rows.length === 0 ? html`<span class="quiet-row">no rows in this step</span>` : rows.slice(0, kRowsOnEdge).map((one) => change_row(one.kind!, one.cells!))}
        ${when(rows.length > kRowsOnEdge, html`<span class="quiet-row">and ${rows.length - kRowsOnEdge} more</span>`)}
      </div>
    </div>`;
  }
}
