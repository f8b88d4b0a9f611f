// The facade: JSON text in, JSON text out. The page, the embeds and tools talk to the engine only through
// Lab::call; the command line uses run.h and check.h below it.
//
// A request is {"method": M, ...}; an answer is {"ok": true, ...} or {"ok": false, "error": Diagnostic}.
// Types: wasm/index.d.ts (the contract with JavaScript; kept in step with views.cc). Every SQL value is the
// text of the row notation, or null.
//
//   method     in                                   out
//   version    -                                    version, flink versions, formats
//   open       scenario (YAML) or document (JSON)   session, document, tables, outputs, graph, plan, steps, changelog, windows, diagnostics, error
//   step       session, index                       events, states and tables after that step with what changed
//   text       session, index, output, part, form   text: the changelog or the table as tableau, print, ...
//   close      session                              -
//   test       scenario                             passed, mismatches
//   write      document                             scenario: canonical YAML
//   write      session                              scenario: what was run, expecting what came out
//   functions  -                                    the function registry
//
// A scenario that cannot be planned still opens: `graph` is null and `diagnostics` say why and where. A job
// that fails at run time opens with all steps up to the failure and `error`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace rowkind {

class Lab {
 public:
  Lab();
  ~Lab();
  // Never throws for any text; malformed requests are answered with an error.
  std::string call(std::string_view request);
  // Told inside of "open" while a run takes its time: steps done and steps in all.
  void on_progress(std::function<void(int32_t done, int32_t total)> listener);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowkind
