// What the page sees of time: windows, watermarks, late rows, and when state expires.
#include "lab/timeline.h"

#include <doctest/doctest.h>

#include "lab/lab.h"

namespace rowkind {
namespace {

constexpr const char* kTable =
    "CREATE TABLE t (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)\n"
    "WITH ('connector' = 'kafka', 'format' = 'json');\n";

class Opened {
 public:
  Opened(const std::string& sql, Json input) : Opened(Json{{"sql", sql}, {"input", std::move(input)}}) {}
  explicit Opened(const Json& document) {
    open = call({{"method", "open"}, {"document", document}});
    REQUIRE(open["ok"] == true);
    for (const Json& diagnostic : open["diagnostics"]) REQUIRE(diagnostic["severity"] != "error");
  }
  Json step(int index) { return call({{"method", "step"}, {"session", open["session"]}, {"index", index}}); }
  // "start-end first-last key" of each window; times without their date.
  std::vector<std::string> windows() const {
    std::vector<std::string> out;
    for (const Json& window : open["windows"]) {
      std::string last = window.contains("last") ? std::to_string(window["last"].get<int>()) : "";
      out.push_back(window["start"].get<std::string>().substr(11, 8) + "-" +
                    window["end"].get<std::string>().substr(11, 8) + " " +
                    std::to_string(window["first"].get<int>()) + "-" + last +
                    (window.contains("key") ? " " + window["key"].dump() : ""));
    }
    return out;
  }
  Json open;

