// The native program: run_cli over files and streams of the operating system.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli.h"

namespace {

namespace fs = std::filesystem;

std::string read_all(std::FILE* file) {
  std::string content;
  char buffer[1 << 16];
  size_t n;
  while ((n = std::fread(buffer, 1, sizeof buffer, file)) > 0) content.append(buffer, n);
  return content;
}

class StdioHost final : public rowkind::CliHost {
 public:
  bool read_file(const std::string& path, std::string* content) override {
    std::error_code code;
    if (fs::is_directory(path, code)) return false;
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return false;
    *content = read_all(file);
    std::fclose(file);
    return true;
  }
  bool write_file(const std::string& path, std::string_view content) override {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return false;
    bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    return std::fclose(file) == 0 && written;
  }
  bool list_files(const std::string& folder, std::vector<std::string>* paths) override {
    std::error_code code;
    if (!fs::is_directory(folder, code)) return false;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, code)) {
      if (entry.is_regular_file(code)) paths->push_back(entry.path().generic_string());
    }
    std::sort(paths->begin(), paths->end());
    return true;
  }
  std::string read_stdin() override { return read_all(stdin); }
  void out(std::string_view text) override { std::fwrite(text.data(), 1, text.size(), stdout); }
  void err(std::string_view text) override { std::fwrite(text.data(), 1, text.size(), stderr); }
};

}  // namespace

int main(int argc, char** argv) {
  StdioHost host;
  return rowkind::run_cli(std::vector<std::string>(argv + 1, argv + argc), host);
}
