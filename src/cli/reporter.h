// How `rowkind test` shows results.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/cli.h"

namespace rowkind {

struct TestResult {
  std::string path;
  bool passed = false;
  std::string detail;  // readable diff, message or remark, lines ended by \n
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void begin(size_t files) = 0;
  virtual void report(const TestResult& result) = 0;
  virtual void end(int32_t passed, int32_t failed) = 0;
};

// "line", "tap" or "junit"; null for any other name.
std::unique_ptr<Reporter> make_reporter(const std::string& name, CliHost& host);

}  // namespace rowkind
