// The page: header, panes, stepper. Keyboard: see on_key.
import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { logo } from '../dom';
import { store } from '../store';
import { Part } from './part';
import './top_bar';
import './query_pane';
import './input_pane';
import './flow_pane';
import './output_pane';
import './deck';
import './lanes';

type Pane = 'query' | 'input' | 'flow' | 'output';
const panes: [Pane, string][] = [['query', 'Query'], ['input', 'Input'], ['flow', 'Flow'], ['output', 'Output']];

@customElement('rk-app')
export class App extends Part {
  @state() private pane: Pane = 'flow';

  override connectedCallback() {
    this.replaceChildren();
    super.connectedCallback();
    window.addEventListener('keydown', this.#on_key);
    store.start();
  }
  override disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#on_key);
  }

  #on_key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = target.closest('input:not([type=range]), textarea, select, .cm-editor');
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault();
      void store.run();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const on_button = target.closest('button, a, [role=tab]');
    const scrub = target.closest('input[type=range]');
    const to: Record<string, number> = { ArrowLeft: store.step - 1, ArrowRight: store.step + 1, Home: 0, End: store.last_step };
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

  protected override updated() {
    const title = store.document.title;
    document.title = (title ? title + ' · ' : '') + 'rowkind';
  }

  override render() {
    if (store.phase === 'failed' && !store.opened) return this.#failed();
    return html`
      <a class="skip" href="#scrub">Skip to the stepper</a>
      <div class="app" data-pane=${this.pane} aria-busy=${store.busy}>
        <rk-top-bar class="bar" role="banner"></rk-top-bar>
        <nav class="dock" aria-label="Panes">
          <div class="tabs" role="tablist" aria-label="Panes">
            ${panes.map(
              ([id, name]) => html`<button role="tab" aria-selected=${this.pane === id} @click=${() => (this.pane = id)}>${name}</button>`,
            )}
          </div>
        </nav>
        <main class="panes">
          <div class="left">
            <rk-query-pane class="pane editor" role="region" aria-label="Query"></rk-query-pane>
            <rk-input-pane class="pane input" role="region" aria-label="Input"></rk-input-pane>
          </div>
          <rk-flow-pane class="pane flow" role="region" aria-label="Dataflow"></rk-flow-pane>
          <rk-output-pane class="right" role="region" aria-label="Output"></rk-output-pane>
        </main>
        <footer class="foot">
          <div class="transport" role="group" aria-label="Stepper">
            <rk-deck class="deck"></rk-deck>
            <rk-lanes class="lanes-box"></rk-lanes>
          </div>
        </footer>
      </div>
    `;
  }

  #failed() {
    return html`
      <main class="boot">
        <h1 class="logo">${logo}<span>rowkind</span></h1>
        <p><strong>The engine could not start.</strong></p>
        <p>${store.failure}</p>
        <p>It is a WebAssembly module of a few hundred kilobytes. A browser from 2023 or later and a server that delivers
          <code>.wasm</code> files are all it needs. What you typed is kept in this browser.</p>
        <p><button class="btn" @click=${() => void store.run()}>Try again</button></p>
        <pre class="raw">${store.document.sql}</pre>
      </main>
    `;
  }
}
