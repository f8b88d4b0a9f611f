#include "cdc/pipeline.h"

#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

constexpr int64_t kClock = 1704067200000;  // 2024-01-01 00:00:00 UTC, the scenario's clock

}  // namespace

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::kDefinition:
      return "definition";
    case Stage::kPreTransform:
      return "pre-transform";
    case Stage::kPostTransform:
      return "post-transform";
    case Stage::kSchema:
      return "schema";
  }
  return "";
}

Result<std::unique_ptr<Pipeline>> Pipeline::create(std::string_view yaml, Version version) {
  try {
    std::unique_ptr<Pipeline> out(new Pipeline());
    out->version_ = version;
    out->definition_ = read_definition(yaml, version).or_throw();
    for (const TransformRule& rule : out->definition_.transforms)
      out->rules_.push_back(std::make_shared<const Rule>(rule, version));
    if (!out->rules_.empty()) {
      out->pre_ = std::make_unique<PreTransform>(out->rules_);
      out->post_ = std::make_unique<PostTransform>(out->rules_, out->definition_, version, kClock);
    }
    if (out->definition_.batch) {
      out->batch_ = std::make_unique<BatchSchema>(out->definition_, version);
    } else {
      out->schema_ = std::make_unique<SchemaOperator>(out->definition_, version);
    }
    return out;
  } catch (const Failure& failure) {
    return failure;
  }
}

const TimeZone& Pipeline::zone() const {
  const TimeZone* zone = TimeZone::find(definition_.time_zone);
  return zone ? *zone : TimeZone::utc();
}

Status Pipeline::process(const Event& event, StageTrace& trace) {
  try {
    trace.source = event;
    if (pre_) {
      stage_ = Stage::kPreTransform;
      trace.pre = pre_->process(event);
      if (!trace.pre) return ok_status();
      stage_ = Stage::kPostTransform;
      trace.post = post_->process(*trace.pre);
      if (!trace.post) return ok_status();
    } else {
      trace.pre = event;
      trace.post = event;
    }
    stage_ = Stage::kSchema;
    if (batch_) {
      batch_->process(*trace.post, trace.sink);
      trace.note = batch_->note();
    } else {
      schema_->process(*trace.post, trace.sink);
      trace.note = schema_->note();
    }
    return ok_status();
  } catch (const Failure& failure) {
    return failure;
  }
}

}  // namespace rowkind::cdc
