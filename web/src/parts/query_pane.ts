import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { plural, when } from '../dom';
import { SqlEditor } from '../editor';
import { store } from '../store';
import { Part } from './part';

@customElement('rk-query-pane')
export class QueryPane extends Part {
  @state() private line = 1;
  @state() private column = 1;
  #editor?: SqlEditor;
  #shown?: unknown;

  protected override firstUpdated() {
    this.#editor = new SqlEditor(
      this.querySelector<HTMLElement>('.cm-box')!,
      (text) => store.edit_sql(text),
      (line, column) => ([this.line, this.column] = [line, column]),
    );
  }

  protected override updated() {
    this.#editor?.set_text(store.document.sql ?? '');
    if (this.#shown === store.diagnostics) return;
    this.#shown = store.diagnostics;
    this.#editor?.show(store.diagnostics.filter((one) => one.source === 'sql'));
  }

  override render() {
    return html`
      <div class="pane-h">
        <h2 class="wide">Query</h2><span class="n wide">Flink SQL</span><span class="grow"></span>
        ${when(store.phase === 'busy', html`<button class="btn quiet" @click=${() => store.cancel()}>Stop</button>`)}
        <button class="btn" @click=${() => void store.run()}>Run <kbd class="n wide">Ctrl ↵</kbd></button>
      </div>
      <div class="cm-box scroll"></div>
      <div class="status" role="status">${this.#status()}<span class="grow"></span><span>Ln ${this.line}, Col ${this.column}</span></div>
    `;
  }

  #status() {
    const errors = store.diagnostics.filter((one) => one.severity === 'error');
    const unplaced = errors.find((one) => one.source !== 'sql' || !one.place);
    if (store.phase === 'starting') return html`<span>Loading the engine…</span>`;
    if (store.phase === 'busy') return html`<span>Running…</span>`;
    if (errors.length > 0) {
      const last_good = store.opened?.graph && store.stale ? ' · showing the last good run' : '';
      return html`<span class="err-text">${unplaced ? unplaced.message : plural(errors.length, 'error')}${last_good}</span>`;
    }
    const warnings = store.diagnostics.length;
    const micros = store.opened?.timing.plan_us ?? 0;
    return html`<span class="ok">Planned in ${(micros / 1000).toFixed(micros < 9950 ? 1 : 0)} ms</span>
      ${when(warnings > 0, html`<span class="warn">${plural(warnings, 'warning')}</span>`)}`;
  }
}
