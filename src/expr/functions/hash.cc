// MD5, SHA-1 and the SHA-2 family, as lower-case hexadecimal text; Java's hashCode().
#include <array>
#include <cmath>
#include <cstring>

#include "base/utf8.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

uint32_t rotate_left(uint32_t v, int by) {
  return v << by | v >> (32 - by);
}
uint32_t rotate_right(uint32_t v, int by) {
  return v >> by | v << (32 - by);
}
uint64_t rotate_right(uint64_t v, int by) {
  return v >> by | v << (64 - by);
}

// The message with 0x80, zeros and its length in bits, up to a whole number of blocks.
std::string padded(std::string_view message, size_t block, size_t length_bytes, bool little) {
  std::string out(message);
  out += '\x80';
  while (out.size() % block != block - length_bytes) out += '\0';
  uint64_t bits = static_cast<uint64_t>(message.size()) * 8;
  for (size_t i = 0; i < length_bytes; ++i) {
    size_t shift = little ? i : length_bytes - 1 - i;
    out += shift < 8 ? static_cast<char>(bits >> (8 * shift) & 0xFF) : '\0';
  }
  return out;
}

uint64_t read_big(const char* p, int bytes) {
  uint64_t v = 0;
  for (int i = 0; i < bytes; ++i) v = v << 8 | static_cast<unsigned char>(p[i]);
  return v;
}

