// What opens over the page: the gallery and the reference of functions. Native dialogs: Escape closes, focus returns.
import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { FunctionInfo } from 'rowkind';
import { icon } from '../dom';
import { engine } from '../engine';
import { find_examples, lesson_title, topics, type Example } from '../examples';
import { recent, type Recent } from '../history';
import { language, m } from '../i18n';
import { listens } from '../listens';
import { store } from '../store';
import { Part } from './part';

type Name = 'gallery' | 'functions';

@customElement('rk-dialogs')
export class Dialogs extends Part {
  @state() private open?: Name;
  @state() private words = '';
  @state() private functions: FunctionInfo[] = [];
  @query('dialog') private dialog!: HTMLDialogElement;

  constructor() {
    super();
    listens(this, window, 'rk-dialog', this.#open);
  }

  #open = async (event: Event) => {
    this.open = (event as CustomEvent<Name>).detail;
    this.words = '';
    if (this.open === 'functions' && this.functions.length === 0) {
      const answer = await engine.call({ method: 'functions' });
      if (answer.ok) this.functions = answer.functions;
    }
    await this.updateComplete;
    this.dialog.showModal();
  };

  override render() {
    const title = this.open === 'functions' ? m.functions : m.gallery;
    const hint = this.open === 'functions' ? m.search_functions : m.search_gallery;
    return html`<dialog class="sheet" aria-label=${title} @close=${() => (this.open = undefined)} @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}>
      ${this.open
        ? html`<div class="sheet-h">
              <h2>${title}</h2>
              <input type="search" aria-label=${hint} placeholder=${hint} .value=${this.words} @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)} />
              <button class="btn quiet icon" aria-label=${m.close} @click=${() => this.dialog.close()}>${icon('close')}</button>
            </div>
            <div class="sheet-b scroll" tabindex="0" role="region" aria-label=${title}>${this.open === 'gallery' ? this.#gallery() : this.#functions()}</div>`
        : nothing}
    </dialog>`;
  }

  // ── gallery ────────────────────────────────────────────────────────────────

  #gallery() {
    const found = find_examples(this.words);
    const kept = this.words ? [] : recent();
    let number = 0;
    const numbered = new Map(find_examples('').map((one) => [one.id, ++number]));
    return html`
      <p class="muted" role="status">${found.length > 0 ? m.lessons(found.length) : m.no_lesson}</p>
      ${topics.map((topic) => {
        const lessons = found.filter((one) => one.topic === topic);
        if (lessons.length === 0) return nothing;
        return html`<section><h3>${m.topic[topic]}</h3><ol class="lessons">${lessons.map((one) => this.#lesson(one, numbered.get(one.id)!))}</ol></section>`;
      })}
      ${kept.length > 0 ? html`<section><h3>${m.recent}</h3><ol class="lessons">${kept.map((one) => this.#recent(one))}</ol></section>` : nothing}
    `;
  }

  #lesson(one: Example, number: number) {
    const go = () => (this.dialog.close(), void store.load_example(one.id));
    return html`<li><button aria-current=${one.id === store.example ? 'true' : nothing} @click=${go}><span class="n">${number}</span> ${lesson_title(one)}</button></li>`;
  }

  #recent(one: Recent) {
    const go = () => (this.dialog.close(), void store.restore({ example: one.example, document: one.document }));
    return html`<li><button @click=${go}>${one.title} <span class="n">${new Date(one.at).toLocaleString(language)}</span></button></li>`;
  }

  // ── functions ──────────────────────────────────────────────────────────────

  #functions() {
    const wanted = this.words.toLowerCase();
    const found = this.functions.filter((one) => (one.name + ' ' + one.signature + ' ' + one.summary).toLowerCase().includes(wanted));
    const categories = [...new Set(found.map((one) => one.category))];
    return html`
      <p class="muted" role="status">${m.functions_found(found.length)}</p>
      ${categories.map(
        (category) => html`<section><h3>${category}</h3>
          <dl class="functions">
            ${found.filter((one) => one.category === category).map(
              (one) => html`<div><dt><code>${one.signature || one.name}</code>${one.aggregate && category !== 'aggregate' ? html` <span class="n">${m.aggregate_function}</span>` : nothing}</dt><dd>${one.summary}</dd></div>`,
            )}
          </dl></section>`,
      )}
    `;
  }
}
