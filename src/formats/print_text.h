// Rows as the print connector and DataStream.print() write them: Row.toString() of the external Java objects.
//   +I[1, ann, 2024-06-01T09:30, [1, -1], {k=v}, +I[a, 1.5]]
#pragma once

#include <map>
#include <memory>
#include <string>

#include "formats/format.h"

namespace rowkind {

std::string print_text(RowKind kind, const Row& row, const RowType& columns);

// The print connector as a format of its sink; `options` are the table's. Throws Failure for options that it
// does not have or cannot read.
std::unique_ptr<Encoder> make_print_encoder(const std::map<std::string, std::string>& options,
                                            const RowType& columns);

}  // namespace rowkind
