// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pages.hpp"

#include <fmt/core.h>

#include <string_view>

#include "bcast/spec/properties.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "table.hpp"

namespace bcast::docs {
namespace {

constexpr std::array documents{spec::sonnx::about, spec::sonnx_2026_01::about,
                               spec::array_api::about, spec::xla::about, spec::mlir::about};

std::string edition_of(spec::document const& d) {
  return fmt::format("{} ({}).", d.title, d.edition);
}

/// A section that holds all clauses of a document.
template <std::size_t n>
section clauses_of(spec::document const& d, std::array<spec::clause, n> const& clauses) {
  return {std::string(d.title), fmt::format("Edition: {}.", d.edition), table_of(clauses)};
}

page page_of(std::string_view file, std::string_view title, std::string_view text,
             std::vector<section> const& sections) {
  return {std::string(file), "the rows in spec/", std::string(title), std::string(text), sections};
}

constexpr std::string_view shapes =
    "A shape is written `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.";

}  // namespace

std::vector<page> pages() {
  using namespace spec;
  return {
      page_of(
          "clauses", "Clauses",
          "A tag names a clause wherever it is transcribed, tested or cited. The obligation is "
          "in the document's own words (must, should, may), or `silent` where it has none, or "
          "`derived` where the clause is ours and follows from the others. The rows of a "
          "document's own tables and its worked examples have tags too, and pages of their own.",
          {{"Documents", "", table_of(documents)},
           clauses_of(sonnx::about, sonnx::clauses),
           clauses_of(sonnx_2026_01::about, sonnx_2026_01::clauses),
           clauses_of(array_api::about, array_api::clauses),
           clauses_of(xla::about, xla::clauses),
           clauses_of(mlir::about, mlir::clauses),
           {"Derived properties", "Ours; they hold of all documents on sizes of 1 and more.",
            table_of(properties)}}),
      page_of("sonnx-constraints", "Constraints of SONNX's Broadcast", edition_of(sonnx::about),
              {{"", "", table_of(sonnx::constraints)}}),
      page_of("array-api-examples", "Examples of the Array API standard",
              fmt::format("{} {}", edition_of(array_api::about), shapes),
              {{"Two arrays", "The result has a dash where the shapes do not broadcast.",
                table_of(array_api::examples), array_api_figures()},
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
            "and T and V are what they are matched with.",
            table_of(xla::examples), xla_figures()}}),
      page_of("mlir-inference", "MLIR: inference of a dimension",
              fmt::format("{} `dim0` and `dim1` stand for one dimension of two operands, in either "
                          "order.",
                          edition_of(mlir::about)),
              {{"", "", table_of(mlir::inference_table)}}),
      page_of("mlir-verification", "MLIR: verification of a dimension",
              fmt::format("{} The inferred size of a dimension against the size that the result's "
                          "type declares.",
                          edition_of(mlir::about)),
              {{"", "", table_of(mlir::verification_table)}}),
      page_of("mlir-examples", "Examples of MLIR's Broadcastable trait",
              fmt::format("{} {}", edition_of(mlir::about), shapes),
              {{"", "The clause that an incorrect use breaks stands under `broken`.",
                table_of(mlir::examples)}}),
      page_of("findings", "Findings",
              "Where the documents fail: a departure (D) from what is printed, or a gap (G). Each "
              "counterexample is run by a test, as printed and as corrected; for a gap, the "
              "corrected column is what the rule \"the one size that is not 1\" gives. `standing` "
              "is that of the newest known edition.",
              {{"", "", table_of(findings)}}),
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
