// The timeline: one lane a table, one for each output, marbles in the shape of their kind; the windows as bars over the steps in which they
// are open. Many steps scroll, with the current one kept in the middle third; very many are counted in bins.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { EventKind, StepSummary } from 'rowkind';
import { kind_class } from '../dom';
import { m } from '../i18n';
import { atoms_of, input_of, placed, reach } from '../input_model';
import { store } from '../store';
import { step_sentence } from './deck';
import { Part } from './part';
import { window_lanes } from './window_lanes';

const kFit = 24; // columns that need no scrolling
const kSingle = 200; // more steps than this are put into bins
const kBins = 60;
const kMarbles = 4;

/** The steps of one column. */
type Bin = StepSummary[];

const kinds = ['+I', '-U', '+U', '-D', 'schema'] as const;

/** A marble on its way to another place; `first` and `last` are the steps it can go to. */
interface Drag {
  from: number;
  to: number;
  first: number;
  last: number;
  /** Pixels from where it was. */
  by: number;
}
const kDragFrom = 5; // pixels; less is a click

@customElement('rk-lanes')
export class Lanes extends Part {
  @state() private drag?: Drag;
  #centred = -1;
  /** Step whose marble takes the focus with it to where it goes. */
  #focus?: number;

  get #size() {
    const count = store.last_step + 1;
    return count > kSingle ? Math.ceil(count / kBins) : 1;
  }

  protected override updated() {
    if (this.#focus !== undefined && !store.stale && store.step === this.#focus) {
      this.#focus = undefined;
      this.querySelector<HTMLElement>('.m[tabindex="0"]')?.focus();
    }
    const box = this.querySelector<HTMLElement>('.lanes');
    if (!box || box.scrollWidth <= box.clientWidth || this.#centred === store.step) return;
    this.#centred = store.step;
    // Only when the step leaves the middle third: a timeline that moves with every step is hard to follow.
    const label = parseFloat(getComputedStyle(box).getPropertyValue('--label')) || 0;
    const width = box.clientWidth - label;
    const size = this.#size;
    const column = (box.scrollWidth - label) / (Math.floor(store.last_step / size) + 1);
    const at = (Math.floor(store.step / size) + 0.5) * column - box.scrollLeft;
    if (at < width / 3 || at > (width * 2) / 3) box.scrollLeft += at - width / 2;
  }

  override render() {
    const last = store.last_step;
    if (last === 0) return html`<p class="quiet-pad muted">${store.phase === 'starting' ? '' : m.no_steps}</p>`;
    const size = this.#size;
    const bins: Bin[] = [];
    for (let from = 0; from <= last; from += size) bins.push(store.steps.slice(from, from + size));
    const tables = [...new Set(store.steps.map((one) => one.table).filter((one) => one !== undefined))];
    const ticks = store.steps.some((one) => one.index > 0 && one.table === undefined);
    const outputs = store.opened?.outputs ?? [];
    const single = size === 1;
    const at = single ? store.step / last : Math.floor(store.step / size) / Math.max(1, bins.length - 1);
    return html`<div class="lanes ${bins.length > kFit ? 'long' : ''}" style="--n:${bins.length};--step:${Math.floor(store.step / size) + 1};--at:${at}">
      <div class="track">
      <div class="head"></div>${this.#places(last)}
      <label class="sr" for="scrub">${m.step}</label>
      <input class="scrub" id="scrub" type="range" min="0" max=${last} .value=${String(store.step)} aria-valuetext=${step_sentence(store.step)}
        @input=${(event: Event) => store.go_to(Number((event.target as HTMLInputElement).value))} />
      <div class="lane ruler" aria-hidden="true">
        <span>${single ? nothing : html`<i class="each" title=${m.steps_a_column(size)}>×${size}</i>`}</span>${bins.map((bin) => html`<span class="c ${this.#now(bin) ? 'cur' : ''}">${bin[0].index}</span>`)}
      </div>
      ${tables.map((table) => this.#lane(table, bins, (one) => one.table === table, (one) => this.#marble(one)))}
      ${ticks ? this.#lane(m.time, bins, (one) => one.table === undefined && one.index > 0, (one) => this.#tick(one)) : nothing}
      ${window_lanes(store.opened?.windows ?? [], store.step, last, size)}
      ${outputs.map((output, i) => this.#sink(output.name, bins, i))}
      </div>
    </div>`;
  }

  #now(bin: Bin) {
    return bin[0].index <= store.step && store.step <= bin.at(-1)!.index;
  }

  #lane(name: string, bins: Bin[], belongs: (step: StepSummary) => boolean, draw: (step: StepSummary) => unknown) {
    const cell = (bin: Bin) => {
      const here = bin.filter(belongs);
      if (this.#size === 1) return here.map(draw);
      return here.length > 0 ? this.#count(bin, here.flatMap((one) => one.changes.map((change) => change.kind)), here.length) : nothing;
    };
    return html`<div class="lane wire" role="group" aria-label=${m.rows_of(name)}><span title=${name}>${name}</span>${bins.map((bin) => html`<span class="c">${cell(bin)}</span>`)}</div>`;
  }

  /** How many there are in a bin, in the colours of their kinds. */
  #count(bin: Bin, of: EventKind[], number: number, active = true) {
    const parts = kinds.map((kind) => [kind, of.filter((one) => one === kind).length] as const).filter(([, n]) => n > 0);
    const bars = parts.map(([kind, n]) => html`<i class=${kind_class[kind]} style="flex-grow:${n}"></i>`);
    const later = bin[0].index > store.step ? 'later' : '';
    const text = html`<b>${number}</b><span class="mix">${bars}</span>`;
    if (!active) return html`<span class="bin ${later}">${text}</span>`;
    return html`<button class="bin ${later}" tabindex=${this.#now(bin) ? 0 : -1} aria-label=${m.bin_of(bin[0].index, bin.at(-1)!.index, number)}
      @click=${() => store.go_to(bin[0].index)}>${text}</button>`;
  }

  #button(step: StepSummary, style: string, label = '') {
    const later = step.index > store.step ? 'later' : '';
    const late = step.late ? 'late' : '';
    const name = [label, step_sentence(step.index), step.late && m.late_name[step.late]].filter(Boolean).join(', ');
    const dragged = this.drag?.from === step.index ? this.drag : undefined;
    return html`<button class="m ${style} ${later} ${late} ${dragged ? 'dragged' : ''}" style=${dragged ? `translate:${dragged.by}px` : nothing} tabindex=${step.index === store.step ? 0 : -1}
      aria-label=${name} title=${step.late ? m.late_name[step.late] : m.marble_hint}
      @click=${() => store.go_to(step.index)} @pointerdown=${(event: PointerEvent) => this.#down(event, step.index)} @keydown=${(event: KeyboardEvent) => this.#key(event, step.index)}>${label}</button>`;
  }

  // ── another order of arrival ───────────────────────────────────────────────

  /** Where the dragged marble would stand, and where it cannot. */
  #places(last: number) {
    const drag = this.drag;
    if (!drag) return nothing;
    const columns = (style: string, from: number, to: number) => (to < from ? nothing : html`<div class="place ${style}" style="--from:${from};--count:${to - from + 1}"></div>`);
    return html`${columns('barred', 0, drag.first - 1)}${columns('barred', drag.last + 1, last)}${columns('drop', drag.to, drag.to)}`;
  }

  #down(event: PointerEvent, from: number) {
    const [first, last] = reach(store.steps, from, store.opened?.tables ?? []);
    const movable = atoms_of(store.document, store.steps).some((one) => one.step === from);
    if (event.button !== 0 || !movable || store.stale) return;
    const marble = event.currentTarget as HTMLElement;
    const start = event.clientX;
    const column = marble.closest('.c')!.getBoundingClientRect().width;
    const end = new AbortController();
    const { signal } = end;
    const stop = () => (end.abort(), (this.drag = undefined));
    const move = ({ clientX }: PointerEvent) => {
      const by = clientX - start;
      if (!this.drag && Math.abs(by) < kDragFrom) return;
      store.playback.pause();
      const to = Math.max(first, Math.min(last, from + Math.round(by / column)));
      this.drag = { from, to, first, last, by };
    };
    const up = () => {
      const drag = this.drag;
      stop();
      if (!drag) return;
      // What was dragged was not clicked: the click that follows at once, if one does, goes nowhere.
      const swallow = (click: Event) => (click.preventDefault(), click.stopPropagation());
      window.addEventListener('click', swallow, { capture: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
      this.#place(from, drag.to);
    };
    marble.setPointerCapture(event.pointerId);
    marble.addEventListener('pointermove', move, { signal });
    marble.addEventListener('pointerup', up, { signal });
    marble.addEventListener('pointercancel', stop, { signal });
    window.addEventListener('keydown', (key) => key.key === 'Escape' && stop(), { signal });
  }

  #key(event: KeyboardEvent, from: number) {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    const [first, last] = reach(store.steps, from, store.opened?.tables ?? []);
    this.#place(from, Math.max(first, Math.min(last, from + (event.key === 'ArrowLeft' ? -1 : 1))));
  }

  #place(from: number, to: number) {
    const next = placed(atoms_of(store.document, store.steps), from, to);
    if (!next) return;
    store.edit({ input: input_of(next) });
    store.asked = this.#focus = to;
  }

  #marble(step: StepSummary) {
    const kind = step.changes.at(-1)?.kind;
    if (kind) return this.#button(step, kind_class[kind]);
    return this.#button(step, 'tk', step.kind === 'schema' ? 'DDL' : step.kind === 'watermark' ? 'W' : '∅');
  }

  #tick(step: StepSummary) {
    const letter: Record<string, string> = { watermark: 'W', clock: 'P', end: 'end' };
    return this.#button(step, 'tk', letter[step.kind] ?? '·');
  }

  #sink(name: string, bins: Bin[], output: number) {
    const total = store.opened?.changelog[output].length ?? 0;
    const marble = (kind: EventKind, step: StepSummary) => kind === 'schema' ? html`<i class="more ${step.index > store.step ? 'later' : ''}">D</i>` : html`<i class="m ${kind_class[kind]} ${step.index > store.step ? 'later' : ''}"></i>`;
    const single = ([step]: Bin) => {
      const out = step.out[output] ?? [];
      return html`${out.slice(0, kMarbles).map((kind) => marble(kind, step))}${out.length > kMarbles ? html`<i class="more">+${out.length - kMarbles}</i>` : nothing}`;
    };
    const counted = (bin: Bin) => {
      const out = bin.flatMap((step) => step.out[output] ?? []);
      return out.length > 0 ? this.#count(bin, out, out.length, false) : nothing;
    };
    return html`<div class="lane wire sink" role="img" aria-label=${m.sink_summary(name, total, store.last_step)}>
      <span title=${name}>${name}</span>
      ${bins.map((bin) => html`<span class="c">${this.#size === 1 ? single(bin) : counted(bin)}</span>`)}
    </div>`;
  }
}
