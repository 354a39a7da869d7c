// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/shell_word.hpp"

namespace bcast::proptests {

std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace bcast::proptests
