// binlog, a vendor's format: an append-only stream of a database's changes in which a boolean column says
// whether a row is added (true) or removed (false). Messages are those of canal, debezium, maxwell or
// changelog-json, each told by its keys, or lines "+ 0001, 1, true".
//   with-changelog, changelog-name    the flag's column ("changelog")
//   with-offset, offset-name          number of the message ("offset")
//   with-timestamp, timestamp-name    when the change was made ("binlogTime")
//   update-before (only here)         an update also gives its old row, flagged false
// Options are spelled 'binlog.…' or 'connector.…'.
#include <algorithm>

#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/formats.h"
#include "types/text.h"

namespace rowkind {
namespace {

class BinlogDecoder final : public Decoder {
 public:
  explicit BinlogDecoder(const FormatConfig& config) : config_(config) {
    if (!config.metadata_keys.empty()) fail_metadata_key(config.metadata_keys[0], {});
    FormatOptions binlog(config.options, "binlog"), connector(config.options, "connector");
    auto attribute = [&](const std::string& what, const char* name) {
      if (!binlog.boolean("with-" + what, false) && !connector.boolean("with-" + what, false)) return -1;
      std::string column = binlog.text(what + "-name", connector.text(what + "-name", name));
      int32_t at = find_field(config.physical, column);
      if (at < 0) {
        throw Failure(
            "format/option",
            "'binlog.with-" + what + "' fills the column '" + column + "', which the table does not have", {},
            "add the column, or name another one with 'binlog." + what + "-name'");
      }
      return at;
    };
    flag_ = attribute("changelog", "changelog");
    offset_ = attribute("offset", "offset");
    time_ = attribute("timestamp", "binlogTime");
    update_before_ = binlog.boolean("update-before", false);
    inner_.options = config.options;
    // The formats inside have the options of binlog.
    for (const char* key : {"ignore-parse-errors", "timestamp-format.standard"}) {
      const std::string* value = binlog.find(key);
      for (const char* format : kInner) {
        if (value) inner_.options[std::string(format) + "." + key] = *value;
      }
    }
    inner_.zone = config.zone;
    for (int32_t i = 0; i < static_cast<int32_t>(config.physical.size()); ++i) {
      if (i == flag_ || i == offset_ || i == time_) continue;
      columns_.push_back(i);
      inner_.physical.push_back(config.physical[static_cast<size_t>(i)]);
    }
  }

  Status decode(std::string_view message, std::vector<Change>& out) override {
    int64_t offset = next_offset_++;
    if (message.empty()) return ok_status();
    if (message[0] == '+' || message[0] == '-') return text_line(message, offset, out);
    size_t kind = detect(message);
    if (kind == kUnknown) {
      JsonFailure failure;
      failure.chain = {"It is no message of canal, debezium, maxwell or changelog-json"};
      return message_error("Corrupt binlog message", message, failure);
    }
    if (!decoders_[kind]) {
      FormatConfig inner = inner_;
      if (kTimes[kind]) inner.metadata_keys = {kTimes[kind]};
      Result<std::unique_ptr<Decoder>> decoder = make_decoder(kInner[kind], inner);
      if (!decoder) return decoder.error();
      decoders_[kind] = std::move(*decoder);
    }
    changes_.clear();
    Status status = decoders_[kind]->decode(message, changes_);
    for (const Change& change : changes_) {
      if (change.kind == RowKind::kUpdateBefore && !update_before_) continue;
      const int32_t time_at = static_cast<int32_t>(columns_.size());
      Value time = kTimes[kind] ? (*change.row)[time_at] : Value::null();
      emit(*change.row, is_accumulate(change.kind), offset, std::move(time), out);
    }
    return status;
  }

 private:
  static constexpr const char* kInner[] = {"canal-json", "debezium-json", "maxwell-json", "changelog-json"};
  static constexpr const char* kTimes[] = {"event-timestamp", "source.timestamp", "ingestion-timestamp",
                                           nullptr};
  static constexpr size_t kUnknown = 4;

  static size_t detect(std::string_view message) {
    JsonReader in(message);
    std::string buffer;
    bool data_array = false, data_object = false, type = false, op = false, side = false;
    in.next();
    while (in.next() == JsonToken::kFieldName) {
      std::string name(in.text(buffer));
      in.next();
      data_array = data_array || (name == "data" && in.token() == JsonToken::kStartArray);
      data_object = data_object || (name == "data" && in.token() == JsonToken::kStartObject);
      type = type || name == "type";
      op = op || name == "op";
      side = side || name == "before" || name == "after";
      in.skip_children();
    }
    if (side && op) return 1;
    if (data_object && op) return 3;
    if (data_object && type) return 2;
    return type ? 0 : kUnknown;
  }

  void emit(const Row& row, bool added, int64_t offset, Value time, std::vector<Change>& out) {
    RowBuilder whole(static_cast<int32_t>(config_.physical.size()));
    for (size_t i = 0; i < columns_.size(); ++i) whole.set(columns_[i], row[static_cast<int32_t>(i)]);
    if (flag_ >= 0) whole.set(flag_, Value::boolean(added));
    if (offset_ >= 0) whole.set(offset_, Value::integer(offset));
    if (time_ >= 0 && !time.is_null()) {
      CastOptions options;
      options.zone = config_.zone;
      Result<Value> cast = cast_value(time, LogicalType::timestamp_ltz(3),
                                      config_.physical[static_cast<size_t>(time_)].type, options);
      if (cast) whole.set(time_, std::move(*cast));
    }
    out.push_back({RowKind::kInsert, whole.finish()});
  }

  // "+ 0001, 1, true": all columns, or all but the attributes, which the sign and the position give.
  Status text_line(std::string_view message, int64_t offset, std::vector<Change>& out) {
    std::string row = "+I[" + std::string(trim(message.substr(1))) + "]";
    Result<Change> whole = parse_change(row, config_.physical, *config_.zone);
    if (whole) {
      out.push_back({RowKind::kInsert, whole->row});
      return ok_status();
    }
    Result<Change> inner = parse_change(row, inner_.physical, *config_.zone);
    if (!inner) return inner.error().code == "rows/arity" ? whole.error() : inner.error();
    emit(*inner->row, message[0] == '+', offset, Value::null(), out);
    return ok_status();
  }

  FormatConfig config_, inner_;
  int32_t flag_ = -1, offset_ = -1, time_ = -1;
  bool update_before_ = false;
  std::vector<int32_t> columns_;  // of inner rows among all columns
  std::unique_ptr<Decoder> decoders_[4];
  std::vector<Change> changes_;
  int64_t next_offset_ = 0;
};

}  // namespace

std::unique_ptr<Decoder> make_binlog_decoder(const FormatConfig& config) {
  return std::make_unique<BinlogDecoder>(config);
}

}  // namespace rowkind
