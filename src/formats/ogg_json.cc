// ogg-json: {"before":…,"after":…,"op_type":"I|U|D"}, and changelog-json of Flink CDC 1.x and 2.x:
// {"data":…,"op":"+I"}.
#include "formats/formats.h"

namespace rowkind {
namespace {

class OggDecoder final : public CdcJsonDecoder {
 public:
  explicit OggDecoder(const FormatConfig& config)
      : CdcJsonDecoder("Corrupt Ogg JSON message", config, "ogg-json") {
    one_in_array_ = true;
    LogicalType columns = LogicalType::row(config.physical);
    RowType root = {{"before", columns}, {"after", columns}, {"op_type", LogicalType::string()}};
    std::vector<MetadataKey> known = ogg_metadata();
    for (const std::string& key : metadata_keys_) {
      metadata_columns_[key] = static_cast<int32_t>(root.size());
      if (key == "table") {
        root.push_back({"table", LogicalType::string()});
      } else if (key == "primary-keys") {
        root.push_back({"primary_keys", LogicalType::array(LogicalType::string())});
      } else if (key == "ingestion-timestamp") {
        root.push_back({"current_ts", LogicalType::string()});
      } else if (key == "event-timestamp") {
        root.push_back({"op_ts", LogicalType::string()});
      } else {
        fail_metadata_key(key, known);
      }
    }
    root_type_ = make_json_row_type(root, decode_options_);
  }

 protected:
  bool changes(std::string_view message, const Row& root, std::vector<Change>& out) override {
    if (root[2].is_null())
      return fail("The \"op_type\" field is missing", "ogg-json needs \"op_type\", \"before\" and \"after\"");
    RowPtr before = row_field(root, 0), after = row_field(root, 1);
    std::string_view op = root[2].string();
    if (op == "I") {
      if (!after) return fail("The \"after\" field is null");
      emit(RowKind::kInsert, after, root, out);
    } else if (op == "U" || op == "D") {
      if (!before) {
        return fail(std::string("The \"before\" field of ") + (op == "U" ? "UPDATE" : "DELETE") +
                    " message is null, if you are using Ogg Postgres Connector, please check the Postgres "
                    "table has been set REPLICA "
                    "IDENTITY to FULL level.");
      }
      if (op == "U" && !after) return fail("The \"after\" field is null");
      emit(op == "U" ? RowKind::kUpdateBefore : RowKind::kDelete, before, root, out);
      if (op == "U") emit(RowKind::kUpdateAfter, after, root, out);
    } else {
      return fail(unknown("op_type", op, "Ogg", message),
                  "the operations are I, U and D; with ignore-parse-errors others are dropped");
    }
    return true;
  }

  Value metadata(const std::string& key, const Row& root) const override {
    const Value& value = root[metadata_columns_.at(key)];
    if (value.is_null() || key == "table" || key == "primary-keys") return value;
    // Text without a zone, taken as UTC; the fraction is cut to milliseconds. op_ts has a blank, current_ts a
    // T.
    std::string text(value.string());
    if (text.size() > 10 && text[10] == ' ') text[10] = 'T';
    Timestamp t;
    if (!parse_format_timestamp(text, TimestampFormat::kIso8601, false, t)) return Value::null();
    return Value::timestamp({t.millis, 0});
  }

 private:
  std::map<std::string, int32_t> metadata_columns_;  // key -> column of the root row
};

class ChangelogDecoder final : public CdcJsonDecoder {
 public:
  explicit ChangelogDecoder(const FormatConfig& config)
      : CdcJsonDecoder("Corrupt Changelog JSON message", config, "changelog-json") {
    if (!metadata_keys_.empty()) fail_metadata_key(metadata_keys_[0], {});
    root_type_ = make_json_row_type(
        {{"data", LogicalType::row(config.physical)}, {"op", LogicalType::string()}}, decode_options_);
  }

 protected:
  bool changes(std::string_view, const Row& root, std::vector<Change>& out) override {
    if (root[1].is_null())
      return fail("The \"op\" field is missing", "changelog-json needs \"data\" and \"op\"");
    RowPtr data = row_field(root, 0);
    if (!data) return fail("The \"data\" field is null");
    for (RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
      if (root[1].string() != short_string(kind)) continue;
      emit(kind, data, root, out);
      return true;
    }
    return fail("Unsupported operation '" + std::string(root[1].string()) + "' for row kind.",
                "the operations are +I, -U, +U and -D");
  }

  Value metadata(const std::string&, const Row&) const override { return Value::null(); }
};

}  // namespace

std::vector<MetadataKey> ogg_metadata() {
  LogicalType time = LogicalType::timestamp_ltz(6);
  return {{"table", LogicalType::string()},
          {"primary-keys", LogicalType::array(LogicalType::string())},
          {"ingestion-timestamp", time},
          {"event-timestamp", time}};
}

std::unique_ptr<Decoder> make_ogg_decoder(const FormatConfig& config) {
  return std::make_unique<OggDecoder>(config);
}
std::unique_ptr<Decoder> make_changelog_decoder(const FormatConfig& config) {
  return std::make_unique<ChangelogDecoder>(config);
}

}  // namespace rowkind
