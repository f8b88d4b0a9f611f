// Sources: the scan, the ChangelogNormalize above it, the watermarks.
#pragma once

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

// `as_snapshot`: the versions of a table are its upserts as they come, without ChangelogNormalize. Failure
// plan/... for a changelog mode that no source may have.
NodePtr build_scan(const ScanRel& rel, const PlannerConfig& config, bool as_snapshot);
// The assigner goes below a ChangelogNormalize (WatermarkAssignerChangelogNormalizeTransposeRule);
// SOURCE_WATERMARK() goes into the scan.
NodePtr build_watermark(NodePtr input, const WatermarkRel& rel);

}  // namespace rowkind
