// Random changelogs through whole queries: after every step the changelog, played back, must be the table that SQLite answers on the
// rows that are there, and no change may retract a row that was never sent.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "changelog/table.h"
#include "lab/run.h"
#include "lab/sqlite_queries.h"

namespace rowkind {
namespace {

class Sqlite {
 public:
  Sqlite() {
    sqlite3* opened = nullptr;
    REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
    db_.reset(opened);
    run("CREATE TABLE a (id INT, k INT, v INT, s TEXT)");
    run("CREATE TABLE b (id INT, k INT, v INT, s TEXT)");
  }
  void run(const std::string& sql) {
    char* message = nullptr;
    sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, &message);
    INFO(sql);
    REQUIRE_MESSAGE(message == nullptr, message);
  }
  // As MaterializedTable::to_text.
  std::string answer(const std::string& sql) {
    std::vector<std::string> rows;
    char* message = nullptr;
    sqlite3_exec(db_.get(), sql.c_str(), add_row, &rows, &message);
    INFO(sql);
    REQUIRE_MESSAGE(message == nullptr, message);
    std::sort(rows.begin(), rows.end());
    std::string out;
    for (const std::string& row : rows) out += row;
    return out;
  }

 private:
  static int add_row(void* rows, int columns, char** values, char**) {
    std::string text = "[";
    for (int i = 0; i < columns; ++i) text.append(i ? ", " : "").append(values[i] ? values[i] : "null");
    static_cast<std::vector<std::string>*>(rows)->push_back(text + "]\n");
    return 0;
  }
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
};

// One change of a table: its messages, a step each, and what it does in SQL after the last of them.
struct RandomChange {
  std::string table;
  std::vector<std::string> messages;
  std::string sql;
};

class RandomTable {
 public:
  RandomTable(std::string name, std::mt19937& random) : name_(std::move(name)), random_(random) {}
  RandomChange change() {
    int id = pick(10);
    auto [at, is_new] = rows_.try_emplace(id);
    std::string remove = "DELETE FROM " + name_ + " WHERE id = " + std::to_string(id) + ";";
    std::string before = at->second;
    if (!is_new && pick(3) == 0) {
      rows_.erase(at);
      return {name_, {"-D[" + before + "]"}, remove};
    }
    at->second = fresh(id);
    std::string insert = "INSERT INTO " + name_ + " VALUES (" + quoted_ + ");";
    if (is_new) return {name_, {"+I[" + at->second + "]"}, insert};
    return {name_, {"-U[" + before + "]", "+U[" + at->second + "]"}, remove + insert};
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string number(int below) { return pick(6) == 0 ? "null" : std::to_string(pick(below)); }
  std::string fresh(int id) {
    std::string numbers = std::to_string(id) + ", " + number(4) + ", " + number(5) + ", ";
    if (pick(6) == 0) {
      quoted_ = numbers + "null";
      return quoted_;
    }
    std::string word(1, static_cast<char>('a' + pick(3)));
    quoted_ = numbers + "'" + word + "'";
    return numbers + word;
  }
  std::string name_;
  std::mt19937& random_;
  std::map<int, std::string> rows_;  // in the row notation, without brackets
  std::string quoted_;               // the last fresh row as SQL
};

std::vector<RandomChange> random_changes(unsigned seed, int count) {
  std::mt19937 random(seed);
  RandomTable a("a", random), b("b", random);
  std::vector<RandomChange> out;
  for (int i = 0; i < count; ++i) out.push_back(random() % 2 ? a.change() : b.change());
  return out;
}

constexpr const char* kTables = R"(
sql: |
  CREATE TABLE a (id INT, k INT, v INT, s STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'rows');
  CREATE TABLE b (id INT, k INT, v INT, s STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'rows');
  )";

std::unique_ptr<Run> run(const Query& query, const std::vector<RandomChange>& changes,
                         const std::string& options) {
  std::string yaml = kTables + std::string(query.flink) + ";\ntables:\n";
  for (const char* name : {"a", "b"})
    yaml += std::string("  ") + name + ": { changelog-mode: [I, UB, UA, D] }\n";
  yaml += options + "input:\n";
  for (const RandomChange& change : changes)
    for (const std::string& message : change.messages)
      yaml += "  - table: " + change.table + "\n    rows: |\n      " + message + "\n";
  yaml += "  - end\n";
  Result<Scenario> scenario = read_scenario(yaml);
  INFO(yaml);
  REQUIRE(scenario.ok());
  return run_scenario(std::move(scenario.value()), {});
}

// `each_step`: compared after every change, else only at the end (mini-batch).
void compare(const Query& query, unsigned seed, const std::string& options, bool each_step) {
  CAPTURE(std::string(query.flink));
  CAPTURE(options);
  CAPTURE(seed);
  std::vector<RandomChange> changes = random_changes(seed, 120);
  std::unique_ptr<Run> done = run(query, changes, options);
  REQUIRE_MESSAGE(!done->error, done->error->error.message);
  REQUIRE(done->outputs.size() == 1);
  const Output& output = done->outputs[0];
  MaterializedTable table(output.key);
  Sqlite sqlite;
  size_t seen = 0;
  int step = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    sqlite.run(changes[i].sql);
    step += static_cast<int>(changes[i].messages.size());
    const bool last = i + 1 == changes.size();
    for (; seen < output.changes.size() && (last || output.changes[seen].step <= step); ++seen)
      table.apply({output.changes[seen].kind, output.changes[seen].row});
    if (!each_step && !last) continue;
    CAPTURE(step);
    REQUIRE(table.to_text(output.type, done->zone()) ==
            sqlite.answer(query.sqlite ? query.sqlite : query.flink));
    REQUIRE(table.unmatched() == 0);
  }
}

TEST_CASE("every query's changelog is the table that SQLite answers, after every change") {
  for (const Query& query : kQueries)
    for (unsigned seed : {1u, 2u}) compare(query, seed, "", true);
}

TEST_CASE("with mini-batch, one phase and two, the table at the end is the one that SQLite answers") {
  for (const char* phase : {"ONE_PHASE", "TWO_PHASE"}) {
    std::string options =
        "options:\n  table.exec.mini-batch.enabled: 'true'\n  table.exec.mini-batch.size: '3'\n"
        "  table.exec.mini-batch.allow-latency: 1 s\n  table.optimizer.agg-phase-strategy: " +
        std::string(phase) + "\n";
    for (const Query& query : kQueries) compare(query, 3, options, false);
  }
}

}  // namespace
}  // namespace rowkind
