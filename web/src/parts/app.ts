// The page: header, panes, stepper.
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { logo, when } from '../dom';
import { lesson_of } from '../examples';
import { m } from '../i18n';
import { on_page_key } from '../keys';
import { listens } from '../listens';
import { panes, store, type Pane } from '../store';
import { tabs } from './choice';
import { Part } from './part';
import './top_bar';
import './query_pane';
import './splitter';
import './input_pane';
import './flow_pane';
import './stage_pane';
import './output_pane';
import './what_if';
import { rows_out } from './deck';
import './lanes';
import './dialogs';

@customElement('rk-app')
export class App extends Part {
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
    if (event.key !== 'F6') return on_page_key(event);
    event.preventDefault();
    this.#next_pane(event.shiftKey ? -1 : 1);
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
      <div class="app" data-pane=${store.pane} ?data-stage=${store.stage} aria-busy=${store.behind}>
        <rk-top-bar class="bar" role="banner"></rk-top-bar>
        <nav class="dock" aria-label=${m.panes}>
          ${tabs(m.panes, panes.map((value) => ({ value, label: this.#tab(value) })), store.pane, (pane) => store.show_pane(pane))}
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

  /** On a phone a dot says that the step brought rows out that are on another tab. */
  #tab(pane: Pane) {
    const news = pane === 'output' && store.pane !== 'output' && rows_out(store.step) > 0;
    return html`${m.pane[pane]}${when(news, html`<i class="news" role="img" aria-label=${m.rows_out(rows_out(store.step))}></i>`)}`;
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
