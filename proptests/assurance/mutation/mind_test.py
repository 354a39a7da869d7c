"""What the operators of mind.py do to a small file: each mutant is rendered, compiled and run."""

import os
import pathlib
import subprocess
import sys
import tempfile

import mind
import mutants

SOURCE = """#pragma once
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>
namespace bcast {
using numbers = std::vector<int>;
inline int sum(numbers const& x) {
  int total = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    total += x[k];
  }
  return total;
}
inline int largest(numbers const& x) {
  int most = 0;
  for (std::size_t k = 0; k != x.size(); ++k) {
    most = std::max(most, x[k]);
  }
  return most;
}
inline int digits(numbers const& x) {
  int code = 0;
  for (int value : x) {
    code = 10 * code + value;
  }
  return code;
}
inline int table(std::vector<numbers> const& rows) {
  int code = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      code = 10 * code + rows[i][j];
    }
  }
  return code;
}
inline void change(int& a, int& b) {
  a = 1;
  b = a + 1;
  a = 3;
}
inline void refuse(std::size_t axis, std::size_t other) {
  if (other < 9) throw std::invalid_argument("axis " + std::to_string(axis));
}
}
"""
MAIN = """#include <cstdio>
#include "small.hpp"
int main() {
  using namespace bcast;
  int a = 0, b = 0;
  change(a, b);
  std::string said;
  try {
    refuse(4, 7);
  } catch (std::exception const& e) {
    said = e.what();
  }
  std::printf("%d %d %d %d %d%d %s", sum({1, 2, 4}), largest({1, 5, 2}), digits({1, 5, 2}),
              table({{1, 2}, {3, 4}}), a, b, said.c_str());
}
"""
RIGHT = "7 5 152 1234 32 axis 4"
# What each mutant of a line makes of it.
EXPECTED = {
    ("assigned instead of added", "total += x[k];"): "4 5 152 1234 32 axis 4",
    ("assigned instead of added", "most = std::max(most, x[k]);"): "7 2 152 1234 32 axis 4",
    ("last left out", "for (std::size_t k = 0; k < x.size(); ++k) {"): "3 5 152 1234 32 axis 4",
    ("ends after the first turn", "for (std::size_t k = 0; k < x.size(); ++k) {"):
        "1 5 152 1234 32 axis 4",
    ("the first of all", "total += x[k];"): "3 5 152 1234 32 axis 4",
    ("first left out", "for (int value : x) {"): "7 5 52 1234 32 axis 4",
    ("last left out", "for (int value : x) {"): "7 5 15 1234 32 axis 4",
    ("ends after the first turn", "for (int value : x) {"): "7 5 1 1234 32 axis 4",
    ("index j", "code = 10 * code + rows[i][j];"): "7 5 152 1414 32 axis 4",
    ("index i", "code = 10 * code + rows[i][j];"): "7 5 152 1144 32 axis 4",
    ("statements 1 and 2 exchanged", "a = 1;"): "7 5 152 1234 31 axis 4",
    ("statements 2 and 3 exchanged", "a = 1;"): "7 5 152 1234 34 axis 4",
    ("early return", "b = a + 1;"): "7 5 152 1234 10 axis 4",
    ("early return", "a = 3;"): "7 5 152 1234 12 axis 4",
    ("says other", 'if (other < 9) throw std::invalid_argument("axis " + std::to_string(axis));'):
        "7 5 152 1234 32 axis 7",
    ("says axis + 1",
     'if (other < 9) throw std::invalid_argument("axis " + std::to_string(axis));'):
        "7 5 152 1234 32 axis 5",
}


def main():
    compiler = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        (work / "small.hpp").write_text(SOURCE)
        (work / "main.cpp").write_text(MAIN)
        (work / "bcast_mutation.hpp").write_text(mutants.SWITCH)
        found = mutants.mutants_of(compiler, ["-std=c++20"], work, "small.hpp", finder_of=mind.Mind)
        for key, m in enumerate(found):
            m.key = key + 1
        (work / "small.hpp").write_text(mutants.render(SOURCE, found))
        program = work / "program"
        subprocess.run([compiler, "-std=c++20", "-w", f"-I{work}", "-o", program,
                        work / "main.cpp"], check=True)

        def ran(key):
            return subprocess.run([program], capture_output=True, text=True,
                                  env=dict(os.environ, BCAST_MUTANT=str(key))).stdout

        wrong = [] if ran(0) == RIGHT else [f"without a mutant: {ran(0)}"]
        told = {(m.what, m.line_text()): ran(m.key) for m in found}
        for mutant, expected in EXPECTED.items():
            if told.get(mutant) != expected:
                wrong.append(f"{mutant}: {told.get(mutant)}, expected {expected}")
    print("\n".join(wrong) or f"{len(found)} mutants, {len(EXPECTED)} as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
