#include "lab/check.h"

#include <algorithm>
#include <map>

#include "changelog/notation.h"
#include "changelog/table.h"

namespace rowkind {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

struct ChangeLine {
  int32_t step = -1;  // -1: the line has no tag
  std::string row;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<ChangeLine> change_lines(const std::string& text) {
  std::vector<ChangeLine> out;
  for (const std::string& line : lines_of(text)) {
    ChangeLine parsed;
    size_t space = line.find(' ');
    if (line[0] == '@' && space != std::string::npos) {
      parsed.step = std::atoi(line.c_str() + 1);
      parsed.row = line.substr(space + 1);
    } else {
      parsed.row = line;
    }
    out.push_back(std::move(parsed));
  }
  return out;
}

// `step`: rows of one step in any order; `any`: the whole text in any order.
void normalize_order(std::vector<ChangeLine>& lines, ExpectOrder order) {
  auto by_row = [](const ChangeLine& a, const ChangeLine& b) { return a.row < b.row; };
  if (order == ExpectOrder::kAny) std::sort(lines.begin(), lines.end(), by_row);
  if (order != ExpectOrder::kStep) return;
  for (auto begin = lines.begin(); begin != lines.end();) {
    auto end = std::find_if(begin, lines.end(), [&](const ChangeLine& l) { return l.step != begin->step; });
    std::sort(begin, end, by_row);
    begin = end;
  }
}

bool same_changes(const std::string& expected, const std::string& actual, ExpectOrder order) {
  std::vector<ChangeLine> want = change_lines(expected), got = change_lines(actual);
  normalize_order(want, order);
  normalize_order(got, order);
  return std::equal(want.begin(), want.end(), got.begin(), got.end(),
                    [&](const ChangeLine& w, const ChangeLine& g) {
                      return w.row == g.row && (w.step < 0 || order == ExpectOrder::kAny || w.step == g.step);
                    });
}

bool same_lines(const std::string& expected, const std::string& actual) {
  std::vector<std::string> want = lines_of(expected), got = lines_of(actual);
  std::sort(want.begin(), want.end());
  std::sort(got.begin(), got.end());
  return want == got;
}

const Output* find_output(const Run& run, const std::string& name) {
  if (name.empty()) return run.outputs.size() == 1 ? &run.outputs[0] : nullptr;
  auto it =
      std::find_if(run.outputs.begin(), run.outputs.end(), [&](const Output& o) { return o.name == name; });
  return it == run.outputs.end() ? nullptr : &*it;
}

std::string label(const char* what, const std::string& output) {
  return output.empty() ? what : std::string(what) + " of " + output;
}

template <typename Print, typename Same>
void compare(const Run& run, const Texts& expected, const char* what, Print print, Same same,
             std::vector<Mismatch>& out) {
  for (const auto& [name, text] : expected) {
    const Output* output = find_output(run, name);
    // After an early error there are no outputs: an empty expectation holds then.
    std::string actual = output ? print(run, *output) : "";
    if (!same(text, actual)) out.push_back(Mismatch{label(what, name), text, actual});
  }
}

// The text that the error's span counts in, if it is the SQL or the pipeline.
const Located* error_source(const Run& run) {
  if (run.error->source == ErrorSource::kSql && run.scenario.sql) return &*run.scenario.sql;
  if (run.error->source == ErrorSource::kPipeline && run.scenario.pipeline) return &*run.scenario.pipeline;
  return nullptr;
}

int32_t error_line(const Run& run) {
  const Located* source = error_source(run);
  if (!source || !run.error->error.span.known()) return 0;
  return locate(source->text, run.error->error.span.offset).line;
}

std::string error_text(const Run& run) {
  if (!run.error) return "no error";
  const Error& error = run.error->error;
  const Located* source = error_source(run);
  std::string text = to_text(error, source ? std::string_view(source->text) : std::string_view());
  return "[" + error.code + "] " + text;
}

void check_error(const Run& run, const std::optional<ExpectedError>& expected, std::vector<Mismatch>& out) {
  if (!expected) {
    if (run.error) out.push_back(Mismatch{"error", "no error", error_text(run)});
    return;
  }
  bool holds = run.error && run.error->error.message.find(expected->contains) != std::string::npos;
  if (!holds) out.push_back(Mismatch{"error", expected->contains, error_text(run)});
  if (holds && expected->line != 0 && error_line(run) != expected->line) {
    out.push_back(Mismatch{"error line", std::to_string(expected->line), std::to_string(error_line(run))});
  }
}

}  // namespace

std::string changelog_text(const Run& run, const Output& output) {
  std::string text;
  for (const OutputChange& change : output.changes) {
    text += "@" + std::to_string(change.step) + " " +
            print_change(change.kind, *change.row, output.type, run.zone()) + "\n";
  }
  return text;
}

std::string messages_text(const Run&, const Output& output) {
  std::string text;
  for (size_t i = 0; i < output.messages.size(); ++i)
    text += "@" + std::to_string(output.changes[i].step) + " " + output.messages[i] + "\n";
  return text;
}

std::string table_text(const Run& run, const Output& output) {
  MaterializedTable table(output.key);
  for (const OutputChange& change : output.changes) table.apply(Change{change.kind, change.row});
  return table.to_text(output.type, run.zone());
}

namespace {

std::vector<std::string> advice_codes(const Run& run) {
  std::vector<std::string> codes;
  auto add = [&](const std::vector<Error>& advice) {
    for (const Error& error : advice) codes.push_back(error.code);
  };
  if (run.pipeline) add(run.pipeline->advice);
  if (run.plan) add(run.plan->advice);
  for (const FeedItem& item : run.feed.items) add(item.notes);
  return codes;
}

void check_pipeline(const Run& run, const Expect& expect, std::vector<Mismatch>& out) {
  auto compare_texts = [&](const Texts& texts, const char* what, const std::string& actual) {
    for (const auto& [name, text] : texts) {
      if (!same_changes(text, actual, expect.order)) out.push_back(Mismatch{label(what, name), text, actual});
    }
  };
  compare_texts(expect.changelog, "changelog", run.pipeline->changelog);
  compare_texts(expect.events, "events", run.pipeline->events);
}

}  // namespace

bool expects_anything(const Run& run) {
  if (!run.scenario.expect) return false;
  const Expect& expect = *run.scenario.expect;
  return !expect.changelog.empty() || !expect.table.empty() || !expect.messages.empty() ||
         !expect.events.empty() || expect.error || expect.plan || expect.advice;
}

std::vector<Mismatch> check_run(const Run& run) {
  std::vector<Mismatch> out;
  if (!run.scenario.expect) {
    check_error(run, std::nullopt, out);
    return out;
  }
  const Expect& expect = *run.scenario.expect;
  check_error(run, expect.error, out);
  if (run.pipeline) check_pipeline(run, expect, out);
  if (!run.pipeline)
    compare(
        run, expect.changelog, "changelog", changelog_text,
        [&](const std::string& want, const std::string& got) {
          return same_changes(want, got, expect.order);
        },
        out);
  compare(run, expect.table, "table", table_text, same_lines, out);
  compare(
      run, expect.messages, "messages", messages_text,
      [&](const std::string& want, const std::string& got) { return same_changes(want, got, expect.order); },
      out);
  if (expect.plan) {
    const std::string& plan = run.plan_text;
    if (lines_of(*expect.plan) != lines_of(plan)) out.push_back(Mismatch{"plan", *expect.plan, plan});
  }
  if (expect.advice) {
    std::vector<std::string> want = *expect.advice, got = advice_codes(run);
    std::sort(want.begin(), want.end());
    std::sort(got.begin(), got.end());
    if (want != got) {
      auto join = [](const std::vector<std::string>& codes) {
        std::string text;
        for (const std::string& code : codes) text += code + "\n";
        return text;
      };
      out.push_back(Mismatch{"advice", join(want), join(got)});
    }
  }
  return out;
}

Expect record_run(const Run& run, const Expect& like) {
  Expect expect;
  expect.order = like.order;
  auto name_of = [&](const Output& output) { return run.outputs.size() == 1 ? std::string() : output.name; };
  bool nothing_named =
      like.changelog.empty() && like.table.empty() && like.messages.empty() && !like.error && !like.plan;
  for (const Output& output : run.outputs) {
    if (run.error && output.changes.empty()) continue;
    if (nothing_named || like.error || !like.changelog.empty()) {
      expect.changelog.emplace_back(name_of(output), changelog_text(run, output));
    }
    if (nothing_named || like.error || !like.table.empty())
      expect.table.emplace_back(name_of(output), table_text(run, output));
    if (!like.messages.empty()) expect.messages.emplace_back(name_of(output), messages_text(run, output));
  }
  if (run.pipeline) {
    if (!run.pipeline->changelog.empty()) expect.changelog.emplace_back("", run.pipeline->changelog);
    if (!like.events.empty()) expect.events.emplace_back("", run.pipeline->events);
  }
  if (run.error) {
    bool still_holds = like.error && run.error->error.message.find(like.error->contains) != std::string::npos;
    expect.error = ExpectedError{still_holds ? like.error->contains : run.error->error.message,
                                 like.error && like.error->line ? error_line(run) : 0};
  }
  if (like.plan && run.plan) expect.plan = run.plan_text;
  if (like.advice) expect.advice = advice_codes(run);
  return expect;
}

std::string diff_text(const std::string& expected, const std::string& actual) {
  std::vector<std::string> want = lines_of(expected), got = lines_of(actual);
  // Longest common subsequence; texts of golden files are short.
  constexpr size_t kMost = 2000;
  if (want.size() > kMost || got.size() > kMost)
    return "- " + std::to_string(want.size()) + " lines\n+ " + std::to_string(got.size()) + " lines\n";
  std::vector<std::vector<int32_t>> length(want.size() + 1, std::vector<int32_t>(got.size() + 1, 0));
  for (size_t i = want.size(); i-- > 0;) {
    for (size_t j = got.size(); j-- > 0;) {
      length[i][j] =
          want[i] == got[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  std::string out;
  size_t i = 0, j = 0;
  while (i < want.size() || j < got.size()) {
    if (i < want.size() && j < got.size() && want[i] == got[j]) {
      out += "  " + want[i] + "\n";
      ++i, ++j;
    } else if (i < want.size() && (j == got.size() || length[i + 1][j] >= length[i][j + 1])) {
      out += "- " + want[i++] + "\n";
    } else {
      out += "+ " + got[j++] + "\n";
    }
  }
  return out;
}

}  // namespace rowkind
