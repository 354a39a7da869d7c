// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "answers/answer.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/properties.hpp"
#include "matrix.hpp"
#include "rows.hpp"
#include "table.hpp"

namespace bcast::docs {
namespace {

std::string edition_of(spec::document const& d) { return heading_of(d) + "."; }

table documents() {
  std::vector<spec::document> all;
  for (spec::rows const& r : spec::documents) all.push_back(r.about);
  return showing(
      {{"name"}, {"title"}, {"edition"}, {"lines"}, {"transcribed"}, {"newest"}, {"changes"}},
      table_of(all));
}

/// A section that holds all clauses of a document.
section clauses_of(spec::rows const& r) {
  table t = showing({{"tag"}, {"obligation"}, {"section"}, {"lines"}, {"formula"}, {"statement"}},
                    table_of(r.clauses));
  constexpr std::size_t lines = 3;
  for (std::size_t k = 0; k < t.rows.size(); ++k) {
    t.rows[k].at(lines) = linked(r.about.transcribed, r.clauses[k].at);
  }
  return {heading_of(r.about), fmt::format("Tags: `{}`.", r.about.name), std::move(t)};
}

/// What every rule answers to a case, the rules with one answer together: `2: onnx, sound`.
std::string answers_to(std::string_view example) {
  std::vector<std::pair<std::string, std::string>> groups;
  const proptests::test_case c =
      example.empty() ? proptests::test_case{} : proptests::parse_case(example);
  for (auto const& [rule, document] : all_rules()) {
    if (c.dimensions && !proptests::takes_dimensions(rule)) continue;
    const kit::result a = answers::broadcast_shapes(rule, c);
    const std::string answer = a.verdict == kit::result::kind::ok ? proptests::to_string(a.shape)
                               : a.verdict == kit::result::kind::refused ? "refused"
                                                                         : "silent";
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](auto const& each) { return each.first == answer; });
    if (same == groups.end()) {
      groups.emplace_back(answer, std::string(rule));
    } else {
      same->second += ", " + std::string(rule);
    }
  }
  std::string all;
  for (auto const& [answer, rules] : groups) {
    all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", answer, rules);
  }
  return verbatim(all);
}

/// A section with the places that a document does not cover.
section notes_of(spec::rows const& r) {
  table t = table_of(r.notes);
  t.titles.emplace_back("what each rule answers");
  for (std::size_t k = 0; k < t.rows.size(); ++k) {
    t.rows[k].at(1) = linked(r.about.transcribed, r.notes[k].at);
    auto const& example = r.notes[k].example;
    t.rows[k].push_back(example ? answers_to(*example) : "");
  }
  return {fmt::format("Not covered by {}", heading_of(r.about)), "", std::move(t)};
}

page clauses() {
  std::vector<section> sections{{"Documents", "", documents()}};
  for (spec::rows const& r : spec::documents) {
    sections.push_back(clauses_of(r));
    if (!r.notes.empty()) sections.push_back(notes_of(r));
  }
  sections.push_back({"Derived properties",
                      "Our own; they hold for all documents with sizes of 1 and more.",
                      showing({{"tag"}, {"obligation"}, {"section"}, {"formula"}, {"statement"}},
                              table_of(spec::properties))});
  return {"clauses", "the rows in spec/", "Clauses",
          "A tag names a clause wherever it is transcribed, tested or cited. The obligation is in "
          "the document's own words (must, should, may), `silent` if the document says nothing, or "
          "`derived` if the clause is ours and follows from the others. The line numbers refer to "
          "the transcribed text. What a document does not cover is listed after its clauses, with "
          "the smallest case and what each rule answers to it. The rows of a document's own tables "
          "and its worked examples have tags too, on separate pages.",
          std::move(sections)};
}

/// The table with the document's own column headings, followed by ours.
template <std::size_t n>
table headed(std::array<std::string_view, n> const& members,
             std::array<std::string_view, n> const& heads, table all) {
  std::vector<column> columns;
  for (std::string const& title : all.titles) {
    const auto at = std::find(members.begin(), members.end(), title);
    const bool printed = at != members.end();
    columns.push_back(
        {title, printed ? heads[static_cast<std::size_t>(at - members.begin())] : title});
  }
  return showing(columns, all);
}

/// What the newest text says, if it differs from the transcribed text.
std::string newest_outcomes() {
  using namespace spec::mlir;
  spec::text const& newest = about.newest;
  std::string out = fmt::format("In the newest text that was read (commit {}), {}.",
                                commit_of(newest), about.changes);
  for (verification_row const& row : verification_table) {
    if (row.newest == row.verdict) continue;
    out += fmt::format(" {} is `{}` there, and `{}` in the transcribed text", row.tag,
                       spec::name(row.newest), spec::name(row.verdict));
    for (spec::finding const& f : spec::findings) {
      if (f.clause == row.tag) out += fmt::format(" ({})", f.tag);
    }
    out += ".";
  }
  return out;
}

page mlir_verification() {
  using namespace spec::mlir;
  return {
      "mlir-verification",
      "the rows in spec/",
      "MLIR: verification of a dimension",
      fmt::format("{} The inferred size of a dimension against the size that the result's type "
                  "declares. {}",
                  edition_of(about), newest_outcomes()),
      {{"", "", headed(verification_members, verification_heads, table_of(verification_table))}}};
}

