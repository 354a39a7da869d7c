// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/thrown.hpp"

#include <exception>

namespace bcast::proptests {

std::string thrown_text() {
  try {
    throw;
  } catch (std::exception const& e) {
    char const* const what = e.what();
    return what == nullptr ? "without a message" : what;
  } catch (...) {
    return "not a std::exception";
  }
}

}  // namespace bcast::proptests
