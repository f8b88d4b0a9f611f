#include "cdc/row_fit.h"

#include <algorithm>
#include <cstring>

#include "cdc/schema_merge.h"

namespace rowkind::cdc {
namespace {

constexpr size_t kInline = 7;  // bytes of a text that stand in the field itself

// The eight bytes that a text takes in a row of Flink CDC: itself, or where it stands behind the fields.
uint64_t field_of_text(const Row& row, int32_t at) {
  const std::string_view text = row[at].string();
  uint64_t out = 0;
  if (text.size() <= kInline) {
    for (size_t i = text.size(); i-- > 0;) out = out << 8 | static_cast<uint8_t>(text[i]);
    return out | (uint64_t{0x80} | text.size()) << 56;
  }
  const size_t fields = static_cast<size_t>(row.arity());
  uint64_t offset = (fields + 8 + 63) / 64 * 8 + fields * 8;
  for (int32_t i = 0; i < at; ++i)
    if (row[i].kind() == ValueKind::kString && row[i].string().size() > kInline)
      offset += (row[i].string().size() + 7) / 8 * 8;
  return offset << 32 | text.size();
}

// What a reader who knows the field as a number finds in those bytes.
Value read_as(uint64_t field, const LogicalType& type) {
  const auto whole = static_cast<int64_t>(field);
  float single;
  double number;
  switch (type.root()) {
    case TypeRoot::kTinyInt:
      return Value::integer(static_cast<int8_t>(whole));
    case TypeRoot::kSmallInt:
      return Value::integer(static_cast<int16_t>(whole));
    case TypeRoot::kInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return Value::integer(static_cast<int32_t>(whole));
    case TypeRoot::kFloat:
      std::memcpy(&single, &field, sizeof single);
      return Value::floating(single);
    case TypeRoot::kDouble:
      std::memcpy(&number, &field, sizeof number);
      return Value::floating(number);
    case TypeRoot::kBoolean:
      return Value::boolean((whole & 0xff) != 0);
    default:
      return Value::integer(whole);
  }
}

// An overriding column whose source column got another type still holds texts; who gets the rows does not know.
RowPtr mistake_texts(const RowPtr& row, const Schema& believed) {
  if (!row) return row;
  RowBuilder out(row->arity());
  for (int32_t i = 0; i < row->arity(); ++i) {
    const LogicalType& type = believed.columns[static_cast<size_t>(i)].type;
    const bool field = type.is_integer() || type.is_approximate() || type.is(TypeRoot::kDate) ||
                       type.is(TypeRoot::kTime) || type.is(TypeRoot::kBoolean);
    const bool mistaken = (*row)[i].kind() == ValueKind::kString && field;
    out.set(i, mistaken ? read_as(field_of_text(*row, i), type) : (*row)[i]);
  }
  return out.finish();
}

// Whether a column that holds texts is believed to be something else.
bool mistakes(const Schema& held, const Schema& believed) {
  if (held.columns.size() != believed.columns.size()) return false;
  for (size_t i = 0; i < held.columns.size(); ++i)
    if (held.columns[i].type.is_character() && !believed.columns[i].type.is_character()) return true;
  return false;
}

}  // namespace

Event RowFit::fit(const Event& event, const TableIdPtr& sink, const SchemaPtr& from, const SchemaPtr& to,
                  const TimeZone& zone) {
  if (!to)
    throw Failure("cdc/run",
                  "Unable to coerce data record from " + event.table->text +
                      " (schema: " + schema_text(*from) + ") to " + sink->text + " (schema: null)",
                  {}, "the sink has never heard of the table: let it take create.table");
  if (from_ != from || to_ != to || held_ != event.schema) {
    held_ = event.schema;
    from_ = from;
    to_ = to;
    same_ = from->columns == to->columns;
    mistakes_ = mistakes(*event.schema, *from);
    reads_ = std::any_of(to->columns.begin(), to->columns.end(),
                         [](const Column& column) { return reads_no_null(column.type); });
  }
  Event routed = event;
  routed.table = sink;
  if (mistakes_) {
    routed.before = mistake_texts(routed.before, *from);
    routed.after = mistake_texts(routed.after, *from);
  }
  if (!same_) {
    routed.before = coerce_row(routed.before, *from, *to, zone);
    routed.after = coerce_row(routed.after, *from, *to, zone);
  }
  if (reads_) {
    routed.before = read_row(routed.before, *to);
    routed.after = read_row(routed.after, *to);
  }
  routed.schema = to;
  return routed;
}

void check_keys(const Schema& schema) {
  for (const std::string& key : schema.primary_keys) {
    if (schema.find(key) >= 0) continue;
    throw Failure("cdc/run", "Unable to find column \"" + key + "\" which is defined as primary key", {},
                  "keep the column in the projection, or name the new key with primary-keys");
  }
}

}  // namespace rowkind::cdc
