// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "prove.hpp"
#include "theorem.hpp"

namespace {

using namespace bcast::proofs;

std::vector<theorem> all_theorems() {
  std::vector<theorem> all;
  for (auto const& part : {theorems_of_the_join, theorems_of_the_rank, theorems_of_the_values,
                           theorems_of_unknown_sizes, theorems_of_dimension_maps}) {
    for (theorem& t : part()) all.push_back(std::move(t));
  }
  return all;
}

/// `a = 0, b = 1`
std::string text_of(goal const& g, std::vector<std::int64_t> const& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", g.variables[k], numbers[k]);
  }
  return text;
}

/// Explores a goal, and asks the second solver, a command that reads SMT-LIB, unless it is empty.
finding check(theorem const& t, goal const& g, std::string const& second) {
  finding f = prove(g);
  if (!second.empty() && second_solver_holds(second, f) != f.holds) {
    throw std::runtime_error(fmt::format("the two solvers differ on {} {}", t.name, g.name));
  }
  return f;
}

/// Prints a theorem and its results. Returns whether the theorem holds and its variant does not.
bool report(theorem const& t, std::string const& second) {
  bool holds = true;
  std::string lines;
  for (goal const& g : t.goals) {
    const finding f = check(t, g, second);
    holds = holds && f.holds;
    lines += fmt::format("        {:<28} {:>5} paths  {}\n", g.name, f.paths,
                         f.holds ? "holds" : "FAILS: " + text_of(g, f.counterexample));
    if (!f.thrown.empty()) lines += fmt::format("          thrown: {}\n", f.thrown);
  }
  const finding wrong = check(t, t.refuted, second);
  const bool refuted = !wrong.holds && wrong.replayed;
  fmt::print("{}  {}  {}\n        {}\n{}", holds && refuted ? "proved" : "BROKEN", t.tag, t.name,
             t.statement, lines);
  if (wrong.holds) {
    fmt::print("        wrong variant: {}: NOT REFUTED\n", t.wrong);
  } else {
    fmt::print("        wrong variant: {}: refuted by {}{}\n", t.wrong,
               text_of(t.refuted, wrong.counterexample),
               wrong.replayed ? "" : ", WHICH DOES NOT FAIL ON NUMBERS");
  }
  std::fflush(stdout);
  return holds && refuted;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{
      "Proves theorems about the templates of the oracle and of the verifier, for all sizes."};
  program.name("bcast_prove");
  std::string second;
  std::vector<std::string> tags;
  program.add_option("TAG", tags, "Only the theorems with these tags");
  program.add_option("--second", second, "A second solver, a command that reads SMT-LIB");
  CLI11_PARSE(program, argc, argv);
  try {
    std::size_t asked = 0, proved = 0;
    for (theorem const& t : all_theorems()) {
      if (!tags.empty() && std::find(tags.begin(), tags.end(), t.tag) == tags.end()) continue;
      ++asked;
      if (report(t, second)) ++proved;
    }
    fmt::print("{} of {} theorems are proved, and their wrong variants refuted\n", proved, asked);
    return proved == asked && proved != 0 ? 0 : 1;
  } catch (std::exception const& e) {
    fmt::print(stderr, "bcast_prove: {}\n", e.what());
    return 2;
  }
}
