// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "findings/findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "answers/clauses.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/links.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/numbers.hpp"
#include "command/color.hpp"
#include "commands.hpp"
#include "findings/report.hpp"
#include "output.hpp"
#include "support/suggest.hpp"

namespace bcast::program {
namespace {

/// The clause of a tag; none for a row of a table.
spec::clause const* clause_of(std::string_view tag) {
  for (spec::rows const& r : spec::documents) {
    for (spec::clause const& c : r.clauses) {
      if (c.tag == tag) return &c;
    }
  }
  return nullptr;
}

/// Open findings first, then in the order of the documents.
std::vector<spec::finding> sorted() {
  std::vector<spec::finding> all(spec::findings.begin(), spec::findings.end());
  std::stable_partition(all.begin(), all.end(), [](auto const& f) { return f.open(); });
  return all;
}

std::string_view standing(spec::finding const& f) { return f.open() ? "open" : "gone"; }

nlohmann::ordered_json to_json(spec::passages const& places) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (spec::lines at : places) all.push_back({at.first, at.last});
  return all;
}

/// Where the finding is read: in the newest text if it is still there, otherwise in the transcribed
/// one.
std::vector<std::string> links_of(spec::finding const& f) {
  spec::document const about = spec::rows_of(spec::document_of(f.tag)).about;
  spec::text const& in = f.open() ? about.newest : about.transcribed;
  std::vector<std::string> all;
  for (spec::lines at : f.open() ? f.newest : f.at) {
    const std::string lines = spec::link_to(in, at);
    all.push_back(lines.empty() ? spec::link_to(in) : lines);
  }
  return all;
}

nlohmann::ordered_json to_json(spec::finding const& f) {
  spec::text const& newest = spec::rows_of(spec::document_of(f.tag)).about.newest;
  return {{"finding", f.tag},
          {"clause", f.clause},
          {"defect", spec::name(f.defect)},
          {"lines", to_json(f.at)},
          {"against", f.against.of},
          {"against_lines", to_json(f.against.at)},
          {"title", f.title},
          {"example", f.example},
          {"printed", f.printed},
          {"corrected", f.corrected},
          {"standing", standing(f)},
          {"links", links_of(f)},
          {"newest",
           {{"edition", newest.edition},
            {"commit", newest.commit},
            {"date", newest.date},
            {"lines", to_json(f.newest)}}},
          {"why", f.why},
          {"patch", findings::patch(f.tag)}};
}

/// Whether `name` is a tag's document, with its edition or without.
bool is_of(std::string_view tag, std::string_view name) {
  const std::string_view document = spec::document_of(tag);
  return document == name || document.substr(0, document.find('@')) == name;
}

/// The findings of a document, or of all if it is empty.
int list(std::string_view document, output const& to) {
  std::vector<spec::finding> all = sorted();
  std::erase_if(all, [&](auto const& f) { return !document.empty() && !is_of(f.tag, document); });
  if (to.json) {
    nlohmann::ordered_json j = nlohmann::ordered_json::array();
    for (spec::finding const& f : all) j.push_back(to_json(f));
    print(j);
  }
  if (to.json || to.quiet) return holds;
  for (spec::finding const& f : all) {
    const std::string before =
        fmt::format("{:<20} {} {:<24} ", f.tag,
                    proptests::painted(fmt::format("{:<5}", standing(f)),
                                       f.open() ? proptests::tone::bad : proptests::tone::good),
                    spec::name(f.defect));
    print_row(before, f.title);
  }
  const auto open =
      std::count_if(all.begin(), all.end(), [](spec::finding const& f) { return f.open(); });
  fmt::print("\n");
  print_row("", fmt::format("{} finding{}, {} of them open in the newest edition; "
                            "`bcast findings TAG` runs one",
                            all.size(), all.size() == 1 ? "" : "s", open));
  return holds;
}

/// Why there is nothing to run or to file under a tag; empty if it is a finding.
std::string nothing_under(std::string_view tag) {
  for (spec::scope_note const& n : spec::notes) {
    if (n.tag == tag) return fmt::format("{} is a scope note, not a finding: {}", tag, n.statement);
  }
  if (std::find(spec::retired.begin(), spec::retired.end(), tag) != spec::retired.end()) {
    return fmt::format("{} is retired: it is no finding, and its number is not used again", tag);
  }
  return "";
}

spec::finding const& row_of(std::string_view tag) {
  const auto row = std::find_if(spec::findings.begin(), spec::findings.end(),
                                [&](spec::finding const& f) { return f.tag == tag; });
  if (row == spec::findings.end()) {
    std::vector<std::string> names;
    for (spec::finding const& f : spec::findings) names.emplace_back(f.tag);
    for (spec::rows const& r : spec::documents) names.emplace_back(r.about.name);
    throw std::invalid_argument("no finding and no document is called '" + std::string(tag) + "'" +
                                proptests::suggestion(tag, names) +
                                "; `bcast findings` lists them");
  }
  return *row;
}

/// The newest text that was read, and where the finding still occurs in it.
std::string standing_of(spec::finding const& f) {
  spec::text const& newest = spec::rows_of(spec::document_of(f.tag)).about.newest;
  std::string text = newest.edition.empty() ? "" : fmt::format("edition {}, ", newest.edition);
  text += fmt::format("{}, {}", newest.commit, newest.date);
  if (!f.open()) return fmt::format("gone from {}", text);
  return fmt::format("open in {}, {}", text, findings::text_of(newest, f.newest));
}

/// What the row is checked against, with its lines.
std::string against(spec::finding const& f) {
  std::string text(f.against.of);
  if (!f.against.at.empty()) {
    spec::rows const& of = spec::rows_of(spec::document_of(f.against.of));
    text += ", " + findings::text_of(of.about.transcribed, f.against.at);
  }
  return text;
}

int show(std::string_view tag, output const& to) {
  spec::finding const& row = row_of(tag);
  spec::document const about = spec::rows_of(spec::document_of(tag)).about;
  spec::clause const* const clause = clause_of(row.clause);
  const findings::rerun run = findings::run(tag);
  const bool same = run.printed.text == row.printed && run.corrected.text == row.corrected;
  if (to.json) {
    nlohmann::ordered_json j = to_json(row);
    j["run"] = {{"printed", run.printed.text}, {"corrected", run.corrected.text}};
    print(j);
  }
  if (to.json || to.quiet) return same ? holds : broken;
  const auto line = [](std::string_view name, std::string_view value) {
    if (!value.empty()) print_row(fmt::format("{:<11} ", name), value);
  };
  fmt::print("{}  {}\n", row.tag, spec::name(row.defect));
  print_row("", row.title);
  fmt::print("\n");
  line("document", fmt::format("{}, {}, {}", about.title, about.edition,
                               findings::text_of(about.transcribed, row.at)));
  line("clause", fmt::format("[{}] {}", row.clause, clause ? clause->section : "a row of a table"));
  line(" ", answers::statement_of(row.clause));
  if (clause != nullptr) line(" ", clause->formula);
  line("against", against(row));
  line("newest", standing_of(row));
  for (std::string const& link : links_of(row)) line("link", link);
  line("example", row.example.empty() ? "(no operand)" : row.example);
  line("as printed", findings::verdict_text(run.printed, run.corrected));
  line("corrected", findings::verdict_text(run.corrected, run.printed));
  line("matters", row.why);
  if (row.open()) line("report", fmt::format("bcast findings {} --report", tag));
  line("evidence",
       fmt::format("run now; ctest --preset dev -R '{}.IsReproduced'", proptests::suite_of(tag)));
  if (!same) {
    fmt::print("\nthe row says '{}' and '{}'\n", row.printed, row.corrected);
    return broken;
  }
  return holds;
}

}  // namespace

int findings(findings_arguments const& a) {
  const bool of_document =
      std::any_of(spec::documents.begin(), spec::documents.end(),
                  [&](spec::rows const& r) { return r.about.name == a.which; });
  if (a.report && of_document) {
    throw std::invalid_argument(
        fmt::format("--report takes one finding; `bcast findings {}` lists them", a.which));
  }
  if (a.which.empty() || of_document) return list(a.which, a.to);
  if (const std::string why = nothing_under(a.which); !why.empty()) {
    fmt::print("{}\n", why);
    return broken;
  }
  if (!a.report) return show(a.which, a.to);
  spec::finding const& row = row_of(a.which);
  if (!row.open()) {
    fmt::print("{} is {}: there is nothing to report\n", row.tag, standing_of(row));
    return broken;
  }
  fmt::print("{}", findings::report(row.tag));
  return holds;
}

}  // namespace bcast::program
