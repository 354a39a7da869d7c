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

std::string plain_word(std::string_view text) {
  constexpr std::string_view safe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:,@%=";
  const bool plain = !text.empty() && text.find_first_not_of(safe) == std::string_view::npos;
  return plain ? std::string(text) : shell_word(text);
}

}  // namespace bcast::proptests
