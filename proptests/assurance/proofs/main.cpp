// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prove.hpp"
#include "theorem.hpp"

namespace {

using namespace bcast::proofs;
using nlohmann::ordered_json;

std::vector<theorem> all_theorems() {
  std::vector<theorem> all;
  for (auto const& part : {theorems_of_the_join, theorems_of_the_rank, theorems_of_the_values,
                           theorems_of_unknown_sizes, theorems_of_dimension_maps}) {
    for (theorem& t : part()) all.push_back(std::move(t));
  }
  return all;
}

struct options {
  std::string second;  ///< a command that reads SMT-LIB; empty: none
  std::filesystem::path smt;
};

/// `a = 0, b = 1`
std::string text_of(goal const& g, std::vector<std::int64_t> const& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", g.variables[k], numbers[k]);
  }
  return text;
}

/// Explores a goal, asks the second solver and writes the SMT-LIB.
finding check(theorem const& t, goal const& g, std::size_t number, options const& with) {
  finding f = prove(g);
  if (!with.smt.empty()) {
    std::string name = fmt::format("{}.{}.smt2", t.tag, t.name);
    if (number != 0) name = fmt::format("{}.{}.{}.smt2", t.tag, t.name, number);
    std::replace(name.begin(), name.end(), ' ', '-');
    std::ofstream(with.smt / name) << f.smt;
  }
  if (!with.second.empty() && second_solver_holds(with.second, f) != f.holds) {
    throw std::runtime_error(fmt::format("the two solvers differ on {} {}", t.name, g.name));
  }
  return f;
}

/// Prints a theorem and its results. Returns whether the theorem holds and its variant does not.
bool report(theorem const& t, options const& with, ordered_json& rows) {
  bool holds = true;
  std::string lines;
  std::size_t paths = 0;
  for (std::size_t k = 0; k < t.goals.size(); ++k) {
    const finding f = check(t, t.goals[k], k + 1, with);
    holds = holds && f.holds;
    paths += f.paths;
    lines += fmt::format("        {:<28} {:>5} paths  {}\n", t.goals[k].name, f.paths,
                         f.holds ? "holds" : "FAILS: " + text_of(t.goals[k], f.counterexample));
    if (!f.thrown.empty()) lines += fmt::format("          thrown: {}\n", f.thrown);
  }
  const finding wrong = check(t, t.refuted, 0, with);
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
  rows.push_back({{"tag", t.tag},
                  {"name", t.name},
                  {"statement", t.statement},
                  {"goals", t.goals.size()},
                  {"paths", paths},
                  {"holds", holds},
                  {"wrong", t.wrong},
                  {"refuted_by", wrong.holds ? "" : text_of(t.refuted, wrong.counterexample)}});
  return holds && refuted;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{
      "Proves theorems about the templates of the oracle and of the verifier, for all sizes."};
  program.name("bcast_prove");
  options with;
  std::vector<std::string> tags;
  std::string json;
  program.add_option("TAG", tags, "Only the theorems with these tags");
  program.add_option("--second", with.second, "A second solver, a command that reads SMT-LIB");
  program.add_option("--smt", with.smt, "A directory to write each goal to, as SMT-LIB");
  program.add_option("--json", json, "A file to write the theorems to");
  CLI11_PARSE(program, argc, argv);
  try {
    if (!with.smt.empty()) std::filesystem::create_directories(with.smt);
    ordered_json rows = ordered_json::array();
    std::size_t proved = 0;
    for (theorem const& t : all_theorems()) {
      if (!tags.empty() && std::find(tags.begin(), tags.end(), t.tag) == tags.end()) continue;
      if (report(t, with, rows)) ++proved;
    }
    fmt::print("{} of {} theorems are proved, and their wrong variants refuted\n", proved,
               rows.size());
    if (!json.empty()) std::ofstream(json) << rows.dump(2) << '\n';
    return proved == rows.size() && proved != 0 ? 0 : 1;
  } catch (std::exception const& e) {
    fmt::print(stderr, "bcast_prove: {}\n", e.what());
    return 2;
  }
}
