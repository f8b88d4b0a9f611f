// What an embed shows: query, input, changelog and table side by side, one sentence of why, a stepper. No headings: the page around owns
// the outline.
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Document, OpenAnswer, StepAnswer, StepSummary } from 'rowkind';
import { cells_text, icon, kind_badge, loading_text, logo } from '../dom';
import { engine, loading } from '../engine';
import { choose_language, lessons, m, rules, set_language } from '../i18n';
import { example_hash, from_hash, to_hash } from '../links';
import { diff_table } from '../parts/diff_table';
import { listens } from '../listens';
import { window_lanes } from '../parts/window_lanes';
import app from '../styles/app.css?inline';
import tokens from '../styles/tokens.css?inline';
import { brief, shared_day } from '../times';
import { explain_row } from '../why';
import css from './player.css?inline';
import { has_filter, kMostTruth, truth_table } from './truth';

export type Source = { scenario: string } | { link: string } | { example: string };

const kNumbered = 24; // steps

/** Tokens become properties of <rowkind-play> itself, so that a page can set its own. */
const host_sheet = new CSSStyleSheet();
host_sheet.replaceSync(
  ':host { display: block; } ' +
    tokens
      .replace(/:root\s*\{\s*color-scheme:[^}]*\}/, '')
      .replace(/:root\s*,\s*\.rk/g, ':host')
      .replace(/\[data-theme=("?\w+"?)\]/g, ':host([theme=$1])'),
);

@customElement('rowkind-player')
export class Player extends LitElement {
  static override styles = [unsafeCSS(app), unsafeCSS(css)];

  host!: HTMLElement;
  /** Address of the playground. */
  home = './';

  @state() private opened?: OpenAnswer;
  @state() private view?: StepAnswer;
  @state() private step = 1;
  @state() private code = true;
  @state() private error = '';
  /** Answers of all steps, where the truth table needs them. */
  @state() private answers?: StepAnswer[];
  #example = '';
  #day?: string;
  #href = '';

  constructor() {
    super();
    listens(this, loading, 'change', () => this.opened || this.requestUpdate());
  }

  async open(source: Source, step: number) {
    this.host.shadowRoot!.adoptedStyleSheets = [host_sheet];
    await set_language(choose_language([this.host.lang || this.host.closest('[lang]')?.getAttribute('lang') || 'en']));
    const before = this.opened;
    const answer = await engine.call({ method: 'open', ...(await this.#read(source)) } as { method: 'open'; scenario: string });
    if (!answer.ok) return this.fail(answer.error.message);
    if (before) void engine.call({ method: 'close', session: before.session });
    this.answers = await this.#all_steps(answer);
    this.opened = answer;
    this.#day = shared_day(answer.steps);
    this.error = answer.diagnostics.find((one) => one.severity === 'error')?.message ?? '';
    this.#href = this.home + (this.#example ? example_hash(this.#example) : await to_hash({ document: answer.document, step }));
    this.#emit('ready', { steps: this.#last });
    if (this.error) this.#emit('error', { message: this.error });
    await this.go(step);
  }

  async #read(source: Source): Promise<{ scenario: string } | { document: Document }> {
    this.#example = 'example' in source ? source.example : '';
    if ('scenario' in source) return source;
    if ('link' in source) return { document: (await from_hash(source.link)).document };
    const { examples } = await import('../examples');
    const found = examples.find((one) => one.id === source.example);
    if (!found) throw new Error(`no example ${source.example}`);
    return { scenario: found.yaml };
  }

  #brief = (text: string) => brief(text, this.#day);

  get #last() {
    return Math.max(0, (this.opened?.steps.length ?? 1) - 1);
  }

  async go(step: number) {
    const opened = this.opened;
    if (!opened?.graph) return;
    const to = Math.max(0, Math.min(Number.isFinite(step) ? step : 1, this.#last));
    const answer = await engine.call({ method: 'step', session: opened.session, index: to });
    if (opened !== this.opened) return;
    if (!answer.ok) return this.fail(answer.error.message);
    this.step = to;
    this.view = answer;
    this.#emit('step', { step: to });
  }

  async #all_steps(opened: OpenAnswer): Promise<StepAnswer[] | undefined> {
    if (!opened.graph || !has_filter(opened) || opened.steps.length > kMostTruth) return undefined;
    const answers = await Promise.all(opened.steps.map(({ index }) => engine.call({ method: 'step', session: opened.session, index })));
    return answers.every((one) => one.ok) ? (answers as StepAnswer[]) : undefined;
  }

  fail(message: string) {
    this.error = message;
    this.#emit('error', { message });
  }

  #emit(name: 'ready' | 'step' | 'error', detail: object) {
    this.host.dispatchEvent(new CustomEvent('rowkind-' + name, { detail, bubbles: true, composed: true }));
  }

  protected override updated() {
    this.shadowRoot?.querySelector('.log2 .new:last-of-type, .truth .now')?.scrollIntoView?.({ block: 'nearest' });
  }

  #key = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input')) return;
    const to: Record<string, number> = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.#last };
    if (!(event.key in to)) return;
    event.preventDefault();
    void this.go(to[event.key]);
  };

