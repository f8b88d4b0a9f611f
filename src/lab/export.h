// What people take out of a run: the changelog or the table of an output up to a step, as text in one of the
// forms of formats/forms.h. Pipelines have "notation" and, for the changelog, "events".
#pragma once

#include <string>
#include <string_view>

#include "lab/run.h"

namespace rowkind {

enum class ExportPart : uint8_t { kChangelog, kTable };

// `output`: number of the output, as in the answer to "open".
Result<std::string> export_text(const Run& run, size_t output, ExportPart part, std::string_view form,
                                int32_t last_step);

}  // namespace rowkind
