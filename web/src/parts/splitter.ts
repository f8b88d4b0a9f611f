// The line between two panes: drag it, or move it with the arrow keys; double click or Delete gives the first sizes back. Sizes belong to
// the browser, not to the document, and are custom properties of the page's root.
import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { m } from '../i18n';
import { kept, keep } from '../settings';
import { Part } from './part';

const kSizes = 'rowkind.sizes.v1';
const kKeyStep = 16;

type Name = 'left' | 'right' | 'query';
type Sizes = Partial<Record<Name, number>>;

function read(): Sizes {
  try {
    return JSON.parse(kept(kSizes) ?? '{}') as Sizes;
  } catch {
    return {};
  }
}

function apply(sizes: Sizes) {
  for (const name of ['left', 'right', 'query'] as const) {
    const size = sizes[name];
    if (typeof size === 'number' && Number.isFinite(size)) document.documentElement.style.setProperty('--size-' + name, size + 'px');
    else document.documentElement.style.removeProperty('--size-' + name);
  }
}

apply(read());

@customElement('rk-splitter')
export class Splitter extends Part {
  /** Whose size it sets. */
  @property() name: Name = 'left';

  get #pane() {
    const selector = { left: '.left', right: '.right', query: '.left > .editor' }[this.name];
    return document.querySelector<HTMLElement>(selector)!;
  }
  get #upright() {
    return this.name !== 'query';
  }
  get #size() {
    const box = this.#pane.getBoundingClientRect();
    return Math.round(this.#upright ? box.width : box.height);
  }
  get #room() {
    return this.#upright ? window.innerWidth : (this.#pane.parentElement?.clientHeight ?? 0);
  }

  #set(size: number | undefined) {
    const room = this.#room;
    const most = this.#upright ? room * 0.4 : room - 120;
    const next = size === undefined ? undefined : Math.round(Math.max(this.#upright ? 220 : 120, Math.min(size, most)));
    const sizes = { ...read(), [this.name]: next };
    keep(kSizes, JSON.stringify(sizes));
    apply(sizes);
    this.requestUpdate();
  }

  #down = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    event.preventDefault();
    line.focus();
    line.setPointerCapture(event.pointerId);
    const start = this.#size;
    const sign = this.name === 'right' ? -1 : 1;
    const from = this.#upright ? event.clientX : event.clientY;
    const move = (next: PointerEvent) => this.#set(start + sign * ((this.#upright ? next.clientX : next.clientY) - from));
    const up = () => {
      line.removeEventListener('pointermove', move);
      line.removeEventListener('pointerup', up);
      line.removeEventListener('pointercancel', up);
    };
    line.addEventListener('pointermove', move);
    line.addEventListener('pointerup', up);
    line.addEventListener('pointercancel', up);
  };

  #key = (event: KeyboardEvent) => {
    const [less, more] = this.name === 'query' ? ['ArrowUp', 'ArrowDown'] : this.name === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const by = { [less]: -kKeyStep, [more]: kKeyStep }[event.key];
    if (by === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(by === undefined ? undefined : this.#size + by);
  };

  override render() {
    const room = this.#room || 1;
    const share = this.isConnected && this.#pane ? Math.round((this.#size / room) * 100) : 0;
    return html`<div role="separator" tabindex="0" aria-label=${m.splitter[this.name]} aria-orientation=${this.#upright ? 'vertical' : 'horizontal'}
      aria-valuemin="0" aria-valuemax="100" aria-valuenow=${share} title=${m.splitter_hint}
      @pointerdown=${this.#down} @keydown=${this.#key} @dblclick=${() => this.#set(undefined)}></div>`;
  }
}
