// The scenario reader and writer: what was read is written, read again and stays the same text.
#include <cstdlib>

#include "fuzz.h"
#include "scenario/scenario.h"

void fuzz_one(std::string_view input) {
  rowkind::Result<rowkind::Scenario> scenario = rowkind::read_scenario(input);
  if (!scenario) {
    rowkind::to_text(scenario.error(), input);
    return;
  }
  std::string written = rowkind::write_scenario(*scenario);
  rowkind::Result<rowkind::Scenario> again = rowkind::read_scenario(written);
  if (!again || rowkind::write_scenario(*again) != written) abort();
  if (scenario->expect && !rowkind::read_scenario(rowkind::replace_expect(input, *scenario->expect))) abort();
}
std::vector<std::string> fuzz_seeds() {
  return {"tests/golden"};
}
std::vector<std::string> fuzz_words() {
  return {"sql: |\n",
          "pipeline: ",
          "input:\n",
          "  - table: t\n",
          "rows: ",
          "expect:\n",
          "changelog: ",
          "table: ",
          "error: {contains: x}",
          "tags: [a]",
          "- end\n",
          "clock: '2024-01-01'",
          "|2\n",
          "|-\n",
          "|+\n",
          ">",
          "'",
          "\"",
          "\\x41",
          ": ",
          "- ",
          "  ",
          "[",
          "{",
          "]",
          "}",
          "&a",
          "*a",
          "#",
          "---\n",
          "...\n",
          "\t",
          "\xEF\xBB\xBF",
          "é",
          "\r\n"};
}
