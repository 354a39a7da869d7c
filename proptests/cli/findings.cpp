// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/findings.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/suggest.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/array_api.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "bcast/spec/xla.hpp"
#include "command/color.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "output.hpp"

namespace bcast::cli {
namespace {

constexpr std::array documents{spec::sonnx::about, spec::sonnx_2026_01::about,
                               spec::array_api::about, spec::xla::about, spec::mlir::about};

std::string_view document_of(std::string_view tag) { return tag.substr(0, tag.find('.')); }

/// What the row of a clause says, and as which formula.
struct clause_text {
  std::string section;
  std::string statement;
};

clause_text text_of(std::string_view tag) {
  clause_text found{"", "a row of a table"};
  const auto look = [&](auto const& rows) {
    for (spec::clause const& c : rows) {
      if (c.tag != tag) continue;
      found = {std::string(c.section), std::string(c.statement)};
      if (!c.formula.empty()) found.statement += "\n            " + std::string(c.formula);
    }
  };
  look(spec::sonnx::clauses);
  look(spec::sonnx_2026_01::clauses);
  look(spec::array_api::clauses);
  look(spec::xla::clauses);
  look(spec::mlir::clauses);
  for (auto const& row : spec::mlir::inference_table) {
    if (row.tag != tag) continue;
    found = {"Inference table",
             fmt::format("({}, {}) gives {}. {}", spec::name(row.dim0), spec::name(row.dim1),
                         spec::name(row.inferred_dim), row.note)};
  }
  return found;
}

/// What is still open first, otherwise in the order of the documents.
std::vector<spec::finding> sorted() {
  std::vector<spec::finding> all(spec::findings.begin(), spec::findings.end());
  std::stable_partition(all.begin(), all.end(),
                        [](auto const& f) { return f.standing == spec::standing::open; });
  return all;
}

nlohmann::ordered_json to_json(spec::finding const& f) {
  return {{"finding", f.tag},
          {"clause", f.clause},
          {"defect", spec::name(f.defect)},
          {"standing", spec::name(f.standing)},
          {"title", f.title},
          {"example", f.example},
          {"printed", f.printed},
          {"corrected", f.corrected},
          {"profiles", f.profiles}};
}

int list(output const& to) {
  const std::vector<spec::finding> all = sorted();
  if (to.json) {
    nlohmann::ordered_json j = nlohmann::ordered_json::array();
    for (spec::finding const& f : all) j.push_back(to_json(f));
    print(j);
  }
  if (to.json || to.quiet) return holds;
  for (spec::finding const& f : all) {
    const bool open = f.standing == spec::standing::open;
    const std::string standing = fmt::format("{:<5}", spec::name(f.standing));
    fmt::print("{:<16} {} {:<29} {}\n", f.tag,
               proptests::painted(standing, open ? proptests::tone::bad : proptests::tone::good),
               spec::name(f.defect), f.title);
  }
  const auto open = std::count_if(all.begin(), all.end(), [](spec::finding const& f) {
    return f.standing == spec::standing::open;
  });
  fmt::print(
      "\n{} findings, {} of them open in the newest edition; "
      "`bcast findings TAG` runs one\n",
      all.size(), open);
  return holds;
}

int show(std::string_view tag, output const& to) {
  const auto row = std::find_if(spec::findings.begin(), spec::findings.end(),
                                [&](spec::finding const& f) { return f.tag == tag; });
  if (row == spec::findings.end()) {
    throw std::invalid_argument("no finding is called '" + std::string(tag) + "'" +
                                proptests::suggestion(tag, names_of("FINDING")) +
                                "; `bcast findings` lists them");
  }
  const auto document = std::find_if(documents.begin(), documents.end(),
                                     [&](auto const& d) { return d.name == document_of(tag); });
  const clause_text clause = text_of(row->clause);
  const proptests::rerun run = proptests::run_finding(tag);
  const bool same = run.printed == row->printed && run.corrected == row->corrected;
  if (to.json) {
    nlohmann::ordered_json j = to_json(*row);
    j["run"] = {{"printed", run.printed}, {"corrected", run.corrected}};
    print(j);
  }
  if (to.json || to.quiet) return same ? holds : broken;
  fmt::print("{}  {}\n{}\n\n", row->tag, spec::name(row->defect), row->title);
  fmt::print("document    {}, {}\n", document->title, document->edition);
  fmt::print("newest      {}; {}\n", spec::name(row->standing), document->newest);
  fmt::print("clause      [{}] {}\n            {}\n", row->clause, clause.section,
             clause.statement);
  fmt::print("example     {}\n", row->example);
  fmt::print("as printed  {}\n", run.printed);
  fmt::print("corrected   {}\n", run.corrected);
  fmt::print("profiles    {}\n", row->profiles);
  fmt::print("evidence    run now; ctest --preset dev -R '{}.IsReproduced'\n",
             proptests::suite_of(tag));
  if (!same) {
    fmt::print("\nthe row says '{}' and '{}'\n", row->printed, row->corrected);
    return broken;
  }
  return holds;
}

}  // namespace

command add_findings(CLI::App& program) {
  auto tag = std::make_shared<std::string>();
  auto to = std::make_shared<output>();
  CLI::App* sub =
      program.add_subcommand("findings", "Where the documents fail, with the counterexamples");
  takes(sub->add_option("tag", *tag,
                        "One finding: its counterexample is run, as printed and corrected"),
        "FINDING");
  add_output(*sub, *to);
  add_examples(*sub, {{"bcast findings", "all, those first that are still open"},
                      {"bcast findings xla.D2", "one, run as printed and as corrected"},
                      {"bcast findings --json", "all, as a JSON array"}});
  return [tag, to] { return tag->empty() ? list(*to) : show(*tag, *to); };
}

}  // namespace bcast::cli
