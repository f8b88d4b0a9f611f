// Compares what a run gave with what the scenario expects, and writes down what it gave (`test --update`).
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"

namespace rowkind {

struct Mismatch {
  std::string what;  // "changelog", "changelog of o", "table", "error", "plan", ...
  std::string expected, actual;
};

// The scenario's `expect` names something to compare.
bool expects_anything(const Run& run);
// Empty: everything that `expect` names holds. An error that is not expected is a mismatch too.
std::vector<Mismatch> check_run(const Run& run);
// All that the run gave, in the shape of `like` (its order and which parts it has; changelog and table when
// it names nothing).
Expect record_run(const Run& run, const Expect& like);

// "@3 +I[ann, 1]\n" a change.
std::string changelog_text(const Run& run, const Output& output);
// The table the changelog describes, sorted, one row a line.
std::string table_text(const Run& run, const Output& output);
// "@3 {"customer":"ann","n":1}\n" a message.
std::string messages_text(const Run& run, const Output& output);
// Lines that differ, "- expected" and "+ actual" with a little context.
std::string diff_text(const std::string& expected, const std::string& actual);

}  // namespace rowkind
