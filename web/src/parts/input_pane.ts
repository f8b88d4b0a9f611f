// The input in arrival order: as steps to walk through, edit and move, or as the text that is typed.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Diagnostic, InputItem, StepSummary } from 'rowkind';
import { cells_text, icon, kind_badge, when } from '../dom';
import { engine } from '../engine';
import { named_tables } from '../guess';
import { m } from '../i18n';
import { atoms_of, input_of, moved, placed } from '../input_model';
import { store } from '../store';
import { brief, time } from '../times';
import { segments, tabs } from './choice';
import './row_form';
import { Part } from './part';

const formats = ['', 'json', 'debezium-json', 'canal-json', 'maxwell-json', 'ogg-json', 'changelog-json', 'csv', 'raw', 'tableau', 'print', 'docs', 'retract'];
/** Where a description of an upstream table begins. */
const kSchema = 'id INT NOT NULL, name STRING, PRIMARY KEY (id)';
const format_name = (format: string) => (format === '' || format === 'changelog' ? m.notation : format);

@customElement('rk-input-pane')
export class InputPane extends Part {
  @state() private table = '';
  @state() private text = false;
  /** Step whose row is in the form; 0: a new row. */
  @state() private form?: number;
  /** Items whose text looks like another format. */
  @state() private guesses = new Map<number, string>();
  #dragged?: number;
  /** Step that takes the focus with it to where it goes. */
  #focus?: number;

  protected override willUpdate() {
    // The table of a document that is no longer here.
    if (this.table && store.opened?.graph && !store.opened.tables.some((one) => one.name === this.table)) this.table = '';
  }

  protected override updated() {
    this.querySelector('.rows .now')?.scrollIntoView({ block: 'nearest' });
    if (this.#focus === undefined || store.stale || store.step !== this.#focus) return;
    this.#focus = undefined;
    this.querySelector<HTMLElement>('.rows .now .row-button')?.focus();
  }

  override render() {
    const steps = store.steps.slice(1);
    const tables = store.opened?.tables.filter((one) => steps.some((step) => step.table === one.name)) ?? [];
    const bad = store.diagnostics.find((one) => one.source === 'input' && one.severity === 'error');
    return html`
      <div class="pane-h">
        <h2 class="sr">${m.input}</h2>
        ${tabs(m.input_tables, [this.#tab('', m.all, steps.length), ...tables.map((one) => this.#tab(one.name, one.name, steps.filter((step) => step.table === one.name).length))], this.table, (table) => (this.table = table))}
        <span class="grow"></span>
        ${segments(m.view, [{ value: false, label: m.rows_view }, { value: true, label: m.text_view }], this.text, (text) => (this.text = text))}
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${m.input_rows}>
        ${this.text ? this.#texts(bad) : this.#rows(steps)}
        ${when(!this.text && bad, html`<p class="note err"><b>${m.steps_stop}</b> ${bad?.message}${bad?.hint ? ` (${bad.hint})` : ''} ${this.#repair(bad)}</p>`)}
      </div>
      ${this.form === undefined ? nothing : html`<rk-row-form .step=${this.form} .table=${this.table} @close=${() => (this.form = undefined)}></rk-row-form>`}
      <div class="status"><button class="link" @click=${() => (this.form = this.form === undefined ? 0 : undefined)}>+ ${m.add_row}</button><span class="grow"></span><span>${m.steps(steps.length)}</span><span>${m.arrival_order}</span></div>
    `;
  }

  #tab(value: string, name: string, count: number) {
    return { value, label: html`${name} <span class="n">${count}</span>` };
  }

  // ── rows ───────────────────────────────────────────────────────────────────

  #rows(steps: StepSummary[]) {
    const shown = steps.filter((step) => !this.table || step.table === this.table);
    if (shown.length === 0) return html`<p class="quiet-pad muted">${store.steps.length === 0 && store.document.input?.length ? m.input_waits : m.no_input}</p>${this.#missing_tables()}`;
    return html`<ol class="rows" aria-label=${m.in_order}>${shown.map((step) => this.#row(step))}</ol>`;
  }

  #row(step: StepSummary) {
    const now = step.index === store.step;
    const out = step.out.reduce((sum, kinds) => sum + kinds.length, 0);
    const number = html`<span class="no">${when(store.playback.breaks.steps.has(step.index), html`<span class="bp" role="img" aria-label=${m.breakpoint}>●</span>`)}${step.index}</span>`;
    const tail = step.late ? html`<span class="late-tag" title=${m.late_name[step.late]}>${m.late_tag[step.late]}</span>` : html`<span class="n">${step.failed ? html`<span class="err-text">${m.failed}</span>` : m.out(out)}</span>`;
    const go = () => store.go_to(step.index);
    const row = step.kind === 'row' || step.kind === 'message' || step.kind === 'schema';
    const content = row
      ? html`${number}<span class="tb">${step.table}</span>${this.#change(step)}${tail}`
      : html`${number}<span class="rule-label"><span class="clip">${this.#tick(step)}</span></span>${tail}`;
    return html`<li class="${now ? 'now' : ''} ${row ? '' : 'tick'}" aria-current=${now ? 'step' : nothing}
        draggable="true" @dragstart=${() => (this.#dragged = step.index)} @dragover=${(event: Event) => event.preventDefault()} @drop=${() => this.#drop(step.index)}>
      <button class="row-button" @click=${go} @keydown=${(event: KeyboardEvent) => this.#key(event, step)} @dblclick=${() => (this.form = step.index)}>${content}</button>
      ${now ? html`<button class="btn quiet icon row-edit" aria-label=${m.edit_step(step.index)} title=${m.edit_row} @click=${() => (this.form = step.index)}>${icon('edit')}</button>` : nothing}
    </li>`;
  }

  /** What stands on the rule that a step without a row draws across the list. */
  #tick(step: StepSummary) {
    if (step.kind === 'clock') return m.clock_at(time(step.text));
    if (step.kind === 'watermark') return m.watermark_of(step.table ?? '', time(step.text));
    return m.all_sources_end;
  }

  #change(step: StepSummary) {
    const [first, second] = step.changes;
    if (step.kind === 'schema') return html`${kind_badge('schema')}<span class="v" title=${step.text}>${step.text}</span>`;
    if (!first) return html`<b class="k k-t" title=${m.no_row}>·</b><span class="v muted">${step.text === 'null' ? m.tombstone : step.text}</span>`;
    if (second) return html`<b class="k k-t pair" title=${m.one_message(step.changes.length)}>${step.changes.map((one) => one.kind).slice(0, 2).join('')}</b><span class="v">${brief(cells_text(first.cells), store.day)} → ${brief(cells_text(step.changes.at(-1)!.cells), store.day)}</span>`;
    return html`${kind_badge(first.kind)}<span class="v" title=${cells_text(first.cells)}>${brief(cells_text(first.cells), store.day)}</span>`;
  }

