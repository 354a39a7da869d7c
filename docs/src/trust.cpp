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

section proofs(json const& rows) {
  return {"Theorems for all sizes",
          "The templates of `reference/` and of the verifier run on a solver's integers, path by "
          "path. A theorem holds if Z3 finds no path on which it fails, and cvc5 confirms that the "
          "paths leave no case out. Each wrong variant is refuted, and the counterexample fails on "
          "numbers too. `build/dev/bin/bcast_prove` prints every step.",
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
      "cvc5. `ctest --preset all -L why3` repeats it.",
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

}  // namespace

page trust(std::filesystem::path const& data) {
  page p{"trust",
         "the figures in docs/data/trust/",
         "Proofs",
         "What is proved for all sizes, and what for every rank and any number of tensors.",
         {}};
  // What was not proved gets no section.
  const auto add = [&](std::string const& name,
                       std::vector<section (*)(json const&)> const& parts) {
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
  return p;
}

}  // namespace bcast::docs
