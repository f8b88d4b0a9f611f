// The lesson, and the editor below it.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { icon, loading_text, when } from '../dom';
import { Editor } from '../editor';
import { examples, lesson_of } from '../examples';
import { guess } from '../guess';
import { m } from '../i18n';
import { markdown } from '../markdown';
import { store } from '../store';
import { Part } from './part';

const versions = ['3.5', '3.6', '3.7', 'vvr-8', 'vvr-11'];

@customElement('rk-query-pane')
export class QueryPane extends Part {
  @state() private line = 1;
  @state() private column = 1;
  #editor?: Editor;
  #shown?: unknown;

  protected override firstUpdated() {
    this.#editor = new Editor(this.querySelector<HTMLElement>('.cm-box')!, {
      change: (text) => store.edit_text(text),
      cursor: (line, column) => ([this.line, this.column] = [line, column]),
      undo: () => store.undo(),
      redo: () => store.redo(),
    });
  }

  protected override updated() {
    this.#editor?.set_text(store.text, store.mode);
    if (this.#shown === store.diagnostics) return;
    this.#shown = store.diagnostics;
    this.#editor?.show(store.diagnostics.filter((one) => one.source === (store.mode === 'sql' ? 'sql' : 'pipeline')));
  }

  override render() {
    const cdc = store.mode === 'cdc';
    return html`
      <div class="pane-h">
        <h2 class="wide">${cdc ? m.pipeline : m.query}</h2><span class="n wide">${cdc ? 'Flink CDC' : 'Flink SQL'}</span><span class="grow"></span>
        ${when(cdc, this.#version())}
        ${when(store.phase === 'busy' || (store.phase === 'starting' && store.progress), html`<button class="btn quiet" @click=${() => store.cancel()}>${m.stop}</button>`)}
        <button class="btn" @click=${() => void store.run()}>${m.run} <kbd class="n wide">Ctrl ↵</kbd></button>
      </div>
      ${this.#link_error()}${this.#missing_part()} ${this.#lesson()} ${this.#guess()}
      <div class="cm-box scroll"></div>
      <div class="status" role="status">${this.#status()}<span class="grow"></span><span>${m.position(this.line, this.column)}</span></div>
    `;
  }

  #version() {
    const version = store.opened?.pipeline?.version;
    return html`<label class="pick"><span class="sr">${m.cdc_version}</span>
      <select @change=${(event: Event) => store.edit({ 'flink-cdc': (event.target as HTMLSelectElement).value })}>
        ${versions.map((one) => html`<option value=${one} .selected=${one === version} ?selected=${one === version}>${one}</option>`)}
      </select>${icon('down')}</label>`;
  }

  #link_error() {
    const texts = { newer: m.link_newer, size: m.link_size, broken: m.link_broken };
    return store.link_error ? html`<p class="note warn" role="alert">${texts[store.link_error]}</p>` : nothing;
  }

  #missing_part() {
    const { missing_part: one } = store;
    return one ? html`<p class="note warn" role="alert">${one.message} ${one.hint} <button class="btn" @click=${() => void store.retry()}>${m.try_again}</button></p>` : nothing;
  }

  #guess() {
    const found = guess(store.text, store.mode);
    if (!found) return nothing;
    return html`<p class="note">${m.looks_like(m.guess_name[found])} <button class="btn" @click=${() => store.take_as(found)}>${m.read_as(m.guess_name[found])}</button></p>`;
  }

  #lesson() {
    const { title, text } = lesson_of(store.document);
    if (!text) return nothing;
    const at = examples.findIndex((one) => one.id === store.example);
    const go = (index: number) => () => void store.load_example(examples[index].id);
    return html`<details class="lesson" open>
      <summary>${icon('chev')}<b>${title || m.lesson}</b></summary>
      <div class="lesson-b scroll" tabindex="0" role="region" aria-label=${m.lesson}>
        ${markdown(text)}
        ${at >= 0
          ? html`<p class="lesson-nav">
              <button class="btn quiet icon" aria-label=${m.previous_lesson} ?disabled=${at === 0} @click=${go(at - 1)}>${icon('back')}</button>
              <span class="n">${m.lesson_of(at + 1, examples.length)}</span>
              <button class="btn quiet icon" aria-label=${m.next_lesson} ?disabled=${at === examples.length - 1} @click=${go(at + 1)}>${icon('fwd')}</button>
            </p>`
          : nothing}
      </div>
    </details>`;
  }

  #running({ done, total }: { done: number; total: number }) {
    return html`<progress max=${total} .value=${done} aria-label=${m.running}></progress><span>${m.running_steps(done, total)}</span>`;
  }

  #status() {
    const errors = store.diagnostics.filter((one) => one.severity === 'error');
    const unplaced = errors.find((one) => (one.source !== 'sql' && one.source !== 'pipeline') || !one.place);
    if (store.busy && store.progress) return this.#running(store.progress);
    if (store.phase === 'starting') return html`<span>${loading_text()}</span>`;
    if (store.phase === 'busy') return html`<span>${m.running}</span>`;
    if (store.cancelled) return html`<span>${m.stopped}</span>`;
    if (errors.length > 0) {
      const last_good = store.opened?.graph && store.stale ? ' · ' + m.last_good_run : '';
      return html`<span class="err-text">${unplaced ? unplaced.message : m.errors(errors.length)}${last_good}</span>`;
    }
    const warnings = store.diagnostics.filter((one) => one.severity === 'warning').length;
    const advice = store.diagnostics.length - warnings;
    const micros = store.opened?.timing.plan_us ?? 0;
    return html`<span class="ok">${micros > 0 ? m.planned_in((micros / 1000).toFixed(micros < 9950 ? 1 : 0)) : m.ready}</span>
      ${when(warnings > 0, html`<span class="warn">${m.warnings(warnings)}</span>`)}
      ${when(advice > 0, html`<span>${m.advice_given(advice)}</span>`)}`;
  }
}
