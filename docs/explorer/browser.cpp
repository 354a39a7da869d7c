// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <emscripten/emscripten.h>

#include <string>

#include "explain/question.hpp"

/// The function that the page calls. The answer is valid until the next question.
extern "C" EMSCRIPTEN_KEEPALIVE const char* bcast_explore(const char* question) {
  static std::string text;
  text = bcast::explain::answer_to(question);
  return text.c_str();
}
