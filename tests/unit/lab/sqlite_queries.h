// Queries over a(id, k, v, s) and b(id, k, v, s), asked of rowkind and of SQLite. Numbers and text only, no order inside a value, nothing
// that the dialects compute differently (AVG, integer division), and no OFFSET without the rank: there Flink's own table is wrong
// (spec/flink-sql.md, RetractableTopN).
#pragma once

namespace rowkind {

struct Query {
  const char* flink;
  // Where its dialect has other words for it; a global aggregate over nothing has no row in Flink.
  const char* sqlite = nullptr;
};

inline const Query kQueries[] = {
    // projection, filter, distinct
    {"SELECT id, v + 1, s FROM a WHERE v > 1"},
    {"SELECT id, COALESCE(v, -1), CASE WHEN s = 'a' THEN 1 WHEN s IS NULL THEN 2 ELSE 3 END FROM a"},
    {"SELECT DISTINCT k FROM a"},
    {"SELECT DISTINCT k, s FROM a WHERE v IS NOT NULL"},
    // aggregates
    {"SELECT k, COUNT(*), COUNT(v), SUM(v), MIN(v), MAX(v) FROM a GROUP BY k"},
    {"SELECT k, COUNT(DISTINCT v), SUM(DISTINCT v), MIN(s), MAX(s) FROM a GROUP BY k"},
    {"SELECT k, COUNT(*) FILTER (WHERE v > 1), SUM(v) FILTER (WHERE s = 'a') FROM a GROUP BY k"},
    {"SELECT k, COUNT(DISTINCT v) FILTER (WHERE s <> 'b'), COUNT(DISTINCT s) FROM a GROUP BY k"},
    {"SELECT COUNT(*), SUM(v), MAX(v) FROM a", "SELECT COUNT(*), SUM(v), MAX(v) FROM a HAVING COUNT(*) > 0"},
    {"SELECT COUNT(DISTINCT k), COUNT(DISTINCT v), MIN(id) FROM a",
     "SELECT COUNT(DISTINCT k), COUNT(DISTINCT v), MIN(id) FROM a HAVING COUNT(*) > 0"},
    {"SELECT k, s, SUM(v) FROM a GROUP BY k, s HAVING COUNT(*) > 1"},
    {"SELECT k, MAX(v) FROM a GROUP BY k HAVING MAX(v) > 2"},
    {"SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) t GROUP BY n"},
    {"SELECT MAX(n), MIN(n) FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) t",
     "SELECT MAX(n), MIN(n) FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) t HAVING COUNT(*) > 0"},
    {"SELECT k, SUM(m) FROM (SELECT k, s, MAX(v) AS m FROM a GROUP BY k, s) t GROUP BY k"},
    {"SELECT k, s, COUNT(*), SUM(v) FROM a GROUP BY GROUPING SETS ((k, s), (k))",
     "SELECT k, s, COUNT(*), SUM(v) FROM a GROUP BY k, s UNION ALL SELECT k, NULL, COUNT(*), SUM(v) FROM a "
     "GROUP BY k"},
    {"SELECT k, s, GROUPING(k, s), MAX(v) FROM a GROUP BY GROUPING SETS ((k), (s))",
     "SELECT k, NULL, 1, MAX(v) FROM a GROUP BY k UNION ALL SELECT NULL, s, 2, MAX(v) FROM a GROUP BY s"},
    // joins
    {"SELECT a.id, b.id FROM a JOIN b ON a.k = b.k"},
    {"SELECT a.id, b.id, a.v, b.v FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v"},
    {"SELECT a.id, b.id, b.s FROM a RIGHT JOIN b ON a.k = b.k"},
    {"SELECT a.id, b.id, a.s, b.s FROM a FULL JOIN b ON a.k = b.k AND a.s = b.s"},
    {"SELECT a.id, a.s, b.id, b.s FROM a JOIN b ON a.id = b.id"},
    {"SELECT a.id, a.s, b.id, b.s FROM a LEFT JOIN b ON a.id = b.id AND b.v > 1"},
    {"SELECT a.id, a.s, b.id, b.s FROM a FULL JOIN b ON a.id = b.id"},
    {"SELECT a.id, b.id FROM a LEFT JOIN b ON a.v = b.id"},
    {"SELECT a.id, b.id FROM a RIGHT JOIN b ON a.id = b.v AND a.k > b.k"},
    {"SELECT a.k, b.v FROM a JOIN b ON a.s = b.s WHERE a.v + b.v > 3"},
    {"SELECT x.id, y.id FROM a x JOIN a y ON x.k = y.k AND x.id < y.id"},
    {"SELECT a.id, b.id FROM a JOIN b ON a.k IS NOT DISTINCT FROM b.k"},
    {"SELECT a.id, b.id, c.id FROM a JOIN b ON a.k = b.k LEFT JOIN a c ON b.v = c.id"},
    {"SELECT a.id, t.n FROM a JOIN (SELECT k, COUNT(*) AS n FROM b GROUP BY k) t ON a.k = t.k"},
    {"SELECT p.k, p.n, q.m FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) p FULL JOIN (SELECT k, MAX(v) AS "
     "m FROM b GROUP BY k) q ON p.k = q.k"},
    {"SELECT a.s, COUNT(*), SUM(b.v) FROM a LEFT JOIN b ON a.k = b.k GROUP BY a.s"},
    {"SELECT a.id, b.id FROM a CROSS JOIN b WHERE a.v = 1 AND b.v > 2"},
    // sub-queries
    {"SELECT id FROM a WHERE k IN (SELECT k FROM b)"},
    {"SELECT id FROM a WHERE k IN (SELECT k FROM b WHERE b.v > a.v)"},
    {"SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.s <> a.s)"},
    {"SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k)"},
    {"SELECT id FROM a WHERE id NOT IN (SELECT id FROM b)"},
    {"SELECT id FROM a WHERE k NOT IN (SELECT v FROM b WHERE v IS NOT NULL)"},
    {"SELECT id FROM a WHERE k NOT IN (SELECT v FROM b)"},
    {"SELECT id, (SELECT MAX(v) FROM b WHERE b.k = a.k) FROM a"},
    {"SELECT id, (SELECT COUNT(*) FROM b WHERE b.k = a.k) FROM a"},
    {"SELECT id FROM a WHERE v > (SELECT MIN(v) FROM b WHERE b.s = a.s)"},
    // set operations
    {"SELECT k, v FROM a UNION ALL SELECT k, v FROM b"},
    {"SELECT k, v FROM a UNION SELECT k, v FROM b"},
    {"SELECT k FROM a INTERSECT SELECT k FROM b"},
    {"SELECT k, s FROM a EXCEPT SELECT k, s FROM b"},
    {"SELECT k FROM a INTERSECT ALL SELECT k FROM b",
     "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY k) AS n FROM a INTERSECT "
     "SELECT k, ROW_NUMBER() OVER (PARTITION BY k) AS n FROM b) t"},
    {"SELECT k FROM a EXCEPT ALL SELECT k FROM b",
     "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY k) AS n FROM a EXCEPT "
     "SELECT k, ROW_NUMBER() OVER (PARTITION BY k) AS n FROM b) t"},
    {"SELECT k, COUNT(*) FROM (SELECT k FROM a UNION ALL SELECT k FROM b) t GROUP BY k"},
    // Top-N, deduplication, limits: the order is always total
    {"SELECT id, k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, id) AS rn FROM a) t "
     "WHERE rn <= 2"},
    {"SELECT id, k, v, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, id DESC) AS rn FROM "
     "a) t WHERE rn <= 3"},
    {"SELECT id, rn FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY s, id) AS rn FROM a) t WHERE rn BETWEEN 2 "
     "AND 4"},
    {"SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id) AS rn FROM a) t WHERE rn = "
     "1"},
    {"SELECT k, n, rn FROM (SELECT k, n, ROW_NUMBER() OVER (ORDER BY n DESC, k) AS rn FROM "
     "(SELECT k, COUNT(*) AS n FROM a GROUP BY k) t) u WHERE rn <= 2"},
    {"SELECT k, SUM(v) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, id) AS rn FROM a) "
     "t WHERE rn <= 2 GROUP BY k"},
    {"SELECT t.id, b.id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, id) AS rn FROM a) t "
     "JOIN b ON t.k = b.k WHERE t.rn = 1"},
    {"SELECT id, v FROM a ORDER BY v DESC, id LIMIT 3"},
    {"SELECT id, s FROM a ORDER BY s, id LIMIT 4"},
    // OVER without a time attribute
    {"SELECT id, k, SUM(id) OVER (PARTITION BY k ORDER BY id) FROM a"},
    {"SELECT id, COUNT(*) OVER (PARTITION BY s ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) "
     "FROM a"},
    {"SELECT id, k, SUM(v) OVER (PARTITION BY s ORDER BY k) FROM a WHERE k IS NOT NULL"},
    // common table expressions
    {"WITH n AS (SELECT k, COUNT(*) AS c FROM a GROUP BY k) SELECT x.k, x.c, y.c FROM n x JOIN n y ON x.c = "
     "y.c AND x.k <= y.k"},
};

}  // namespace rowkind
