// The page: header, panes, stepper. Keyboard: see on_key.
import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { logo } from '../dom';
import { lesson_of } from '../examples';
import { m } from '../i18n';
import { listens } from '../listens';
import { store } from '../store';
import { Part } from './part';
import './top_bar';
import './query_pane';
import './splitter';
import './input_pane';
import './flow_pane';
import './stage_pane';
import './output_pane';
import './what_if';
import './deck';
import './lanes';
import './dialogs';

type Pane = 'query' | 'input' | 'flow' | 'output';
const panes: Pane[] = ['query', 'input', 'flow', 'output'];

@customElement('rk-app')
export class App extends Part {
  @state() private pane: Pane = 'flow';

  constructor() {
    super();
    listens(this, window, 'keydown', this.#on_key);
  }
  override connectedCallback() {
    this.replaceChildren();
    super.connectedCallback();
    void store.start();
  }

  #on_key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = target.closest('input:not([type=range]), textarea, select, .cm-editor');
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const undoes = event.key.toLowerCase() === 'z' && !typing;
      if (event.key === 'Enter') void store.run();
      else if (event.key === 's') window.dispatchEvent(new Event('rk-share'));
      else if (undoes) event.shiftKey ? store.redo() : store.undo();
      else return;
      return event.preventDefault();
    }
    if (event.key === 'F6') {
      event.preventDefault();
      return this.#next_pane(event.shiftKey ? -1 : 1);
    }
    if (typing || event.altKey || document.querySelector('dialog[open]')) return;
    const on_button = target.closest('button, a, [role=tab]');
    const scrub = target.closest('input[type=range]');
    const to: Record<string, number> = { ArrowLeft: store.asked - 1, ArrowRight: store.asked + 1, Home: 0, End: store.last_step };
    if (event.key in to && !scrub && !target.closest('[role=tablist]')) {
      event.preventDefault();
      store.pause();
      void store.go(to[event.key]);
    } else if (event.key === ' ' && !on_button) {
      event.preventDefault();
      store.play();
    } else if (event.key === 'b' || event.key === 'B') {
      store.toggle_breakpoint(store.step);
    }
  };

  #next_pane(by: number) {
    const all = [...this.querySelectorAll<HTMLElement>('[role=region].pane, [role=region].right, .transport')].filter((one) => one.offsetParent);
    const at = all.findIndex((one) => one.contains(document.activeElement));
    const to = all[(at + by + all.length) % all.length];
    to?.querySelector<HTMLElement>('.cm-content, .scroll, button, input, select')?.focus();
  }

  protected override updated() {
    const { title } = lesson_of(store.document);
    document.title = (title ? title + ' · ' : '') + 'rowkind';
  }

  override render() {
    if (store.phase === 'failed' && !store.opened) return this.#failed();
    return html`
      ${store.last_step > 0
        ? html`<a class="skip" href="#scrub" @click=${(event: Event) => (event.preventDefault(), document.getElementById('scrub')?.focus())}>${m.skip}</a>`
        : ''}
      <div class="app" data-pane=${this.pane} ?data-stage=${store.stage} aria-busy=${store.behind}>
        <rk-top-bar class="bar" role="banner"></rk-top-bar>
        <nav class="dock" aria-label=${m.panes}>
          <div class="tabs" role="tablist" aria-label=${m.panes}>
            ${panes.map((id) => html`<button role="tab" aria-selected=${this.pane === id} @click=${() => (this.pane = id)}>${m.pane[id]}</button>`)}
          </div>
        </nav>
        <main class="panes">
          <div class="left">
            <rk-query-pane class="pane editor" role="region" aria-label=${m.query}></rk-query-pane>
            <rk-splitter name="query"></rk-splitter>
            <rk-input-pane class="pane input" role="region" aria-label=${m.input}></rk-input-pane>
          </div>
          ${store.stage ? html`<rk-stage-pane class="pane stage" role="region" aria-label=${m.stage}></rk-stage-pane>` : ''}
          <rk-flow-pane class="pane flow" role="region" aria-label=${m.dataflow}></rk-flow-pane>
          <rk-output-pane class="right" role="region" aria-label=${m.output}></rk-output-pane>
          <rk-splitter name="left"></rk-splitter><rk-splitter name="right"></rk-splitter>
        </main>
        <footer class="foot">
          <rk-what-if></rk-what-if>
          <div class="transport" role="group" aria-label=${m.stepper}>
            <rk-deck class="deck"></rk-deck>
            <rk-lanes class="lanes-box"></rk-lanes>
          </div>
        </footer>
        <rk-dialogs></rk-dialogs>
      </div>
    `;
  }

  #failed() {
    return html`
      <main class="boot">
        <h1 class="logo">${logo}<span>rowkind</span></h1>
        <p><strong>${m.failed_title}</strong></p>
        <p>${store.failure}</p>
        <p>${m.failed_text}</p>
        <p><button class="btn" @click=${() => void store.run()}>${m.try_again}</button></p>
        <pre class="raw">${store.text}</pre>
      </main>
    `;
  }
}
