// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "explain/question.hpp"

// Answers a question of the explorer, which is its only argument.

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  return std::puts(bcast::explain::answer_to(argv[1]).c_str()) < 0 ? 4 : 0;
}
