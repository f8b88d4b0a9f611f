// What a text in the editor is, when it is not what the editor expects.
import type { Mode } from './store';

export type Guess = 'sql' | 'cdc' | 'scenario';

const is_pipeline = (text: string) => /^(source|sink|transform|route|pipeline):/m.test(text) && !/;\s*$/.test(text);
const is_scenario = (text: string) => /^(sql|pipeline): *[|>]/m.test(text);
const is_sql = (text: string) => /^\s*(--[^\n]*\n\s*)*(CREATE|SELECT|INSERT|WITH|SET|EXECUTE|BEGIN)\b/i.test(text);

/** Undefined: it is what `mode` edits, or nothing that can be told. */
export function guess(text: string, mode: Mode): Guess | undefined {
  if (is_scenario(text)) return 'scenario';
  if (mode === 'sql') return is_pipeline(text) && !is_sql(text) ? 'cdc' : undefined;
  return is_sql(text) ? 'sql' : undefined;
}

/** Tables that a pipeline names without patterns. */
export function named_tables(pipeline: string): string[] {
  const found = [...pipeline.matchAll(/^\s*(?:- )?source-table: *["']?([\w$-]+(?:\.[\w$-]+)*)["']? *(?:#.*)?$/gm)].map((one) => one[1]);
  return [...new Set(found)];
}
