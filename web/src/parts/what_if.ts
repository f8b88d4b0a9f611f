// The What-if drawer: change one input row or one option, compare what comes out.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { cells_text, icon, kind_badge, when } from '../dom';
import { m } from '../i18n';
import { listens } from '../listens';
import { store } from '../store';
import { assumptions, changed_document, compare, options, row_text, type Comparison, type Line, type RowChange, type WhatIf } from '../what_if';
import { Part } from './part';

@customElement('rk-what-if')
export class WhatIfDrawer extends Part {
  @state() private what: WhatIf = { row: '', text: '', option: '' };
  @state() private result?: Comparison;

  constructor() {
    super();
    listens(this, window, 'rk-what-if', this.#open);
  }
  /** A sheet over the page, where there is no room for a drawer. */
  @state() private sheet = false;
  #open = async () => {
    this.sheet = true;
    await this.updateComplete;
    this.querySelector('details')!.open = true;
    this.querySelector<HTMLElement>('summary')?.focus();
  };

  #set(change: Partial<WhatIf>) {
    this.what = { ...this.what, ...change };
    this.result = undefined;
  }

  async #compare() {
    this.result = await compare(changed_document(store.step, this.what));
  }

  override render() {
    const step = store.step;
    const chosen = this.what.row !== '' || this.what.option !== '';
    const toggled = (event: Event) => {
      if ((event.target as HTMLDetailsElement).open || !this.sheet) return;
      this.sheet = false;
      document.querySelector<HTMLElement>('rk-top-bar [aria-haspopup]')?.focus();
    };
    const leave = (event: KeyboardEvent) => {
      if (this.sheet && event.key === 'Escape') (event.currentTarget as HTMLDetailsElement).open = false;
    };
    return html`<details class="whatif ${this.sheet ? 'sheet-open' : ''}" @toggle=${toggled} @keydown=${leave}>
      <summary><b>${icon('chev')} ${m.what_if}</b>
        ${this.#assumed()}
        <span class="grow"></span>
        <span class="legend" aria-hidden="true">${(['+I', '-U', '+U', '-D'] as const).map((kind) => html`${kind_badge(kind)} ${m.kind_name[kind]}`)}</span>
      </summary>
      <div class="knobs">
        <div class="knob">
          <p>${m.what_if_hint}</p>
          <div class="line">
            <label><span>${m.what_if_row}</span>
              <select class="field" @change=${(event: Event) => this.#set({ row: (event.target as HTMLSelectElement).value as RowChange, text: row_text(step) })}>
                ${([['', m.what_if_as_is], ['drop', m.what_if_drop(step)], ['twice', m.what_if_twice(step)], ['swap', m.what_if_swap(step)], ['change', m.what_if_change(step)]] as const).map(
                  ([id, name]) => html`<option value=${id} ?selected=${id === this.what.row}>${name}</option>`,
                )}
              </select></label>
            <label><span>${m.what_if_option}</span>
              <select class="field" @change=${(event: Event) => this.#set({ option: (event.target as HTMLSelectElement).value })}>
                <option value="">${m.what_if_as_is}</option>
                ${options[store.mode].map((id) => html`<option value=${id}>${m.option_name[id]}</option>`)}
              </select></label>
          </div>
          ${when(this.what.row === 'change', html`<label class="whole"><span class="sr">${m.message}</span><textarea class="field" rows="2" spellcheck="false" .value=${this.what.text} @input=${(event: Event) => this.#set({ text: (event.target as HTMLTextAreaElement).value })}></textarea></label>`)}
          <div class="line">
            <button class="btn primary" ?disabled=${!chosen} @click=${() => void this.#compare()}>${m.what_if_compare}</button>
            ${when(this.result, html`<button class="btn" @click=${() => store.edit(changed_document(step, this.what))}>${m.what_if_use}</button>`)}
          </div>
        </div>
        <div class="knob result" role="status">${this.result ? this.#result(this.result) : nothing}</div>
      </div>
    </details>`;
  }

  /** What the answer depends on beside query and input. */
  #assumed() {
    const { ttl, mini_batch, consumer } = assumptions(store.document);
    const { pipeline } = store.opened ?? {};
    const parts: [string, string][] =
      store.mode === 'cdc'
        ? [['Flink CDC', pipeline?.version ?? ''], [m.assumed.schema, pipeline?.['schema-change-behavior'] ?? '']]
        : [[m.assumed.arrival, m.assumed.as_written], [m.assumed.ttl, ttl ?? m.assumed.off], [m.assumed.mini_batch, mini_batch ? m.assumed.on : m.assumed.off]];
    return html`<span class="assumed">${parts.map(([name, value]) => html`<i>${name} <b>${value}</b></i>`)}${consumer ? html`<i><b>${m.option_name['consumer=' + consumer] ?? consumer}</b></i>` : nothing}</span>`;
  }

  #result(result: Comparison) {
    const same = result.outputs.every((one) => one.gone + one.more === 0);
    return html`
      ${when(result.error, html`<p class="note warn">${result.error}</p>`)}
      ${when(same && !result.error, html`<p class="same">${icon('ok')} ${m.what_if_same}</p>`)}
      ${when(!same && result.same_table, html`<p class="same">${icon('ok')} ${m.what_if_same_table}</p>`)}
      ${result.outputs.filter((one) => one.gone + one.more > 0).map(
        (one) => html`<p><b>${one.name}</b> ${m.what_if_differs(one.gone, one.more)}</p>
          <div class="scroll" tabindex="0" role="region" aria-label=${one.name}><ol class="delta">${one.lines.map((line) => this.#line(line))}</ol></div>`,
      )}
    `;
  }

  #line({ sign, row }: Line) {
    const style = sign === '-' ? 'del' : sign === '+' ? 'add' : '';
    const name = sign === '-' ? m.removed : m.added;
    return html`<li class=${style}><span class="g">${sign ? html`<span aria-hidden="true">${sign}</span><span class="sr">${name}</span>` : nothing}</span>${kind_badge(row.kind)}<span>${row.text ?? cells_text(row.cells)}</span></li>`;
  }
}
