// canal-json and maxwell-json: {"data":…,"old":…,"type":…}. `old` holds only the columns that changed; what
// is missing there is taken from data. Flink tells "missing" from "was NULL" by searching the name anywhere
// under `old`, so with several rows in one Canal message (and with nested objects) the wrong columns stay
// NULL.
#include <re2/re2.h>

#include <unordered_set>

#include "formats/formats.h"

namespace rowkind {
namespace {

// Every field name under the member `member` of the root object, at any depth.
std::unordered_set<std::string> names_under(std::string_view message, std::string_view member) {
  std::unordered_set<std::string> names;
  JsonReader in(message);
  std::string buffer;
  in.next();
  while (in.next() == JsonToken::kFieldName) {
    bool wanted = in.text(buffer) == member;
    in.next();
    if (!wanted) {
      in.skip_children();
      continue;
    }
    names.clear();  // the last of equal members counts
    const int32_t outside = in.depth() - 1;
    if (in.token() != JsonToken::kStartObject && in.token() != JsonToken::kStartArray) continue;
    while (in.depth() > outside && in.next() != JsonToken::kError) {
      if (in.token() == JsonToken::kFieldName) names.emplace(in.text(buffer));
    }
  }
  return names;
}

class OldDataDecoder : public CdcJsonDecoder {
 public:
  using CdcJsonDecoder::CdcJsonDecoder;

 protected:
  // Columns of root_type_: data, old, type, then the fields that metadata need.
  void set_root(const FormatConfig& config, LogicalType data, std::vector<MetadataKey> known,
                RowType sources) {
    for (const Field& column : config.physical) columns_.push_back(column.name);
    RowType root = {{"data", data}, {"old", data}, {"type", LogicalType::string()}};
    for (const std::string& key : metadata_keys_) {
      size_t k = 0;
      while (k < known.size() && known[k].key != key) ++k;
      if (k == known.size()) fail_metadata_key(key, known);
      metadata_columns_[key] = static_cast<int32_t>(root.size());
      root.push_back(sources[k]);
    }
    root_type_ = make_json_row_type(root, decode_options_);
  }

  Value field(const std::string& key, const Row& root) const { return root[metadata_columns_.at(key)]; }

  RowPtr completed(const Row& before, const Row& after, const std::unordered_set<std::string>& names) const {
    RowBuilder out(before.arity());
    for (int32_t i = 0; i < before.arity(); ++i) {
      bool missing = before[i].is_null() && names.count(columns_[static_cast<size_t>(i)]) == 0;
      out.set(i, missing ? after[i] : before[i]);
    }
    return out.finish();
  }

 private:
  std::vector<std::string> columns_;
  std::map<std::string, int32_t> metadata_columns_;  // key -> column of the root row
};

// ---- Canal
// -------------------------------------------------------------------------------------------------

LogicalType sql_types() {
  return LogicalType::map(LogicalType::string(), LogicalType::integer());
}
LogicalType text_array() {
  return LogicalType::array(LogicalType::string());
}

class CanalDecoder final : public OldDataDecoder {
 public:
  explicit CanalDecoder(const FormatConfig& config)
      : OldDataDecoder("Corrupt Canal JSON message", config, "canal-json") {
    set_root(config, LogicalType::array(LogicalType::row(config.physical)), canal_metadata(),
             {{"database", LogicalType::string()},
              {"table", LogicalType::string()},
              {"sqlType", sql_types()},
              {"pkNames", text_array()},
              {"ts", LogicalType::bigint()},
              {"es", LogicalType::bigint()}});
    database_ = pattern("database.include");
    table_ = pattern("table.include");
  }

 protected:
  bool wanted(std::string_view message, bool& keep) override {
    keep = true;
    if (database_ && !matches(message, "database", *database_, keep)) return false;
    return !keep || !table_ || matches(message, "table", *table_, keep);
  }

  bool changes(std::string_view message, const Row& root, std::vector<Change>& out) override {
    if (root[2].is_null())
      return fail("The \"type\" field is missing", "canal-json needs \"type\" and \"data\"");
    std::string_view type = root[2].string();
    if (type == "CREATE") return true;
    if (type != "INSERT" && type != "UPDATE" && type != "DELETE") {
      return fail(
          unknown("type", type, "Canal", message),
          "the types are INSERT, UPDATE, DELETE and CREATE; with ignore-parse-errors others are dropped");
    }
    if (root[0].is_null()) return fail("The \"data\" field is null");
    const std::vector<Value>& data = root[0].array();
    std::unordered_set<std::string> names;
    if (type == "UPDATE") {
      if (root[1].is_null()) return fail("The \"old\" field of UPDATE message is null");
      names = names_under(message, "old");
    }
    for (size_t i = 0; i < data.size(); ++i) {
      if (data[i].is_null()) return fail("A row of \"data\" is null");
      RowPtr after = data[i].row_ptr();
      if (type != "UPDATE") {
        emit(type == "INSERT" ? RowKind::kInsert : RowKind::kDelete, after, root, out);
        continue;
      }
      const std::vector<Value>& old = root[1].array();
      if (i >= old.size())
        return fail("Index " + std::to_string(i) + " out of bounds for length " + std::to_string(old.size()),
                    "\"old\" has fewer rows than \"data\"");
      if (old[i].is_null()) return fail("A row of \"old\" is null");
      emit(RowKind::kUpdateBefore, completed(old[i].row(), *after, names), root, out);
      emit(RowKind::kUpdateAfter, after, root, out);
    }
    return true;
  }

