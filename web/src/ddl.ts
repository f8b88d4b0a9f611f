// CREATE TABLE statements in a script, for folding: where the definition stands and what of it stays visible, "cust_id PK, ts WATERMARK".

export interface Definition {
  /** Behind the name, and at the end of the statement (before its semicolon). */
  from: number;
  to: number;
  /** Column names; "PK" behind those of the primary key, "WATERMARK" behind the one that has it. */
  summary: string;
}

interface Token {
  text: string;
  from: number;
  to: number;
}

/** Words, quoted names and single signs; comments and text literals take part only as places. */
function tokens(text: string): Token[] {
  const out: Token[] = [];
  const pattern = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|`(?:[^`]|``)*(?:`|$)|[\p{L}_$][\p{L}\p{N}_$]*|\d+|[^\s]/gu;
  for (const found of text.matchAll(pattern)) {
    if (found[0].startsWith('--') || found[0].startsWith('/*')) continue;
    out.push({ text: found[0], from: found.index, to: found.index + found[0].length });
  }
  return out;
}

const is = (token: Token | undefined, word: string) => token?.text.toUpperCase() === word;

/** The parts between commas inside of the bracket that opens at `open`; `end` is its closing one. */
function parts_of(list: Token[], open: number): { parts: Token[][]; end: number } {
  const parts: Token[][] = [[]];
  let depth = 0;
  let i = open;
  for (; i < list.length; ++i) {
    const { text } = list[i];
    if (text === '(' || text === '<') depth += 1;
    else if (text === ')' || (text === '>' && list[i - 1].text !== '=')) depth -= 1;
    if (depth === 0) break;
    if (text === ',' && depth === 1) parts.push([]);
    else if (i > open) parts.at(-1)!.push(list[i]);
  }
  return { parts: parts.filter((one) => one.length > 0), end: i };
}

function summary_of(parts: Token[][]): string {
  const columns: string[] = [];
  const keys = new Set<string>();
  const times = new Set<string>();
  for (const part of parts) {
    const primary = part.findIndex((one, i) => is(one, 'PRIMARY') && is(part[i + 1], 'KEY'));
    const own = primary >= 0 && primary !== 0 && !is(part[0], 'CONSTRAINT');
    if (primary >= 0 && !own) {
      const list = part.slice(primary + 2);
      for (const one of list.slice(1, list.findIndex((token) => token.text === ')'))) if (one.text !== ',') keys.add(one.text);
    } else if (is(part[0], 'WATERMARK')) {
      times.add(part[2]?.text ?? '');
    } else {
      columns.push(part[0].text);
      if (own) keys.add(part[0].text);
    }
  }
  return columns.map((name) => name + (keys.has(name) ? ' PK' : '') + (times.has(name) ? ' WATERMARK' : '')).join(', ');
}

export function definitions(text: string): Definition[] {
  const list = tokens(text);
  const out: Definition[] = [];
  for (let i = 0; i < list.length; ++i) {
    if (!is(list[i], 'CREATE')) continue;
    let at = i + 1;
    if (is(list[at], 'TEMPORARY')) at += 1;
    if (!is(list[at], 'TABLE')) continue;
    while (at < list.length && list[at].text !== '(' && list[at].text !== ';') at += 1;
    if (list[at]?.text !== '(') continue;
    const { parts, end } = parts_of(list, at);
    let stop = end;
    while (stop < list.length && list[stop].text !== ';') stop += 1;
    const last = list[stop - 1] ?? list.at(-1)!;
    if (end >= list.length || parts.length === 0) continue;
    out.push({ from: list[at].from, to: last.to, summary: summary_of(parts) });
    i = stop;
  }
  return out;
}