  override render() {
    const opened = this.opened;
    if (!opened) return html`<figure class="emb"><p class="emb-why" role="status">${this.error || loading_text()}</p></figure>`;
    const title = lessons[this.#example]?.title ?? opened.document.title;
    const text = opened.document.sql ?? opened.document.pipeline ?? '';
    return html`<figure class="emb" aria-label=${title || m.playground} @keydown=${this.#key}>
      <div class="emb-h">
        <span class="mk">${logo}</span><strong>${title || 'rowkind'}</strong><span class="grow"></span>
        <button class="btn quiet" aria-expanded=${this.code} @click=${() => (this.code = !this.code)}>${opened.document.sql === undefined ? 'YAML' : 'SQL'}</button>
        <a class="btn quiet" href=${this.#href} target="_blank" rel="noopener" aria-label=${m.open_in_playground}>${icon('open')}</a>
      </div>
      ${this.code ? html`<pre class="emb-code" tabindex="0" aria-label=${m.query}>${text}</pre>` : nothing}
      ${this.error ? html`<p class="emb-why err-text">${this.error}</p>` : nothing}
      ${opened.graph ? this.#body(opened) : nothing}
    </figure>`;
  }

  #body(opened: OpenAnswer) {
    const out = opened.steps[this.step]?.out.reduce((sum, kinds) => sum + kinds.length, 0) ?? 0;
    const go = (step: number) => () => void this.go(step);
    return html`
      ${this.answers ? truth_table(opened, this.answers, this.step) : html`<div class="emb-b">${this.#input(opened)}${this.#changelog(opened)}${this.#tables(opened)}</div>`}
      ${this.#why(opened)} ${this.#windows(opened)}
      <div class="emb-t" style="--n:${this.#last + 1};--step:${this.step + 1}">
        <div class="play">
          <button class="btn icon" aria-label=${m.start} ?disabled=${this.step === 0} @click=${go(0)}>${icon('first')}</button>
          <button class="btn icon" aria-label=${m.back} ?disabled=${this.step === 0} @click=${go(this.step - 1)}>${icon('back')}</button>
          <button class="btn icon primary" aria-label=${m.forward} ?disabled=${this.step >= this.#last} @click=${go(this.step + 1)}>${icon('fwd')}</button>
        </div>
        <input class="bar-range" type="range" aria-label=${m.step} min="0" max=${this.#last} .value=${String(this.step)} @input=${(event: Event) => void this.go(Number((event.target as HTMLInputElement).value))} />
        <span class="cnt" role="status">${m.step_short(this.step, this.#last)} <span class="out-n">→ ${m.rows_out(out)}</span></span>
      </div>
    `;
  }

  #input(opened: OpenAnswer) {
    const steps = opened.steps.slice(1);
    const row = (one: StepSummary) => {
      const now = one.index === this.step;
      const change = one.changes.at(-1);
      return html`<li class="${now ? 'now' : one.index > this.step ? 'next' : ''}" aria-current=${now ? 'step' : nothing}>
        <span class="no">${one.index}</span><span class="tb" title=${one.table ?? ''}>${one.table ?? m.step_kind[one.kind]}</span>
        ${change ? kind_badge(change.kind) : html`<b class="k k-t">·</b>`}<span class="v" title=${one.late ? m.late_name[one.late] : nothing}>${change ? this.#brief(cells_text(change.cells)) : one.text}${one.late ? html` <i class="late-tag">${m.late_tag[one.late]}</i>` : nothing}</span></li>`;
    };
    return html`<section aria-label=${m.input}><div class="sub-h"><b>${m.input}</b><span class="n">${m.steps(steps.length)}</span></div>
      <ol class="rows emb-list" tabindex="0" aria-label=${m.input_rows}>${steps.map(row)}</ol></section>`;
  }

  #changelog(opened: OpenAnswer) {
    const several = opened.outputs.length > 1;
    const rows = opened.changelog.flatMap((list, output) => list.map((row) => ({ ...row, name: several ? opened.outputs[output].name : '' })));
    const shown = rows.filter((row) => row.step <= this.step).sort((a, b) => a.step - b.step);
    return html`<section aria-label=${m.changelog}><div class="sub-h"><b>${m.changelog}</b><span class="n">${m.rows(shown.length)}</span></div>
      <ol class="log2 emb-list" tabindex="0" aria-label=${m.changelog_rows}>
        ${shown.map((row) => html`<li class=${row.step === this.step ? 'new' : 'old'}>${row.name ? html`<span class="n">${row.name}</span>` : nothing}${kind_badge(row.kind)}<span class="v" title=${row.text ?? cells_text(row.cells)}>${row.text ?? this.#brief(cells_text(row.cells))}</span></li>`)}
      </ol></section>`;
  }

  #tables(opened: OpenAnswer) {
    return html`<section aria-label=${m.table}>
      ${opened.outputs.map((output, index) => {
        const table = this.view?.tables[index];
        return html`<div class="sub-h"><b>${opened.outputs.length > 1 ? output.name : m.table}</b><span class="n">${m.rows(table?.total ?? 0)}</span></div>
          <div class="emb-list" tabindex="0" role="region" aria-label=${m.table_after}>${diff_table('mat', m.table_after, table?.columns ?? output.columns, table?.rows ?? [], table?.total ?? 0, this.#day)}</div>`;
      })}
    </section>`;
  }

  /** Columns stand over the slider's steps. */
  #windows(opened: OpenAnswer) {
    if (!opened.windows?.length) return nothing;
    const last = this.#last;
    const numbers = last < kNumbered ? opened.steps.map((one) => html`<span class="c ${one.index === this.step ? 'cur' : ''}">${one.index}</span>`) : nothing;
    return html`<div class="emb-w" style="--n:${last + 1};--step:${this.step + 1}">
      ${numbers === nothing ? nothing : html`<div class="lane ruler" aria-hidden="true"><span></span>${numbers}</div>`}
      ${window_lanes(opened.windows, this.step, last)}
    </div>`;
  }

  #why(opened: OpenAnswer) {
    const view = this.view;
    if (!view) return nothing;
    const output = opened.changelog.findLastIndex((rows) => rows.some((row) => row.step === this.step));
    const last = output < 0 ? undefined : opened.changelog[output].findLastIndex((row) => row.step === this.step);
    const decided = last === undefined ? undefined : explain_row(opened, view, { output, row: last })?.decided;
    const event = decided?.event ?? view.events.findLast((one) => one.type === 'suppress');
    const rule = rules[event?.rule ?? ''];
    if (!event || !rule) return html`<p class="emb-why muted">${this.step === 0 ? m.job_started : m.nothing_this_step}</p>`;
    const text = (cells?: (string | null)[]) => (cells ? cells_text(cells) : '');
    const node = opened.graph!.nodes[event.node].name;
    return html`<p class="emb-why"><strong>${last === undefined ? m.why_nothing : `${m.why_row} ${opened.changelog[output][last].kind}?`}</strong>
      ${rule.text({ node, a: text(event.a), b: text(event.b), n: event.n ?? '', message: event.message ?? '' })}</p>`;
  }
}
