// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trust.hpp"

#include <fmt/core.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cell.hpp"
#include "rows.hpp"

namespace bcast::docs {
namespace {

/// A cell as it is in the data: a number or a text.
text cell_of(json const& value) {
  if (value.is_number_integer()) return cell(value.get<std::int64_t>());
  if (value.is_null()) return {{kind::plain, "-", ""}};
  return cell(value.get<std::string>());
}

/// The members of each object as a table: a column for each pair of key and title.
table table_of(json const& rows, std::vector<std::pair<std::string, std::string>> const& columns) {
  table t;
  for (auto const& [key, title] : columns) t.titles.push_back(title);
  for (json const& row : rows) {
    std::vector<text> cells;
    for (auto const& [key, title] : columns) cells.push_back(cell_of(row.at(key)));
    t.rows.push_back(std::move(cells));
    t.data.push_back(row);
  }
  return t;
}

std::string reached(json const& figure) {
  const auto of = figure.at("of").get<std::int64_t>(),
             got = figure.at("reached").get<std::int64_t>();
  if (of == 0) return "none";
  return fmt::format("{:.2f} % of {}", 100.0 * static_cast<double>(got) / static_cast<double>(of),
                     of);
}

section proofs(json const& rows) {
  return {"Theorems for all sizes",
          "The templates of `reference/` and of the verifier run on a solver's integers, path by "
          "path. A theorem holds if Z3 finds no path on which it fails, and cvc5 confirms that the "
          "paths leave no case out. Each wrong variant is refuted, and the counterexample fails on "
          "numbers too. `ctest --preset dev -L proofs` repeats it, and `build/dev/bin/bcast_prove` "
          "prints every step.",
          table_of(rows, {{"tag", "tag"},
                          {"name", "theorem"},
                          {"statement", "statement"},
                          {"goals", "goals"},
                          {"paths", "paths"},
                          {"wrong", "wrong variant"},
                          {"refuted_by", "refuted by"}})};
}

section modules(json const& figures) {
  return {
      "Theorems in WhyML",
      "What Why3 proves of the modules in `proptests/assurance/proofs/why3/`, for every rank and "
      "every number of tensors. A goal is split into parts, and each part is proved by Z3 or by "
      "cvc5. `ctest --preset dev -L why3` repeats it.",
      table_of(figures.at("modules"), {{"module", "module"},
                                       {"goals", "goals"},
                                       {"parts", "parts"},
                                       {"z3", "by Z3"},
                                       {"cvc5", "by cvc5"},
                                       {"unproved", "not proved"},
                                       {"seconds", "seconds"}})};
}

section clauses(json const& figures) {
  return {"Clauses in WhyML",
          "The definitions and the goals that have the clause's tag as an attribute.",
          table_of(figures.at("clauses"), {{"tag", "tag"}, {"names", "definitions and goals"}})};
}

section coverage(json const& figures) {
  json rows = json::array();
  for (json const& part : figures.at("parts")) {
    rows.push_back({{"part", part.at("part")},
                    {"lines", reached(part.at("lines"))},
                    {"branches", reached(part.at("branches"))},
                    {"mcdc", reached(part.at("mcdc"))}});
  }
  return {"Coverage",
          "What the tests reach, by clang 19's instrumentation. The instantiations of a template "
          "count together. `cmake --workflow --preset coverage` repeats it and names each location "
          "that is not reached.",
          table_of(rows, {{"part", "part"},
                          {"lines", "lines"},
                          {"branches", "branches"},
                          {"mcdc", "MC/DC conditions"}})};
}

section exclusions(json const& figures) {
  return {"Excluded from the coverage", "",
          table_of(figures.at("exclusions"),
                   {{"file", "file"}, {"text", "line"}, {"reason", "reason"}})};
}

section mutants(json const& figures) {
  return {
      "Mutants of our own code",
      fmt::format(
          "A mutant changes one location in a file. The suites closest to the file run on it until "
          "a test fails; for the engine and the verifier, the laws run too. Without `--nearest`, "
          "the remaining mutants go through all other suites. Equivalent mutants are not run. If a "
          "file has more mutants than those that are equivalent or run, the others wait for a "
          "campaign. Measured on {}; `python3 proptests/assurance/mutation/campaign.py --build "
          "build/dev "
          "--nearest --log mutants.jsonl --report docs/data/trust/mutation.json` repeats it.",
          figures.at("date").get<std::string>()),
      table_of(figures.at("files"), {{"file", "file"},
                                     {"mutants", "mutants"},
                                     {"equivalent", "equivalent"},
                                     {"run", "run"},
                                     {"dead", "die"}})};
}

section survivors(json const& figures) {
  return {
      "Mutants that survive",
      "The reason says why the mutant is equivalent; a dash means that a test is missing.",
      table_of(figures.at("survivors"),
               {{"file", "file"}, {"line", "line"}, {"mutant", "mutant"}, {"reason", "reason"}})};
}

section fuzzing(json const& rows) {
  return {"Fuzzing",
          "libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer. `cmake --workflow "
          "--preset fuzz` runs each target for a few seconds; after `cmake --preset fuzz "
          "-D BCAST_FUZZ_SECONDS=600`, for ten minutes.",
          table_of(rows, {{"target", "target"},
                          {"input", "input"},
                          {"seconds", "seconds"},
                          {"executions", "executions"},
                          {"edges", "edges reached"},
                          {"findings", "findings"}})};
}

section sanitizers(json const& rows) {
  return {"Sanitizers", "The tests, run under sanitizers.",
          table_of(rows, {{"tool", "tool"},
                          {"tests", "tests"},
                          {"reports", "reports"},
                          {"date", "date"},
                          {"command", "command"}})};
}

section faults(json const& rows) {
  return {"Faults and abuse", "What goes wrong around the code, and what still holds.",
          table_of(rows, {{"fault", "fault"},
                          {"holds", "what holds"},
                          {"cases", "cases"},
                          {"date", "date"},
                          {"command", "command"}})};
}

}  // namespace

page trust(std::filesystem::path const& data) {
  page p{"trust",
         "the figures in docs/data/trust/",
         "Why the oracle can be trusted",
         "Each figure is shown with the command that measured it.",
         {}};
  // A figure that was not measured gets no section.
  const auto add = [&](char const* name, std::vector<section (*)(json const&)> const& parts) {
    const std::filesystem::path file = data / name;
    if (!std::filesystem::exists(file)) return;
    std::ifstream in(file);
    try {
      const json figures = json::parse(in);
      for (auto part : parts) p.sections.push_back(part(figures));
    } catch (json::exception const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
    }
  };
  add("proofs.json", {proofs});
  add("why3.json", {modules, clauses});
  add("coverage.json", {coverage, exclusions});
  add("mutation.json", {mutants, survivors});
  add("fuzz.json", {fuzzing});
  add("faults.json", {faults});
  add("sanitizers.json", {sanitizers});
  return p;
}

}  // namespace bcast::docs
