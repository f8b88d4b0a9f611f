// Small pieces of HTML that several parts use.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Cell, Cells, EventKind } from 'rowkind';
import { loading } from './engine';
import { m } from './i18n';
import { brief } from './times';

const shapes: Record<string, SVGTemplateResult> = {
  chev: svg`<path d="M6 3.5 10.5 8 6 12.5"/>`,
  down: svg`<path d="M3.5 6 8 10.5 12.5 6"/>`,
  first: svg`<path d="M4 3v10M12.5 3.5 7 8l5.5 4.5z"/>`,
  back: svg`<path d="M10.5 3.5 5 8l5.5 4.5"/>`,
  play: svg`<path d="M5 3v10l8-5z" fill="currentColor"/>`,
  pause: svg`<path d="M5.5 3.5v9M10.5 3.5v9" stroke-width="2.4"/>`,
  fwd: svg`<path d="M5.5 3.5 11 8l-5.5 4.5"/>`,
  last: svg`<path d="M12 3v10M3.5 3.5 9 8l-5.5 4.5z"/>`,
  warn: svg`<path d="M8 2.2 14.4 13.4H1.6zM8 6.3v3.4M8 11.6v.1"/>`,
  err: svg`<circle cx="8" cy="8" r="6.2"/><path d="M8 4.8v3.7M8 11v.1"/>`,
  ok: svg`<circle cx="8" cy="8" r="6.2"/><path d="m5.2 8.2 2 2 3.6-4.2"/>`,
  export: svg`<path d="M8 10V2.5M5 5.2 8 2.3l3 2.9M2.8 9.5v3.8h10.4V9.5"/>`,
  theme: svg`<circle cx="8" cy="8" r="5.8"/><path d="M8 2.2a5.8 5.8 0 0 1 0 11.6z" fill="currentColor" stroke="none"/>`,
  stop: svg`<circle cx="8" cy="8" r="5.6"/><circle cx="8" cy="8" r="2.4" fill="currentColor" stroke="none"/>`,
  grid: svg`<path d="M2.5 2.5h4.2v4.2H2.5zM9.3 2.5h4.2v4.2H9.3zM2.5 9.3h4.2v4.2H2.5zM9.3 9.3h4.2v4.2H9.3z"/>`,
  link: svg`<path d="M6.6 9.4a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.4 6.6a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.8-.8"/>`,
  more: svg`<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.6"/>`,
  undo: svg`<path d="M6 3.2 2.8 6.4 6 9.6M3 6.4h6.5a3.5 3.5 0 0 1 0 7H6.5"/>`,
  redo: svg`<path d="m10 3.2 3.2 3.2L10 9.6M13 6.4H6.5a3.5 3.5 0 0 0 0 7h3"/>`,
  close: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
  edit: svg`<path d="M3 13l.6-2.9 7.4-7.4a1.6 1.6 0 0 1 2.3 2.3L5.9 12.4z"/>`,
  open: svg`<path d="M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5"/>`,
  plus: svg`<path d="M8 3.2v9.6M3.2 8h9.6"/>`,
  minus: svg`<path d="M3.2 8h9.6"/>`,
  fit: svg`<path d="M2.8 6V2.8H6M10 2.8h3.2V6M13.2 10v3.2H10M6 13.2H2.8V10"/>`,
  help: svg`<circle cx="8" cy="8" r="6.2"/><path d="M6.3 6.3a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.9.7-.9 1.3M8 11.4v.1"/>`,
};

export const icon = (name: string) => svg`<svg class="ico" viewBox="0 0 16 16" aria-hidden="true">${shapes[name]}</svg>`;

export const logo = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="var(--accent-fill)"/><circle cx="7.4" cy="8" r="2.4" fill="#fff"/><path d="M16.6 4.9 19.7 8l-3.1 3.1L13.5 8zM7.4 12.9l3.1 3.1-3.1 3.1L4.3 16z" fill="none" stroke="#fff" stroke-width="1.5"/><rect x="14.4" y="13.8" width="4.4" height="4.4" fill="#fff"/></svg>`;

export const kind_class: Record<EventKind, string> = { '+I': 'k-i', '-U': 'k-ub', '+U': 'k-ua', '-D': 'k-d', schema: 'k-t' };

export const kind_badge = (kind: EventKind) => html`<b class="k ${kind_class[kind]}" title=${m.kind_name[kind]}>${kind === 'schema' ? 'DDL' : kind}</b>`;

/** A value alone in its table cell needs no quotes, unless they tell it from nothing. */
export function cell(value: Cell): TemplateResult | string {
  if (value === null) return html`<span class="muted">null</span>`;
  const quoted = /^'(.+)'$/s.exec(value)?.[1];
  if (quoted === undefined || quoted === 'null') return value;
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
  return quoted.replace(/''/g, "'").replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
}
export const cells_text = (cells: Cells) => cells.map((value) => value ?? 'null').join(', ');

export const change_row = (kind: EventKind, cells: Cells, text?: string, behind = '') =>
  html`<span class="cr">${kind_badge(kind)}<span>${kind === 'schema' ? text : cells_text(cells)}${behind}</span></span>`;

/** The same for a narrow place: see brief() in times.ts; the whole row is its title. */
export const brief_row = (kind: EventKind, cells: Cells, day?: string, style = '') => {
  const text = cells_text(cells);
  return html`<span class="cr ${style}" title=${text}>${kind_badge(kind)}<span>${brief(text, day)}</span></span>`;
};

/** A cell of a table: times are brief, the title has them whole. */
export const brief_cell = (value: Cell, day?: string) => {
  const shown = cell(value);
  return typeof shown === 'string' ? brief(shown, day) : shown;
};

/** Numbers are set to the right. */
export const is_numeric = (type: string) => /^(TINYINT|SMALLINT|INT|BIGINT|FLOAT|DOUBLE|DECIMAL)\b/.test(type);

const kib = (bytes: number) => Math.round(bytes / 1024);
/** How far the engine has come. */
export const loading_text = () => m.loading(kib(loading.bytes), kib(loading.total));

export const when = <T>(condition: unknown, value: T) => (condition ? value : nothing);
