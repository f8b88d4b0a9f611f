// Changelog and table side by side, and why the selected row was emitted.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ChangelogRow, OutputInfo } from 'rowkind';
import { cells_text, change_row, kind_badge, plural, when } from '../dom';
import { rules } from '../i18n/en';
import { store } from '../store';
import { explain_row, type Explanation } from '../why';
import { diff_table } from './diff_table';
import { Part } from './part';

const kDocs = 'https://nightlies.apache.org/flink/flink-docs-stable/docs/';
const kGroupsShown = 300;

@customElement('rk-output-pane')
export class OutputPane extends Part {
  @state() private output = 0;

  protected override updated() {
    this.querySelector('.log .now')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const outputs = store.opened?.outputs ?? [];
    const output = outputs[this.output] ?? outputs[0];
    const index = output ? outputs.indexOf(output) : 0;
    return html`
      <div class="pane-h">
        <h2>Output</h2>
        ${outputs.length > 1 ? this.#tabs(outputs, index) : html`<span class="n">${output?.name ?? ''}</span>`}
      </div>
      ${output
        ? html`<div class="outs">${this.#changelog(index)}${this.#table(output, index)}</div>
            <div class="explain scroll" tabindex="0" role="region" aria-label="Explanation">${this.#why()}${this.#advice()}</div>`
        : html`<p class="quiet-pad muted">Output appears when the query can be planned.</p>`}
    `;
  }

  #tabs(outputs: OutputInfo[], index: number) {
    return html`<div class="tabs" role="tablist" aria-label="Outputs">
      ${outputs.map((one, i) => html`<button role="tab" aria-selected=${i === index} @click=${() => (this.output = i)}>${one.name}</button>`)}
    </div>`;
  }

  #changelog(index: number) {
    const rows = (store.opened?.changelog[index] ?? []).filter((row) => row.step <= store.step);
    const groups: { step: number; rows: { row: ChangelogRow; index: number }[] }[] = [];
    rows.forEach((row, i) => {
      if (groups.at(-1)?.step !== row.step) groups.push({ step: row.step, rows: [] });
      groups.at(-1)!.rows.push({ row, index: i });
    });
    const shown = groups.slice(-kGroupsShown);
    return html`<section aria-label="Changelog">
      <div class="sub-h"><h3>Changelog</h3><span class="n">${plural(rows.length, 'row')}</span></div>
      <div class="scroll log-scroll" tabindex="0" role="region" aria-label="Changelog rows">
        <ol class="log">
          ${when(groups.length > shown.length, html`<li class="quiet-pad muted">${plural(groups.length - shown.length, 'earlier step')} not shown</li>`)}
          ${shown.map((group) => this.#group(group, index))}
        </ol>
        ${when(rows.length === 0, html`<p class="quiet-pad muted">Nothing has come out yet.</p>`)}
      </div>
    </section>`;
  }

  #group(group: { step: number; rows: { row: ChangelogRow; index: number }[] }, output: number) {
    const now = group.step === store.step;
    const cause = store.steps[group.step];
    return html`<li class=${now ? 'now' : ''}>
      <div class="cause"><span class="sn">${group.step}</span><span>${cause?.table ?? cause?.kind ?? ''}</span></div>
      ${group.rows.map(({ row, index }) => {
        const pressed = store.selection?.output === output && store.selection.row === index;
        return html`<button class="log-row" aria-pressed=${pressed} @click=${() => (store.pause(), void store.select(output, index))}>
          ${kind_badge(row.kind)}<span>${cells_text(row.cells)}</span>
        </button>`;
      })}
    </li>`;
  }

  #table(output: OutputInfo, index: number) {
    const table = store.view?.tables[index];
    const rows = table?.rows ?? [];
    const changed = rows.filter((one) => one.change !== 'same').length;
    return html`<section aria-label="Table">
      <div class="sub-h"><h3>Table</h3><span class="n">${plural(table?.total ?? 0, 'row')}${changed > 0 ? `, ${changed} changed` : ''}</span></div>
      <div class="scroll" tabindex="0" role="region" aria-label="Table after this step">${diff_table('mat', 'Table after this step', output.columns, rows, table?.total ?? 0)}</div>
    </section>`;
  }

  #why() {
    const opened = store.opened;
    const selection = store.selection;
    const found = opened?.graph && store.view && selection ? explain_row(opened, store.view, selection) : undefined;
    return html`<section class="why" aria-label="Why this row was emitted">
      <div class="sub-h"><h3>Why?</h3><span class="n">select any row of the changelog</span></div>
      ${found ? this.#explanation(found) : this.#silence()}
    </section>`;
  }

  #explanation({ hops, decided }: Explanation) {
    const { output, row } = store.selection!;
    const selected = store.opened!.changelog[output][row];
    const event = decided?.event;
    const rule = rules[event?.rule ?? ''];
    const text = (cells?: (string | null)[]) => (cells ? cells_text(cells) : '');
    return html`<div class="why-b">
      <div class="why-q">Why ${change_row(selected.kind, selected.cells)}?</div>
      <p>${rule ? rule.text({ node: decided!.node.name, row: text(event?.cells), a: text(event?.a), b: text(event?.b), n: event?.n ?? '' }) : event?.rule}</p>
      <ol class="trail" aria-label="Path of this row">
        ${hops.map((hop) => html`<li class=${hop === decided ? 'decided' : ''}><span>${hop.node.table ?? hop.node.name}</span>${kind_badge(hop.event.kind!)}<code>${cells_text(hop.event.cells!)}</code></li>`)}
      </ol>
      ${event?.rule ? html`<div class="rule"><span class="muted">Rule</span><a href=${kDocs + event.docs} target="_blank" rel="noopener">${rule?.title ?? event.rule}</a></div>` : nothing}
    </div>`;
  }

  /** The step brought nothing out: say what became of its rows. */
  #silence() {
    const last = store.view?.events.findLast((one) => one.type === 'suppress');
    const rule = rules[last?.rule ?? ''];
    const failed = store.opened?.error?.step === store.step ? store.opened.error : undefined;
    if (failed) return html`<div class="why-b"><p><b>The job failed at this step.</b> ${failed.message}</p></div>`;
    if (!last || !rule) return html`<div class="why-b"><p class="muted">${store.step === 0 ? 'The job has started; no row has come in yet.' : 'No row came out in this step.'}</p></div>`;
    const node = store.opened!.graph!.nodes[last.node];
    const args = { node: node.name, row: '', a: last.a ? cells_text(last.a) : '', b: last.b ? cells_text(last.b) : '', n: last.n ?? '' };
    return html`<div class="why-b"><div class="why-q">Why did nothing come out?</div><p>${rule.text(args)}</p>
      <div class="rule"><span class="muted">Rule, in ${node.name}</span><a href=${kDocs + last.docs} target="_blank" rel="noopener">${rule.title}</a></div></div>`;
  }

  #advice() {
    const advice = store.diagnostics.filter((one) => one.severity !== 'error');
    if (advice.length === 0) return nothing;
    return html`<section class="adv" aria-label="Advice"><div class="sub-h"><h3>Advice</h3><span class="n">${advice.length}</span></div>
      <ul>${advice.map((one) => html`<li class="warn"><div><strong>${one.message}</strong><p>${one.hint ?? ''}</p></div></li>`)}</ul></section>`;
  }
}
