// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/color.hpp"

#include <fmt/color.h>
#include <unistd.h>

#include <cstdlib>

namespace bcast::proptests {

bool has_colors(std::FILE* to) {
  char const* const refused = std::getenv("NO_COLOR");
  if (refused != nullptr && *refused != '\0') return false;
  char const* const terminal = std::getenv("TERM");
  return isatty(fileno(to)) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string painted(std::string_view text, tone t) {
  if (!has_colors(stdout)) return std::string(text);
  return fmt::format(
      fmt::fg(t == tone::good ? fmt::terminal_color::green : fmt::terminal_color::red), "{}", text);
}

}  // namespace bcast::proptests
