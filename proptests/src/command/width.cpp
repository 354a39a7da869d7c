// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "support/fold.hpp"

namespace bcast::proptests {
namespace {

constexpr std::size_t usual = 80, least = 40;

/// What the environment's COLUMNS says; 0 if it is no number.
std::size_t given_columns() {
  char const* const given = std::getenv("COLUMNS");
  const std::string_view text = given == nullptr ? "" : given;
  std::size_t n = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  return wrong == std::errc() && stop == text.data() + text.size() ? n : 0;
}

}  // namespace

std::size_t width_of(std::FILE* to) {
  const int terminal = fileno(to);
  if (isatty(terminal) == 0) return unlimited;
  std::size_t width = given_columns();
  winsize size{};
  if (width == 0 && ioctl(terminal, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return std::max(width == 0 ? usual : width, least);
}

std::size_t help_width() { return std::min(width_of(stdout), usual); }

}  // namespace bcast::proptests
