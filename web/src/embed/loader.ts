// <rowkind-play>: a playable changelog inside any page. This file is all that a page loads at first; the player and the engine follow when
// an element comes into view. How to use it: docs/embed.md.
import type { Player } from './player';

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void (target as RowkindPlay).activate();
  },
  { rootMargin: '200px' },
);

/** Where this script was loaded from: the playground is beside it. */
const home = new URL(/* @vite-ignore */ './', import.meta.url).href;

/** Until the player brings its own: an element without a place of its own would be in view, and loaded, with all others. */
const waiting = new CSSStyleSheet();
waiting.replaceSync(':host { display: block; } :host(:empty) { min-height: 320px; }');

export class RowkindPlay extends HTMLElement {
  static observedAttributes = ['src', 'example', 'link', 'step'];

  #player?: Promise<Player>;
  #scenario?: string;
  #root = this.attachShadow({ mode: 'open' });

  constructor() {
    super();
    // Until the player draws, and without JavaScript, what stands inside of the element is shown.
    this.#root.append(document.createElement('slot'));
    this.#root.adoptedStyleSheets = [waiting];
  }

  connectedCallback() {
    observer.observe(this);
  }
  disconnectedCallback() {
    observer.unobserve(this);
  }
  attributeChangedCallback(name: string, before: string | null, after: string | null) {
    if (!this.#player || before === after) return;
    void this.#player.then((player) => (name === 'step' ? player.go(Number(after)) : this.#load(player)));
  }

  /** A whole scenario as YAML. */
  get scenario() {
    return this.#scenario ?? this.#content();
  }
  set scenario(yaml: string) {
    this.#scenario = yaml;
    void this.#player?.then((player) => this.#load(player));
  }

  get step() {
    return Number(this.getAttribute('step') ?? 1);
  }
  set step(step: number) {
    this.setAttribute('step', String(step));
  }

  #content(): string {
    const script = this.querySelector('script[type="application/yaml"]');
    return (script ?? this.querySelector('pre') ?? this).textContent ?? '';
  }

  /** Loads the player now instead of when it is seen; resolves when the first step is drawn. */
  activate(): Promise<unknown> {
    observer.unobserve(this);
    this.#player ??= import('./player').then(async ({ Player }) => {
      const player = new Player();
      player.host = this;
      player.home = this.getAttribute('playground') ?? home;
      // Where nothing stands to be read meanwhile, the player says how far the engine is.
      if (!this.#content().trim()) this.#root.replaceChildren(player);
      await this.#load(player).catch((error: Error) => player.fail(error.message));
      this.#root.replaceChildren(player);
      return player;
    });
    return this.#player.catch((error: Error) => this.dispatchEvent(new CustomEvent('rowkind-error', { detail: { message: error.message }, bubbles: true })));
  }

  async #load(player: Player) {
    const src = this.getAttribute('src');
    const link = this.getAttribute('link');
    const example = this.getAttribute('example');
    if (this.#scenario === undefined && src) {
      const response = await fetch(new URL(src, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.url}`);
      return player.open({ scenario: await response.text() }, this.step);
    }
    if (this.#scenario === undefined && link) return player.open({ link: link.slice(link.indexOf('#')) }, this.step);
    if (this.#scenario === undefined && example) return player.open({ example }, this.step);
    return player.open({ scenario: this.scenario }, this.step);
  }
}

const kMarked = 'pre.rowkind, pre[data-rowkind], pre:has(> code.language-rowkind)';

/** Puts every marked <pre> into a <rowkind-play>. */
export function upgrade(root: ParentNode = document) {
  for (const pre of root.querySelectorAll<HTMLPreElement>(kMarked)) {
    if (pre.closest('rowkind-play')) continue;
    const play = document.createElement('rowkind-play');
    for (const name of ['step', 'theme', 'src', 'example']) if (pre.dataset[name]) play.setAttribute(name, pre.dataset[name]);
    pre.replaceWith(play);
    play.append(pre);
  }
}

if (!customElements.get('rowkind-play')) customElements.define('rowkind-play', RowkindPlay);
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => upgrade());
else upgrade();
