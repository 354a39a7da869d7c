// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <fmt/core.h>

#include <string_view>
#include <vector>

#include "answers/clauses.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/links.hpp"
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

/// Links to a text, one line for each location.
std::string links_to(spec::text const& t, spec::passages const& places) {
  if (t.commit.empty()) return "";
  std::string links;
  for (spec::lines at : places) links += fmt::format("<{}>\n", spec::link_to(t, at));
  return links;
}

/// A location in a text, with its links.
std::string place(spec::text const& text, spec::passages const& places) {
  std::string out = fmt::format("`{}` in `{}`", text.path, text.repository);
  if (!text.edition.empty()) out += fmt::format(", edition {}", text.edition);
  if (!text.commit.empty()) out += fmt::format(", commit {} ({})", text.commit, text.date);
  if (!text.commit.empty() && !places.empty()) out += fmt::format(", {}", text_of(places));
  return out + ":\n\n" + links_to(text, places);
}

/// What the row is checked against, in a paragraph.
std::string against(spec::finding const& f) {
  using spec::defect;
  switch (f.defect) {
    case defect::contradicts_itself:
    case defect::cannot_run:
    case defect::side_effect: {
      if (f.against.of.empty()) return "";
      spec::document const about = spec::rows_of(spec::document_of(f.tag)).about;
      const bool open = f.standing == spec::standing::open;
      spec::passages const& places = open ? f.against.newest : f.against.at;
      return fmt::format("The other place, {}, says: {}\n\n{}", text_of(places),
                         answers::statement_of(f.against.of),
                         links_to(open ? about.newest : about.transcribed, places));
    }
    case defect::contradicts_another: {
      spec::document const other = spec::rows_of(spec::document_of(f.against.of)).about;
      return fmt::format("The other document is *{}*. It says: {} {}", other.title,
                         answers::statement_of(f.against.of),
                         place(other.newest, f.against.newest));
    }
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
      return "by the other place";
    case defect::contradicts_another:
      return "by the other document";
    case defect::implemented_otherwise:
      return "by the implementation";
    case defect::unsound:
      return "at run time";
    case defect::consequence:
      return "grouped or ordered otherwise";
    default:
      return "mended";
  }
}

bool is_shape(outcome const& o) {
  return o.text.find_first_not_of("0123456789x?*()") == std::string::npos;
}

bool is_rejection(outcome const& o) { return !answers::statement_of(o.text).empty(); }

/// An outcome for a reader who does not know bcast's tags.
std::string told(outcome const& o) {
  if (!o.has_value) return "no value: " + o.text;
  if (is_rejection(o)) return "an error";
  return is_shape(o) ? fmt::format("`{}`", o.text) : o.text;
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

std::string verdict_text(outcome const& o, outcome const& other) {
  if (is_rejection(o)) return "rejected by " + o.text;
  return is_rejection(other) && is_shape(o) ? "accepted: shape " + o.text : o.text;
}

std::string report(spec::finding const& f) {
  const spec::document about = spec::rows_of(spec::document_of(f.tag)).about;
  const bool open = f.standing == spec::standing::open;
  const rerun r = run(f.tag);
  std::string out = fmt::format("# {}\n\n{}.\n", f.title, about.title);
  out += "\n## Where\n\n";
  out += open ? place(about.newest, f.newest) : place(about.transcribed, f.at);
  if (!open) {
    out += fmt::format("The newest text that was read, commit {}, no longer has it.\n",
                       about.newest.commit);
  }
  const std::string_view words = answers::statement_of(f.clause);
  if (!words.empty()) out += fmt::format("\nIn our words: {}\n", words);
  const std::string other = against(f);
  if (!other.empty()) out += "\n" + other;
  out += "\n## Counterexample\n\n";
  out += fmt::format("| operands | as printed | {} |\n|---|---|---|\n| `{}` | {} | {} |\n",
                     heading_of_corrected(f.defect), f.example.empty() ? "none" : f.example,
                     told(r.printed), told(r.corrected));
  out +=
      "\nA shape is written `2x3`, a scalar `()`, an unknown size `?`, an unknown rank `*`; the "
      "declared result is after `->`, and `dims=` is the tuple of broadcast dimensions.\n";
  if (!f.witness.empty()) {
    out += fmt::format("The run time is `{}`, which is legal.\n", f.witness);
  }
  out += fmt::format("\n## Why it matters\n\n{}\n", f.why);
  out += fmt::format("\n## The smallest change\n\n{}\n", f.mend);
  out += fmt::format(
      "\n## How to run it\n\n```sh\nbcast findings {0}\n```\n\nbcast is an executable "
      "specification of "
      "broadcasting; this is its finding {0}.\n",
      f.tag);
  return out;
}

}  // namespace bcast::findings