/// All members of all findings in one table, which shows only the columns that say what is wrong;
/// then, document by document, why it matters.
page findings() {
  table register_of_all = showing({{"tag"},
                                   {"clause"},
                                   {"lines"},
                                   {"defect"},
                                   {"title"},
                                   {"example"},
                                   {"printed"},
                                   {"corrected"},
                                   {"newest"}},
                                  table_of(spec::findings));
  for (std::size_t k = 0; k < spec::findings.size(); ++k) {
    spec::finding const& f = spec::findings[k];
    spec::document const about = spec::rows_of(spec::document_of(f.tag)).about;
    constexpr std::size_t lines = 2;
    register_of_all.rows[k].at(lines) = linked(about.transcribed, f.at);
    register_of_all.rows[k].back() = linked(about.newest, f.newest);
  }
  std::vector<section> sections{{"", "", std::move(register_of_all)}};
  for (spec::rows const& r : spec::documents) {
    std::vector<spec::finding> of_it;
    std::copy_if(spec::findings.begin(), spec::findings.end(), std::back_inserter(of_it),
                 [&](spec::finding const& f) { return spec::document_of(f.tag) == r.about.name; });
    if (of_it.empty()) continue;
    // The rows' own anchors are in the first table.
    table t = showing({{"tag", "finding"}, {"why", "why it matters"}}, table_of(of_it));
    t.titles.emplace_back("report");
    for (std::size_t k = 0; k < of_it.size(); ++k) {
      const std::string file = fmt::format("tools/findings/reports/{}.md", of_it[k].tag);
      t.rows[k].push_back(of_it[k].open() ? linked_to("report", address_of(file)) : "");
    }
    sections.push_back({heading_of(r.about), "", std::move(t)});
  }
  return {"findings", "the rows in spec/", "Findings",
          "Where the documents fail. A test runs each counterexample as printed and as corrected. "
          "The line numbers refer to the transcribed text, those under `newest` to the newest text "
          "that was read; a finding without them is gone from it. Each report is an issue that can "
          "be filed: `bcast findings TAG --report` prints it.",
          std::move(sections)};
}

page page_of(std::string_view file, std::string_view title, std::string_view text,
             std::vector<section> const& sections) {
  return {std::string(file), "the rows in spec/", std::string(title), std::string(text), sections};
}

constexpr std::string_view shapes =
    "A shape is written `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.";

/// The examples of a document that has them in the common form.
page examples_of(spec::rows const& r) {
  std::string file(r.about.name);
  std::replace_if(
      file.begin(), file.end(), [](char c) { return c == '_' || c == '@' || c == '.'; }, '-');
  return page_of(file + "-examples", fmt::format("Examples of {}", r.about.title),
                 fmt::format("{} {}", edition_of(r.about), shapes),
                 {{"",
                   "`rule` is the one that is asked, with the operands in the text's order. The "
                   "result is a dash if the shapes do not broadcast, and `broken` is the clause "
                   "that they break.",
                   table_of(r.examples)}});
}

}  // namespace

std::string heading_of(spec::document const& d) {
  return fmt::format("{} ({})", d.title, d.edition);
}

std::vector<page> pages() {
  using namespace spec;
  std::vector<page> all{
      clauses(),
      page_of("sonnx-constraints", "Constraints of SONNX's Broadcast", edition_of(sonnx::about),
              {{"", "", table_of(sonnx::constraints)}}),
      page_of("array-api-examples", "Examples of the Array API standard",
              fmt::format("{} {}", edition_of(array_api::about), shapes),
              {{"Two arrays", "The result is a dash if the shapes do not broadcast.",
                showing({{"tag"}, {"lines"}, {"a"}, {"b"}, {"result"}, {"why"}},
                        table_of(array_api::examples))},
               {"In place", "Whether `source` may be assigned to `target`, after indexing.",
                table_of(array_api::in_place_examples)}}),
      page_of("xla-examples", "Examples of XLA's broadcasting",
              fmt::format("{} {}", edition_of(xla::about), shapes),
              {{"",
                "`dims` are the broadcast dimensions, or a dash if the text gives none. "
                "`intermediate` is the operand of lower rank after they were applied, if the text "
                "states it. An invalid operation has no result, and `broken` is the rule that the "
                "text names. If the text has letters, MxNxPxQ is 2x3x4x5, and T and V are the "
                "sizes that they are matched with.",
                table_of(xla::examples)}}),
      page_of(
          "mlir-inference", "MLIR: inference of a dimension",
          fmt::format("{} `dim0` and `dim1` are one dimension of two operands, in either order.",
                      edition_of(mlir::about)),
          {{"", "",
            headed(mlir::inference_members, mlir::inference_heads,
                   table_of(mlir::inference_table))}}),
      mlir_verification(),
      page_of(
          "mlir-examples", "Examples of MLIR's Broadcastable trait",
          fmt::format("{} {}", edition_of(mlir::about), shapes),
          {{"", "`broken` is the clause that an incorrect use breaks.", table_of(mlir::examples)}}),
      findings(),
      page_of("theorems", "Theorems",
              "What holds between the documents. Each theorem is run over a complete scope. Pairs "
              "are two operands of rank up to 3 with sizes 0 to 4; triples are three operands with "
              "sizes 0 to 3. XLA's operands of unequal rank are matched with the last dimensions. "
              "The exceptions are exactly the cases named.",
              {{"", "", table_of(theorems)}}),
      page_of("rules", "Rules",
              "A rule is a preset of switches, one for each choice that the documents and the "
              "systems make differently. Each switch can be set separately: `mlir zero=other`.",
              {{"Switches", "", table_of(rules)},
               {"Citations",
                "What a verdict cites, by the reason for it. In an empty cell, the decision does "
                "not arise.",
                table_of(citation_table)}}),
  };
  for (spec::rows const& r : spec::documents) {
    if (!r.examples.empty()) all.push_back(examples_of(r));
  }
  return all;
}

}  // namespace bcast::docs
