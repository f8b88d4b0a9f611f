// Buttons of the stepper, breakpoints, and the sentence of the step.
import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { cells_text, brief_row, icon, kind_badge, loading_text, when } from '../dom';
import { is_folded } from '../graph';
import { m } from '../i18n';
import { listens } from '../listens';
import { store } from '../store';
import { Part } from './part';

/** Of all outputs, in a step. */
export const rows_out = (index: number) => store.steps[index]?.out.reduce((sum, kinds) => sum + kinds.length, 0) ?? 0;

/** "step 3 of 12, orders update after 1, ann, 2 rows out" */
export function step_sentence(index: number): string {
  const step = store.steps[index];
  if (!step) return '';
  const what = step.changes.map((one) => `${m.kind_name[one.kind]} ${cells_text(one.cells)}`).join(', ') || step.text || m.job_start;
  return m.step_sentence(index, store.last_step, (step.table ? step.table + ' ' : '') + what, rows_out(index));
}

@customElement('rk-deck')
export class Deck extends Part {
  @state() private menu = false;

  constructor() {
    super();
    listens(this, window, 'rk-breaks', this.#open);
  }
  #open = async () => {
    this.menu = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.breaks input')?.focus();
  };
  #close = async () => {
    this.menu = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  override render() {
    const { playback } = store;
    const at = store.step;
    const last = store.last_step;
    const go = (step: number) => () => store.go_to(step);
    const by = (steps: 1 | -1) => () => store.move(steps);
    const step = store.steps[at];
    const quiet = playback.playing && playback.speed > 1;
    const breaks = !playback.breaks.empty;
    return html`
      <div class="line">
        <div class="play">
          <button class="btn icon" aria-label=${m.start} ?disabled=${at === 0} @click=${go(0)}>${icon('first')}</button>
          <button class="btn icon" aria-label=${m.back} ?disabled=${at === 0} @click=${by(-1)}>${icon('back')}</button>
          <button class="btn icon primary" aria-label=${playback.playing ? m.pause : m.play} ?disabled=${last === 0} @click=${() => playback.toggle()}>${icon(playback.playing ? 'pause' : 'play')}</button>
          <button class="btn icon" aria-label=${m.forward} ?disabled=${at >= last} @click=${by(1)}>${icon('fwd')}</button>
          <button class="btn icon" aria-label=${m.last} ?disabled=${at >= last} @click=${go(last)}>${icon('last')}</button>
        </div>
        <span class="grow"></span>
        <label class="pick wide"><span class="sr">${m.speed}</span>
          <select @change=${(event: Event) => (playback.speed = Number((event.target as HTMLSelectElement).value))}>
            ${[0.5, 1, 2, 4].map((speed) => html`<option value=${speed} ?selected=${speed === playback.speed}>${speed}×</option>`)}
          </select>${icon('down')}</label>
        <button class="btn wide" aria-pressed=${breaks} aria-haspopup="true" aria-expanded=${this.menu} title=${m.break_hint} @click=${() => (this.menu = !this.menu)}>
          ${icon('stop')}<span class="opt">${m.break}</span>
        </button>
      </div>
      ${this.menu ? this.#breaks() : nothing}
      <div class="now-line">
        <strong>${store.steps.length > 0 ? m.step_of(at, last) : store.phase === 'starting' ? loading_text() : m.no_steps}</strong>
        <span class="cr">${step?.table ?? ''}${step?.changes.length === 0 ? html`<span class="muted clip">${step.kind === 'start' ? m.job_start : step.text}</span>` : step?.changes.map((one) => brief_row(one.kind, one.cells, store.day))}</span>
        ${when(step, html`<span class="out-n">→ ${m.rows_out(rows_out(at))}</span>`)}
        ${when(playback.stopped_at > 0, html`<span class="muted">${m.stopped_before(playback.stopped_at)}</span>`)}
      </div>
      <p class="sr" aria-live="polite">${quiet ? '' : step_sentence(at)}</p>
    `;
  }

  #breaks() {
    const breaks = store.playback.breaks;
    const nodes = store.opened?.graph?.nodes.filter((node) => !is_folded(node)) ?? [];
    const set = <T>(of: Set<T>, value: T) => () => (breaks.toggle(of, value), store.changed());
    return html`<fieldset class="menu breaks" @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && void this.#close()}>
      <legend>${m.break_on}</legend>
      <label><input type="checkbox" .checked=${breaks.steps.has(store.step)} @change=${set(breaks.steps, store.step)} /> ${m.break_step(store.step)}</label>
      <div class="group"><span>${m.break_kind}</span>
        ${(['+I', '-U', '+U', '-D'] as const).map((kind) => html`<label><input type="checkbox" aria-label=${m.kind_name[kind]} .checked=${breaks.kinds.has(kind)} @change=${set(breaks.kinds, kind)} />${kind_badge(kind)}</label>`)}
      </div>
      <div class="group"><span>${m.break_operator}</span>
        ${nodes.map((node) => html`<label><input type="checkbox" .checked=${breaks.nodes.has(node.id)} @change=${set(breaks.nodes, node.id)} /> ${node.table ?? node.name}</label>`)}
      </div>
      <label class="group">${m.break_row} <input class="field" .value=${breaks.row} @input=${(event: Event) => ((breaks.row = (event.target as HTMLInputElement).value), store.changed())} /></label>
      <button class="btn" @click=${() => void this.#close()}>${m.close}</button>
    </fieldset>`;
  }
}
