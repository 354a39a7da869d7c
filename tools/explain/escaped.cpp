// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "escaped.hpp"

namespace bcast::explain {

std::string escaped(std::string_view characters) {
  std::string out;
  for (char c : characters) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace bcast::explain
