// Several INSERTs of one job into one table (Flink's SinkReuser, since 2.1): one sink under a UNION ALL, where
// all of them would be the same sink.
#pragma once

#include <memory>
#include <vector>

#include "plan/physical.h"

namespace rowkind {

// `inserts`: what each sink was made from. A sink that is no longer needed leaves both.
void reuse_sinks(std::vector<std::shared_ptr<SinkNode>>& sinks,
                 std::vector<std::shared_ptr<const SinkRel>> inserts);

}  // namespace rowkind
