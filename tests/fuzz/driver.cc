// Coverage-guided fuzzing in one file: inputs that reach new edges join the corpus and are kept in a folder.
// Edges are seen through -fsanitize-coverage=trace-pc, which g++ has (libFuzzer needs clang).
//   fuzz_NAME CORPUS SECONDS [SEED [RUNS]]  mutates; a failing input is written to fuzz_NAME.crash
//   fuzz_NAME FILE...                       runs the files once
// In a build without traced edges (preset "asan") mutations start from every seed, and no input counts as new.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "fuzz.h"

namespace {

constexpr size_t kEdges = 1 << 16;
uint8_t seen[kEdges];
bool new_edge = false;
bool traced = false;

}  // namespace

extern "C" __attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc() {
  uintptr_t pc = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  uint8_t& edge = seen[(pc ^ (pc >> 16)) & (kEdges - 1)];
  traced = true;
  if (edge == 0) {
    edge = 1;
    new_edge = true;
  }
}
extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

constexpr size_t kLargest = 1 << 16;   // bytes of an input
constexpr size_t kLargestKept = 4096;  // of one that goes into the corpus folder
constexpr unsigned kHangSeconds = 10;

std::string current;  // the input that is running
std::string crash_file;

void keep_crash() {
  FILE* out = fopen(crash_file.c_str(), "wb");
  if (!out) return;
  fwrite(current.data(), 1, current.size(), out);
  fclose(out);
  fprintf(stderr, "the failing input (%zu bytes) is in %s\n", current.size(), crash_file.c_str());
}
void on_hang(int) {
  fprintf(stderr, "an input ran longer than %u s\n", kHangSeconds);
  keep_crash();
  _exit(1);
}

void run(std::string input) {
  current = std::move(input);
  alarm(kHangSeconds);
  fuzz_one(current);
  alarm(0);
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

class Mutator {
 public:
  Mutator(uint32_t seed, std::vector<std::string> words) : random_(seed), words_(std::move(words)) {}
  uint32_t pick(size_t n) { return n == 0 ? 0 : static_cast<uint32_t>(random_() % n); }

  std::string mutate(std::string input, const std::vector<std::string>& corpus) {
    for (uint32_t n = 1 + pick(6); n > 0; --n) {
      size_t at = pick(input.size() + 1), length = std::min<size_t>(1 + pick(16), input.size() - at);
      switch (pick(8)) {
        case 0:
          if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << pick(8)));
          break;
        case 1:
          input.insert(at, 1, static_cast<char>(pick(256)));
          break;
        case 2:
          input.erase(at, length);
          break;
        case 3:
          input.insert(pick(input.size() + 1), input.substr(at, length));
          break;
        case 4:
          if (!words_.empty()) input.insert(at, words_[pick(words_.size())]);
          break;
        case 5:
          if (!words_.empty()) input.replace(at, length, words_[pick(words_.size())]);
          break;
        case 6: {
          const std::string& other = corpus[pick(corpus.size())];
          size_t from = pick(other.size() + 1);
          input.insert(at, other.substr(from, pick(64)));
          break;
        }
        default:
          if (pick(20) == 0) {  // deep or long
            std::string piece = words_.empty() ? "[" : words_[pick(words_.size())];
            for (uint32_t i = pick(600); i > 0; --i) input.insert(at, piece);
          } else if (at < input.size()) {
            input[at] = "\0\xFF 0-\n\"'"[pick(8)];
          }
      }
      if (input.size() > kLargest) input.resize(kLargest);
    }
    return input;
  }

 private:
  std::mt19937 random_;
  std::vector<std::string> words_;
};

}  // namespace

int main(int argc, char** argv) {
  signal(SIGALRM, on_hang);
  crash_file = std::filesystem::path(argv[0]).filename().string() + ".crash";
  __sanitizer_set_death_callback(keep_crash);
  if (argc < 3 || !std::filesystem::is_directory(argv[1])) {
    for (int i = 1; i < argc; ++i) run(content(argv[i]));
    return 0;
  }
  const std::filesystem::path folder = argv[1];
  const double seconds = atof(argv[2]);
  const int64_t most = argc > 4 ? atoll(argv[4]) : INT64_MAX;
  Mutator mutator(argc > 3 ? static_cast<uint32_t>(atoi(argv[3])) : 1, fuzz_words());
  std::vector<std::string> corpus = {""};
  std::vector<std::string> seeds = fuzz_seeds();
  seeds.push_back(folder.string());
  for (const std::string& seed : seeds) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(seed)) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(seed)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.push_back(seed);
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      new_edge = false;
      std::string input = content(file);
      run(input);
      if (new_edge || !traced) corpus.push_back(std::move(input));
    }
  }
  int64_t runs = 0, kept = 0;
  auto begin = std::chrono::steady_clock::now();
  auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  while (passed() < seconds && runs < most) {
    for (int i = 0; i < 64; ++i, ++runs) {
      std::string input = mutator.mutate(corpus[mutator.pick(corpus.size())], corpus);
      new_edge = false;
      run(input);
      if (!new_edge) continue;
      corpus.push_back(input);
      if (input.size() > kLargestKept) continue;
      char name[32];
      uint64_t hash = 14695981039346656037u;
      for (char c : input) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
      snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
      std::ofstream(folder / name, std::ios::binary) << input;
      ++kept;
    }
  }
  size_t edges = 0;
  for (uint8_t e : seen) edges += e;
  printf("%lld runs, %zu inputs, %lld new, %zu edges\n", static_cast<long long>(runs), corpus.size(),
         static_cast<long long>(kept), edges);
  return 0;
}
