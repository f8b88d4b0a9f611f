// Scenarios with a pipeline: definition, selectors, expressions, events as text, schema changes, advice; every
// event goes through the whole pipeline and prints.
#include "cdc/lint.h"
#include "cdc/source.h"
#include "fuzz.h"

using namespace rowkind;

void fuzz_one(std::string_view input) {
  Result<Scenario> scenario = read_scenario(input);
  if (!scenario || !scenario->pipeline) return;
  Result<cdc::Version> version = cdc::parse_version(scenario->flink_cdc);
  const std::string& yaml = scenario->pipeline->text;
  Result<std::unique_ptr<cdc::Pipeline>> made =
      cdc::Pipeline::create(yaml, version ? *version : cdc::Version::k37);
  if (!made) {
    to_text(made.error(), yaml);
    return;
  }
  cdc::Pipeline& pipeline = **made;
  const std::vector<cdc::SourceStep> steps =
      cdc::read_source(*scenario, pipeline.zone(), pipeline.definition().batch);
  for (const Error& advice : cdc::lint(pipeline, cdc::upstream_tables(*scenario), steps, yaml))
    to_text(advice, yaml);
  for (const cdc::SourceStep& step : steps) {
    if (step.error) return;
    for (const cdc::Event& event : step.events) {
      cdc::StageTrace trace;
      Status status = pipeline.process(event, trace);
      for (const cdc::Event& out : trace.sink) {
        cdc::event_text(out, pipeline.version());
        cdc::notation_lines(out, pipeline.zone());
      }
      if (!status) return;
    }
  }
}
std::vector<std::string> fuzz_seeds() {
  return {"tests/golden/cdc"};
}
std::vector<std::string> fuzz_words() {
  return {"projection: ",
          "filter: ",
          "source-table: ",
          "primary-keys: id\n",
          "converter-after-transform: SOFT_DELETE\n",
          "\\*",
          "\\.*",
          "__data_event_type__",
          "__table_name__",
          " AS x",
          "CAST(",
          " AS DECIMAL(20, 2))",
          "CASE WHEN ",
          " THEN ",
          " ELSE ",
          " END",
          "IF(",
          "SUBSTR(",
          "DATE_FORMAT(",
          "REGEXP_REPLACE(",
          " LIKE '%a'",
          " IN (1, 2)",
          " BETWEEN 1 AND 2",
          " IS NOT NULL",
          " AND ",
          "NOT ",
          "||",
          "'",
          "`",
          "9223372036854775807",
          "1.5",
          "NULL",
          "+I[",
          "-U[",
          "+U[",
          "-D[",
          "]",
          "DataChangeEvent{tableId=",
          "before=[], after=[1, a], op=INSERT, meta=()}",
          "ddl: ALTER TABLE a.b ",
          "ADD c INT AFTER id",
          "RENAME a TO b",
          "MODIFY a BIGINT",
          "flink-cdc: '3.5'\n",
          "flink-cdc: vvr-11\n",
          "é",
          "😀"};
}
