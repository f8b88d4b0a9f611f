// One of several, as tabs or as a segmented control: one stop of the Tab key, then arrows, Home and End.
import { html } from 'lit';

export interface Option<T> {
  value: T;
  label: unknown;
}

function on_key(event: KeyboardEvent) {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.indexOf((event.target as Element).closest('button')!);
  const to: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 };
  if (!(event.key in to) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = buttons[(to[event.key] + buttons.length) % buttons.length];
  next.focus();
  next.click();
}

export function tabs<T>(label: string, options: Option<T>[], chosen: T, choose: (value: T) => void) {
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${on_key}>
    ${options.map(({ value, label }) => html`<button role="tab" aria-selected=${value === chosen} tabindex=${value === chosen ? 0 : -1} @click=${() => choose(value)}>${label}</button>`)}
  </div>`;
}

export function segments<T>(label: string, options: Option<T>[], chosen: T, choose: (value: T) => void, style = '') {
  return html`<div class="seg ${style}" role="group" aria-label=${label} @keydown=${on_key}>
    ${options.map(({ value, label }) => html`<button aria-pressed=${value === chosen} tabindex=${value === chosen ? 0 : -1} @click=${() => choose(value)}>${label}</button>`)}
  </div>`;
}
