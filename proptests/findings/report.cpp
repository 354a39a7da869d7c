// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/names.hpp"
#include "findings.hpp"

namespace bcast::findings {
namespace {

std::string listed(std::vector<std::string> const& items) {
  std::string all;
  for (std::size_t k = 0; k < items.size(); ++k) {
    all += (k == 0 ? "" : k + 1 == items.size() ? " and " : ", ") + items[k];
  }
  return all;
}

/// Where a text can be read: its file on GitHub at a commit, from a line on.
std::string link_to(spec::text const& t, spec::passages const& places) {
  if (t.commit.empty()) return "";
  std::string link = fmt::format("https://github.com/{}/blob/{}/{}", t.repository, t.commit, t.path);
  const bool rendered = t.path.ends_with(".md") || t.path.ends_with(".rst");
  if (rendered) link += "?plain=1";
  if (!places.empty()) {
    const spec::lines first = *places.begin();
    link += fmt::format("#L{}", first.first);
    if (first.last > first.first) link += fmt::format("-L{}", first.last);
  }
  return link;
}

/// The statement of a clause, or what a row of a table or an example is.
std::string statement_of(std::string_view tag) {
  for (spec::rows const& r : spec::documents) {
    for (spec::clause const& c : r.clauses) {
      if (c.tag == tag) return std::string(c.statement);
    }
  }
  return "a row of a table, or an example";
}

/// What the row is held against, as a sentence.
std::string against(spec::finding const& f) {
  using spec::defect;
  if (f.against.of.empty()) return "";
  switch (f.defect) {
    case defect::contradicts_itself:
    case defect::cannot_run:
    case defect::side_effect:
      return fmt::format("The other place is {} of the transcribed text: {}\n",
                         text_of(f.against.at), statement_of(f.against.of));
    case defect::contradicts_another:
      return fmt::format("The other document is *{}*, clause `{}`: {}\n",
                         spec::rows_of(spec::document_of(f.against.of)).about.title, f.against.of,
                         statement_of(f.against.of));
    case defect::implemented_otherwise:
      return fmt::format("The implementation is {}.\n", f.against.of);
    case defect::consequence:
      return fmt::format("It follows from `{}`, and goes with it.\n", f.against.of);
    default:
      return "";
  }
}

std::string_view heading_of_corrected(spec::defect d) {
  using spec::defect;
  switch (d) {
    case defect::ambiguous:
      return "the other reading";
    case defect::silent:
      return "what bcast gives";
    case defect::contradicts_itself:
      return "the other place";
    case defect::contradicts_another:
      return "the other document";
    case defect::implemented_otherwise:
      return "the implementation";
    case defect::unsound:
      return "a run time";
    case defect::consequence:
      return "otherwise grouped or ordered";
    default:
      return "mended";
  }
}

}  // namespace

std::string text_of(spec::passages const& places) {
  std::vector<std::string> items;
  for (spec::lines at : places) {
    items.push_back(at.first == at.last ? std::to_string(at.first)
                                        : fmt::format("{} to {}", at.first, at.last));
  }
  const bool one = places.size() == 1 && places.begin()->first == places.begin()->last;
  return items.empty() ? "" : (one ? "line " : "lines ") + listed(items);
}

std::string report(spec::finding const& f) {
  const spec::document about = spec::rows_of(spec::document_of(f.tag)).about;
  const rerun r = run(f.tag);
  std::string out = fmt::format("# {}: {}\n\n", about.title, f.title);
  const bool open = f.standing == spec::standing::open;
  spec::text const& text = open ? about.newest : about.transcribed;
  spec::passages const& places = open ? f.newest : f.at;
  out += "## Where\n\n";
  out += fmt::format("`{}` in `{}`", text.path, text.repository);
  if (!text.edition.empty()) out += fmt::format(", edition {}", text.edition);
  if (!text.commit.empty()) out += fmt::format(", commit {}", text.commit);
  if (!text.date.empty()) out += fmt::format(", read as of {}", text.date);
  if (open || !text.commit.empty()) out += fmt::format(", {}", text_of(places));
  out += ".\n";
  const std::string link = link_to(text, places);
  if (!link.empty()) out += fmt::format("{}\n", link);
  if (!open) {
    out += fmt::format("\nThe newest text that was read ({}{}) no longer has it.\n",
                       about.newest.commit.empty() ? "" : "commit ", about.newest.commit);
  }
  out += fmt::format("\nThe clause is `{}`: {}\n", f.clause, statement_of(f.clause));
  const std::string other = against(f);
  if (!other.empty()) out += "\n" + other;
  out += "\n## Counterexample\n\n";
  out += fmt::format("| operands | as printed | {} |\n|---|---|---|\n| `{}` | {} | {} |\n",
                     heading_of_corrected(f.defect), f.example.empty() ? "(none)" : f.example,
                     r.printed.text, r.corrected.text);
  if (!f.witness.empty()) {
    out += fmt::format("\nAt run time the operands are `{}`, which is legal.\n", f.witness);
  }
  out += fmt::format("\n## Why it matters\n\n{}\n", f.why);
  out += fmt::format("\n## The smallest change\n\n{}\n", f.mend);
  out += fmt::format(
      "\n## How to run it\n\n```sh\nbcast findings {}\n```\n\nThis report was made by `bcast findings "
      "{} --report`; a shape is written `2x3`, a scalar `()`, an unknown size `?`, an unknown rank "
      "`*`. Kind of defect: {}.\n",
      f.tag, f.tag, spec::name(f.defect));
  return out;
}

}  // namespace bcast::findings
