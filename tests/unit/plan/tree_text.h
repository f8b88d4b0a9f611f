// Texts of logical trees made comparable with what Flink prints.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plan/planner.h"

namespace rowkind::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// Correlation names are numbered by a counter that other work moves too: they count by first use here.
inline std::string with_local_correlations(const std::string& text) {
  std::string out;
  std::vector<std::string> seen;
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 4, "$cor") != 0) {
      out += text[i++];
      continue;
    }
    size_t end = i + 4;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const std::string name = text.substr(i, end - i);
    size_t at = 0;
    while (at < seen.size() && seen[at] != name) ++at;
    if (at == seen.size()) seen.push_back(name);
    out += "$cor" + std::to_string(at);
    i = end;
  }
  return out;
}

// Hints that Calcite carries along for later; ours are fields of the nodes.
inline std::string without_hints(const std::string& text) {
  std::string out = text;
  for (const char* start : {", hints=[[[ALIAS", ", stateTtlHints=[[["}) {
    for (size_t at = out.find(start); at != std::string::npos; at = out.find(start)) {
      size_t end = out.find("]]]", at) + 3;
      while (end < out.size() && out[end] == ']') ++end;
      out.erase(at, end - at);
    }
  }
  return out;
}

inline std::string comparable(const std::string& text) { return with_local_correlations(without_hints(text)); }

inline std::string logical_text(const CompiledScript& script) {
  std::string out;
  for (const auto& sink : script.logical.sinks) out += to_text(*sink);
  return comparable(out);
}

}  // namespace rowkind::testing
