// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/properties.hpp"
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
  return {heading_of(r.about), fmt::format("Tags: `{}`.", r.about.name),
          showing({{"tag"}, {"obligation"}, {"section"}, {"lines"}, {"formula"}, {"statement"}},
                  table_of(r.clauses))};
}

page clauses() {
  std::vector<section> sections{{"Documents", "", documents()}};
  for (spec::rows const& r : spec::documents) sections.push_back(clauses_of(r));
  sections.push_back({"Derived properties",
                      "Ours; they hold of all documents on sizes of 1 and more.",
                      showing({{"tag"}, {"obligation"}, {"section"}, {"formula"}, {"statement"}},
                              table_of(spec::properties))});
  return {"clauses", "the rows in spec/", "Clauses",
          "A tag names a clause wherever it is transcribed, tested or cited. The obligation is in "
          "the document's own words (must, should, may), or `silent` where it has none, or "
          "`derived` where the clause is ours and follows from the others. The lines are those of "
          "the transcribed text. The rows of a document's own tables and its worked examples have "
          "tags too, and pages of their own.",
          std::move(sections)};
}

page sonnx_requirements_page() {
  const auto of = [](spec::operator_page const& p, auto const& requirements) {
    table t =
        showing({{"req_id"}, {"clause"}, {"title"}, {"text"}, {"latex"}}, table_of(requirements));
    return section{
        heading_of(spec::rows_of(p.document).about),
        fmt::format("For the types that the document calls {}: {}.", p.datatype, p.types),
        std::move(t)};
  };
  return {"sonnx-requirements",
          "the rows in spec/",
          "Requirements of SONNX's Broadcast",
          "The clauses in the form that the working group's guideline gives to requirements: what "
          "the document says, with what is wrong in it. `sonnx-broadcast.yaml` and "
          "`sonnx-broadcast-2025-11.yaml` hold them for the group's renderer. An identifier is "
          "given once and never changes.",
          {of(spec::sonnx_2026_01::page, spec::sonnx_2026_01::requirements),
           of(spec::sonnx::page, spec::sonnx::requirements)}};
}

/// The table with the document's own heads over its columns, and ours behind them.
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

/// What the newest text says where it does not say what is transcribed.
std::string newest_outcomes() {
  using namespace spec::mlir;
  spec::text const& newest = about.newest;
  std::string out = fmt::format("In the newest text that was read (commit {} of {}), {}.",
                                newest.commit, newest.date, about.changes);
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

/// All members of all findings in one table, of which the columns shown are those that say what is
/// wrong; then, document by document, why it matters and what mends it.
page findings() {
  std::vector<section> sections{{"", "",
                                 showing({{"tag"},
                                          {"clause"},
                                          {"lines"},
                                          {"defect"},
                                          {"title"},
                                          {"example"},
                                          {"printed"},
                                          {"corrected"},
                                          {"standing"},
                                          {"profiles"}},
                                         table_of(spec::findings))}};
  for (spec::rows const& r : spec::documents) {
    std::vector<spec::finding> of_it;
    std::copy_if(spec::findings.begin(), spec::findings.end(), std::back_inserter(of_it),
                 [&](spec::finding const& f) { return spec::document_of(f.tag) == r.about.name; });
    if (of_it.empty()) continue;
    // The rows' own anchors are in the first table.
    table t = showing({{"tag", "finding"}, {"why", "why it matters"}, {"mend", "what mends it"}},
                      table_of(of_it));
    t.data = json::array();
    sections.push_back({heading_of(r.about), "", std::move(t)});
  }
  return {"findings", "the rows in spec/", "Findings",
          "Where the documents fail: a departure (D) from what is printed, or a gap (G). Each "
          "counterexample is run by a test, as printed and as corrected; for a gap, the corrected "
          "column is what bcast gives where it has to give something. The lines are those of the "
          "transcribed text, and `standing` is that of the newest text that was read.",
          std::move(sections)};
}

page page_of(std::string_view file, std::string_view title, std::string_view text,
             std::vector<section> const& sections) {
  return {std::string(file), "the rows in spec/", std::string(title), std::string(text), sections};
}

constexpr std::string_view shapes =
    "A shape is written `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.";

}  // namespace

std::string heading_of(spec::document const& d) {
  return fmt::format("{} ({})", d.title, d.edition);
}

std::vector<page> pages() {
  using namespace spec;
  return {
      clauses(),
      page_of("sonnx-constraints", "Constraints of SONNX's Broadcast", edition_of(sonnx::about),
              {{"", "", table_of(sonnx::constraints)}}),
      sonnx_requirements_page(),
      page_of("array-api-examples", "Examples of the Array API standard",
              fmt::format("{} {}", edition_of(array_api::about), shapes),
              {{"Two arrays",
                "The result has a dash where the shapes do not broadcast. "
                "`array-api-examples.rst` has the examples laid out as the standard prints them.",
                showing({{"tag"}, {"lines"}, {"a"}, {"b"}, {"result"}, {"why"}},
                        table_of(array_api::examples)),
                array_api_figures()},
               {"In place", "Whether `source` may be assigned to `target`, after indexing.",
                table_of(array_api::in_place_examples)}}),
      page_of(
          "xla-examples", "Examples of XLA's broadcasting",
          fmt::format("{} {}", edition_of(xla::about), shapes),
          {{"",
            "`dims` are the broadcast dimensions, with a dash where the text gives none. "
            "`intermediate` is the operand of lower rank after they were applied, where the "
            "text states it. An operation that is invalid has no result, and the rule that "
            "the text names stands under `broken`. Where the text has letters, MxNxPxQ is 2x3x4x5, "
            "and T and V are what they are matched with. `xla-examples-as-printed.md` has the "
            "examples laid out as the document prints them.",
            table_of(xla::examples), xla_figures()}}),
      page_of("mlir-inference", "MLIR: inference of a dimension",
              fmt::format("{} `dim0` and `dim1` stand for one dimension of two operands, in either "
                          "order.",
                          edition_of(mlir::about)),
              {{"", "",
                headed(mlir::inference_members, mlir::inference_heads,
                       table_of(mlir::inference_table))}}),
      mlir_verification(),
      page_of("mlir-examples", "Examples of MLIR's Broadcastable trait",
              fmt::format("{} {}", edition_of(mlir::about), shapes),
              {{"", "The clause that an incorrect use breaks stands under `broken`.",
                table_of(mlir::examples)}}),
      findings(),
      page_of("theorems", "Theorems",
              "What holds between the documents, each run over a complete scope. Pairs are two "
              "operands of rank up to 3 with sizes 0 to 4, triples three with sizes 0 to 3; XLA's "
              "operands of unequal rank are matched with the last dimensions. Where there are "
              "exceptions, they are exactly the cases named.",
              {{"", "", table_of(theorems)}}),
      page_of("profiles", "Profiles",
              "A profile is a preset of switches, one for each choice that the documents and the "
              "systems make differently. Each switch can be set alone: `mlir zero=other`.",
              {{"Switches", "", table_of(profiles)},
               {"Citations",
                "What a verdict cites, by what decides it. An empty cell: the decision does not "
                "arise.",
                table_of(citation_table)}}),
  };
}

tag_pages homes_of(std::vector<page> const& all) {
  tag_pages homes;
  for (page const& p : all) {
    for (section const& s : p.sections) {
      for (std::string const& tag : tags_of(s.rows)) homes.emplace(tag, p.name);
    }
  }
  return homes;
}

}  // namespace bcast::docs
