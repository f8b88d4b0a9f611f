// The windows as bars over the steps in which they are open: below the timeline of the page, above the slider of an embed.
import { html, nothing } from 'lit';
import type { WindowSpan } from 'rowkind';
import { m } from '../i18n';
import { phase_of, window_rows, window_text } from '../times';

const kRows = 4;

/** `last`: the last step; `size`: steps a column. */
export function window_lanes(windows: WindowSpan[], step: number, last: number, size = 1) {
  if (windows.length === 0) return nothing;
  const columns = Math.floor(last / size) + 1;
  const { rows, rest } = window_rows(windows, 0, last, kRows);
  const open = windows.filter((one) => ['open', 'closing'].includes(phase_of(one, step)));
  const column = (at: number) => Math.floor(at / size) + 2;
  const bar = (one: WindowSpan) => {
    const end = one.last === undefined ? columns + 2 : column(one.last) + 1;
    const text = window_text(one);
    return html`<span class="win ${phase_of(one, step)} ${one.last === undefined ? 'unclosed' : ''}" style="grid-column:${column(one.first)}/${end}" title=${m.window_steps(text, one.first, one.last)}><span>${text}</span></span>`;
  };
  const name = open.length > 0 ? `${m.windows_open(open.length)}: ${open.map(window_text).join('; ')}` : m.windows_open(0);
  return html`<div class="windows" role="img" aria-label=${name}>
    ${rows.map((row, i) => html`<div class="lane wins"><span>${i === 0 ? m.windows : i === rows.length - 1 && rest > 0 ? m.more_windows(rest) : ''}</span>${row.map(bar)}</div>`)}
  </div>`;
}
