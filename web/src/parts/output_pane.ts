// Changelog and table side by side, and why the selected row was emitted.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ChangelogForm, ChangelogRow, GraphNode, OutputInfo, StepSummary, TableForm, TraceEvent } from 'rowkind';
import { cells_text, change_row, icon, kind_badge, when } from '../dom';
import { engine } from '../engine';
import { is_folded } from '../graph';
import { m, rules } from '../i18n';
import type { RuleArgs } from '../i18n/rules.en';
import { store } from '../store';
import { brief, readable, time } from '../times';
import type { Explanation } from '../why';
import { tabs } from './choice';
import { changes_of, diff_table } from './diff_table';
import { Part } from './part';

const kRowsShown = 1000; // of the changelog: the newest
const kChangelogForms: ChangelogForm[] = ['notation', 'tableau', 'print', 'named', 'docs', 'changelog-json', 'debezium-json', 'canal-json'];
const kTableForms: TableForm[] = ['notation', 'tableau', 'docs', 'json', 'csv'];

@customElement('rk-output-pane')
export class OutputPane extends Part {
  @state() private output = 0;
  /** As the sink writes it: a pipeline's events, messages of a format. */
  @state() private written = false;
  @state() private copied = '';

  protected override updated() {
    this.querySelector('.log .now')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const outputs = store.opened?.outputs ?? [];
    const output = outputs[this.output] ?? outputs[0];
    const index = output ? outputs.indexOf(output) : 0;
    const cdc = store.mode === 'cdc';
    const writes = store.opened?.changelog[index]?.[0]?.message !== undefined;
    return html`
      <div class="pane-h">
        <h2>${m.output}</h2>
        ${outputs.length > 1 ? this.#tabs(outputs, index) : html`<span class="n">${output?.name ?? ''}</span>`}
        <span class="grow"></span>
        ${when(cdc || writes, html`<button class="btn quiet" aria-pressed=${this.written} @click=${() => (this.written = !this.written)}>${cdc ? m.events : m.messages}</button>`)}
        <button class="btn quiet" aria-pressed=${store.pair} @click=${() => store.read_as_pairs(!store.pair)}>${m.pair}</button>
      </div>
      ${output
        ? html`<div class="outs">${this.#changelog(index)}${this.#table(output, index)}</div>
            <div class="explain scroll" tabindex="0" role="region" aria-label=${m.explanation}>${this.#why()}${this.#advice()}</div>`
        : html`<p class="quiet-pad muted">${m.no_output}</p>`}
    `;
  }

  /** Takes the changelog or the table, up to the step in view, out as text. */
  #copy(part: 'changelog' | 'table', output: number) {
    const forms: string[] = store.mode === 'cdc' ? (part === 'table' ? ['notation'] : ['notation', 'events']) : part === 'table' ? kTableForms : kChangelogForms;
    const choose = (event: Event) => {
      const select = event.target as HTMLSelectElement;
      void this.#copy_as(part, output, select.value);
      select.value = '';
    };
    return html`<span class="grow"></span><label class="copy"><span class="sr">${m.copy_part[part]}</span>
      <select @change=${choose}><option value="" selected>${this.copied === part ? m.copied : m.copy}</option>${forms.map((form) => html`<option value=${form}>${m.form[form] ?? form}</option>`)}</select></label>`;
  }

  async #copy_as(part: 'changelog' | 'table', output: number, form: string) {
    const session = store.opened?.session;
    if (session === undefined) return;
    const place = { method: 'text', session, index: store.step, output } as const;
    const answer = await (part === 'table' ? engine.call({ ...place, part, form: form as TableForm }) : engine.call({ ...place, part, form: form as ChangelogForm }));
    await navigator.clipboard?.writeText(answer.ok ? answer.text : answer.error.message);
    this.copied = part;
    setTimeout(() => (this.copied = ''), 2000);
  }

  #tabs(outputs: OutputInfo[], index: number) {
    return tabs(m.outputs, outputs.map((one, value) => ({ value, label: one.name })), index, (chosen) => (this.output = chosen));
  }

  #changelog(index: number) {
    const rows = (store.opened?.changelog[index] ?? []).filter((row) => row.step <= store.step);
    const groups: { step: number; rows: { row: ChangelogRow; index: number }[] }[] = [];
    const hidden = Math.max(0, rows.length - kRowsShown);
    const stop = this.#stop(index);
    rows.slice(hidden).forEach((row, i) => {
      if (groups.at(-1)?.step !== row.step) groups.push({ step: row.step, rows: [] });
      groups.at(-1)!.rows.push({ row, index: hidden + i });
    });
    return html`<section aria-label=${m.changelog}>
      <div class="sub-h"><h3>${m.changelog}</h3><span class="n">${m.rows(rows.length)}</span>${this.#copy('changelog', index)}</div>
      <div class="scroll log-scroll" tabindex="0" role="region" aria-label=${m.changelog_rows}>
        <ol class="log" @keydown=${(event: KeyboardEvent) => this.#key(event, index)}>
          ${when(hidden > 0, html`<li class="quiet-pad muted">${m.earlier_rows(hidden)}</li>`)}
          ${groups.map((group) => this.#group(group, index, stop))}
        </ol>
        ${when(rows.length === 0, html`<p class="quiet-pad muted">${m.nothing_out}</p>`)}
      </div>
    </section>`;
  }

  #group(group: { step: number; rows: { row: ChangelogRow; index: number }[] }, output: number, stop: number) {
    const now = group.step === store.step;
    const cause = store.steps[group.step];
    const shown = group.rows.filter((one) => !this.#hidden(output, one.index));
    return html`<li class=${now ? 'now' : ''}>
      <div class="cause"><span class="sn">${group.step}</span><span>${cause?.table ?? (cause ? m.step_kind[cause.kind] : '')}</span>${this.#cause(cause)}${cause?.late ? html`<span class="late-tag" title=${m.late_name[cause.late]}>${m.late_tag[cause.late]}</span>` : nothing}</div>
      ${shown.map(({ row, index }) => {
        const pressed = store.selection?.output === output && store.selection.row === index;
        const before = group.rows.find((one) => one.index === index - 1)?.row;
        return html`<button class="log-row" aria-pressed=${pressed} tabindex=${index === stop ? 0 : -1} data-row=${index} @click=${() => (store.playback.pause(), void store.select(output, index))}>
          ${this.#change(row, before)}
        </button>`;
      })}
    </li>`;
  }

  /** The row that the Tab key stops at: the selected one, or else the last in view. */
  #stop(output: number) {
    if (store.selection?.output === output) return store.selection.row;
    return store.opened!.changelog[output].findLastIndex((row, i) => row.step <= store.step && !this.#hidden(output, i));
  }

  /** Not a line of its own: half of an update that is drawn as one, or a row of an event that another line shows. */
  #hidden(output: number, index: number) {
    const [row, next] = store.opened!.changelog[output].slice(index, index + 2);
    if (this.written && store.mode === 'cdc') return !row.event;
    return this.#paired(next?.step === row.step ? next : undefined, row);
  }

  /** Up and down move the selection, also to rows of other steps; Enter goes to the reason. */
  #key(event: KeyboardEvent, output: number) {
    const from = Number((event.target as HTMLElement).dataset.row);
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (Number.isNaN(from) || (!by && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    let to = from + (by ?? 0);
    const rows = store.opened!.changelog[output];
    while (rows[to] && this.#hidden(output, to)) to += by ?? 1;
    if (rows[to]) void this.#choose(output, to, by ? `[data-row="${to}"]` : '.explain');
  }

  async #choose(output: number, row: number, focus: string) {
    store.playback.pause();
    await store.select(output, row);
    await this.updateComplete;
    this.querySelector<HTMLElement>(focus)?.focus();
  }

  /** The input row that brought a group out. */
  #cause(step?: StepSummary) {
    const change = step?.changes.at(-1);
    return change ? html`<span class="clip">${change.kind} ${brief(cells_text(change.cells), store.day)}</span>` : nothing;
  }

  /** A -U that is drawn together with the +U behind it. */
  #paired(after: ChangelogRow | undefined, before: ChangelogRow) {
    return store.pair && !this.written && before.kind === '-U' && after?.kind === '+U';
  }

  #change(row: ChangelogRow, before?: ChangelogRow) {
    if (this.written && row.event) return html`<code class="event">${row.event}</code>`;
    if (this.written && row.message !== undefined) return html`${kind_badge(row.kind)}<code class="message">${row.message}</code>`;
    if (row.kind === 'schema') return html`${kind_badge(row.kind)}<span title=${row.text ?? ''}>${row.text}</span>`;
    if (!before || !this.#paired(row, before)) return html`${kind_badge(row.kind)}<span title=${cells_text(row.cells)}>${brief(cells_text(row.cells), store.day)}</span>`;
    return html`<b class="k k-t pair">-U+U</b><span>${row.cells.map((cell, i) => {
      const old = before.cells[i];
      return html`${i > 0 ? ', ' : ''}${old === cell ? nothing : html`<s><span class="sr">${m.was} </span>${brief(old ?? 'null', store.day)}</s> → `}${brief(cell ?? 'null', store.day)}`;
    })}</span>`;
  }

  #table(output: OutputInfo, index: number) {
    const table = store.view?.tables[index];
    const rows = table?.rows ?? [];
    return html`<section aria-label=${m.table}>
      <div class="sub-h"><h3>${m.table}</h3><span class="n">${m.rows_changed(table?.total ?? 0, changes_of(rows))}</span>${this.#copy('table', index)}</div>
      <div class="scroll" tabindex="0" role="region" aria-label=${m.table_after}>${diff_table('mat', m.table_after, table?.columns ?? output.columns, rows, table?.total ?? 0, store.day)}${this.#between()}</div>
    </section>`;
  }

  /** The step took a row away that the next +U of its table puts back. */
  #between() {
    const { table, changes, kind } = store.steps[store.step] ?? {};
    if (kind !== 'row' || changes?.at(-1)?.kind !== '-U') return nothing;
    const next = store.steps.find((one) => one.index > store.step && one.table === table && one.changes.length > 0);
    return html`<p class="note warn">${m.between_updates(next?.changes[0].kind === '+U' ? next.index : undefined)}</p>`;
  }

  #why() {
    const found = store.explanation;
    return html`<section class="why" aria-label=${m.why_region}>
      <div class="sub-h"><h3>${m.why}</h3><span class="n">${m.why_hint}</span></div>
      ${found ? this.#explanation(found) : this.#silence()}
    </section>`;
  }

  #explanation({ hops, decided }: Explanation) {
    const { output, row } = store.selection!;
    const selected = store.opened!.changelog[output][row];
    const event = decided?.event;
    return html`<div class="why-b">
      <div class="why-q"><span class="nb">${m.why_row}</span> ${change_row(selected.kind, selected.cells, selected.text, '?')}</div>
      ${event ? html`<p>${this.#reason(event, decided.node)}</p>` : nothing}
      <ol class="trail" aria-label=${m.path}>
        ${hops.map((hop) => html`<li class=${hop === decided ? 'decided' : ''}><span>${this.#operator(hop.node)}</span>${kind_badge(hop.event.kind!)}<code title=${hop.event.text ?? cells_text(hop.event.cells!)}>${hop.event.text ?? brief(cells_text(readable(hop.event.cells!, hop.node.columns)), store.day)}</code></li>`)}
      </ol>
      ${event ? this.#rule(event, m.rule) : nothing}
    </div>`;
  }

  /** An operator with a card of its own in the dataflow is a way there. */
  #operator(node: GraphNode) {
    const name = node.table ?? node.name;
    return is_folded(node) ? name : html`<button class="link" title=${m.show_operator} @click=${() => store.look_at(node.id)}>${name}</button>`;
  }

  #reason(event: TraceEvent, node: GraphNode) {
    const text = (cells?: (string | null)[]) => (cells ? cells_text(cells) : '');
    const args: RuleArgs = { node: node.name, a: text(event.a), b: text(event.b), n: event.n ?? '', message: event.message ?? '' };
    return rules[event.rule ?? '']?.text(args) ?? event.rule;
  }

  #rule(event: TraceEvent, label: string) {
    if (!event.rule || !event.docs) return nothing;
    return html`<div class="rule"><span class="muted">${label}</span><a href=${event.docs} target="_blank" rel="noopener">${rules[event.rule]?.title ?? event.rule}</a></div>`;
  }

  /** The step brought nothing out: say what became of its rows. */
  #silence() {
    const late = store.view?.events.findLast((one) => one.type === 'late');
    const last = store.view?.events.findLast((one) => one.type === 'suppress');
    const failed = store.opened?.error?.step === store.step ? store.opened.error : undefined;
    if (failed) return html`<div class="why-b"><p><b>${m.job_failed}</b> ${failed.message}</p></div>`;
    if (late) return this.#lateness(late);
    if (!last) return html`<div class="why-b"><p class="muted">${store.step === 0 ? m.job_started : m.nothing_this_step}</p>${this.#next_output()}</div>`;
    const node = store.opened!.graph!.nodes[last.node];
    return html`<div class="why-b"><div class="why-q">${m.why_nothing}</div><p>${this.#reason(last, node)}</p>${this.#rule(last, m.rule_in(node.name))}${this.#next_output()}</div>`;
  }

  #next_output() {
    const next = store.steps.find((one) => one.index > store.step && one.out.some((kinds) => kinds.length > 0));
    return next ? html`<p><button class="link" @click=${() => store.go_to(next.index)}>${m.next_output(next.index)}</button></p>` : nothing;
  }

  #lateness(late: TraceEvent) {
    const node = store.opened!.graph!.nodes[late.node].name;
    const watermark = store.view?.watermarks?.[late.node];
    return html`<div class="why-b"><div class="why-q">${m.why_nothing}</div>
      <p>${late.cells ? change_row(late.kind!, late.cells) : nothing}</p><p>${m.why_late(node, watermark ? time(watermark) : '')}</p></div>`;
  }

  #advice() {
    const advice = store.diagnostics.filter((one) => one.severity !== 'error');
    if (advice.length === 0) return nothing;
    return html`<section class="adv" aria-label=${m.advice}><div class="sub-h"><h3>${m.advice}</h3><span class="n">${advice.length}</span></div>
      <ul>${advice.map((one) => html`<li class="warn">${icon('warn')}<div><strong>${one.message}</strong><p>${one.hint ?? ''}${one.place && one.source !== 'input' ? html` <span class="n">${m.line(one.place.line)}</span>` : nothing} <span class="n">${one.code}</span></p></div></li>`)}</ul></section>`;
  }
}
