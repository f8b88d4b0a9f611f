// What the editor offers and explains: keywords, the tables and columns of the last plan, the engine's functions.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { FunctionInfo } from 'rowkind';
import { engine } from './engine';
import { keywords, types } from './flink_words';
import { store } from './store';

let functions: FunctionInfo[] | undefined;

async function all_functions(): Promise<FunctionInfo[]> {
  if (!functions) {
    const answer = await engine.call({ method: 'functions' }).catch(() => undefined);
    functions = answer?.ok ? answer.functions : undefined;
  }
  return functions ?? [];
}

const words = (list: string, type: string): Completion[] => list.split(/\s+/).map((word) => ({ label: word.toUpperCase(), type, boost: -1 }));
const fixed = [...words(keywords, 'keyword'), ...words(types, 'type')];

const tables = () => store.opened?.tables ?? [];

/** "orders AS o", "orders o" and "orders" itself. */
function table_of(name: string, sql: string): string {
  const alias = new RegExp(`\\b(\\w+)\\s+(?:AS\\s+)?${name}\\b`, 'gi');
  for (const found of sql.matchAll(alias)) {
    const table = tables().find((one) => one.name.toLowerCase() === found[1].toLowerCase());
    if (table) return table.name;
  }
  return name;
}

function columns(of?: string): Completion[] {
  return tables()
    .filter((one) => !of || one.name.toLowerCase() === of.toLowerCase())
    .flatMap((one) => one.columns.map((column) => ({ label: column.name, type: 'property', detail: `${column.type} · ${one.name}`, boost: 2 })));
}

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const member = context.matchBefore(/(\w+)\.\w*/);
  if (member) {
    const name = member.text.slice(0, member.text.indexOf('.'));
    return { from: member.from + name.length + 1, options: columns(table_of(name, context.state.doc.toString())), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  const named = (await all_functions()).map((one) => ({ label: one.name, type: 'function', detail: one.category, info: [one.signature, one.summary].filter(Boolean).join(' — ') }));
  const known = tables().map((one) => ({ label: one.name, type: 'class', detail: one.connector, boost: 3 }));
  return { from: word?.from ?? context.pos, options: [...known, ...columns(), ...named, ...fixed], validFor: /^\w*$/ };
}

/** Lines about a word of the query: the first is code. */
export function explain_word(word: string): string[] | undefined {
  const same = (name: string) => name.toLowerCase() === word.toLowerCase();
  const table = tables().find((one) => same(one.name));
  if (table) {
    const list = table.columns.map((one) => `${one.name} ${one.type}${one.key ? ' KEY' : ''}`).join(', ');
    return [table.name, list, [table.connector, table.format, table.mode.join(' ')].filter(Boolean).join(' · ')];
  }
  const holders = tables().flatMap((one) => one.columns.filter((column) => same(column.name)).map((column) => [one.name + '.' + column.name, column.type] as const));
  if (holders.length > 0) return [holders.map(([name, type]) => `${name} ${type}`).join(', ')];
  void all_functions(); // known by the next time
  const found = functions?.filter((one) => same(one.name)) ?? [];
  return found.length > 0 ? [found.map((one) => one.signature || one.name).join('\n'), found[0].summary].filter(Boolean) : undefined;
}
