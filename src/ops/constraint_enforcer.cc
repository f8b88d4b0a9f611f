// ConstraintEnforcer: what a sink's column types demand of every row, whatever its kind.
//
//   NOT NULL  table.exec.sink.not-null-enforcer: ERROR (default) fails the job, DROP drops the row without a word
//   length    table.exec.sink.type-length-enforcer: IGNORE (default), TRIM_PAD cuts CHAR/VARCHAR/BINARY/VARBINARY and pads CHAR/BINARY,
//             ERROR fails the job
#include <string>

#include "base/utf8.h"
#include "ops/factory.h"

namespace rowkind {
namespace {

class ConstraintEnforcer final : public Operator {
 public:
  ConstraintEnforcer(const SinkNode& node, const OperatorOptions& options)
      : drop_null_rows_(options.drop_null_rows), length_(options.length) {
    int32_t index = 0;
    for (const Column& column : node.table->columns) {
      if (column.kind == ColumnKind::kComputed || (column.kind == ColumnKind::kMetadata && column.is_virtual))
        continue;
      if (!column.type.nullable()) not_null_.push_back(Checked{index, column.name, column.type});
      bool sized =
          (column.type.is_character() || column.type.is_binary()) && column.type.length() < kMaxLength;
      if (sized && length_ != LengthEnforcer::kIgnore)
        sized_.push_back(Checked{index, column.name, column.type});
      ++index;
    }
  }
  bool needed() const { return !not_null_.empty() || !sized_.empty(); }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    for (const Checked& column : not_null_) {
      if (column.index >= row->arity() || !row[column.index].is_null()) continue;
      if (drop_null_rows_) {
        context.suppress(Reason{Rule::kNotNullDropped, row.get(), nullptr, column.index});
        return;
      }
      throw Failure(
          "job/null-in-not-null-column",
          "Column '" + column.name +
              "' is NOT NULL, however, a null value is being written into it. You can set job configuration "
              "'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records "
              "silently.");
    }
    RowPtr out = row;
    for (const Checked& column : sized_) {
      const Value& value = out[column.index];
      if (!value.is_null()) enforce_length(out, column, value);
    }
    if (out.same(row)) {
      context.emit(kind, row, Reason{Rule::kForward});
    } else {
      context.emit(kind, out, Reason{Rule::kLengthCut, row.get()});
    }
  }

 private:
  struct Checked {
    int32_t index;
    std::string name;
    LogicalType type;
  };

  void enforce_length(RowPtr& row, const Checked& column, const Value& value) const {
    bool text = column.type.is_character();
    bool fixed = column.type.is(TypeRoot::kChar) || column.type.is(TypeRoot::kBinary);
    int64_t wanted = column.type.length();
    std::string_view content = value.string();
    int64_t length = text ? utf8_length(content) : static_cast<int64_t>(content.size());
    if (length == wanted || (length < wanted && !fixed)) return;
    if (length_ == LengthEnforcer::kError) {
      throw Failure("job/length-of-sink-column",
                    "Column '" + column.name + "' is " + column.type.to_string() +
                        ", however, a string of length " + std::to_string(length) +
                        " is being written into it. You can set job configuration "
                        "'table.exec.sink.type-length-enforcer' to control this behaviour.");
    }
    std::string fitted(content);
    if (length > wanted) {
      fitted.resize(text ? utf8_offset(content, wanted) : static_cast<size_t>(wanted));
    } else {
      fitted.append(static_cast<size_t>(wanted - length), text ? ' ' : '\0');
    }
    RowBuilder builder(row->arity());
    for (int32_t i = 0; i < row->arity(); ++i) builder.set(i, row[i]);
    builder.set(column.index, text ? Value::string(fitted) : Value::bytes(fitted));
    row = builder.finish();
  }

  bool drop_null_rows_;
  LengthEnforcer length_;
  std::vector<Checked> not_null_, sized_;
};

}  // namespace

OperatorPtr make_constraint_enforcer(const SinkNode& node, const FactoryContext& context) {
  auto enforcer = std::make_unique<ConstraintEnforcer>(node, context.options);
  if (!enforcer->needed()) return nullptr;
  return enforcer;
}

}  // namespace rowkind
