// Memory of long jobs: ten million rows in event time, whose closed windows and passed rows have to go.
#pragma once

namespace rowkind::bench {

// Prints a line a job in the form of the other workloads, with MiB of memory after 1, 5 and 10 million rows in place of the speeds.
// Whether it stays flat.
bool run_memory();

}  // namespace rowkind::bench
