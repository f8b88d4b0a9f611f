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
    host_.out((result.passed ? "pass " : "FAIL ") + result.path + "\n");
    host_.out(indent(result.detail, "    "));
  }
  void end(int32_t passed, int32_t failed) override {
    host_.out(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed\n");
  }

 private:
  CliHost& host_;
};

class TapReporter final : public Reporter {
 public:
  explicit TapReporter(CliHost& host) : host_(host) {}
  void begin(size_t files) override { host_.out("TAP version 13\n1.." + std::to_string(files) + "\n"); }
  void report(const TestResult& result) override {
    host_.out((result.passed ? "ok " : "not ok ") + std::to_string(++number_) + " - " + result.path + "\n");
    host_.out(indent(result.detail, "# "));
  }
  void end(int32_t, int32_t) override {}

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
    cases_ += result.passed ? "/>\n" : "><failure>" + escape(result.detail) + "</failure></testcase>\n";
  }
  void end(int32_t passed, int32_t failed) override {
    host_.out("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"rowkind\" tests=\"" +
              std::to_string(passed + failed) + "\" failures=\"" + std::to_string(failed) + "\">\n" + cases_ +
              "</testsuite>\n");
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
