// Queries whose loop over the rows has to be fast from the first row on: those of the benchmark (tests/bench). Each is run over some rows;
// what runs for every other row of them stays in the first part of the engine.

const kafka = (columns, format = 'json') => `(${columns}) WITH ('connector' = 'kafka', 'format' = '${format}');\n`;
const changes = kafka('id INT, g INT, v INT', 'debezium-json');
const timed = kafka("id INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND");
const top = (order, which) =>
  `SELECT id, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY ${order} DESC) AS rn FROM a) WHERE rn ${which};`;

const time = (i) => `2024-01-01 00:00:${String(i % 60).padStart(2, '0')}`;
const change = (i) => `${['+I', '-U', '+U', '-D'][i % 4]}[${(i >> 2) % 9}, ${i % 7}, ${i}]`;
const insert = (i) => `+I[${i % 5}, ${(i * 7) % 31}]`;
const event = (i) => `+I[${(i >> 1) % 5}, ${i}, ${time(i)}]`;
const rows = (n, table, row) => ({ table, rows: Array.from({ length: n }, (_, i) => row(i) + '\n').join('') });
const image = (i) => ({ id: i, g: i % 7, v: i * 3, name: `user_${i}`, city: 'Hangzhou' });
const source = { version: '2.4', connector: 'mysql', name: 's1', ts_ms: 1700000000000, db: 'shop', table: 'orders', pos: 4 };
const message = (i) =>
  JSON.stringify({ before: i % 3 === 0 ? null : image(i), after: i % 3 === 2 ? null : image(i + 1), source, op: 'cud'[i % 3], ts_ms: 1700000000100 + i });
const order = (i) => change(i).replace(/, .*/, `, customer_${i % 9}, ${(i * 7) % 100}, ${time(i)}]`);

/** The documents, with so many rows each. */
export const loops = (n) => [
  { sql: `CREATE TABLE c ${changes}SELECT g, COUNT(*), SUM(v) FROM c GROUP BY g;`, input: [rows(n, 'c', change)] },
  { sql: `CREATE TABLE c ${changes}SELECT n, COUNT(*) FROM (SELECT g, COUNT(*) AS n FROM c GROUP BY g) GROUP BY n;`, input: [rows(n, 'c', change)] },
  {
    sql: "CREATE TABLE u (id INT, g INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'key.format' = 'json', 'value.format' = 'json');\nSELECT * FROM u;",
    input: [rows(n, 'u', (i) => change(i).replace('-U', '+U'))],
  },
  { sql: `CREATE TABLE a ${kafka('id INT, v INT, pt AS PROCTIME()')}${top('pt', '= 1')}`, input: [rows(n, 'a', insert)] },
  { sql: `CREATE TABLE a ${kafka('id INT, v INT')}${top('v', '<= 3')}`, input: [rows(n, 'a', insert)] },
  {
    sql: `CREATE TABLE c ${changes}CREATE TABLE d ${kafka('g INT, name STRING, PRIMARY KEY (g) NOT ENFORCED', 'debezium-json')}SELECT c.id, c.v, d.name FROM c JOIN d ON c.g = d.g;`,
    input: [{ table: 'd', rows: [0, 1, 2, 3, 4, 5, 6].map((g) => `+I[${g}, group ${g}]\n`).join('') }, rows(n, 'c', change)],
  },
  {
    sql: `CREATE TABLE e ${timed}SELECT window_start, window_end, id, COUNT(*), SUM(v) FROM TABLE(HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '5' SECOND)) GROUP BY window_start, window_end, id;`,
    input: [rows(n, 'e', event)],
  },
  {
    sql: `CREATE TABLE e ${timed}CREATE TABLE f ${timed}SELECT e.id, e.v, f.v FROM e JOIN f ON e.id = f.id AND f.ts BETWEEN e.ts - INTERVAL '1' SECOND AND e.ts + INTERVAL '1' SECOND;`,
    input: Array.from({ length: n }, (_, i) => ({ table: i % 2 ? 'e' : 'f', rows: event(i) + '\n' })),
  },
  {
    sql: `CREATE TABLE m ${kafka('id INT, g INT, v INT, name STRING, city STRING', 'debezium-json')}SELECT * FROM m;`,
    input: [{ ...rows(n, 'm', message), format: 'debezium-json' }],
  },
  {
    pipeline: `
transform:
  - source-table: shop.orders
    projection: >-
      id, UPPER(name) AS name, qty * 2 + 1 AS twice, CONCAT(name, '-', CAST(qty AS VARCHAR)) AS label,
      CASE WHEN qty > 50 THEN 'many' ELSE 'few' END AS size, TIMESTAMPADD(DAY, 1, ts) AS due
    filter: qty > 10
`,
    tables: { 'shop.orders': 'id BIGINT NOT NULL, name STRING, qty INT, ts TIMESTAMP(3), PRIMARY KEY (id)' },
    input: [rows(n, 'shop.orders', order)],
  },
];
