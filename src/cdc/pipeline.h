// A Flink CDC pipeline as operators with a trace: source, pre-transform, post-transform, schema operator,
// sink. A failed job is a value: which step, which stage, what Flink CDC says.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdc/batch_schema.h"
#include "cdc/definition.h"
#include "cdc/event.h"
#include "cdc/schema_operator.h"
#include "cdc/transform.h"

namespace rowkind::cdc {

enum class Stage : uint8_t { kDefinition, kPreTransform, kPostTransform, kSchema };
std::string_view stage_name(Stage stage);

// What one source event became behind each stage.
struct StageTrace {
  Event source;
  std::optional<Event> pre, post;  // not set: swallowed, or the job failed before
  std::vector<Event> sink;
  std::string note;  // why the schema operator held something back
};

class Pipeline {
 public:
  // `yaml`: the definition. Errors before the job starts have a span into it.
  static Result<std::unique_ptr<Pipeline>> create(std::string_view yaml, Version version);

  const Definition& definition() const { return definition_; }
  Version version() const { return version_; }
  const Rules& rules() const { return rules_; }
  const TimeZone& zone() const;
  // One source event through all operators; what reaches the sink is in trace.sink, also when it fails.
  Status process(const Event& event, StageTrace& trace);
  Stage failed_stage() const { return stage_; }

 private:
  Pipeline() = default;

  Definition definition_;
  Version version_ = Version::k37;
  Rules rules_;
  std::unique_ptr<PreTransform> pre_;
  std::unique_ptr<PostTransform> post_;
  std::unique_ptr<SchemaOperator> schema_;  // or
  std::unique_ptr<BatchSchema> batch_;
  Stage stage_ = Stage::kDefinition;
};

}  // namespace rowkind::cdc
