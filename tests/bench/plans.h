// Physical plans of the workloads.
#pragma once

#include <string>

#include "plan/physical.h"

namespace rowkind::bench {

PhysicalPlan plan_of(const std::string& workload);

}  // namespace rowkind::bench
