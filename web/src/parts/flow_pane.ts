// The dataflow: sources on top, sinks below, on every edge the rows of this step, in every operator its state.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { GraphNode, StateInfo, TraceEvent } from 'rowkind';
import { brief_row, change_row, icon, kind_badge, loading_text, when } from '../dom';
import { loading } from '../engine';
import { examples, lesson_title } from '../examples';
import { flow_cards, type FlowCard, type FlowEdge } from '../graph';
import { m, rules } from '../i18n';
import { listens } from '../listens';
import { store } from '../store';
import { subtitle } from '../subtitle';
import { brief, readable, time } from '../times';
import { Part } from './part';
import { diff_table } from './diff_table';

const kRowsOnEdge = 50;
const kSideBySide = 2; // branches that a phone has place for

const leaves = (card: FlowCard): number => (card.edges.length === 0 ? 1 : card.edges.reduce((sum, edge) => sum + leaves(edge.below), 0));

/** What stands beside the name of an operator, here and in the stage. */
export function operator_detail(node: GraphNode): string {
  const outputs = store.opened?.outputs.filter((one) => one.node === node.id) ?? [];
  const table = store.opened?.tables.find((one) => one.name === node.table);
  if (outputs.length === 0) return table ? table.format || table.connector : subtitle(node);
  const key = outputs[0].columns.filter((one) => one.key).map((one) => one.name);
  const more = outputs.length > 1 ? outputs.map((one) => one.name) : key.length > 0 ? [m.primary_key(key.join(', '))] : [];
  return [outputs[0].connector || m.query_result, ...more].join(' · ');
}

@customElement('rk-flow-pane')
export class FlowPane extends Part {
  @state() private explain = false;
  @state() private collapsed = new Set<number>();
  #in_view?: number;

  constructor() {
    super();
    listens(this, store, 'look', this.#look);
  }

  /** The operator that the reader wants to see opens and takes the focus. */
  #look = async () => {
    this.explain = false;
    if (store.operator !== undefined && this.collapsed.has(store.operator)) this.#toggle(store.operator);
    await this.updateComplete;
    const card = this.querySelector<HTMLElement>('.op.chosen');
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus();
  };

  protected override updated() {
    if (store.operator === this.#in_view) return;
    this.#in_view = store.operator;
    this.querySelector('.op.chosen')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const graph = store.opened?.graph;
    const stateful = graph?.nodes.filter((node) => node.states.length > 0) ?? [];
    const all_closed = stateful.length > 0 && stateful.every((node) => this.collapsed.has(node.id));
    const toggle_all = () => (this.collapsed = new Set(all_closed ? [] : stateful.map((node) => node.id)));
    return html`
      <div class="pane-h">
        <h2>${m.dataflow}</h2><span class="n always">${graph ? m.after_step(store.step) : nothing}</span><span class="grow"></span>
        ${when(stateful.length > 0 && !this.explain, html`<button class="btn quiet toggle-all" @click=${toggle_all}>${all_closed ? m.expand_all : m.collapse_all}</button>`)}
        <button class="btn quiet" id="stage-button" aria-pressed=${store.stage} title=${m.stage_hint} @click=${() => store.show_stage(!store.stage)}>${m.stage}</button>
        <button class="btn quiet" aria-pressed=${this.explain} @click=${() => (this.explain = !this.explain)}>EXPLAIN</button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${m.graph}>${this.#content()}</div>
    `;
  }

  /** Whether anything here depends on the scenario clock. */
  get #clock_matters() {
    return !!store.view && (store.steps.some((one) => one.kind === 'clock') || store.view.states.some((state) => state.rows.some((row) => row.expires)));
  }

