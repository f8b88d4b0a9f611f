// What stands beside the name of an operator: the gist of its plan text, with conditions as people write them.
import type { GraphNode } from 'rowkind';

const kOpen = '([{';
const kClose = ')]}';

/** The parts between top-level commas; texts in quotes and what stands in brackets stays whole. */
function split(text: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let i = 0; i < text.length; ++i) {
    const letter = text[i];
    if (letter === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (kOpen.includes(letter)) depth += 1;
    else if (kClose.includes(letter)) depth -= 1;
    else if (letter === ',' && depth === 0) {
      out.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  out.push(text.slice(from).trim());
  return out.filter(Boolean);
}

/** The value of `key=[…]` of a plan text. */
function list(text: string, key: string): string | undefined {
  const part = split(text).find((one) => one.startsWith(key + '=['));
  return part?.slice(key.length + 2, -1).trim() || undefined;
}

const kUnits: [string, number][] = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1000], ['ms', 1]];
function span(milliseconds: string): string {
  const [unit, size] = kUnits.find(([, one]) => Number(milliseconds) % one === 0)!;
  return `${Number(milliseconds) / size} ${unit}`;
}

/** Literals without character sets and types. */
const plain = (text: string) =>
  text
    .replace(/_UTF-16LE('(?:[^']|'')*')(?::(?:VAR)?CHAR\(\d+\)(?: CHARACTER SET "[^"]*")?)?/g, '$1')
    .replace(/\b(\d+):INTERVAL (?:DAY|HOUR|MINUTE|SECOND)\b[^,)]*/g, (_, number: string) => span(number))
    .replace(/\b([\d.]+|null|true|false):[A-Z]+(?:\(\d+(?:, ?\d+)?\))?/g, '$1');

const kBinding = ['OR', 'AND', '=', '<>', '<', '>', '<=', '>=', '+', '-', '*', '/'];
const kCall = /^([^\s()'[\]]+)\((.*)\)$/s;

/** "=(a, b)" as "a = b". */
export function infix(text: string): string {
  return write(plain(text)).text;
}
function write(text: string): { text: string; binds: number } {
  const [, name, inside] = kCall.exec(text) ?? [];
  const whole = { text, binds: kBinding.length };
  if (name === undefined || split(text).length > 1) return whole;
  const args = split(inside).map(write);
  const binds = kBinding.indexOf(name);
  if (binds < 0 || args.length < 2) return { text: `${name}(${args.map((one) => one.text).join(', ')})`, binds: kBinding.length };
  return { text: args.map((one) => (one.binds < binds ? `(${one.text})` : one.text)).join(` ${name} `), binds };
}

const condition = (text?: string) => {
  if (!text) return undefined;
  // What a temporal join compares is said by its name.
  const parts = /^AND\((.*)\)$/s.exec(text);
  const seen = (parts ? split(parts[1]) : [text]).filter((one) => !one.startsWith('__TEMPORAL_JOIN'));
  return seen.map(infix).join(' AND ');
};
/** "LeftOuterJoin" as "left outer". */
const join_type = (text = '') => text.replace(/Join$/, '').replace(/(?!^)(?=[A-Z])/g, ' ').toLowerCase();
/** "HOP(time_col=[ts], size=[10 s], slide=[5 s])" as "HOP 10 s every 5 s". */
const window_of = (text = '') => {
  const [, name, inside] = kCall.exec(text) ?? [];
  const first = (...keys: string[]) => keys.map((key) => list(inside, key)).find(Boolean);
  const every = name && first('slide', 'step');
  return name && [name, first('size', 'max_size', 'gap'), every && 'every ' + every].filter(Boolean).join(' ');
};
/** What is computed, without the columns of the key and without names. */
function computed(select: string | undefined, keys: string[]): string {
  const parts = split(select ?? '').filter((one) => !keys.includes(one) && !/^(start|end|slice_end|rowtime|proctime)\(/.test(one));
  return parts.map((one) => one.replace(/ AS (?:[^()]*|\([^()]*\))$/, '').replace('_RETRACT', '')).join(', ');
}
const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ');
const by = (keys?: string) => keys && 'by ' + keys;
const per = (keys?: string) => keys && 'per ' + keys;

/** "by city · COUNT(*)" from the plan text; "" where the name says it all. */
export function subtitle(node: GraphNode): string {
  const inside = node.text.slice(node.name.length + 1, -1);
  const of = (key: string) => list(inside, key);
  const keys = of('groupBy') ?? of('partitionBy');
  switch (node.name) {
    case 'GroupAggregate':
    case 'LocalGroupAggregate':
    case 'GlobalGroupAggregate':
    case 'IncrementalGroupAggregate':
      return joined(by(keys) ?? 'one group', computed(of('select'), split(keys ?? '')));
    case 'WindowAggregate':
    case 'LocalWindowAggregate':
    case 'GlobalWindowAggregate':
    case 'GroupWindowAggregate':
      return joined(window_of(of('window')), by(keys), computed(of('select'), split(keys ?? '')));
    case 'WindowTableFunction':
      return joined(window_of(of('window')));
    case 'OverAggregate':
      return joined(per(keys), by(of('orderBy')));
    case 'Rank':
    case 'WindowRank':
    case 'Deduplicate':
    case 'WindowDeduplicate': {
      const [, from, to] = /rankStart=(\d+), rankEnd=(\d+)/.exec(of('rankRange') ?? '') ?? [];
      return joined(from && (from === '1' ? 'first ' + to : `${from} to ${to}`), per(keys ?? of('key')), by(of('orderBy')));
    }
    case 'ChangelogNormalize':
      return 'last row per ' + (of('key') ?? '');
    case 'Calc':
      return joined(of('where') && 'where ' + infix(of('where')!));
    case 'Join':
    case 'IntervalJoin':
    case 'TemporalJoin':
    case 'LateralSnapshotJoin':
    case 'WindowJoin':
      return joined(join_type(of('joinType')), condition(of('where')));
    case 'LookupJoin':
      return joined(join_type(of('joinType')), of('lookup')?.replaceAll('=', ' = '));
    case 'Match':
      return joined(per(keys), by(of('orderBy')));
    case 'Sort':
    case 'TemporalSort':
      return joined(by(of('orderBy')));
    case 'WatermarkAssigner':
      return infix(of('watermark') ?? '');
    default:
      return '';
  }
}
