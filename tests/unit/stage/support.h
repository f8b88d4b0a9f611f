// Small plans for the tests of the stage.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "stage/graph.h"

namespace rowkind::stage {

inline const char* kJoinRun = R"json({
  "graph": {
    "nodes": [
      {"id": 0, "name": "TableSourceScan", "text": "TableSourceScan(a)", "table": "a", "mode": ["I"], "inputs": [], "upsert_keys": []},
      {"id": 1, "name": "Exchange", "text": "Exchange(distribution=[hash[k]])", "mode": ["I"], "inputs": [0], "upsert_keys": [], "hash": ["k"]},
      {"id": 2, "name": "TableSourceScan", "text": "TableSourceScan(b)", "table": "b", "mode": ["I"], "inputs": [], "upsert_keys": []},
      {"id": 3, "name": "Calc", "text": "Calc(select=[k])", "mode": ["I"], "inputs": [2], "upsert_keys": []},
      {"id": 4, "name": "Exchange", "text": "Exchange(distribution=[hash[k]])", "mode": ["I"], "inputs": [3], "upsert_keys": [], "hash": ["k", "l"]},
      {"id": 5, "name": "Join", "text": "Join(joinType=[InnerJoin])", "mode": ["I", "UB", "UA"], "inputs": [1, 4], "upsert_keys": []},
      {"id": 6, "name": "Calc", "text": "Calc(select=[k], where=[>(k, 1)])", "mode": ["I"], "inputs": [5], "upsert_keys": [["k"], ["l"]]},
      {"id": 7, "name": "Sink", "text": "Sink(out)", "table": "out", "mode": [], "inputs": [6], "upsert_keys": []}
    ],
    "states": [
      {"id": 0, "node": 5, "name": "left", "key": [{"name": "k", "type": "INT"}], "value": [{"name": "v", "type": "STRING"}]},
      {"id": 1, "node": 5, "name": "right", "key": [{"name": "k", "type": "INT NOT NULL"}], "value": [{"name": "w", "type": "DECIMAL(10, 2)"}]}
    ]
  },
  "outputs": [{"name": "out", "node": 7}],
  "details": ["kafka", "", "kafka", "", "", "inner", "", "print"],
  "steps": [
    {"index": 0, "kind": "start", "changes": [], "text": "", "out": [[]]},
    {"index": 1, "kind": "row", "table": "a", "changes": [{"kind": "+I", "cells": ["1", "'x'"]}], "text": "+I[1, x]", "out": [[]]},
    {"index": 2, "kind": "row", "table": "b", "changes": [{"kind": "-U", "cells": ["1"]}, {"kind": "+U", "cells": ["1"]}], "text": "u", "out": [["+I", "-U"]]},
    {"index": 3, "kind": "watermark", "changes": [], "text": "w", "out": [["-D"]], "failed": true}
  ]
})json";

// Step 2: a row of b meets the row of a, and one row comes out of the filter.
inline const char* kJoinStep = R"json({
  "index": 2,
  "clock": "2024-01-01 00:00:00.000",
  "events": [
    {"id": 0, "parent": -1, "type": "emit", "node": 2, "kind": "+I", "cells": ["1", null], "rule": "source/row"},
    {"id": 1, "parent": 0, "type": "receive", "node": 3, "input": 0, "kind": "+I", "cells": ["1", null]},
    {"id": 2, "parent": 1, "type": "emit", "node": 3, "kind": "+I", "cells": ["1"]},
    {"id": 3, "parent": 2, "type": "receive", "node": 4, "input": 0, "kind": "+I", "cells": ["1"]},
    {"id": 4, "parent": 3, "type": "emit", "node": 4, "kind": "+I", "cells": ["1"]},
    {"id": 5, "parent": 4, "type": "receive", "node": 5, "input": 1, "kind": "+I", "cells": ["1"]},
    {"id": 6, "parent": 5, "type": "emit", "node": 5, "kind": "-U", "cells": ["1", "'a''b'"]},
    {"id": 7, "parent": 6, "type": "receive", "node": 6, "input": 0, "kind": "-U", "cells": ["1", "'a''b'"]},
    {"id": 8, "parent": 5, "type": "emit", "node": 5, "kind": "+U", "cells": ["1", "'c'"]},
    {"id": 9, "parent": 8, "type": "receive", "node": 6, "input": 0, "kind": "+U", "cells": ["1", "'c'"]},
    {"id": 10, "parent": 9, "type": "emit", "node": 6, "kind": "+U", "cells": ["1"]},
    {"id": 11, "parent": 10, "type": "receive", "node": 7, "input": 0, "kind": "+U", "cells": ["1"]},
    {"id": 12, "parent": 5, "type": "state", "node": 5, "state": 1, "key": ["1"], "before": [], "after": [["2.50"], ["3.50"]]}
  ],
  "states": [
    {"id": 0, "total": 1, "rows": [{"cells": ["1", "'x'"], "change": "same"}]},
    {"total": 5000, "rows": [
      {"cells": ["1", "2.50"], "change": "added"},
      {"cells": ["1", null], "change": "changed", "before": ["1", "'old'"]}],
      "columns": [{"name": "k", "type": "INT"}], "id": 1}
  ],
  "tables": [{"total": 1, "rows": [{"cells": ["1"], "change": "same"}]}]
})json";

inline Trace join_trace() {
  Result<Trace> trace = read_trace(kJoinRun);
  REQUIRE(trace.ok());
  return *trace;
}
inline StepView join_step(const Trace& trace) {
  Result<StepView> view = read_step(kJoinStep, trace);
  REQUIRE(view.ok());
  return *view;
}

}  // namespace rowkind::stage
