// What several tests of this folder need.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const wasm_file = root + 'wasm/rowkind.wasm';
export const example = fs.readFileSync(root + 'examples/2-retractions/01-orders-per-customer.yaml', 'utf8');

/** A scenario with one table t(a INT, b STRING) in changelog notation. */
export function scenario({ sql = 'SELECT b, COUNT(*) AS n FROM t GROUP BY b;', rows = ['+I[1, x]', '+I[2, x]', '+I[3, y]'] } = {}) {
  const indent = (text) => text.split('\n').map((line) => '      ' + line).join('\n');
  return `sql: |
${indent(`CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json');\n${sql}`)}
input:
  - table: t
    rows: |
${indent(rows.join('\n'))}
`;
}
