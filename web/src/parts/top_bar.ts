// Header: which document, share, and everything that is not about one pane.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { icon, logo, when } from '../dom';
import { engine } from '../engine';
import { examples, lesson_title, topics } from '../examples';
import { language, languages, m, type Language } from '../i18n';
import { example_hash, kLongestLink, to_hash } from '../links';
import { listens } from '../listens';
import { settings } from '../settings';
import { store, type Mode } from '../store';
import { segments } from './choice';
import { Part } from './part';

@customElement('rk-top-bar')
export class TopBar extends Part {
  @state() private menu = false;
  @state() private help = false;
  /** What became of Share: a short message in its place. */
  @state() private shared = '';

  constructor() {
    super();
    listens(this, window, 'rk-share', this.#share);
    listens(this, window, 'rk-help', this.#help);
    listens(this, this, 'keydown', this.#on_key);
    listens(this, document, 'pointerdown', this.#close_outside);
  }

  #on_key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (!this.menu && !this.help)) return;
    this.menu = this.help = false;
    this.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  #help = async () => {
    this.menu = false;
    this.help = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.keys dl')?.focus();
  };

  /** On a phone the drawer and the breakpoints have no place of their own. */
  #open(what: 'rk-what-if' | 'rk-breaks') {
    this.menu = false;
    window.dispatchEvent(new Event(what));
  }

  #close_outside = (event: Event) => {
    if (!(event.target as Element).closest('.menu, [aria-haspopup]')) this.menu = this.help = false;
  };

  #share = async () => {
    const pristine = store.example !== '' && !store.edited;
    const hash = pristine ? example_hash(store.example, store.step) : await to_hash({ document: store.document, step: store.step });
    if (hash.length > kLongestLink) {
      this.shared = m.link_too_long(Math.ceil(hash.length / 1024));
      return;
    }
    history.replaceState(null, '', hash);
    await navigator.clipboard?.writeText(location.href).catch(() => {}); // without permission the address bar has it
    this.shared = m.link_copied;
    setTimeout(() => (this.shared = ''), 2500);
  };

