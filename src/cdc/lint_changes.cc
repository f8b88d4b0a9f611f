// Advice on what the source does to the tables of a pipeline.
#include <algorithm>
#include <set>

#include "cdc/lint_expr.h"

namespace rowkind::cdc {
namespace {

class ChangeLinter {
 public:
  ChangeLinter(const Rules& rules, const Definition& definition, const LintSink& sink)
      : rules_(rules), definition_(definition), sink_(sink) {}

  void look(const Event& event) {
    const Rule* rule = rule_of(*event.table);
    switch (event.kind) {
      case EventKind::kDataChange:
        if (rule && event.op == DataOp::kReplace)
          add("cdc/replace-fails",
              "An upsert (a +U without its -U) of " + event.table->text +
                  " fails the job: under any rule, REPLACE has no event type.",
              rule->definition().source_table.span, "give updates with both images");
        break;
      case EventKind::kCreateTable:
        if (dropped_.count(event.table->text) > 0)
          add("cdc/create-after-drop",
              event.table->text +
                  " was dropped and is created again: the coordinator still knows it, skips the CREATE and "
                  "fits "
                  "rows to the old schema.",
              {}, "restart the job without state");
        break;
      case EventKind::kDropTable:
        dropped_.insert(event.table->text);
        break;
      case EventKind::kAddColumn:
        if (!rules_.empty() && (!rule || rule->has_asterisk())) added(event, rule);
        break;
      case EventKind::kAlterColumnType:
        altered(event, rule);
        break;
      case EventKind::kRenameColumn:
      case EventKind::kDropColumn:
        lost(event, rule);
        break;
      default:
        break;
    }
  }

 private:
  void add(const char* code, const std::string& message, Span span, const std::string& hint = "") {
    sink_.add(sink_.to, code, message, span, hint);
  }

  const Rule* rule_of(const TableId& table) const {
    auto found = std::find_if(rules_.begin(), rules_.end(), [&](const auto& r) { return r->matches(table); });
    return found == rules_.end() ? nullptr : found->get();
  }

  static Span place(const Rule* rule) { return rule ? rule->definition().source_table.span : Span{}; }

  void added(const Event& event, const Rule* rule) {
    const std::vector<AddedColumn>& columns = event.change->added;
    auto at_end = [](const AddedColumn& c) { return c.position == Position::kLast; };
    if (std::count_if(columns.begin(), columns.end(), at_end) > 1)
      add("cdc/added-reversed",
          "Columns added to " + event.table->text +
              " in one change come out in reverse order behind the transform, their values do not.",
          place(rule), "add one column at a time");
    for (const AddedColumn& column : columns) {
      if (!at_end(column) && column.position != Position::kFirst) continue;
      add("cdc/add-column-moves",
          std::string(at_end(column) ? "LAST becomes AFTER the last" : "FIRST becomes BEFORE the first") +
              " source column, also for tables that no rule matches.",
          place(rule), "computed columns stay behind it");
    }
  }

  void altered(const Event& event, const Rule* rule) {
    if (definition_.behavior == ChangeBehavior::kIgnore)
      add("cdc/ignore-null",
          "IGNORE keeps the sink's type: values of " + event.table->text +
              " that are wider now become NULL without a word.",
          {}, "schema.change.behavior: LENIENT follows the type");
    if (rule == nullptr || !rule->has_asterisk()) return;
    for (const sql::SelectItem& item : rule->items()) {
      if (!item.alias || event.change->types.count(item.alias->name) == 0) continue;
      add("cdc/overridden-alter",
          "The projection makes " + item.alias->name +
              " anew, but the type change of the source's column goes on: declared type and values disagree.",
          rule->projection_span(item.span), "give the computed column a name of its own");
    }
  }

  void lost(const Event& event, const Rule* rule) {
    if (rule && !rule->has_asterisk())
      add("cdc/change-swallowed",
          "A projection without * keeps renamed and dropped columns of " + event.table->text +
              " from the sink; if it used one, the next row fails the job.",
          rule->projection_span({}), "restart the job with the new names");
    if (event.kind == EventKind::kRenameColumn && definition_.behavior == ChangeBehavior::kLenient &&
        !(rule && !rule->has_asterisk()))
      add("cdc/lenient-rename",
          "LENIENT never renames: the sink gets a new column, the old one stays and is NULL from now on.",
          place(rule), "schema.change.behavior: EVOLVE renames");
  }

  const Rules& rules_;
  const Definition& definition_;
  LintSink sink_;
  std::set<std::string> dropped_;
};

}  // namespace

void lint_changes(const Rules& rules, const Definition& definition, const std::vector<SourceStep>& steps,
                  const LintSink& sink) {
  ChangeLinter linter(rules, definition, sink);
  for (const SourceStep& step : steps) {
    for (const Event& event : step.events) {
      try {
        linter.look(event);
      } catch (const Failure&) {
        // The run says what is wrong.
      }
    }
  }
}

}  // namespace rowkind::cdc
