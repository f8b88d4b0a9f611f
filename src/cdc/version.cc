#include "cdc/version.h"

namespace rowkind::cdc {

Result<Version> parse_version(std::string_view text) {
  if (text == "3.5") return Version::k35;
  if (text == "3.6") return Version::k36;
  if (text == "3.7" || text.empty()) return Version::k37;
  if (text == "vvr-8") return Version::kVvr8;
  if (text == "vvr-11") return Version::kVvr11;
  return Error{"cdc/version",
               "Unknown Flink CDC version '" + std::string(text) + "'.",
               {},
               "3.5, 3.6, 3.7, vvr-8 or vvr-11"};
}

std::string version_text(Version version) {
  switch (version) {
    case Version::k35:
      return "3.5";
    case Version::k36:
      return "3.6";
    case Version::k37:
      return "3.7";
    case Version::kVvr8:
      return "vvr-8";
    case Version::kVvr11:
      return "vvr-11";
  }
  return "";
}

std::vector<std::string> version_names() {
  return {"vvr-8", "vvr-11", "3.5", "3.6", "3.7"};
}

}  // namespace rowkind::cdc
