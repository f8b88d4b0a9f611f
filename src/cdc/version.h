// Flink CDC versions whose behaviour differs (spec: versions and VVR). Alibaba's VVR counts as 3.6 with its
// own additions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace rowkind::cdc {

enum class Version : uint8_t { k35, k36, k37, kVvr8, kVvr11 };

// "3.5", "3.6", "3.7", "vvr-8", "vvr-11"; "" is the newest Apache one. Error cdc/version.
Result<Version> parse_version(std::string_view text);
std::string version_text(Version version);
// Every version as the `flink-cdc` key spells it, the default last.
std::vector<std::string> version_names();

inline bool is_vvr(Version v) {
  return v == Version::kVvr8 || v == Version::kVvr11;
}
// Apache's numbers: 35, 36, 37.
inline int32_t level(Version v) {
  return v == Version::k35 ? 35 : v == Version::k37 ? 37 : 36;
}

}  // namespace rowkind::cdc