  /** The document as a scenario file, or as a test that expects what came out. */
  async #save_file(test = false) {
    const session = store.opened?.session;
    const answer = await (test && session !== undefined ? engine.call({ method: 'write', session }) : engine.call({ method: 'write', document: store.document }));
    if (answer.ok) this.#download(test ? 'test.yaml' : 'yaml', 'application/yaml', answer.scenario);
  }

  #download(ending: string, type: string, text: string) {
    this.menu = false;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `${store.example || 'scenario'}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async #open_file(input: HTMLInputElement) {
    const file = input.files?.[0];
    input.value = '';
    this.menu = false;
    if (file) await store.open_file(await file.text());
  }

  #dialog(name: 'gallery' | 'functions') {
    this.menu = false;
    window.dispatchEvent(new CustomEvent('rk-dialog', { detail: name }));
  }

  override render() {
    return html`
      <h1 class="sr">${m.playground}</h1>
      <a class="logo" href="./" aria-label=${m.home}>${logo}<span>rowkind</span></a>
      ${this.#picker()}
      <button class="btn gallery-button" aria-label=${m.gallery} @click=${() => this.#dialog('gallery')}>${icon('grid')}<span class="opt wide">${m.gallery}</span></button>
      ${this.#dialect('wide')}
      <span class="grow wide"></span>
      <span class="shared" role="status">${this.shared}</span>
      ${when(this.shared.length > 20, html`<button class="btn" @click=${() => void this.#save_file()}>${m.save_file}</button>`)}
      <button class="btn quiet icon wide" aria-label=${m.undo} title=${m.undo} ?disabled=${!store.history.can_undo} @click=${() => store.undo()}>${icon('undo')}</button>
      <button class="btn quiet icon wide" aria-label=${m.redo} title=${m.redo} ?disabled=${!store.history.can_redo} @click=${() => store.redo()}>${icon('redo')}</button>
      <button class="btn" @click=${this.#share} aria-label=${m.share}>${icon('link')}<span class="opt wide">${m.share}</span></button>
      <span class="sep wide"></span>
      <button class="btn quiet icon" aria-label="${m.theme}: ${m.theme_name[settings.theme]}" title="${m.theme}: ${m.theme_name[settings.theme]}" @click=${() => settings.next_theme()}>${icon('theme')}</button>
      <button class="btn quiet icon" aria-label=${m.more} title=${m.more} aria-haspopup="true" aria-expanded=${this.menu} @click=${() => ((this.menu = !this.menu), (this.help = false))}>${icon('more')}</button>
      ${this.menu ? this.#menu() : nothing} ${this.help ? this.#keys() : nothing}
    `;
  }

  #dialect(style: string) {
    return segments<Mode>(m.dialect, [{ value: 'sql', label: 'SQL' }, { value: 'cdc', label: 'CDC YAML' }], store.mode, (mode) => store.set_mode(mode), style);
  }

  #picker() {
    const value = store.example || ' ';
    return html`<label class="pick example">
      <span class="sr">${m.example}</span>
      <select @change=${(event: Event) => void store.load_example((event.target as HTMLSelectElement).value)}>
        ${store.example ? nothing : html`<option value=" " selected>${store.document.title || m.own_document}</option>`}
        ${topics.map(
          (topic) => html`<optgroup label=${m.topic[topic]}>
            ${examples.filter((one) => one.topic === topic).map((one) => html`<option value=${one.id} ?selected=${one.id === value} .selected=${one.id === value}>${lesson_title(one)}</option>`)}
          </optgroup>`,
        )}
      </select>
      ${icon('down')}
    </label>`;
  }

  #menu() {
    const cdc = store.mode === 'cdc';
    const ran = !!store.opened?.graph && !store.stale;
    return html`<div class="menu">
      ${this.#dialect('small')}
      <button class="small" @click=${() => this.#open('rk-what-if')}>${m.what_if}</button>
      <button class="small" @click=${() => this.#open('rk-breaks')}>${m.breakpoints}</button>
      <button ?disabled=${!store.history.can_undo} @click=${() => store.undo()}>${m.undo}</button>
      <button ?disabled=${!store.history.can_redo} @click=${() => store.redo()}>${m.redo}</button>
      <label class="file"><input class="sr" type="file" accept=".yaml,.yml,.txt" @change=${(event: Event) => void this.#open_file(event.target as HTMLInputElement)} />${m.open_file}</label>
      <button @click=${() => void this.#save_file()}>${m.save_file}</button>
      <button ?disabled=${!ran} @click=${() => void this.#save_file(true)}>${m.save_test}</button>
      <button @click=${() => this.#download(cdc ? 'pipeline.yaml' : 'sql', 'text/plain', store.text)}>${cdc ? m.save_pipeline : m.save_sql}</button>
      <button ?disabled=${!ran} @click=${() => this.#download('plan.json', 'application/json', JSON.stringify(store.opened!.graph, null, 2) + '\n')}>${m.save_plan}</button>
      <button @click=${() => this.#dialog('functions')}>${m.functions}</button>
      <button @click=${() => ((this.menu = false), window.print())}>${m.print}</button>
      <button @click=${() => void this.#help()}>${m.keyboard}</button>
      <label class="language">${m.language}
        <select @change=${(event: Event) => void settings.set_language((event.target as HTMLSelectElement).value as Language)}>
          ${Object.entries(languages).map(([id, name]) => html`<option value=${id} lang=${id} ?selected=${id === language}>${name}</option>`)}
        </select>
      </label>
    </div>`;
  }

  #keys() {
    return html`<div class="menu keys">
      <dl aria-label=${m.keyboard} tabindex="0">${m.keys.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      <label><input type="checkbox" .checked=${settings.letters} @change=${(event: Event) => settings.set_letters((event.target as HTMLInputElement).checked)} /> ${m.letters}</label>
      <button @click=${() => (this.help = false)}>${m.close}</button>
    </div>`;
  }
}