  #key(event: KeyboardEvent, step: StepSummary) {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return this.#walk(event);
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(step.index, event.key === 'ArrowLeft' ? -1 : 1);
  }

  /** To the row above or below in this view. */
  #walk(event: KeyboardEvent) {
    event.preventDefault();
    event.stopPropagation();
    const row = (event.target as Element).closest('li')!;
    const to = event.key === 'ArrowUp' ? row.previousElementSibling : row.nextElementSibling;
    const button = to?.querySelector<HTMLElement>('.row-button');
    button?.focus();
    button?.click();
  }

  /** The step moves one place; the view moves with it. */
  #move(step: number, by: -1 | 1) {
    const atoms = atoms_of(store.document, store.steps);
    const next = moved(atoms, atoms.findIndex((one) => one.step === step), by);
    if (!next) return;
    store.edit({ input: input_of(next) });
    store.asked = this.#focus = step + by;
  }

  #drop(to: number) {
    const from = this.#dragged;
    this.#dragged = undefined;
    const next = from === undefined ? undefined : placed(atoms_of(store.document, store.steps), from, to);
    if (!next) return;
    store.edit({ input: input_of(next) });
    store.asked = to;
  }

  // ── text ───────────────────────────────────────────────────────────────────

  #texts(bad?: Diagnostic) {
    const input = store.document.input ?? [];
    const tables = (store.opened?.tables ?? []).filter((one) => !this.table || one.name === this.table);
    const shown = (item: InputItem) => !this.table || ('table' in item && item.table === this.table);
    const add = (item: InputItem) => () => store.edit({ input: [...input, item] });
    return html`
      ${store.mode === 'cdc' ? this.#schemas() : nothing}
      ${input.map((item, index) => (shown(item) ? this.#item(item, index, bad?.item === index ? bad : undefined) : nothing))}
      <p class="add-line">
        ${tables.map((one) => html`<button class="btn" @click=${add({ table: one.name, rows: '' })}>+ ${one.name}</button>`)}
        ${this.table ? nothing : store.mode === 'cdc'
          ? html`<button class="btn" @click=${add({ ddl: `ALTER TABLE ${tables[0]?.name ?? 't'} ADD c INT` })}>+ ${m.add_ddl}</button>`
          : html`<button class="btn" @click=${add({ clock: '2024-01-01 00:01:00' })}>+ ${m.add_clock}</button>
              <button class="btn" @click=${add({ end: true })}>+ ${m.add_end}</button>`}
      </p>
    `;
  }

  /** Rows of a table that is gone from the query: one button takes them out. */
  #repair(bad?: Diagnostic) {
    const input = store.document.input ?? [];
    const item = bad?.code === 'input/unknown-table' && bad.item !== undefined ? input[bad.item] : undefined;
    if (!item || !('table' in item)) return nothing;
    const remove = () => store.edit({ input: input.filter((one) => !('table' in one) || one.table !== item.table) });
    return html`<button class="btn small-btn" @click=${remove}>${m.remove_rows_of(item.table)}</button>`;
  }

  /** What the upstream tables of a pipeline look like. */
  #schemas() {
    const schemas = Object.entries(store.document.tables ?? {}).filter(([name]) => !this.table || name === this.table);
    const set = (name: string, schema?: string) => {
      const { [name]: _, ...others } = store.document.tables ?? {};
      store.edit({ tables: schema === undefined ? others : { ...store.document.tables, [name]: schema } }, true);
    };
    return html`${schemas.map(([name, schema], index) => html`<div class="item">
        <div class="item-h"><label for="schema-${index}"><b>${name}</b> <span class="muted">${m.columns}</span></label><span class="grow"></span>
          <button class="btn quiet icon" aria-label=${m.delete} title=${m.delete} @click=${() => set(name)}>${icon('close')}</button></div>
        <input id="schema-${index}" spellcheck="false" .value=${typeof schema === 'string' ? schema : ''} @input=${(event: Event) => set(name, (event.target as HTMLInputElement).value)} />
      </div>`)}${this.#missing_tables()}`;
  }

  /** Tables that the pipeline or the input names and that nothing describes yet. */
  #missing_tables() {
    if (store.mode !== 'cdc') return nothing;
    const known = store.document.tables ?? {};
    const named = [...named_tables(store.text), ...(store.document.input ?? []).flatMap((item) => ('rows' in item ? item.table : []))];
    const missing = [...new Set(named)].filter((name) => !(name in known));
    const wanted = missing.length === 0 && Object.keys(known).length === 0 ? ['db.orders'] : missing;
    if (wanted.length === 0) return nothing;
    const add = (name: string) => () => {
      this.text = true;
      store.edit({ tables: { ...known, [name]: kSchema } });
    };
    return html`<p class="quiet-pad">${m.upstream_tables} ${wanted.map((name) => html`<button class="btn small-btn" @click=${add(name)}>+ ${name}</button> `)}</p>`;
  }

  #item(item: InputItem, index: number, bad?: Diagnostic) {
    const input = store.document.input ?? [];
    const remove = html`<button class="btn quiet icon" aria-label=${m.delete} title=${m.delete} @click=${() => store.edit({ input: input.filter((_, i) => i !== index) })}>${icon('close')}</button>`;
    const note = bad ? html`<p class="note err">${bad.place ? m.line(bad.place.line) + ': ' : ''}${bad.message}${bad.hint ? ` (${bad.hint})` : ''}</p>` : '';
    if ('end' in item) return html`<div class="item"><div class="item-h"><b>end</b> <span class="muted">${m.all_sources_end}</span><span class="grow"></span>${remove}</div></div>`;
    if ('rows' in item) return html`<div class="item">${this.#rows_item(item, index, remove)}${note}</div>`;
    const [key, value] = 'clock' in item ? ['clock', item.clock] : 'watermark' in item ? ['watermark', item.watermark] : ['ddl', item.ddl];
    return html`<div class="item">
      <div class="item-h"><label for="item-${index}"><b>${key}</b></label><span class="grow"></span>${remove}</div>
      <input id="item-${index}" .value=${value} @input=${(event: Event) => store.edit_input(index, { ...item, [key]: (event.target as HTMLInputElement).value } as InputItem)} />
      ${note}
    </div>`;
  }

  #rows_item(item: Extract<InputItem, { rows: string }>, index: number, remove: unknown) {
    const rows = item.rows.replace(/\n$/, '').split('\n').length;
    const format = item.format ?? '';
    const guess = this.guesses.get(index);
    const typed = async (event: Event) => {
      const text = (event.target as HTMLTextAreaElement).value;
      store.edit_input(index, { ...item, rows: text });
      const answer = await engine.call({ method: 'detect', text }).catch(() => undefined);
      const found = answer?.ok && text.trim() !== '' ? answer.format.replace(/^changelog$/, '') : format;
      // What cannot be told apart is no reason to ask: any text is CSV or raw.
      this.guesses = new Map(this.guesses).set(index, found === 'csv' || format === 'raw' ? format : found);
    };
    return html`
      <div class="item-h">
        <label for="item-${index}"><b>${item.table}</b></label><span class="grow"></span>
        <label class="pick"><span class="sr">${m.format_of(item.table)}</span>
          <select @change=${(event: Event) => this.#set_format(index, item, (event.target as HTMLSelectElement).value)}>
            ${formats.map((id) => html`<option value=${id} .selected=${format === id} ?selected=${format === id}>${format_name(id)}</option>`)}
          </select>${icon('down')}</label>
        ${remove}
      </div>
      <textarea id="item-${index}" spellcheck="false" wrap="off" rows=${Math.min(14, Math.max(2, rows + 1))} .value=${item.rows} @input=${typed}></textarea>
      ${guess !== undefined && guess !== format
        ? html`<p class="note">${m.looks_like(format_name(guess))} <button class="btn" @click=${() => this.#set_format(index, item, guess)}>${m.read_as(format_name(guess))}</button></p>`
        : nothing}
    `;
  }

  #set_format(index: number, item: { table: string; rows: string; format?: string }, format: string) {
    const { format: _, ...rest } = item;
    const input = [...(store.document.input ?? [])];
    input[index] = format ? { ...rest, format } : rest;
    store.edit({ input });
  }
}
