// The timeline: one lane a table, one for each output, marbles in the shape of their kind.
import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { EventKind, StepSummary } from 'rowkind';
import { kind_class } from '../dom';
import { m } from '../i18n';
import { store } from '../store';
import { step_sentence } from './deck';
import { Part } from './part';

const kColumns = 24;
const kMarbles = 4;

@customElement('rk-lanes')
export class Lanes extends Part {
  override render() {
    const last = store.last_step;
    if (last === 0) return html`<p class="quiet-pad muted">${store.phase === 'starting' ? '' : m.no_steps}</p>`;
    // More than fit: a window that keeps the current step in its middle.
    const count = Math.min(last + 1, kColumns);
    const first = Math.max(0, Math.min(store.step - Math.floor(count / 2), last - count + 1));
    const steps = store.steps.slice(first, first + count);
    const tables = [...new Set(store.steps.map((one) => one.table).filter((one) => one !== undefined))];
    const ticks = store.steps.some((one) => one.index > 0 && one.table === undefined);
    const outputs = store.opened?.outputs ?? [];
    return html`<div class="lanes" style="--n:${count};--step:${store.step - first + 1};--at:${store.step / last}">
      <div class="head"></div>
      <label class="sr" for="scrub">${m.step}</label>
      <input class="scrub" id="scrub" type="range" min="0" max=${last} .value=${String(store.step)} aria-valuetext=${step_sentence(store.step)}
        @input=${(event: Event) => (store.pause(), void store.go(Number((event.target as HTMLInputElement).value)))} />
      <div class="lane ruler" aria-hidden="true">
        <span></span>${steps.map((one) => html`<span class="c ${one.index === store.step ? 'cur' : ''}">${one.index}</span>`)}
      </div>
      ${tables.map((table) => this.#lane(table, steps, (one) => (one.table === table ? this.#marble(one) : nothing)))}
      ${ticks ? this.#lane(m.time, steps, (one) => (one.table === undefined ? this.#tick(one) : nothing)) : nothing}
      ${outputs.map((output, i) => this.#sink(output.name, steps, i))}
    </div>`;
  }

  #lane(name: string, steps: StepSummary[], content: (step: StepSummary) => unknown) {
    return html`<div class="lane wire" role="group" aria-label=${m.rows_of(name)}><span title=${name}>${name}</span>${steps.map((one) => html`<span class="c">${content(one)}</span>`)}</div>`;
  }

  #button(step: StepSummary, style: string, label = '') {
    const later = step.index > store.step ? 'later' : '';
    return html`<button class="m ${style} ${later}" tabindex=${step.index === store.step ? 0 : -1} aria-label=${(label && label + ', ') + step_sentence(step.index)}
      @click=${() => (store.pause(), void store.go(step.index))}>${label}</button>`;
  }

  #marble(step: StepSummary) {
    const kind = step.changes.at(-1)?.kind;
    if (kind) return this.#button(step, kind_class[kind]);
    return this.#button(step, 'tk', step.kind === 'schema' ? 'DDL' : '∅');
  }

  #tick(step: StepSummary) {
    const letter: Record<string, string> = { watermark: 'W', clock: 'P', end: 'end' };
    return this.#button(step, 'tk', letter[step.kind] ?? '·');
  }

  #sink(name: string, steps: StepSummary[], output: number) {
    const total = store.opened?.changelog[output].length ?? 0;
    const marble = (kind: EventKind, step: StepSummary) => kind === 'schema' ? html`<i class="more ${step.index > store.step ? 'later' : ''}">D</i>` : html`<i class="m ${kind_class[kind]} ${step.index > store.step ? 'later' : ''}"></i>`;
    return html`<div class="lane wire sink" role="img" aria-label=${m.sink_summary(name, total, store.last_step)}>
      <span title=${name}>${name}</span>
      ${steps.map((one) => {
        const kinds = one.out[output] ?? [];
        return html`<span class="c">${kinds.slice(0, kMarbles).map((kind) => marble(kind, one))}${kinds.length > kMarbles ? html`<i class="more">+${kinds.length - kMarbles}</i>` : nothing}</span>`;
      })}
    </div>`;
  }
}
