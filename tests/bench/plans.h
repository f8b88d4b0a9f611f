// Physical plans of the workloads, over the tables c (retract changelog), u (the same as upserts by id), d (dimension), a (inserts only),
// e and f (the same with ts as event time).
#pragma once

#include <string>

#include "plan/physical.h"

namespace rowkind::bench {

PhysicalPlan plan_of(const std::string& sql);

}  // namespace rowkind::bench
