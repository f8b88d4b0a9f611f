#include "decode.h"

#include "data.h"
#include "formats/format.h"
#include "types/time_zone.h"

namespace rowkind::bench {
namespace {

std::string object(const Input& row) {
  std::string id = std::to_string(row.id);
  return "{\"id\":" + id + ",\"g\":" + std::to_string(row.g) + ",\"v\":" + std::to_string(row.v) +
         ",\"name\":\"user_" + id + "\",\"city\":\"Hangzhou\"}";
}

}  // namespace

Messages debezium_messages() {
  constexpr int64_t kMessages = 200'000;
  std::vector<Input> rows = changelog(1'000'000, 50000);
  Messages out;
  for (size_t i = 0; out.count < kMessages; ++i, ++out.count) {
    const size_t position = i;
    const Input& row = rows[i];
    std::string before = row.kind == 0 ? "null" : object(row), after = row.kind == 3   ? "null"
                                                                       : row.kind == 0 ? object(row)
                                                                                       : object(rows[++i]);
    out.text += "{\"before\":" + before + ",\"after\":" + after +
                ",\"source\":{\"version\":\"2.4\",\"connector\":\"mysql\",\"name\":\"s1\",\"ts_ms\":" +
                std::to_string(1700000000000 + row.ts) +
                ",\"db\":\"shop\",\"table\":\"orders\",\"file\":\"mysql-bin.000003\",\"pos\":" +
                std::to_string(position) + "},\"op\":\"" +
                (row.kind == 0   ? "c"
                 : row.kind == 1 ? "u"
                                 : "d") +
                "\",\"ts_ms\":" + std::to_string(1700000000100 + row.ts) + "}\n";
  }
  return out;
}

int64_t decode_debezium(const Messages& messages) {
  const LogicalType row = parse_type("ROW<id INT, g INT, v INT, name STRING, city STRING>").or_throw();
  FormatConfig config;
  config.physical = row.fields();
  config.zone = &TimeZone::utc();
  std::unique_ptr<Decoder> decoder = std::move(make_decoder("debezium-json", config).or_throw());
  std::vector<Change> changes;
  int64_t rows = 0;
  std::string_view text = messages.text;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    changes.clear();
    decoder->decode(text.substr(at, end - at), changes).or_throw();
    rows += static_cast<int64_t>(changes.size());
    at = end + 1;
  }
  return rows;
}

}  // namespace rowkind::bench
