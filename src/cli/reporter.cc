#include "cli/reporter.h"

namespace rowkind {
namespace {

std::string indent(const std::string& text, const std::string& by) {
  std::string out;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    out += by + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return out;
}

class LineReporter final : public Reporter {
 public:
  explicit LineReporter(CliHost& host) : host_(host) {}
  void begin(size_t) override {}
  void report(const TestResult& result) override {
    std::string state = result.passed ? "pass" : result.pending_reason.empty() ? "FAIL" : "pending";
    host_.out(state + " " + result.path +
              (result.pending_reason.empty() ? "" : " (" + result.pending_reason + ")") + "\n");
    if (state == "FAIL") host_.out(indent(result.detail, "    "));
  }
  void end(int32_t passed, int32_t failed, int32_t pending) override {
    host_.out(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed");
    if (pending > 0) host_.out(", " + std::to_string(pending) + " pending");
    host_.out("\n");
  }

 private:
  CliHost& host_;
};

class TapReporter final : public Reporter {
 public:
  explicit TapReporter(CliHost& host) : host_(host) {}
  void begin(size_t files) override { host_.out("TAP version 13\n1.." + std::to_string(files) + "\n"); }
  void report(const TestResult& result) override {
    std::string line = (result.passed ? "ok " : "not ok ") + std::to_string(++number_) + " - " + result.path;
    if (!result.pending_reason.empty()) line += " # TODO " + result.pending_reason;
    host_.out(line + "\n");
    if (!result.passed && result.pending_reason.empty()) host_.out(indent(result.detail, "# "));
  }
  void end(int32_t, int32_t, int32_t) override {}

 private:
  CliHost& host_;
  int number_ = 0;
};

class JunitReporter final : public Reporter {
 public:
  explicit JunitReporter(CliHost& host) : host_(host) {}
  void begin(size_t) override {}
  void report(const TestResult& result) override {
    cases_ += "  <testcase classname=\"rowkind\" name=\"" + escape(result.path) + "\"";
    if (!result.pending_reason.empty()) {
      cases_ += "><skipped message=\"" + escape(result.pending_reason) + "\"/></testcase>\n";
    } else if (result.passed) {
      cases_ += "/>\n";
    } else {
      cases_ += "><failure>" + escape(result.detail) + "</failure></testcase>\n";
    }
  }
  void end(int32_t passed, int32_t failed, int32_t pending) override {
    host_.out("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"rowkind\" tests=\"" +
              std::to_string(passed + failed + pending) + "\" failures=\"" + std::to_string(failed) +
              "\" skipped=\"" + std::to_string(pending) + "\">\n" + cases_ + "</testsuite>\n");
  }

 private:
  // Control characters other than blank ones have no place in XML 1.0.
  static std::string escape(const std::string& text) {
    std::string out;
    for (char c : text) {
      switch (c) {
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '&':
          out += "&amp;";
          break;
        case '"':
          out += "&quot;";
          break;
        default:
          out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
      }
    }
    return out;
  }

  CliHost& host_;
  std::string cases_;
};

}  // namespace

std::unique_ptr<Reporter> make_reporter(const std::string& name, CliHost& host) {
  if (name == "line") return std::make_unique<LineReporter>(host);
  if (name == "tap") return std::make_unique<TapReporter>(host);
  if (name == "junit") return std::make_unique<JunitReporter>(host);
  return nullptr;
}

}  // namespace rowkind
