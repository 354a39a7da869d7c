// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json_text.hpp"

#include <cstddef>

namespace bcast::proptests {

bool nests_few_levels(std::string_view text) {
  constexpr std::size_t most = 100;
  std::size_t level = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++k;
    } else if (c == '[' || c == '{') {
      if (++level > most) return false;
    } else if (c == ']' || c == '}') {
      if (level == 0) return true;  // no JSON: a parser reads no further
      --level;
    }
  }
  return true;
}

std::string quote(std::string_view text) {
  constexpr std::size_t most = 160;
  std::string shown;
  for (char c : text.substr(0, most)) {
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '.' : c;
  }
  return "`" + shown + (text.size() > most ? "..." : "") + "`";
}

}  // namespace bcast::proptests