  #content() {
    const opened = store.opened;
    if (store.text.trim() === '' && !store.busy) return this.#beginnings();
    if (!opened) return store.phase === 'starting' ? this.#loading() : html`<p class="quiet-pad muted">${store.cancelled ? m.stopped : ''}</p>`;
    if (!opened.graph) return this.#errors();
    if (this.explain) return html`<div class="raw plan-text">${opened.plan.trimEnd().split('\n').map((line) => this.#plan_line(line))}</div>`;
    const clock = this.#clock_matters ? html`<p class="clock">${m.clock_at(time(store.view!.clock))}</p>` : nothing;
    return html`<div class="graph">${clock}${flow_cards(opened.graph.nodes).map((card) => this.#card(card))}</div>`;
  }

  /** A line that is too long goes on below its own operator, so that the tree stays one. */
  #plan_line(line: string) {
    const [, lead, name, rest] = /^([\s:|+-]*)(\w*)(.*)$/.exec(line)!;
    return html`<div style="--lead:${lead.length}">${lead}<b>${name}</b>${rest}</div>`;
  }

  /** Nothing is typed: where to begin. */
  #beginnings() {
    const some = [['counting', ['+I', '-U', '+U']], ['left-join', ['+I', '-D']], ['filter-on-update', ['-U', '+U']]] as const;
    return html`<div class="beginnings"><h3>${m.begin}</h3>
      ${some.map(([id, kinds]) => html`<button class="btn" @click=${() => void store.load_example(id)}>${lesson_title(examples.find((one) => one.id === id)!)}<span class="chips">${kinds.map((kind) => kind_badge(kind))}</span></button>`)}
      <p class="muted">${m.or_type}</p></div>`;
  }

  #loading() {
    const { bytes, total } = loading;
    return html`<div class="loading">
      <p>${loading_text()}</p>
      ${when(bytes > 0, html`<progress max=${total} .value=${bytes} aria-label=${m.loading(0, 0)}></progress>`)}
    </div>`;
  }

  #errors() {
    return html`<div class="quiet-pad">
      ${store.diagnostics.map((one) => html`<p class="note err"><b>${one.message}</b> ${one.hint ?? ''} <span class="muted">${one.code}</span></p>`)}
    </div>`;
  }

  #events(type: TraceEvent['type'], node: number, input?: number) {
    return store.view?.events.filter((one) => one.type === type && one.node === node && (input === undefined || one.input === input)) ?? [];
  }

  #card(card: FlowCard): unknown {
    const { node, edges } = card;
    const above =
      edges.length > 1
        ? html`<div class="branches ${leaves(card) > kSideBySide ? 'many' : ''}" style="grid-template-columns:repeat(${edges.length}, minmax(0, 1fr))">
            ${edges.map((edge, input) => html`<div class="branch">${this.#card(edge.below)}${this.#edge(edge, node, input)}</div>`)}
          </div>`
        : edges.map((edge) => html`${this.#card(edge.below)}${this.#edge(edge, node, 0)}`);
    return html`${above}${card.again ? this.#again(node) : this.#operator(node)}`;
  }

  #again(node: GraphNode) {
    return html`<article class="op idle" aria-label=${node.name}><div class="op-h"><strong>${node.name}</strong><span class="d">${m.drawn_above}</span></div></article>`;
  }

  #operator(node: GraphNode) {
    const source = node.inputs.length === 0;
    const received = source ? 0 : this.#events('receive', node.id).length;
    const emitted = this.#events('emit', node.id).length;
    const failed = this.#events('error', node.id)[0];
    const hot = received + emitted > 0 || !!failed;
    const title = node.table ?? node.name;
    const outputs = store.opened?.outputs.filter((one) => one.node === node.id) ?? [];
    const output = outputs[0];
    const detail = operator_detail(node);
    const counts = output ? m.in(received) : source ? m.out(emitted) : m.io(received, emitted);
    const short = output || source ? counts : `${received}→${emitted}`;
    const io = html`<span class="io"><span class="full">${counts}</span><span class="short" title=${counts}>${short}</span></span>`;
    const states = (store.opened?.graph?.states ?? []).filter((one) => one.node === node.id);
    const open = !this.collapsed.has(node.id);
    const head =
      states.length > 0
        ? html`<button class="op-h" aria-expanded=${open} @click=${() => this.#toggle(node.id)}>${icon('chev')}<strong>${title}</strong><span class="d" title=${node.text}>${detail}</span>${io}</button>`
        : html`<div class="op-h"><strong>${title}</strong><span class="d" title=${node.text}>${detail}</span>${io}</div>`;
    return html`<article class="op ${hot ? 'hot' : 'idle'} ${store.operator === node.id ? 'chosen' : ''}" aria-label=${title} tabindex="-1"
      @click=${() => store.stage && store.choose_operator(node.id)}>
      ${head} ${when(failed, html`<p class="note err op-note"><b>${m.job_failed_here}</b> ${failed?.message}</p>`)}
      ${this.#rules(node)} ${this.#notes(node)} ${when(states.length > 0 && open, html`<div class="op-b" tabindex="0" role="region" aria-label="${title}: ${states.map((one) => one.name).join(", ")}">${this.#states(states)}</div>`)}
    </article>`;
  }

  /** What the operator did without sending a row, and how far its watermark is. */
  #notes(node: GraphNode) {
    const quiet = this.#events('suppress', node.id).map((one) => rules[one.rule ?? '']?.title ?? one.rule ?? '');
    const titles = [...new Set(quiet)].map((title) => [title, quiet.filter((one) => one === title).length] as const);
    const late = this.#events('late', node.id).length;
    const moved = this.#events('watermark', node.id).length > 0;
    const watermark = store.view?.watermarks?.[node.id];
    const expired = this.#events('expire', node.id).length;
    if (titles.length + late + expired === 0 && !watermark) return nothing;
    return html`<div class="op-notes">
      ${when(titles.length > 0, html`<p class="op-note muted" title=${m.came_to_nothing}>${titles.map(([title, n]) => html`<span>${title}${n > 1 ? ` ×${n}` : ''}</span>`)}</p>`)}
      ${when(late > 0, html`<p class="op-note late">${m.late(late)}</p>`)}
      ${when(expired > 0, html`<p class="op-note late">${m.expired(expired)}</p>`)}
      ${when(watermark, html`<p class="op-note wm ${moved ? 'moved' : 'muted'}" title="${m.watermark_hint}: ${watermark}">${m.watermark_at(watermark ? brief(time(watermark), store.day) : '')}</p>`)}
    </div>`;
  }

  /** The rules of a pipeline stand in the card of the operator that carries them out. */
  #rules(node: GraphNode) {
    const pipeline = store.opened?.pipeline;
    const rules = node.name === 'PostTransform' ? pipeline?.transform : node.name === 'SchemaOperator' ? pipeline?.route : undefined;
    if (!rules || rules.length === 0) return nothing;
    return html`<ol class="op-rules">
      ${rules.map((rule) => html`<li>${Object.entries(rule).map(([key, value]) => html`<span><span class="muted">${key}</span> <code>${value}</code></span>`)}</li>`)}
    </ol>`;
  }

  #states(states: StateInfo[]) {
    const tables = states.map((info) => {
      const content = store.view?.states.find((one) => one.id === info.id);
      return html`<div>${diff_table('st', info.name, [...info.key.map((one) => ({ ...one, key: true })), ...info.value], content?.rows ?? [], content?.total ?? 0, store.day)}</div>`;
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
      ${when(mode.length > 0 || distribution, html`<div class="meta">
        ${when(mode.length > 0, html`<span class="chips" title="${m.mode} [${mode.join(',')}]"><span class="sr">${m.mode} </span>${mode.map((kind) => html`<i>${kind}</i>`)}</span>`)}
        <code title=${distribution}>${distribution}</code>
      </div>`)}
      <div class="er">
        ${rows.length === 0 ? html`<span class="quiet-row">${m.no_rows}</span>` : rows.slice(0, kRowsOnEdge).map((one) => (one.kind === 'schema' ? change_row(one.kind, [], one.text) : brief_row(one.kind!, readable(one.cells!, edge.from.columns), store.day, store.explanation?.path.has(one.id) ? 'on-path' : '')))}
        ${when(rows.length > kRowsOnEdge, html`<span class="quiet-row">${m.more_rows(rows.length - kRowsOnEdge)}</span>`)}
      </div>
      ${when(to.inputs.length > 1, html`<span class="feeds sr">${m.feeds(to.table ?? to.name)}</span>`)}
    </div>`;
  }
}
