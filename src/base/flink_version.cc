#include "base/flink_version.h"

namespace rowkind {

namespace {
constexpr FlinkVersion kVersions[] = {{1, 20}, kFlink2_0, kFlink2_1, kFlink2_2, kFlink2_3, kFlink2_4};
}  // namespace

const std::vector<std::string>& flink_versions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (FlinkVersion version : kVersions) out.push_back(version.text());
    return out;
  }();
  return names;
}

std::optional<FlinkVersion> parse_flink_version(std::string_view text) {
  for (FlinkVersion version : kVersions)
    if (version.text() == text) return version;
  return std::nullopt;
}

}  // namespace rowkind
