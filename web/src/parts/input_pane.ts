// The input in arrival order: as steps to walk through, or as the text that is typed.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Diagnostic, InputItem, StepSummary } from 'rowkind';
import { cells_text, kind_badge, plural, when } from '../dom';
import { store } from '../store';
import { Part } from './part';

const formats: [string, string][] = [['', 'Changelog notation'], ['json', 'JSON'], ['debezium-json', 'Debezium JSON']];

@customElement('rk-input-pane')
export class InputPane extends Part {
  @state() private table = '';
  @state() private text = false;

  protected override updated() {
    this.querySelector('.rows .now')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const steps = store.steps.slice(1);
    const tables = store.opened?.tables.filter((one) => steps.some((step) => step.table === one.name)) ?? [];
    const bad = store.diagnostics.find((one) => one.source === 'input');
    return html`
      <div class="pane-h">
        <h2 class="sr">Input</h2>
        <div class="tabs" role="tablist" aria-label="Input tables">
          ${this.#tab('', 'All', steps.length)}
          ${when(!this.text, tables.map((one) => this.#tab(one.name, one.name, steps.filter((step) => step.table === one.name).length)))}
        </div>
        <span class="grow"></span>
        <div class="seg" role="group" aria-label="View">
          <button aria-pressed=${!this.text} @click=${() => (this.text = false)}>Rows</button>
          <button aria-pressed=${this.text} @click=${() => (this.text = true)}>Text</button>
        </div>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="Input rows">
        ${this.text ? this.#texts(bad) : this.#rows(steps)}
        ${when(!this.text && bad, html`<p class="note warn"><b>Steps stop here.</b> ${bad?.message}${bad?.hint ? ` (${bad.hint})` : ''}</p>`)}
      </div>
      <div class="status"><span>${plural(steps.length, 'step')}</span><span class="grow"></span><span>arrival order</span></div>
    `;
  }

  #tab(table: string, name: string, count: number) {
    return html`<button role="tab" aria-selected=${this.table === table} @click=${() => (this.table = table)}>
      ${name} <span class="n">${count}</span>
    </button>`;
  }

  #rows(steps: StepSummary[]) {
    const shown = steps.filter((step) => !this.table || step.table === this.table);
    if (shown.length === 0) return html`<p class="quiet-pad muted">No input yet. Switch to Text and type rows such as <code>+I[1, ann]</code>.</p>`;
    return html`<ol class="rows" aria-label="Input rows in arrival order">${shown.map((step) => this.#row(step))}</ol>`;
  }

  #row(step: StepSummary) {
    const now = step.index === store.step;
    const out = step.out.reduce((sum, kinds) => sum + kinds.length, 0);
    const number = html`<span class="no">${when(store.breakpoints.has(step.index), html`<span class="bp" role="img" aria-label="breakpoint">●</span>`)}${step.index}</span>`;
    const tail = html`<span class="n">${step.failed ? html`<span class="err-text">failed</span>` : `${out} out`}</span>`;
    const go = () => (store.pause(), void store.go(step.index));
    const content =
      step.kind === 'row' || step.kind === 'message'
        ? html`${number}<span class="tb">${step.table}</span>${this.#change(step)}${tail}`
        : html`${number}<span><b class="k k-t">${step.kind}</b>${step.text}</span>${tail}`;
    const tick = step.kind !== 'row' && step.kind !== 'message';
    return html`<li class="${now ? 'now' : ''} ${tick ? 'tick' : ''}" aria-current=${now ? 'step' : nothing}>
      <button class="row-button" @click=${go}>${content}</button>
    </li>`;
  }

  #change(step: StepSummary) {
    const [first, second] = step.changes;
    if (!first) return html`<b class="k k-t" title="no row">·</b><span class="v muted">${step.text === 'null' ? 'null (tombstone)' : step.text}</span>`;
    if (second) return html`<b class="k k-t pair" title="one message, ${step.changes.length} rows">${step.changes.map((one) => one.kind).slice(0, 2).join('')}</b><span class="v">${cells_text(first.cells)} → ${cells_text(step.changes.at(-1)!.cells)}</span>`;
    return html`${kind_badge(first.kind)}<span class="v">${cells_text(first.cells)}</span>`;
  }

  #texts(bad?: Diagnostic) {
    const input = store.document.input ?? [];
    const tables = store.opened?.tables ?? [];
    return html`
      ${input.map((item, index) => this.#item(item, index, bad?.item === index ? bad : undefined))}
      <p class="add-line">
        ${tables.map((one) => html`<button class="btn" @click=${() => store.add_input({ table: one.name, rows: '' })}>+ ${one.name}</button>`)}
        <button class="btn" @click=${() => store.add_input({ clock: '2024-01-01 00:01:00' })}>+ clock</button>
        <button class="btn" @click=${() => store.add_input({ end: true })}>+ end</button>
      </p>
    `;
  }

  #item(item: InputItem, index: number, bad?: Diagnostic) {
    const note = bad ? html`<p class="note warn">${bad.place ? `Line ${bad.place.line}: ` : ''}${bad.message}${bad.hint ? ` (${bad.hint})` : ''}</p>` : '';
    if ('end' in item) return html`<div class="item"><b>end</b> <span class="muted">all sources finish</span></div>`;
    if ('rows' in item) {
      const rows = item.rows.replace(/\n$/, '').split('\n').length;
      return html`<div class="item">
        <div class="item-h">
          <label for="item-${index}"><b>${item.table}</b></label><span class="grow"></span>
          <label class="pick"><span class="sr">Format of ${item.table}</span>
            <select @change=${(event: Event) => this.#set_format(index, item, (event.target as HTMLSelectElement).value)}>
              ${formats.map(([id, name]) => html`<option value=${id} ?selected=${(item.format ?? '') === id}>${name}</option>`)}
            </select></label>
        </div>
        <textarea id="item-${index}" spellcheck="false" wrap="off" rows=${Math.min(14, Math.max(2, rows + 1))} .value=${item.rows}
          @input=${(event: Event) => store.edit_input(index, { ...item, rows: (event.target as HTMLTextAreaElement).value })}></textarea>
        ${note}
      </div>`;
    }
    const [key, value] = 'clock' in item ? ['clock', item.clock] : 'watermark' in item ? ['watermark', item.watermark] : ['ddl', item.ddl];
    return html`<div class="item">
      <label><b>${key}</b> <input .value=${value} @input=${(event: Event) => store.edit_input(index, { ...item, [key]: (event.target as HTMLInputElement).value } as InputItem)} /></label>
      ${note}
    </div>`;
  }

  #set_format(index: number, item: { table: string; rows: string; format?: string }, format: string) {
    const { format: _, ...rest } = item;
    store.edit_input(index, format ? { ...rest, format } : rest);
  }
}