std::string hex(uint64_t v, int bytes, bool little) {
  std::string out;
  for (int i = 0; i < bytes; ++i) {
    unsigned byte = static_cast<unsigned>(v >> (8 * (little ? i : bytes - 1 - i)) & 0xFF);
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::string md5(std::string_view message) {
  static constexpr int8_t kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::string data = padded(message, 64, 8, true);
  for (size_t at = 0; at < data.size(); at += 64) {
    uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
    for (size_t i = 0; i < 16; ++i) {
      words[i] = 0;
      for (size_t k = 0; k < 4; ++k)
        words[i] |= static_cast<uint32_t>(static_cast<unsigned char>(data[at + 4 * i + k])) << (8 * k);
    }
    for (int i = 0; i < 64; ++i) {
      uint32_t f;
      int g;
      if (i < 16) {
        f = (b & c) | (~b & d);
        g = i;
      } else if (i < 32) {
        f = (d & b) | (~d & c);
        g = (5 * i + 1) % 16;
      } else if (i < 48) {
        f = b ^ c ^ d;
        g = (3 * i + 5) % 16;
      } else {
        f = c ^ (b | ~d);
        g = 7 * i % 16;
      }
      uint32_t k = static_cast<uint32_t>(static_cast<int64_t>(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
      uint32_t next = b + rotate_left(a + f + k + words[g], kShifts[i / 16][i % 4]);
      a = d;
      d = c;
      c = b;
      b = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
  std::string out;
  for (uint32_t word : state) out += hex(word, 4, true);
  return out;
}

std::string sha1(std::string_view message) {
  uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  std::string data = padded(message, 64, 8, false);
  for (size_t at = 0; at < data.size(); at += 64) {
    uint32_t w[80];
    for (size_t i = 0; i < 16; ++i) w[i] = static_cast<uint32_t>(read_big(data.data() + at + 4 * i, 4));
    for (size_t i = 16; i < 80; ++i) w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (size_t i = 0; i < 80; ++i) {
      uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
      uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
      uint32_t next = rotate_left(a, 5) + f + e + k + w[i];
      e = d;
      d = c;
      c = rotate_left(b, 30);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }
  std::string out;
  for (uint32_t word : state) out += hex(word, 4, false);
  return out;
}

// First 64 bits of the fractional parts of the cube roots of the first 80 primes; SHA-256 uses the upper
// halves of the first 64.
constexpr uint64_t kRoots[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

template <typename Word>
struct Sha2Shape;
template <>
struct Sha2Shape<uint32_t> {
  static constexpr size_t kRounds = 64;
  static constexpr int kBig0[3] = {2, 13, 22}, kBig1[3] = {6, 11, 25}, kSmall0[3] = {7, 18, 3},
                       kSmall1[3] = {17, 19, 10};
};
template <>
struct Sha2Shape<uint64_t> {
  static constexpr size_t kRounds = 80;
  static constexpr int kBig0[3] = {28, 34, 39}, kBig1[3] = {14, 18, 41}, kSmall0[3] = {1, 8, 7},
                       kSmall1[3] = {19, 61, 6};
};

template <typename Word>
std::string sha2(std::string_view message, const uint64_t (&initial)[8], size_t words_out) {
  using Shape = Sha2Shape<Word>;
  constexpr int kBytes = sizeof(Word);
  Word state[8];
  for (size_t i = 0; i < 8; ++i) state[i] = static_cast<Word>(initial[i]);
  std::string data = padded(message, 16 * kBytes, 2 * kBytes, false);
  for (size_t at = 0; at < data.size(); at += 16 * kBytes) {
    std::array<Word, Shape::kRounds> w;
    for (size_t i = 0; i < 16; ++i) w[i] = static_cast<Word>(read_big(data.data() + at + kBytes * i, kBytes));
    for (size_t i = 16; i < Shape::kRounds; ++i) {
      Word x = w[i - 15], y = w[i - 2];
      Word s0 =
          rotate_right(x, Shape::kSmall0[0]) ^ rotate_right(x, Shape::kSmall0[1]) ^ x >> Shape::kSmall0[2];
      Word s1 =
          rotate_right(y, Shape::kSmall1[0]) ^ rotate_right(y, Shape::kSmall1[1]) ^ y >> Shape::kSmall1[2];
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    Word v[8];
    for (size_t i = 0; i < 8; ++i) v[i] = state[i];
    for (size_t i = 0; i < Shape::kRounds; ++i) {
      Word s1 = rotate_right(v[4], Shape::kBig1[0]) ^ rotate_right(v[4], Shape::kBig1[1]) ^
                rotate_right(v[4], Shape::kBig1[2]);
      Word k = static_cast<Word>(kBytes == 4 ? kRoots[i] >> 32 : kRoots[i]);
      Word t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k + w[i];
      Word s0 = rotate_right(v[0], Shape::kBig0[0]) ^ rotate_right(v[0], Shape::kBig0[1]) ^
                rotate_right(v[0], Shape::kBig0[2]);
      Word t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      for (size_t j = 7; j > 0; --j) v[j] = v[j - 1];
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; ++i) state[i] += v[i];
  }
  std::string out;
  for (size_t i = 0; i < words_out; ++i) out += hex(state[i], kBytes, false);
  return out;
}

constexpr uint64_t kSha224[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
constexpr uint64_t kSha256[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr uint64_t kSha384[8] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                                 0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                                 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
constexpr uint64_t kSha512[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                 0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

std::string digest(int64_t bits, std::string_view message) {
  switch (bits) {
    case 128:
      return md5(message);
    case 160:
      return sha1(message);
    case 224:
      return sha2<uint32_t>(message, kSha224, 7);
    case 256:
      return sha2<uint32_t>(message, kSha256, 8);
    case 384:
      return sha2<uint64_t>(message, kSha384, 6);
    default:
      return sha2<uint64_t>(message, kSha512, 8);
  }
}

int64_t bits_of(std::string_view name) {
  if (name == "MD5") return 128;
  if (name == "SHA1") return 160;
  return name == "SHA224" ? 224 : name == "SHA256" ? 256 : name == "SHA384" ? 384 : 512;
}

Value eval_hash(const Expr& call, const Value* args, EvalContext&) {
  return Value::string(digest(bits_of(call.function->name), args[0].string()));
}

Value eval_sha2(const Expr& call, const Value* args, EvalContext&) {
  int64_t bits = args[1].integer();
  if (bits != 224 && bits != 256 && bits != 384 && bits != 512) {
    throw Failure("run/argument", "Unsupported algorithm: SHA-" + std::to_string(bits), call.span,
                  "use 224, 256, 384 or 512");
  }
  return Value::string(digest(bits, args[0].string()));
}

LogicalType infer_hash(const ScalarFunction& self, ExprList& operands, Span) {
  LogicalType type = self.name == "SHA2"
                         ? LogicalType::varchar(128)
                         : LogicalType::character(static_cast<int32_t>(bits_of(self.name) / 4));
  return type.with_nullable(any_nullable(operands));
}

uint32_t hash_of_long(uint64_t v) {
  return static_cast<uint32_t>(v ^ (v >> 32));
}

uint32_t hash_of_text(std::string_view s) {
  uint32_t hash = 0;
  for (size_t i = 0; i < s.size();) {
    uint32_t c = utf8_next(s, i);
    if (c >= 0x10000) {
      hash = 31 * hash + (0xD800 + ((c - 0x10000) >> 10));
      c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    hash = 31 * hash + c;
  }
  return hash;
}

// BigDecimal.hashCode: of the unscaled BigInteger, word by word, and the scale.
uint32_t hash_of_decimal(Decimal v) {
  const bool negative = v.unscaled < 0;
  UInt128 rest = negative ? -static_cast<UInt128>(v.unscaled) : static_cast<UInt128>(v.unscaled);
  uint32_t hash = 0;
  for (int shift = 96; shift >= 0; shift -= 32) hash = 31 * hash + static_cast<uint32_t>(rest >> shift);
  return 31 * (negative ? 0 - hash : hash) + static_cast<uint32_t>(v.scale);
}

// Java's hashCode() of the value.
Value eval_hash_code(const Expr& call, const Value* args, EvalContext&) {
  const LogicalType& type = call.operands[0]->type;
  uint32_t hash = 0;
  switch (args[0].kind()) {
    case ValueKind::kBool:
      hash = args[0].as_bool() ? 1231 : 1237;
      break;
    case ValueKind::kString: {
      // Of a text alone Flink takes the absolute value.
      const uint32_t code = hash_of_text(args[0].string());
      hash = static_cast<int32_t>(code) < 0 ? 0 - code : code;
      break;
    }
    case ValueKind::kDecimal:
      hash = hash_of_decimal(args[0].decimal());
      break;
    case ValueKind::kDouble:
      if (type.is(TypeRoot::kFloat)) {
        const auto v = static_cast<float>(args[0].floating());
        std::memcpy(&hash, &v, sizeof hash);
      } else {
        const double v = args[0].floating();
        uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof bits);
        hash = hash_of_long(bits);
      }
      break;
    case ValueKind::kTimestamp:
      hash = 31 * hash_of_long(static_cast<uint64_t>(args[0].timestamp().millis)) +
             static_cast<uint32_t>(args[0].timestamp().nanos_of_millis);
      break;
    default:
      hash = type.is(TypeRoot::kBigInt) ? hash_of_long(static_cast<uint64_t>(args[0].integer()))
                                        : static_cast<uint32_t>(args[0].integer());
  }
  return Value::integer(static_cast<int32_t>(hash));
}

LogicalType infer_hash_code(const ScalarFunction&, ExprList& operands, Span span) {
  const LogicalType& type = operands[0]->type;
  if (type.is(TypeRoot::kTimestampLtz)) {
    throw Failure("sql/wrong-arguments", "Unsupported call: HASH_CODE(" + type.to_string() + ")", span,
                  "cast it to a TIMESTAMP");
  }
  return LogicalType::integer().with_nullable(type.nullable());
}

const ScalarFunction kRows[] = {
    {"MD5", "hash", "MD5(string)", "The MD5 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA1", "hash", "SHA1(string)", "The SHA-1 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA224", "hash", "SHA224(string)", "The SHA-224 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA256", "hash", "SHA256(string)", "The SHA-256 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA384", "hash", "SHA384(string)", "The SHA-384 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA512", "hash", "SHA512(string)", "The SHA-512 hash.", "s", nullptr, eval_hash, 0, infer_hash},
    {"SHA2", "hash", "SHA2(string, hashLength)", "A hash of the SHA-2 family: 224, 256, 384 or 512 bits.",
     "si", nullptr, eval_sha2, 0, infer_hash},
    {"HASH_CODE", "hash", "HASH_CODE(value)", "A whole number from the value.", "b|n|c|t|m|d", nullptr,
     eval_hash_code, 0, infer_hash_code},
};

}  // namespace

FunctionTable hash_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
