// A scenario as JSON (type Document of wasm/index.d.ts) and back.
#pragma once

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "scenario/scenario.h"

namespace rowkind {

using Json = nlohmann::ordered_json;

// ["I","UB","UA","D"], "PD" for key-only deletes.
Json mode_json(const ChangelogMode& mode);
Json to_document(const Scenario& scenario);
// Places (`Located`) count inside the document's own texts: line 1 is the first line of the SQL.
Result<Scenario> from_document(const Json& document);

}  // namespace rowkind
