// Buttons of the stepper and the sentence of the step.
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { cells_text, change_row, icon, kind_name, plural, when } from '../dom';
import { store } from '../store';
import { Part } from './part';

/** "orders update after 1, ann, 2 rows out" */
export function step_sentence(index: number): string {
  const step = store.steps[index];
  if (!step) return '';
  const out = step.out.reduce((sum, kinds) => sum + kinds.length, 0);
  const what = step.changes.map((one) => `${kind_name[one.kind]} ${cells_text(one.cells)}`).join(', ') || step.text || step.kind;
  return `step ${index} of ${store.last_step}, ${step.table ? step.table + ' ' : ''}${what}, ${plural(out, 'row')} out`;
}

@customElement('rk-deck')
export class Deck extends Part {
  override render() {
    const at = store.step;
    const last = store.last_step;
    const go = (step: number) => () => (store.pause(), void store.go(step));
    const step = store.steps[at];
    const out = step?.out.reduce((sum, kinds) => sum + kinds.length, 0) ?? 0;
    const quiet = store.playing && store.speed > 1;
    return html`
      <div class="line">
        <div class="play">
          <button class="btn icon" aria-label="Start" ?disabled=${at === 0} @click=${go(0)}>${icon('first')}</button>
          <button class="btn icon" aria-label="Step back" ?disabled=${at === 0} @click=${go(at - 1)}>${icon('back')}</button>
          <button class="btn icon primary" aria-label=${store.playing ? 'Pause' : 'Play'} ?disabled=${last === 0} @click=${() => store.play()}>${icon(store.playing ? 'pause' : 'play')}</button>
          <button class="btn icon" aria-label="Step forward" ?disabled=${at >= last} @click=${go(at + 1)}>${icon('fwd')}</button>
          <button class="btn icon" aria-label="Last step" ?disabled=${at >= last} @click=${go(last)}>${icon('last')}</button>
        </div>
        <span class="grow"></span>
        <label class="pick wide"><span class="sr">Speed</span>
          <select @change=${(event: Event) => (store.speed = Number((event.target as HTMLSelectElement).value))}>
            ${[0.5, 1, 2, 4].map((speed) => html`<option value=${speed} ?selected=${speed === store.speed}>${speed}×</option>`)}
          </select>${icon('down')}</label>
        <button class="btn wide" aria-pressed=${store.breakpoints.has(at)} title="Breakpoint on this step (B)" @click=${() => store.toggle_breakpoint(at)}>
          ${icon('stop')}<span class="opt">Break</span>
        </button>
      </div>
      <div class="now-line">
        <strong>${store.steps.length > 0 ? `Step ${at} of ${last}` : store.phase === 'starting' ? 'Loading the engine…' : 'No steps'}</strong>
        <span class="cr">${step?.table ?? ''}${step?.changes.length === 0 ? html`<span class="muted">${step.kind === 'start' ? 'start of the job' : step.text}</span>` : step?.changes.map((one) => change_row(one.kind, one.cells))}</span>
        ${when(step, html`<span class="out-n">→ ${plural(out, 'row')} out</span>`)}
        ${when(store.stopped_at > 0, html`<span class="muted">stopped before the breakpoint on step ${store.stopped_at}</span>`)}
      </div>
      <p class="sr" aria-live="polite">${quiet ? '' : step_sentence(at)}</p>
    `;
  }
}
