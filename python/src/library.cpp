// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library.hpp"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "question.hpp"
#include "support/json_text.hpp"

namespace {

using bcast::python::json;

/// A copy that free() takes; null if no memory is left.
char* copied(std::string const& text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string text_of(json const& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

char* bcast_python_answer(char const* question) {
  try {
    try {
      return copied(text_of(bcast::python::answer(bcast::proptests::parse_json<json>(question))));
    } catch (std::bad_alloc const&) {
      throw;
    } catch (std::exception const& e) {
      return copied(text_of({{"error", e.what()}}));
    }
  } catch (...) {
    return nullptr;
  }
}

void bcast_python_free(char* text) { std::free(text); }
