// What-if: the document with one thing changed, and how its output differs from the one in view.
import type { ChangelogRow, Document, OpenAnswer } from 'rowkind';
import { cells_text } from './dom';
import { engine } from './engine';
import { atoms_of, input_of } from './input_model';
import { store } from './store';

export type RowChange = '' | 'drop' | 'twice' | 'swap' | 'change';

export interface WhatIf {
  row: RowChange;
  /** The row's text with "change". */
  text: string;
  /** A key of `options`, or "". */
  option: string;
}

/** What can be switched on; keys are those of i18n's option_name. */
export const options: Record<'sql' | 'cdc', string[]> = {
  sql: ['consumer=upsert', 'consumer=append', 'table.exec.state.ttl=1 h', 'table.exec.mini-batch', 'table.optimizer.agg-phase-strategy=ONE_PHASE'],
  cdc: ['flink-cdc=3.5', 'flink-cdc=3.6', 'flink-cdc=3.7'],
};

const kMiniBatch = { 'table.exec.mini-batch.enabled': 'true', 'table.exec.mini-batch.size': '5', 'table.exec.mini-batch.allow-latency': '10 s' };

function with_option(document: Document, option: string): Document {
  if (option === '') return document;
  if (option === 'table.exec.mini-batch') return { ...document, options: { ...document.options, ...kMiniBatch } };
  const [key, value] = option.split('=');
  if (key === 'flink-cdc') return { ...document, 'flink-cdc': value };
  return { ...document, options: { ...document.options, [key]: value } };
}

/** Options of a document, those that its SQL sets among them. */
export function assumptions(document: Document) {
  const set = Object.fromEntries([...(document.sql ?? '').matchAll(/^\s*SET\s+'([^']+)'\s*=\s*'([^']*)'/gim)].map(([, key, value]) => [key, value]));
  const all: Record<string, string> = { ...document.options, ...set };
  const ttl = all['table.exec.state.ttl'];
  return { ttl: ttl && !/^0\b/.test(ttl) ? ttl : undefined, mini_batch: all['table.exec.mini-batch.enabled'] === 'true', consumer: all.consumer };
}

export function changed_document(step: number, what: WhatIf): Document {
  const document = with_option(store.document, what.option);
  if (what.row === '') return document;
  const atoms = atoms_of(store.document, store.steps);
  const at = atoms.findIndex((one) => one.step === step);
  if (at < 0) return document;
  if (what.row === 'drop') atoms.splice(at, 1);
  else if (what.row === 'twice') atoms.splice(at, 0, atoms[at]);
  else if (what.row === 'swap' && at > 0) atoms.splice(at - 1, 2, atoms[at], atoms[at - 1]);
  else if (what.row === 'change' && 'rows' in atoms[at].item) atoms[at] = { item: { ...atoms[at].item, rows: what.text } };
  return { ...document, input: input_of(atoms) };
}

export const row_text = (step: number): string => {
  const item = atoms_of(store.document, store.steps).find((one) => one.step === step)?.item;
  return item && 'rows' in item ? item.rows : '';
};

export interface Line {
  sign: '' | '-' | '+';
  row: ChangelogRow;
}

export interface Comparison {
  error?: string;
  /** By output name, in the order of the changed run. */
  outputs: { name: string; lines: Line[]; gone: number; more: number }[];
  same_table: boolean;
}

const text_of = (row: ChangelogRow) => row.kind + (row.text ?? cells_text(row.cells));

/** Longest common subsequence, for changelogs of a size that people read. */
function diff(before: ChangelogRow[], after: ChangelogRow[]): Line[] {
  const kMost = 400;
  const [a, b] = [before.slice(0, kMost), after.slice(0, kMost)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      length[i][j] = text_of(a[i]) === text_of(b[j]) ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && text_of(a[i]) === text_of(b[j])) lines.push({ sign: '', row: b[j++] }), (i += 1);
    else if (j >= b.length || (i < a.length && length[i + 1][j] >= length[i][j + 1])) lines.push({ sign: '-', row: a[i++] });
    else lines.push({ sign: '+', row: b[j++] });
  }
  return lines;
}

async function final_tables(opened: OpenAnswer): Promise<string> {
  const answer = await engine.call({ method: 'step', session: opened.session, index: Math.max(0, opened.steps.length - 1), limit: 10000 });
  if (!answer.ok) return '';
  return JSON.stringify(answer.tables.map((table) => table.rows.filter((row) => row.change !== 'removed').map((row) => row.cells.join('\u0001')).sort()));
}

export async function compare(document: Document): Promise<Comparison> {
  const answer = await engine.call({ method: 'open', document });
  const now = store.opened;
  if (!answer.ok) return { error: answer.error.message, outputs: [], same_table: false };
  const failed = answer.error ?? answer.diagnostics.find((one) => one.severity === 'error');
  const outputs = answer.outputs.map((output, index) => {
    const before = now?.outputs.findIndex((one) => one.name === output.name) ?? -1;
    const lines = diff(before < 0 ? [] : now!.changelog[before], answer.changelog[index]);
    const count = (sign: Line['sign']) => lines.filter((one) => one.sign === sign).length;
    return { name: output.name, lines, gone: count('-'), more: count('+') };
  });
  const same_table = !!now?.graph && !!answer.graph && (await final_tables(now)) === (await final_tables(answer));
  void engine.call({ method: 'close', session: answer.session });
  return { error: failed?.message, outputs, same_table };
}
