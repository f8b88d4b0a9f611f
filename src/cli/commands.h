// The commands of the command line; each takes its own arguments and returns the exit code of cli.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/cli.h"
#include "lab/run.h"

namespace rowkind {

int run_command(const std::vector<std::string>& args, CliHost& host);
int test_command(const std::vector<std::string>& args, CliHost& host);
int explain_command(const std::vector<std::string>& args, CliHost& host);
int functions_command(const std::vector<std::string>& args, CliHost& host);

// Reads a file ("-": standard input) and runs it. Null after a message on err: unreadable file (`code` 2) or
// not a scenario (`code` 1).
std::unique_ptr<Run> load_and_run(const std::string& path, CliHost& host, int& code);
// Complains about wrong usage; returns 2.
int usage_error(CliHost& host, const std::string& message);
// "PATH:LINE: message (hint) [code]", with the line in the file, not in the SQL.
std::string located_error(const std::string& path, const Run& run);

}  // namespace rowkind
