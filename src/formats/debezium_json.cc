// debezium-json: {"before":…,"after":…,"op":"c|r|u|d"}, or the same under "payload" with schema-include.
#include "formats/formats.h"

namespace rowkind {
namespace {

LogicalType text_map() {
  return LogicalType::map(LogicalType::string(), LogicalType::string());
}

class DebeziumDecoder final : public CdcJsonDecoder {
 public:
  explicit DebeziumDecoder(const FormatConfig& config)
      : CdcJsonDecoder("Corrupt Debezium JSON message", config, "debezium-json") {
    one_in_array_ = true;
    schema_include_ = options_.boolean("schema-include", false);
    LogicalType columns = LogicalType::row(config.physical);
    RowType payload = {{"before", columns}, {"after", columns}, {"op", LogicalType::string()}};
    RowType root;
    std::vector<MetadataKey> known = debezium_metadata();
    for (const std::string& key : metadata_keys_) {
      bool found = false;
      for (const MetadataKey& k : known) found = found || k.key == key;
      if (!found) fail_metadata_key(key, known);
      if (key == "schema") {
        schema_ = true;
      } else if (key == "ingestion-timestamp") {
        add(payload, "ts_ms", LogicalType::bigint(), millis_);
      } else {
        add(payload, "source", text_map(), source_);
      }
    }
    if (schema_include_) {
      root.push_back({"payload", LogicalType::row(payload)});
    } else {
      root = payload;
    }
    if (schema_) root.push_back({"schema", LogicalType::string()});
    root_type_ = make_json_row_type(root, decode_options_);
  }

 protected:
  bool changes(std::string_view message, const Row& root, std::vector<Change>& out) override {
    RowPtr inside = schema_include_ ? row_field(root, 0) : RowPtr::share(root);
    if (!inside)
      return fail("The message has no \"payload\"",
                  "unset 'debezium-json.schema-include': the message has no schema envelope");
    RowPtr before = row_field(*inside, 0), after = row_field(*inside, 1);
    const Value& op_value = (*inside)[2];
    if (op_value.is_null()) {
      return fail("The \"op\" field is missing",
                  schema_include_ ? ""
                                  : "if the message has a \"payload\", set 'debezium-json.schema-include' = "
                                    "'true'; rows without an envelope are plain json");
    }
    std::string_view op = op_value.string();
    if (op == "c" || op == "r") {
      if (!after) return fail("The \"after\" field is null");
      emit(RowKind::kInsert, after, root, out);
    } else if (op == "u" || op == "d") {
      if (!before) {
        return fail(std::string("The \"before\" field of ") + (op == "u" ? "UPDATE" : "DELETE") +
                        " message is null, if you are using Debezium Postgres Connector, please check the "
                        "Postgres table has been set "
                        "REPLICA IDENTITY to FULL level.",
                    "ALTER TABLE … REPLICA IDENTITY FULL");
      }
      if (op == "d") {
        emit(RowKind::kDelete, before, root, out);
        return true;
      }
      if (!after) return fail("The \"after\" field is null");
      emit(RowKind::kUpdateBefore, before, root, out);
      emit(RowKind::kUpdateAfter, after, root, out);
    } else {
      return fail(unknown("op", op, "Debezium", message),
                  "the operations are c, r, u and d; with ignore-parse-errors others are dropped");
    }
    return true;
  }

  Value metadata(const std::string& key, const Row& root) const override {
    if (key == "schema") return root[root.arity() - 1];
    RowPtr inside = schema_include_ ? row_field(root, 0) : RowPtr::share(root);
    if (key == "ingestion-timestamp") return instant((*inside)[millis_]);
    const Value& source = (*inside)[source_];
    if (key == "source.properties" || source.is_null()) return source;
    std::string_view name = key == "source.timestamp"  ? "ts_ms"
                            : key == "source.database" ? "db"
                            : key == "source.schema"   ? "schema"
                                                       : "table";
    for (const auto& [k, v] : source.map()) {
      if (k.string() != name) continue;
      int64_t millis = 0;
      if (name != "ts_ms" || v.is_null()) return v;
      return parse_java_integer(v.string(), INT64_MIN, INT64_MAX, millis) ? instant(Value::integer(millis))
                                                                          : Value::null();
    }
    return Value::null();
  }

 private:
  static void add(RowType& payload, const char* name, LogicalType type, int32_t& at) {
    if (at >= 0) return;
    at = static_cast<int32_t>(payload.size());
    payload.push_back({name, std::move(type)});
  }

  bool schema_include_ = false, schema_ = false;
  int32_t millis_ = -1, source_ = -1;  // in the payload
};

}  // namespace

std::vector<MetadataKey> debezium_metadata() {
  LogicalType time = LogicalType::timestamp_ltz(3);
  return {{"schema", LogicalType::string()},
          {"ingestion-timestamp", time},
          {"source.timestamp", time},
          {"source.database", LogicalType::string()},
          {"source.schema", LogicalType::string()},
          {"source.table", LogicalType::string()},
          {"source.properties", text_map()}};
}

std::unique_ptr<Decoder> make_debezium_decoder(const FormatConfig& config) {
  return std::make_unique<DebeziumDecoder>(config);
}

}  // namespace rowkind
