// One input item as a form: a row with a field for each column, a message, or a clock, watermark, schema change or end.
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { InputItem, RowKind } from 'rowkind';
import { cell, icon } from '../dom';
import { m } from '../i18n';
import { atoms_of, input_of, moved, row_line, type Atom } from '../input_model';
import { store } from '../store';
import { Part } from './part';

type What = 'row' | 'clock' | 'watermark' | 'end' | 'ddl';
const kinds: RowKind[] = ['+I', '-U', '+U', '-D'];

@customElement('rk-row-form')
export class RowForm extends Part {
  /** 0: a new item, behind the step in view. */
  @property({ attribute: false }) step = 0;
  @property({ attribute: false }) table = '';
  @state() private what: What = 'row';
  @state() private of = '';
  @state() private kind: RowKind = '+I';
  @state() private values: string[] = [];
  /** A message of a raw format, a time, a statement. */
  @state() private text = '';
  #filled?: number;

  #atoms(): Atom[] {
    return atoms_of(store.document, store.steps);
  }
  get #atom() {
    return this.step > 0 ? this.#atoms().find((one) => one.step === this.step) : undefined;
  }
  get #table() {
    const tables = store.opened?.tables ?? [];
    return tables.find((one) => one.name === this.of) ?? tables[0];
  }
  /** The format of the rows around: a new row of a table comes in the format of its last one. */
  get #format(): string {
    const item = this.#atom?.item ?? this.#atoms().findLast((one) => 'rows' in one.item && one.item.table === this.#table?.name)?.item;
    return item && 'rows' in item ? (item.format ?? '') : '';
  }
  get #by_columns() {
    return this.what === 'row' && this.#format === '';
  }

  protected override willUpdate() {
    if (this.#filled === this.step) return;
    this.#filled = this.step;
    this.of = this.table || (store.steps[this.step || store.step]?.table ?? '');
    this.what = 'row';
    this.kind = '+I';
    this.values = [];
    this.text = '';
    const item = this.#atom?.item;
    if (!item) return;
    const step = store.steps[this.step];
    if ('rows' in item) {
      this.of = item.table;
      const change = step.changes.at(-1);
      this.kind = change?.kind ?? '+I';
      this.values = change?.cells.map((value) => (value === null ? '' : (cell(value) as string))) ?? [];
      this.text = item.rows;
    } else {
      this.what = 'clock' in item ? 'clock' : 'watermark' in item ? 'watermark' : 'ddl' in item ? 'ddl' : 'end';
      this.text = 'clock' in item ? item.clock : 'watermark' in item ? item.watermark : 'ddl' in item ? item.ddl : '';
    }
  }

  #close() {
    this.#filled = undefined;
    this.dispatchEvent(new Event('close'));
  }

  #item(): InputItem {
    const table = this.#table?.name ?? 't';
    if (this.what === 'clock') return { clock: this.text };
    if (this.what === 'watermark') return { table, watermark: this.text };
    if (this.what === 'ddl') return { ddl: this.text };
    if (this.what === 'end') return { end: true };
    const format = this.#format;
    const line = this.#by_columns ? row_line(this.kind, this.values, this.#table?.columns ?? []) : this.text;
    // A pipeline's update is edited by its +U; the -U in front of it stays.
    const before = this.#by_columns && this.#atom && 'rows' in this.#atom.item ? this.#atom.item.rows.split('\n').slice(0, -1) : [];
    return { table, rows: [...before, line].join('\n'), ...(format ? { format } : {}) };
  }

  #save(event: Event) {
    event.preventDefault();
    const atoms = this.#atoms();
    const at = atoms.findIndex((one) => one.step === this.step);
    if (this.step > 0 && at >= 0) {
      atoms[at] = { item: this.#item() };
      store.edit({ input: input_of(atoms) });
    } else {
      const behind = atoms.findIndex((one) => one.step === store.step);
      const place = store.step === store.last_step || behind < 0 ? atoms.length : behind + 1;
      atoms.splice(place, 0, { item: this.#item() });
      store.edit({ input: input_of(atoms) });
      store.asked = store.step + 1;
    }
    this.#close();
  }

  #remove() {
    store.edit({ input: input_of(this.#atoms().filter((one) => one.step !== this.step)) });
    this.#close();
  }

  #move(by: -1 | 1) {
    const atoms = this.#atoms();
    const next = moved(atoms, atoms.findIndex((one) => one.step === this.step), by);
    if (!next) return;
    store.edit({ input: input_of(next) });
    store.asked = this.step + by;
    this.#close();
  }

  override render() {
    const tables = store.opened?.tables ?? [];
    const fresh = this.step === 0;
    return html`<form class="row-form" aria-label=${fresh ? m.add_row : m.edit_step(this.step)} @submit=${this.#save} @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#close()}>
      <div class="line">
        ${fresh ? this.#what() : nothing}
        ${this.what === 'row' || this.what === 'watermark'
          ? html`<label><span>${m.table}</span><select class="field" ?disabled=${!fresh} @change=${(event: Event) => (this.of = (event.target as HTMLSelectElement).value)}>
              ${tables.map((one) => html`<option .selected=${one.name === this.#table?.name} ?selected=${one.name === this.#table?.name}>${one.name}</option>`)}
            </select></label>`
          : nothing}
        ${this.#by_columns
          ? html`<label><span>${m.kind}</span><select class="field" @change=${(event: Event) => (this.kind = (event.target as HTMLSelectElement).value as RowKind)}>
              ${kinds.map((kind) => html`<option value=${kind} .selected=${kind === this.kind} ?selected=${kind === this.kind}>${kind} ${m.kind_name[kind]}</option>`)}
            </select></label>`
          : nothing}
      </div>
      ${this.#by_columns ? this.#columns() : this.what === 'end' ? nothing : this.#text_field()}
      <div class="line">
        <button class="btn primary" type="submit">${fresh ? m.add : m.save}</button>
        <button class="btn" type="button" @click=${() => this.#close()}>${m.cancel}</button>
        <span class="grow"></span>
        ${fresh
          ? nothing
          : html`<button class="btn quiet icon" type="button" aria-label=${m.earlier} title=${m.earlier} @click=${() => this.#move(-1)}>${icon('back')}</button>
              <button class="btn quiet icon" type="button" aria-label=${m.later} title=${m.later} @click=${() => this.#move(1)}>${icon('fwd')}</button>
              <button class="btn quiet" type="button" @click=${() => this.#remove()}>${m.delete}</button>`}
      </div>
    </form>`;
  }

  #what() {
    const names: [What, string][] = [['row', m.add_row], ...(store.mode === 'cdc' ? ([['ddl', m.add_ddl]] as [What, string][]) : ([['clock', m.add_clock], ['watermark', m.add_watermark], ['end', m.add_end]] as [What, string][]))];
    const texts: Record<What, string> = { row: '', clock: '2024-01-01 00:01:00', watermark: '2024-01-01 00:00:00', ddl: `ALTER TABLE ${this.#table?.name ?? 't'} ADD c INT`, end: '' };
    const choose = (event: Event) => {
      this.what = (event.target as HTMLSelectElement).value as What;
      this.text = texts[this.what];
    };
    return html`<label><span>${m.input}</span><select class="field" @change=${choose}>${names.map(([id, name]) => html`<option value=${id} ?selected=${id === this.what}>${name}</option>`)}</select></label>`;
  }

  #columns() {
    const set = (index: number) => (event: Event) => {
      this.values[index] = (event.target as HTMLInputElement).value;
    };
    return html`<div class="fields">
      ${(this.#table?.columns ?? []).map(
        (one, i) => html`<label><span>${one.name} <span class="n">${one.type}</span></span><input class="field" placeholder=${m.null_hint} .value=${this.values[i] ?? ''} @input=${set(i)} /></label>`,
      )}
    </div>`;
  }

  #text_field() {
    const label = this.what === 'row' ? m.message : this.what === 'ddl' ? m.statement : m.time_value;
    return html`<label class="whole"><span>${label}</span><textarea class="field" rows="2" spellcheck="false" .value=${this.text} @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}></textarea></label>`;
  }
}