  Value metadata(const std::string& key, const Row& root) const override {
    Value value = field(key, root);
    return key == "ingestion-timestamp" || key == "event-timestamp" ? instant(value) : value;
  }

 private:
  std::unique_ptr<re2::RE2> pattern(const char* option) {
    const std::string* text = options_.find(option);
    if (!text) return nullptr;
    re2::RE2::Options quiet;
    quiet.set_log_errors(false);
    quiet.set_max_mem(limits::kRegexProgramBytes);
    auto compiled = std::make_unique<re2::RE2>(*text, quiet);
    if (!compiled->ok()) {
      throw Failure("format/option",
                    "'canal-json." + std::string(option) + "' is no regular expression: " + compiled->error(),
                    {}, "look-around and back-references are not available here");
    }
    return compiled;
  }

  // Whether the text of the root's `member` matches as a whole. False: there is no such member.
  bool matches(std::string_view message, std::string_view member, const re2::RE2& pattern, bool& keep) {
    JsonReader in(message);
    std::string buffer, text;
    bool found = false;
    in.next();
    while (in.next() == JsonToken::kFieldName) {
      bool here = in.text(buffer) == member;
      in.next();
      if (here) {
        found = true;
        bool container = in.token() == JsonToken::kStartObject || in.token() == JsonToken::kStartArray;
        text = container ? "" : std::string(in.text(buffer));
      }
      in.skip_children();
    }
    if (in.token() == JsonToken::kError) return true;  // the decoder finds it again, and says so
    if (!found)
      return fail("The \"" + std::string(member) + "\" field is missing",
                  "'canal-json." + std::string(member) + ".include' needs it");
    keep = re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), pattern);
    return true;
  }

  std::unique_ptr<re2::RE2> database_, table_;
};

// ---- Maxwell
// -----------------------------------------------------------------------------------------------

class MaxwellDecoder final : public OldDataDecoder {
 public:
  explicit MaxwellDecoder(const FormatConfig& config)
      : OldDataDecoder("Corrupt Maxwell JSON message", config, "maxwell-json") {
    set_root(config, LogicalType::row(config.physical), maxwell_metadata(),
             {{"database", LogicalType::string()},
              {"table", LogicalType::string()},
              {"primary_key_columns", text_array()},
              {"ts", LogicalType::bigint()}});
    bootstrap_insert_ = options_.text("bootstrap", "") == "insert";
  }

 protected:
  bool changes(std::string_view message, const Row& root, std::vector<Change>& out) override {
    if (root[2].is_null())
      return fail("The \"type\" field is missing", "maxwell-json needs \"type\" and \"data\"");
    std::string_view type = root[2].string();
    bool bootstrap = type.substr(0, 10) == "bootstrap-";
    if (bootstrap && bootstrap_insert_) {
      if (type != "bootstrap-insert") return true;
      type = "insert";
    }
    if (type != "insert" && type != "update" && type != "delete") {
      return fail(
          unknown("type", type, "Maxwell", message),
          bootstrap ? "ignore-parse-errors drops bootstrap rows; 'maxwell-json.bootstrap' = 'insert' (only "
                      "here, not in Flink) takes them as inserts"
                    : "the types are insert, update and delete; with ignore-parse-errors others are dropped");
    }
    RowPtr data = row_field(root, 0), old = row_field(root, 1);
    if (!data) return fail("The \"data\" field is null");
    if (type == "update") {
      if (!old) return fail("The \"old\" field of UPDATE message is null");
      emit(RowKind::kUpdateBefore, completed(*old, *data, names_under(message, "old")), root, out);
    }
    emit(type == "insert"   ? RowKind::kInsert
         : type == "delete" ? RowKind::kDelete
                            : RowKind::kUpdateAfter,
         data, root, out);
    return true;
  }

  Value metadata(const std::string& key, const Row& root) const override {
    Value value = field(key, root);
    return key == "ingestion-timestamp" ? instant(value, 1000) : value;
  }

 private:
  bool bootstrap_insert_ = false;
};

}  // namespace

std::vector<MetadataKey> canal_metadata() {
  return {{"database", LogicalType::string()},
          {"table", LogicalType::string()},
          {"sql-type", sql_types()},
          {"pk-names", text_array()},
          {"ingestion-timestamp", LogicalType::timestamp_ltz(3)},
          {"event-timestamp", LogicalType::timestamp_ltz(3)}};
}
std::vector<MetadataKey> maxwell_metadata() {
  return {{"database", LogicalType::string()},
          {"table", LogicalType::string()},
          {"primary-key-columns", text_array()},
          {"ingestion-timestamp", LogicalType::timestamp_ltz(3)}};
}

std::unique_ptr<Decoder> make_canal_decoder(const FormatConfig& config) {
  return std::make_unique<CanalDecoder>(config);
}
std::unique_ptr<Decoder> make_maxwell_decoder(const FormatConfig& config) {
  return std::make_unique<MaxwellDecoder>(config);
}

}  // namespace rowkind
