// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bcast::proofs {
namespace {

std::vector<symbol> symbols_of(goal const& g) {
  std::vector<symbol> all;
  for (char const* name : g.variables) all.push_back(symbol::named(name));
  return all;
}

/// Numbers that satisfy a satisfiable condition. The bound on their magnitude is the smallest power
/// of 2 that works.
std::vector<std::int64_t> model_of(z3::expr const& condition,
                                   std::vector<symbol> const& variables) {
  z3::solver solver(solver_context());
  solver.add(condition);
  for (int bound = 1; bound <= 1 << 20; bound *= 2) {
    solver.push();
    for (symbol const& v : variables) solver.add(v.term() <= bound && v.term() >= -bound);
    if (solver.check() == z3::sat) {
      std::vector<std::int64_t> numbers;
      for (symbol const& v : variables) {
        numbers.push_back(solver.get_model().eval(v.term(), true).get_numeral_int64());
      }
      return numbers;
    }
    solver.pop();
  }
  throw std::runtime_error("no counterexample up to 2^20");
}

/// A temporary file that is removed afterwards.
class scratch_file {
 public:
  explicit scratch_file(std::string const& text) {
    std::string name = (std::filesystem::temp_directory_path() / "bcast-XXXXXX.smt2").string();
    const int file = mkstemps(name.data(), 5);
    if (file < 0) throw std::runtime_error("no file for the second solver");
    close(file);
    name_ = name;
    std::ofstream(name_) << text;
  }
  ~scratch_file() { std::filesystem::remove(name_, ignored_); }
  scratch_file(scratch_file const&) = delete;
  scratch_file& operator=(scratch_file const&) = delete;

  std::string const& name() const { return name_; }

 private:
  std::string name_;
  std::error_code ignored_;
};

}  // namespace

finding prove(goal const& g) {
  const std::vector<symbol> variables = symbols_of(g);
  const std::vector<path> paths = explore([&] { return g.of_symbols(variables); });
  finding f;
  f.holds = true;
  z3::expr covered = solver_context().bool_val(false);
  for (path const& p : paths) {
    if (p.end != ending::outside) ++f.paths;
    if (p.end != ending::fails) {
      covered = covered || p.condition;
      continue;
    }
    if (!f.holds) continue;
    f.holds = false;
    f.counterexample = model_of(p.condition, variables);
    f.thrown = p.thrown;
    std::string thrown;
    f.replayed = end_of([&] { return g.of_numbers(f.counterexample); }, thrown) == ending::fails;
  }
  if (f.paths == 0) throw std::logic_error("the premise of '" + g.name + "' never holds");
  z3::solver solver(solver_context());
  solver.add(!covered);
  f.smt = "(set-logic QF_NIA)\n" + solver.to_smt2(f.holds ? "unsat" : "sat");
  return f;
}

bool second_solver_holds(std::string const& command, finding const& f) {
  const scratch_file file(f.smt);
  FILE* pipe = popen((command + " '" + file.name() + "' 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("the second solver cannot be started");
  std::string answer;
  std::array<char, 256> part{};
  while (fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr) answer += part.data();
  pclose(pipe);
  if (answer == "unsat\n") return true;
  if (answer == "sat\n") return false;
  throw std::runtime_error("the second solver answers: " + answer);
}

}  // namespace bcast::proofs