 private:
  Json call(const Json& request) { return Json::parse(lab_.call(request.dump())); }
  Lab lab_;
};

Json rows(std::vector<const char*> lines) {
  std::string text;
  for (const char* line : lines) text += std::string("+I[") + line + "]\n";
  return Json::array({{{"table", "t"}, {"rows", text}}});
}

std::string windowed(const char* tvf) {
  return std::string(kTable) + "SELECT k, window_start, COUNT(*) AS n FROM " + tvf +
         " GROUP BY k, window_start, window_end;";
}

TEST_CASE("a window spans the steps from its first row to the watermark that closes it") {
  Opened lab(windowed("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)"),
             rows({"a, 2024-01-01 10:00:02", "b, 2024-01-01 10:00:03", "a, 2024-01-01 10:00:10.999",
                   "a, 2024-01-01 10:00:11", "a, 2024-01-01 10:00:04"}));
  CHECK(lab.windows() == std::vector<std::string>{"10:00:00-10:00:10 1-3", "10:00:10-10:00:20 3-"});
}

TEST_CASE("a row of HOP opens every window that it falls into") {
  Opened lab(windowed("HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)"),
             rows({"a, 2024-01-01 10:00:07", "a, 2024-01-01 10:00:12"}));
  CHECK(lab.windows() ==
        std::vector<std::string>{"10:00:00-10:00:10 1-2", "10:00:05-10:00:15 1-", "10:00:10-10:00:20 2-"});
}

TEST_CASE("sessions stand for their key and take in those that a row bridges") {
  Opened lab(windowed("SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts), INTERVAL '3' SECOND)"),
             rows({"a, 2024-01-01 10:00:05", "b, 2024-01-01 10:00:05", "a, 2024-01-01 10:00:01",
                   "a, 2024-01-01 10:00:03.5", "a, 2024-01-01 10:00:30"}));
  // The row of 10:00:01 is dropped: its session would end at the watermark, 10:00:04. That of 10:00:03.5 joins the session before.
  CHECK(lab.windows() == std::vector<std::string>{"10:00:03-10:00:08 1-5 [\"a\"]",
                                                  "10:00:05-10:00:08 2-5 [\"b\"]",
                                                  "10:00:30-10:00:33 5- [\"a\"]"});
}

TEST_CASE("legacy group windows are drawn as well") {
  Opened lab(
      std::string(kTable) + "SELECT k, COUNT(*) AS n FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND);",
      rows({"a, 2024-01-01 10:00:02", "a, 2024-01-01 10:00:12"}));
  CHECK(lab.windows() == std::vector<std::string>{"10:00:00-10:00:10 1-2", "10:00:10-10:00:20 2-"});
}

TEST_CASE("a row at or behind the watermark is late; it is dropped only where an operator drops it") {
  auto input = [] {
    return rows({"a, 2024-01-01 10:00:20", "a, 2024-01-01 10:00:19.001", "a, 2024-01-01 10:00:19",
                 "a, 2024-01-01 10:00:01"});
  };
  auto late = [](const Opened& lab) {
    std::vector<std::string> out;
    for (const Json& step : lab.open["steps"]) out.push_back(step.value("late", ""));
    return out;
  };
  Opened filter(std::string(kTable) + "SELECT k FROM t;", input());
  CHECK(late(filter) == std::vector<std::string>{"", "", "", "kept", "kept"});
  const std::string one_phase = "SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE';\n";
  Opened window(one_phase + windowed("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)"), input());
  CHECK(late(window) ==
        std::vector<std::string>{"", "", "", "kept", "dropped"});  // [10:00:10, 20) is still open
  // In two phases the first one takes the row; the drop comes with the watermark that lets go of it, in a step of another row.
  Opened phases(windowed("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)"), input());
  CHECK(late(phases) == std::vector<std::string>{"", "", "", "kept", "kept"});
}

TEST_CASE(
    "a window of processing time is closed by the step that moves the clock, and that step shows the new "
    "time") {
  std::string sql =
      "CREATE TABLE t (k STRING, pt AS PROCTIME()) WITH ('connector' = 'kafka', 'format' = 'json');\n"
      "SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE t, DESCRIPTOR(pt), INTERVAL '1' MINUTE) "
      "GROUP BY window_start, window_end;";
  Opened lab(sql, Json::array({{{"table", "t"}, {"rows", "+I[a]\n"}},
                               {{"clock", "2024-01-01 00:01:30"}},
                               {{"table", "t"}, {"rows", "+I[a]\n"}}}));
  const Json& windows = lab.open["windows"];
  REQUIRE(windows.size() == 2);
  CHECK(windows[0]["first"] == 1);
  CHECK(windows[0]["last"] == 2);
  CHECK(windows[1]["first"] == 3);
  CHECK(lab.step(1)["clock"] == "2024-01-01 00:00:00.000");
  CHECK(lab.step(2)["clock"] == "2024-01-01 00:01:30.000");
}

TEST_CASE("each operator has a watermark of its own, also in steps that do not move it") {
  Opened lab(
      windowed("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)"),
      Json::array({{{"table", "t"}, {"rows", "+I[a, 2024-01-01 10:00:05]\n+I[a, 2024-01-01 10:00:01]\n"}},
                   {{"end", true}}}));
  Json second = lab.step(2)["watermarks"];
  CHECK(second.size() >= 2);
  for (const auto& [node, watermark] : second.items()) CHECK(watermark == "2024-01-01 10:00:04.000");
  CHECK(lab.step(0)["watermarks"] == Json::object());
  Json last = lab.step(3)["watermarks"];
  CHECK(!last.empty());
  for (const auto& [node, watermark] : last.items()) CHECK(watermark == "end");
}

TEST_CASE("state says when it expires; writing it puts that off, also when nothing changes") {
  std::string sql =
      "SET 'table.exec.state.ttl' = '1 h';\nCREATE TABLE t (k STRING, v INT) WITH ('connector' = 'kafka', "
      "'format' = "
      "'json');\nSELECT k, MAX(v) AS v FROM t GROUP BY k;";
  Opened lab(sql, Json::array({{{"table", "t"}, {"rows", "+I[a, 1]\n"}},
                               {{"clock", "2024-01-01 00:30:00"}},
                               {{"table", "t"}, {"rows", "+I[a, 1]\n"}},
                               {{"clock", "2024-01-01 02:00:00"}}}));
  auto expires = [&](int step) { return lab.step(step)["states"][0]["rows"][0].value("expires", ""); };
  CHECK(expires(1) == "2024-01-01 01:00:00.000");
  CHECK(expires(2) == "2024-01-01 01:00:00.000");
  CHECK(expires(3) == "2024-01-01 01:30:00.000");
  CHECK(expires(2) == "2024-01-01 01:00:00.000");  // and on the way back
  CHECK(lab.step(4)["states"][0]["rows"][0]["change"] == "removed");
  CHECK(expires(4) == "");
}

TEST_CASE("rows under one key of a join expire one by one, copies with theirs") {
  std::string sql =
      "SET 'table.exec.state.ttl' = '1 h';\nCREATE TABLE t (k STRING, v INT) WITH ('connector' = 'kafka', "
      "'format' = "
      "'json');\nSELECT a.v, b.v AS w FROM t AS a JOIN t AS b ON a.k = b.k;";
  Opened lab(sql, Json::array({{{"table", "t"}, {"rows", "+I[a, 1]\n+I[a, 1]\n"}},
                               {{"clock", "2024-01-01 00:30:00"}},
                               {{"table", "t"}, {"rows", "+I[a, 2]\n"}}}));
  Json state = lab.step(4)["states"][0]["rows"];
  REQUIRE(state.size() == 3);
  CHECK(state[0]["expires"] == "2024-01-01 01:00:00.000");
  CHECK(state[1]["expires"] == "2024-01-01 01:00:00.000");  // a copy of the first
  CHECK(state[2]["expires"] == "2024-01-01 01:30:00.000");
}

TEST_CASE("a LATERAL SNAPSHOT join shows its phase, what waits and what is loaded") {
  Json document = {
      {"flink", "2.4"},
      {"sql", std::string(kTable) +
                  "SELECT a.ts, b.ts AS since FROM t AS a JOIN LATERAL SNAPSHOT(input => TABLE t, on_time => "
                  "DESCRIPTOR(ts), load_completed_time => CAST(TIMESTAMP '2024-01-01 10:00:00' AS "
                  "TIMESTAMP_LTZ(3)), state_ttl => INTERVAL '1' MINUTE) AS b ON a.k = b.k;"},
      {"input", Json::array({rows({"a, 2024-01-01 09:00:00", "a, 2024-01-01 10:00:01"})[0],
                             {{"clock", "2024-01-01 00:02:00"}}})}};
  Opened lab(document);
  // By number: phase, right rows, right changes, left rows.
  auto state = [&](int index, int id) {
    const Json step = lab.step(index);
    for (const Json& one : step["states"]) {
      if (one["id"] == id) return one["rows"];
    }
    return Json();
  };
  CHECK(state(1, 0)[0]["cells"][0] == "LOAD");
  CHECK(state(1, 2)[0]["cells"][1] == "+I");
  CHECK(state(1, 3)[0]["change"] == "added");
  CHECK(state(2, 0)[0]["cells"][0] == "JOIN");
  CHECK(state(2, 1).size() == 2);
  CHECK(state(2, 3)[0]["change"] == "removed");
  CHECK(state(3, 1)[0]["change"] == "removed");  // by state_ttl
  CHECK(state(1, 0)[0]["cells"][0] == "LOAD");   // and on the way back
}

}  // namespace
}  // namespace rowkind
