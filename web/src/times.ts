// Points in time as the engine writes them ("2024-01-01 10:00:05.000", "end" for the watermark at the end of all input), short enough to draw.
import type { Cells, ColumnInfo, StepSummary, WindowSpan } from 'rowkind';
import { m } from './i18n';

/** Without fractions that are zero. */
export const time = (text: string) => (text === 'end' ? m.end_of_input : text.replace(/\.0+$/, ''));

const kDay = /\b\d{4}-\d\d-\d\d(?= \d\d:\d\d)/g;

/** The day of all times in the input, if they are of one day: narrow places leave it out. */
export function shared_day(steps: StepSummary[]): string | undefined {
  const days = new Set(steps.flatMap((step) => step.changes.flatMap((change) => change.cells.flatMap((cell) => cell?.match(kDay) ?? []))));
  return days.size === 1 ? [...days][0] : undefined;
}

/** A row, a cell or a time, for a narrow place: without the day that all share, whole seconds without their zeros. */
export const brief = (text: string, shared?: string) =>
  text.replace(/(\d\d:\d\d:\d\d)\.0+(?!\d)/g, '$1').replace(/\b(\d{4}-\d\d-\d\d) (?=\d\d:\d\d)/g, (whole, day: string) => (day === shared ? '' : whole));

const kSliceEnd = /^\$(?:slice|window)_end$/;
/** The cells of a row between operators; ends of slices, which travel as milliseconds, as times. */
export function readable(cells: Cells, columns: ColumnInfo[]): Cells {
  const [last] = cells.slice(-1); // where it stands; a hidden count may stand before
  if (!last || !kSliceEnd.test(columns.at(-1)?.name ?? '') || !/^\d{1,14}$/.test(last)) return cells;
  return [...cells.slice(0, -1), new Date(Number(last)).toISOString().slice(0, 23).replace('T', ' ')];
}

const day = (text: string) => text.slice(0, 10);
const clock = (text: string, minutes: boolean) => (minutes ? time(text).slice(11, 16) : time(text).slice(11));
const whole_minutes = (text: string) => /:00(\.0+)?$/.test(text);

/** Only the time of day; seconds where there are any. */
export const time_of_day = (text: string) => (text === 'end' ? m.end_of_input : clock(text, whole_minutes(text)));

/** "10:00–10:05", with days where the two differ. */
export function window_text({ start, end, key }: WindowSpan): string {
  const minutes = whole_minutes(start) && whole_minutes(end);
  const range = day(start) === day(end) || end.slice(11, 19) === '00:00:00' && day(start) === day_before(end)
    ? `${clock(start, minutes)}–${clock(end, minutes)}`
    : `${day(start).slice(5)} ${clock(start, minutes)}–${day(end).slice(5)} ${clock(end, minutes)}`;
  return key?.length ? `${key.map((one) => one ?? 'null').join(', ')} ${range}` : range;
}

const day_before = (text: string) => new Date(Date.parse(day(text) + 'T00:00:00Z') - 86_400_000).toISOString().slice(0, 10);

export type WindowPhase = 'later' | 'open' | 'closing' | 'closed';

/** Where a window is at a step. */
export function phase_of(window: WindowSpan, step: number): WindowPhase {
  if (step < window.first) return 'later';
  if (window.last === undefined || step < window.last) return 'open';
  return step === window.last ? 'closing' : 'closed';
}

/** Windows in rows in which none overlaps another; at most `most` rows. `rest`: how many found no place. */
export function window_rows(windows: WindowSpan[], from: number, to: number, most: number): { rows: WindowSpan[][]; rest: number } {
  const seen = windows.filter((one) => one.first <= to && (one.last ?? Infinity) >= from).sort((a, b) => a.first - b.first);
  const rows: WindowSpan[][] = [];
  let rest = 0;
  for (const window of seen) {
    const free = rows.find((row) => (row.at(-1)!.last ?? Infinity) < window.first);
    if (free) free.push(window);
    else if (rows.length < most) rows.push([window]);
    else rest += 1;
  }
  return { rows, rest };
}
