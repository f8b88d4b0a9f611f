// The C border of the WebAssembly module: JSON text in, JSON text out, over src/lab; and the command line
// over src/cli. Who owns what: memory from rk_alloc belongs to the caller until rk_free; rk_call returns a
// handle whose text stays valid until rk_result_free. No exception crosses. Imports come from wasm/loader.mjs
// (module "rowkind"); a buffer that JavaScript hands over was made with rk_alloc and is owned by us.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"
#include "lab/lab.h"

#define RK_EXPORT(name) __attribute__((used, visibility("default"), export_name(#name)))
#define RK_IMPORT(name) __attribute__((import_module("rowkind"), import_name(#name)))

extern "C" {
struct HostBuffer {
  char* data;
  uint32_t size;
};
RK_IMPORT(read_file) int32_t host_read_file(const char* path, uint32_t path_size, HostBuffer* content);
RK_IMPORT(write_file)
int32_t host_write_file(const char* path, uint32_t path_size, const char* data, uint32_t size);
// The names are joined with NUL characters.
RK_IMPORT(list_files) int32_t host_list_files(const char* folder, uint32_t folder_size, HostBuffer* names);
RK_IMPORT(read_stdin) void host_read_stdin(HostBuffer* content);
RK_IMPORT(progress) void host_progress(int32_t done, int32_t total);
RK_IMPORT(write) void host_write(int32_t stream, const char* data, uint32_t size);
}

namespace {

using rowkind::Lab;

Lab& lab() {
  static Lab* instance = [] {
    Lab* made = new Lab;
    made->on_progress(host_progress);
    return made;
  }();
  return *instance;
}

// Takes over a buffer that JavaScript made with rk_alloc.
std::string take(HostBuffer buffer) {
  std::string text(buffer.data, buffer.size);
  std::free(buffer.data);
  return text;
}

class JsHost final : public rowkind::CliHost {
 public:
  bool read_file(const std::string& path, std::string* content) override {
    HostBuffer buffer{};
    if (host_read_file(path.data(), size(path), &buffer) == 0) return false;
    *content = take(buffer);
    return true;
  }
  bool write_file(const std::string& path, std::string_view content) override {
    return host_write_file(path.data(), size(path), content.data(), size(content)) != 0;
  }
  bool list_files(const std::string& folder, std::vector<std::string>* paths) override {
    HostBuffer buffer{};
    if (host_list_files(folder.data(), size(folder), &buffer) == 0) return false;
    *paths = split(take(buffer));
    return true;
  }
  std::string read_stdin() override {
    HostBuffer buffer{};
    host_read_stdin(&buffer);
    return take(buffer);
  }
  void out(std::string_view text) override { host_write(1, text.data(), size(text)); }
  void err(std::string_view text) override { host_write(2, text.data(), size(text)); }

  // The texts between NUL characters; no text at all gives none.
  static std::vector<std::string> split(std::string_view joined) {
    std::vector<std::string> parts;
    while (!joined.empty()) {
      const size_t end = joined.find('\0');
      parts.emplace_back(joined.substr(0, end));
      joined.remove_prefix(end == std::string_view::npos ? joined.size() : end + 1);
    }
    return parts;
  }

 private:
  static uint32_t size(std::string_view text) { return static_cast<uint32_t>(text.size()); }
};

constexpr std::string_view kOutOfMemory =
    R"({"ok":false,"error":{"severity":"error","code":"lab/out-of-memory","message":"The engine ran out of memory.","hint":"use fewer input rows"}})";
constexpr std::string_view kInternal =
    R"({"ok":false,"error":{"severity":"error","code":"lab/internal","message":"The engine met an unexpected exception.","hint":"please report it with the scenario"}})";

}  // namespace

extern "C" {

RK_EXPORT(rk_alloc) char* rk_alloc(uint32_t size) {
  return static_cast<char*>(std::malloc(size + 1));
}
RK_EXPORT(rk_free) void rk_free(char* data) {
  std::free(data);
}

// One request of src/lab/lab.h; the answer is always a JSON text.
RK_EXPORT(rk_call) std::string* rk_call(const char* request, uint32_t size) {
  try {
    return new std::string(lab().call(std::string_view(request, size)));
  } catch (const std::bad_alloc&) {
    return new std::string(kOutOfMemory);
  } catch (...) {
    return new std::string(kInternal);
  }
}
RK_EXPORT(rk_result_data) const char* rk_result_data(const std::string* result) {
  return result->data();
}
RK_EXPORT(rk_result_size) uint32_t rk_result_size(const std::string* result) {
  return static_cast<uint32_t>(result->size());
}
RK_EXPORT(rk_result_free) void rk_result_free(std::string* result) {
  delete result;
}

// The command line: arguments end with a NUL character each. Returns the exit code.
RK_EXPORT(rk_cli) int32_t rk_cli(const char* args, uint32_t size) {
  JsHost host;
  try {
    return rowkind::run_cli(JsHost::split(std::string_view(args, size)), host);
  } catch (...) {
    host.err("rowkind: unexpected exception\n");
    return 2;
  }
}

}  // extern "C"
