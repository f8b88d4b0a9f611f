// The releases of Flink whose semantics a scenario may ask for with `flink:`. Everything was recorded on 2.3.0; where another release
// is known to differ, the code asks the version, e.g. `version < kFlink2_3`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowkind {

struct FlinkVersion {
  int major = 2, minor = 3;

  friend constexpr bool operator<(FlinkVersion a, FlinkVersion b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
  std::string text() const { return std::to_string(major) + "." + std::to_string(minor); }
};

inline constexpr FlinkVersion kFlink2_0{2, 0}, kFlink2_1{2, 1}, kFlink2_2{2, 2}, kFlink2_3{2, 3},
    kFlink2_4{2, 4};

// The newest one last; "2.3" is what a scenario has that names none.
const std::vector<std::string>& flink_versions();
// nullopt: not one of them.
std::optional<FlinkVersion> parse_flink_version(std::string_view text);

}  // namespace rowkind
