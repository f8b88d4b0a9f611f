// The input as a list of single lines in arrival order, so that rows can be added, edited, moved and taken away one by one; and back into
// items of the document, neighbours of one table and format in one item.
import type { ColumnInfo, Document, InputItem, StepSummary, TableInfo } from 'rowkind';

export interface Atom {
  item: InputItem;
  /** The step it makes; comments and blank lines make none. */
  step?: number;
}

/** Formats whose rows are not one line each. */
const kWhole = new Set(['tableau', 'print', 'docs', 'retract', 'paste']);

type Rows = Extract<InputItem, { rows: string }>;
const is_rows = (item: InputItem): item is Rows => 'rows' in item;

export function atoms_of(document: Document, steps: StepSummary[]): Atom[] {
  return (document.input ?? []).flatMap((item, index): Atom[] => {
    const made = steps.filter((step) => step.item === index && step.kind !== 'schema');
    if (!is_rows(item) || kWhole.has(item.format ?? '')) return [{ item, step: steps.find((step) => step.item === index)?.index }];
    // Lines up to the one that a step names belong to it: a comment above, the -U of a pipeline's update.
    const lines = item.rows.replace(/\n$/, '').split('\n');
    const out: Atom[] = [];
    let from = 0;
    for (const step of made) {
      if (step.line <= from) continue;
      out.push({ item: { ...item, rows: lines.slice(from, step.line).join('\n') }, step: step.index });
      from = step.line;
    }
    if (from < lines.length) out.push({ item: { ...item, rows: lines.slice(from).join('\n') } });
    return out;
  });
}

export function input_of(atoms: Atom[]): InputItem[] {
  const out: InputItem[] = [];
  for (const { item } of atoms) {
    const last = out.at(-1);
    const line = is_rows(item) ? item.rows.replace(/\n$/, '') + '\n' : '';
    if (last && is_rows(item) && is_rows(last) && last.table === item.table && last.format === item.format) last.rows += line;
    else out.push(is_rows(item) ? { ...item, rows: line } : item);
  }
  return out;
}

/** Moves an atom before (-1) or behind (1) its neighbour; undefined at the ends. */
export function moved(atoms: Atom[], index: number, by: -1 | 1): Atom[] | undefined {
  const to = index + by;
  if (to < 0 || to >= atoms.length) return undefined;
  const out = [...atoms];
  [out[index], out[to]] = [out[to], out[index]];
  return out;
}

/** The atom of step `from` in the place of the one of step `to`. */
export function placed(atoms: Atom[], from: number, to: number): Atom[] | undefined {
  const at = atoms.findIndex((one) => one.step === from);
  const target = atoms.findIndex((one) => one.step === to);
  if (at < 0 || target < 0 || at === target) return undefined;
  const out = [...atoms];
  const [atom] = out.splice(at, 1);
  out.splice(target, 0, atom);
  return out;
}

/** First and last step in whose place a step could have arrived: rows of one key of a table come in their order. */
export function reach(steps: StepSummary[], index: number, tables: TableInfo[]): [number, number] {
  const key_of = ({ table, changes }: StepSummary) => {
    const columns = tables.find((one) => one.name === table)?.columns ?? [];
    const cells = changes.at(-1)?.cells;
    if (!cells || !columns.some((one) => one.key)) return undefined;
    return JSON.stringify([table, columns.flatMap((one, i) => (one.key ? [cells[i]] : []))]);
  };
  const key = key_of(steps[index]);
  const same = (one: StepSummary) => key !== undefined && key_of(one) === key;
  const before = steps.slice(1, index).findLast(same)?.index ?? 0;
  const behind = steps.slice(index + 1).find(same)?.index ?? steps.length;
  return [before + 1, behind - 1];
}

/** A value typed into a form, in the row notation. Empty is NULL; texts get quotes where they need them. */
export function notation(value: string, type: string): string {
  if (value === '') return 'null';
  if (!/^(CHAR|VARCHAR|STRING)\b/.test(type) || /^'(.*)'$/s.test(value)) return value;
  const needs_quotes = /^\s|\s$|[,[\]{}()='"\\\n\r\t]/.test(value) || value === 'null';
  if (!needs_quotes) return value;
  const escaped = value.replace(/\\/g, '\\\\').replace(/'/g, "''").replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  return `'${escaped}'`;
}

export const row_line = (kind: string, values: string[], columns: ColumnInfo[]) => `${kind}[${columns.map((one, i) => notation(values[i] ?? '', one.type)).join(', ')}]`;
