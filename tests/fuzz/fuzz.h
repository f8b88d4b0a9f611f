// A fuzz target is one file NAME_fuzz.cc that defines these; driver.cc is the program around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Must survive every input: no crash, no sanitizer report, no hang.
void fuzz_one(std::string_view input);
// Files or folders (relative to the repository) whose content the first inputs are made of.
std::vector<std::string> fuzz_seeds();
// Words that mutations insert.
std::vector<std::string> fuzz_words();
