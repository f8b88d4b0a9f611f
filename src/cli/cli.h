// The command line without an operating system: run_cli() does what `rowkind ARGS…` does and reaches files
// and streams only through a CliHost. Natively src/cli/main.cc implements the host with stdio; under Node
// wasm/abi.cc does, with functions that JavaScript gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rowkind {

class CliHost {
 public:
  virtual ~CliHost() = default;

  // The whole file as bytes; false when it cannot be read (`content` is left alone).
  virtual bool read_file(const std::string& path, std::string* content) = 0;
  // Replaces the file; false when it cannot be written.
  virtual bool write_file(const std::string& path, std::string_view content) = 0;
  // All regular files below a folder, recursively, as paths that begin with `folder`, sorted bytewise; false
  // when it is not a folder.
  virtual bool list_files(const std::string& folder, std::vector<std::string>* paths) = 0;
  virtual std::string read_stdin() = 0;

  virtual void out(std::string_view text) = 0;
  virtual void err(std::string_view text) = 0;
};

// Runs one command; `args` come without the program's name. Returns the exit code: 0 fine, 1 the scenario or
// a test failed, 2 wrong usage or an unreadable file. Never throws.
int run_cli(const std::vector<std::string>& args, CliHost& host);

}  // namespace rowkind
