#include "pipeline.h"

#include <string>
#include <vector>

#include "cdc/ddl.h"
#include "cdc/pipeline.h"

namespace rowkind::bench {
namespace {

constexpr char kDefinition[] = R"(
transform:
  - source-table: shop.orders
    projection: >-
      id, UPPER(name) AS name, qty * 2 + 1 AS twice, CONCAT(name, '-', CAST(qty AS VARCHAR)) AS label,
      CASE WHEN qty > 50 THEN 'many' ELSE 'few' END AS size, TIMESTAMPADD(DAY, 1, ts) AS due
    filter: qty > 10
)";
constexpr char kTable[] = "id BIGINT NOT NULL, name STRING, qty INT, ts TIMESTAMP(3), PRIMARY KEY (id)";
constexpr int32_t kRows = 10'000;

int32_t quantity(int64_t row) {
  return static_cast<int32_t>(row * 7919 % 100);
}

}  // namespace

struct PipelineBench::Data {
  cdc::Event create;
  std::vector<cdc::Event> events;  // repeated until there are enough
  int64_t passing = 0;             // of them
};

PipelineBench::PipelineBench() : data_(std::make_unique<Data>()) {
  cdc::TableIdPtr table = cdc::parse_table_id("shop.orders").or_throw();
  cdc::SchemaPtr schema = cdc::parse_table_schema(kTable).or_throw();
  data_->create.kind = cdc::EventKind::kCreateTable;
  data_->create.table = table;
  cdc::SchemaChange change;
  change.schema = schema;
  data_->create.change = std::make_shared<const cdc::SchemaChange>(std::move(change));
  std::vector<RowPtr> rows;
  for (int32_t i = 0; i < kRows; ++i)
    rows.push_back(make_row({Value::integer(i), Value::string("customer_" + std::to_string(i)),
                             Value::integer(quantity(i)), Value::timestamp({1704067200000 + i * 1000, 0})}));
  for (size_t i = 0; i < rows.size(); ++i) {
    cdc::Event event;
    event.table = table;
    event.schema = schema;
    event.op = i % 4 < 2 ? cdc::DataOp::kInsert : i % 4 == 2 ? cdc::DataOp::kUpdate : cdc::DataOp::kDelete;
    const size_t before = (i + 1) % rows.size();
    if (event.op != cdc::DataOp::kInsert) event.before = rows[before];
    if (event.op != cdc::DataOp::kDelete) event.after = rows[i];
    bool had = event.before && quantity(static_cast<int64_t>(before)) > 10;
    bool has = event.after && quantity(static_cast<int64_t>(i)) > 10;
    data_->passing += had || has;
    data_->events.push_back(std::move(event));
  }
}

PipelineBench::~PipelineBench() = default;

int64_t PipelineBench::expected() const {
  return data_->passing * (kPipelineEvents / kRows);
}

int64_t PipelineBench::run() const {
  auto made = cdc::Pipeline::create(kDefinition, cdc::Version::k37);
  cdc::Pipeline& pipeline = *made.or_throw();
  cdc::StageTrace created;
  pipeline.process(data_->create, created).or_throw();
  int64_t emitted = 0;
  for (int64_t i = 0; i < kPipelineEvents; ++i) {
    cdc::StageTrace trace;
    pipeline.process(data_->events[static_cast<size_t>(i % kRows)], trace).or_throw();
    emitted += static_cast<int64_t>(trace.sink.size());
  }
  return emitted;
}

}  // namespace rowkind::bench
