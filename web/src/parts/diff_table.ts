// A table with what this step changed: added, removed and changed rows, old value struck before the new one.
import { html, nothing } from 'lit';
import type { Change, ColumnInfo, DiffRow } from 'rowkind';
import { brief_cell, is_numeric } from '../dom';
import { m } from '../i18n';
import { time_of_day } from '../times';

const signs: Record<Change, [string, string]> = { same: ['', ''], added: ['add', '+'], removed: ['del', '−'], changed: ['chg', '~'] };
const sign_name = (change: Change) => (change === 'added' ? m.added : change === 'removed' ? m.removed : m.changed);

/** How many rows the step added, took away and changed. */
export function changes_of(rows: DiffRow[]) {
  const count = (change: Change) => rows.filter((one) => one.change === change).length;
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}

export function diff_table(style: string, caption: string, columns: ColumnInfo[], rows: DiffRow[], total: number, day?: string) {
  const expiring = rows.some((one) => one.expires);
  const shape = (column: ColumnInfo, more = '') => `${is_numeric(column.type) ? 'num' : ''} ${column.key ? 'key' : ''} ${more}`;
  const row = (one: DiffRow) => {
    const [change, sign] = signs[one.change];
    return html`<tr class=${change}>
      <td class="g">${sign ? html`<span aria-hidden="true">${sign}</span><span class="sr">${sign_name(one.change)}</span>` : nothing}</td>
      ${one.cells.map((value, i) => {
        const before = one.before?.[i];
        const differs = one.before && before !== value;
        const shown = brief_cell(value, day);
        return html`<td class=${shape(columns[i], differs ? 'chg' : '')} title=${shown === value || value === null ? nothing : value}>${differs ? html`<s><span class="sr">${m.was} </span>${brief_cell(before!, day)}</s>` : nothing}${shown}</td>`;
      })}
      ${expiring ? html`<td class="exp" title=${one.expires ?? nothing}>${one.expires ? time_of_day(one.expires) : nothing}</td>` : nothing}
      <td class="x"></td>
    </tr>`;
  };
  const visible = rows.filter((one) => one.change !== 'removed').length;
  return html`<table class=${style}>
    <caption>${caption}${visible < total ? m.of_rows(visible, total) : ''}</caption>
    <thead><tr><td class="g"></td>${columns.map((one) => html`<th scope="col" class=${shape(one)} title=${one.type}>${one.name}</th>`)}${expiring ? html`<th scope="col" class="exp" title=${m.expires_hint}>${m.expires}</th>` : nothing}<td class="x"></td></tr></thead>
    <tbody>${rows.length > 0 ? rows.map(row) : html`<tr><td class="g"></td><td colspan=${columns.length + 1} class="muted">${m.empty}</td></tr>`}</tbody>
  </table>`;
}
