// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

#include "explain/question.hpp"

char* bcast_python_answer(char const* question) {
  try {
    const std::string answer = bcast::explain::answer_to(question);
    auto* const copy = static_cast<char*>(std::malloc(answer.size() + 1));
    if (copy != nullptr) std::memcpy(copy, answer.c_str(), answer.size() + 1);
    return copy;
  } catch (...) {
    return nullptr;
  }
}

void bcast_python_free(char* text) { std::free(text); }
