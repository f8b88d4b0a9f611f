#include "expr/bitmap.h"

#include <algorithm>

namespace rowkind {

namespace {

constexpr uint32_t kCookie = 12346, kRunCookie = 12347;
constexpr size_t kMaxArray = 4096;  // numbers of a container kept one by one
constexpr size_t kBits = 8192;      // bytes of a container kept as bits
constexpr size_t kOffsetsFrom = 4;  // containers: fewer have no table of places where there are runs

struct Container {
  uint16_t key = 0;
  std::vector<uint16_t> low;
  size_t runs = 0;
  bool is_run = false;
};

std::vector<Container> containers_of(const BitmapNumbers& numbers) {
  std::vector<Container> out;
  for (uint32_t number : numbers) {
    const auto key = static_cast<uint16_t>(number >> 16), low = static_cast<uint16_t>(number);
    if (out.empty() || out.back().key != key) out.push_back(Container{key, {}, 0, false});
    Container& last = out.back();
    if (last.low.empty() || last.low.back() + 1 != low) ++last.runs;
    last.low.push_back(low);
  }
  for (Container& c : out) c.is_run = 2 + 4 * c.runs < (c.low.size() > kMaxArray ? kBits : 2 * c.low.size());
  return out;
}

void put(std::string& out, size_t value, int32_t bytes) {
  for (int32_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
}

void put_container(std::string& out, const Container& c) {
  if (c.is_run) {
    put(out, c.runs, 2);
    for (size_t i = 0; i < c.low.size();) {
      size_t end = i;
      while (end + 1 < c.low.size() && c.low[end + 1] == c.low[end] + 1) ++end;
      put(out, c.low[i], 2);
      put(out, end - i, 2);
      i = end + 1;
    }
  } else if (c.low.size() > kMaxArray) {
    std::string bits(kBits, '\0');
    for (uint16_t low : c.low) bits[low / 8] = static_cast<char>(bits[low / 8] | 1 << low % 8);
    out += bits;
  } else {
    for (uint16_t low : c.low) put(out, low, 2);
  }
}

struct Reader {
  std::string_view bytes;
  bool ok = true;
  size_t take(size_t count) {
    if (bytes.size() < count) {
      ok = false;
      return 0;
    }
    size_t out = 0;
    for (size_t i = 0; i < count && i < sizeof out; ++i)
      out |= static_cast<size_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    bytes.remove_prefix(count);
    return out;
  }
};

void read_container(Reader& in, uint32_t base, size_t count, bool is_run, BitmapNumbers& out) {
  if (is_run) {
    for (size_t runs = in.take(2); runs > 0 && in.ok; --runs) {
      const size_t start = in.take(2), more = in.take(2);
      for (size_t i = 0; i <= more; ++i) out.push_back(base + static_cast<uint32_t>(start + i));
    }
  } else if (count > kMaxArray) {
    for (size_t byte = 0; byte < kBits && in.ok; ++byte) {
      const size_t bits = in.take(1);
      for (size_t i = 0; i < 8; ++i) {
        if ((bits >> i & 1) != 0) out.push_back(base + static_cast<uint32_t>(8 * byte + i));
      }
    }
  } else {
    for (; count > 0 && in.ok; --count) out.push_back(base + static_cast<uint32_t>(in.take(2)));
  }
}

}  // namespace

BitmapNumbers bitmap_numbers(const Value& bitmap) {
  BitmapNumbers out;
  uint32_t number = 0;
  bool digits = false;
  for (char c : bitmap.string()) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + static_cast<uint32_t>(c - '0');
      digits = true;
    } else if (digits) {
      out.push_back(number);
      number = 0;
      digits = false;
    }
  }
  return out;
}

Value bitmap_value(const BitmapNumbers& numbers) {
  std::string out = "{";
  for (uint32_t number : numbers) {
    if (out.size() > 1) out += ',';
    out += std::to_string(number);
  }
  return Value::string(out + "}");
}

std::string bitmap_to_bytes(const BitmapNumbers& numbers) {
  const std::vector<Container> containers = containers_of(numbers);
  const size_t count = containers.size();
  std::string out, runs((count + 7) / 8, '\0'), body;
  bool any_run = false;
  for (size_t i = 0; i < count; ++i) {
    if (!containers[i].is_run) continue;
    runs[i / 8] = static_cast<char>(runs[i / 8] | 1 << i % 8);
    any_run = true;
  }
  if (any_run) {
    put(out, kRunCookie | (count - 1) << 16, 4);
    out += runs;
  } else {
    put(out, kCookie, 4);
    put(out, count, 4);
  }
  for (const Container& c : containers) {
    put(out, c.key, 2);
    put(out, c.low.size() - 1, 2);
  }
  const bool places = !any_run || count >= kOffsetsFrom;
  const size_t start = out.size() + (places ? 4 * count : 0);
  for (const Container& c : containers) {
    if (places) put(out, start + body.size(), 4);
    put_container(body, c);
  }
  return out + body;
}

bool bitmap_from_bytes(std::string_view bytes, BitmapNumbers& numbers) {
  Reader in{bytes};
  const size_t cookie = in.take(4);
  const bool any_run = (cookie & 0xFFFF) == kRunCookie;
  if (!any_run && cookie != kCookie) return false;
  const size_t count = any_run ? (cookie >> 16) + 1 : in.take(4);
  const std::string_view runs = in.bytes.substr(0, any_run ? (count + 7) / 8 : 0);
  in.take(runs.size());
  const std::string_view keys = in.bytes.substr(0, std::min(in.bytes.size(), 4 * count));
  in.take(4 * count);
  if (!any_run || count >= kOffsetsFrom) in.take(4 * count);
  Reader heads{keys};
  for (size_t i = 0; i < count && in.ok; ++i) {
    const auto base = static_cast<uint32_t>(heads.take(2) << 16);
    const size_t size = heads.take(2) + 1;
    const bool is_run = i / 8 < runs.size() && (static_cast<unsigned char>(runs[i / 8]) >> i % 8 & 1) != 0;
    read_container(in, base, size, is_run, numbers);
  }
  return in.ok && heads.ok;
}

}  // namespace rowkind
