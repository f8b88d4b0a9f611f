import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { icon, logo } from '../dom';
import { engine } from '../engine';
import { examples } from '../examples';
import { store } from '../store';
import { Part } from './part';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const kTheme = 'rowkind.theme';

@customElement('rk-top-bar')
export class TopBar extends Part {
  @state() private theme: Theme = (localStorage.getItem(kTheme) as Theme | null) ?? 'auto';
  @state() private help = false;

  override connectedCallback() {
    super.connectedCallback();
    this.#apply();
  }

  #apply() {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
    localStorage.setItem(kTheme, this.theme);
  }

  #next_theme() {
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length];
    this.#apply();
  }

  async #download() {
    const answer = await engine.call({ method: 'write', document: store.document });
    if (!answer.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answer.scenario], { type: 'application/yaml' }));
    link.download = (store.example || 'scenario') + '.yaml';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  override render() {
    return html`
      <h1 class="sr">rowkind playground</h1>
      <a class="logo" href="./" aria-label="rowkind home">${logo}<span>rowkind</span></a>
      <label class="pick example">
        <span class="sr">Example</span>
        <select @change=${(event: Event) => void store.load_example((event.target as HTMLSelectElement).value)}>
          ${examples.map((one) => html`<option value=${one.id} ?selected=${one.id === store.example}>${one.title}</option>`)}
        </select>
        ${icon('down')}
      </label>
      <span class="grow wide"></span>
      <button class="btn quiet" aria-label="Download as a scenario file" @click=${() => void this.#download()}>
        ${icon('export')}<span class="opt wide">Scenario file</span>
      </button>
      <span class="sep wide"></span>
      <button class="btn quiet icon" aria-label="Theme: ${this.theme}" title="Theme: ${this.theme}" @click=${this.#next_theme}>${icon('theme')}</button>
      <button class="btn quiet icon wide" aria-label="Keyboard" aria-expanded=${this.help} @click=${() => (this.help = !this.help)}>${icon('help')}</button>
      ${this.help ? this.#keys() : ''}
    `;
  }

  #keys() {
    const keys = [
      ['← →', 'step back, step forward'],
      ['Home End', 'start, last step'],
      ['Space', 'play or pause'],
      ['B', 'breakpoint on this step'],
      ['Ctrl Enter', 'run what is in the editor'],
      ['Esc, then Tab', 'leave the editor'],
    ];
    return html`<dl class="keys" aria-label="Keyboard">${keys.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`;
  }
}
