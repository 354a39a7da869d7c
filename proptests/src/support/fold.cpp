// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fold.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace bcast::proptests {
namespace {

std::string without_colours(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t start = text.find("\x1b[");
    plain += text.substr(0, start);
    if (start == std::string_view::npos) break;
    const std::size_t end = text.find('m', start);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return plain;
}

/// Where a line is broken: the last space that leaves a part of at most `width` columns, or else
/// the first space after a word; npos if there is none.
std::size_t break_in(std::string_view line, std::size_t width) {
  std::size_t at = std::string_view::npos;
  const std::size_t first = line.find_first_not_of(' ');
  for (std::size_t k = line.find(' ', first); k != std::string_view::npos;
       k = line.find(' ', k + 1)) {
    if (line[k - 1] == ' ') continue;
    if (at != std::string_view::npos && columns(line.substr(0, k)) > width) break;
    at = k;
  }
  return at;
}

std::string folded_line(std::string line, std::size_t width, std::size_t more) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size()) + more;
  std::string out;
  while (columns(line) > width) {
    const std::size_t at = break_in(line, width);
    const std::size_t next = at == std::string::npos ? at : line.find_first_not_of(' ', at);
    if (next == std::string::npos) break;
    out += line.substr(0, at) + "\n";
    line = std::string(indent, ' ') + line.substr(next);
  }
  return out + line;
}

}  // namespace

std::size_t columns(std::string_view text) {
  const std::string plain = without_colours(text);
  // fmt pads to a width in columns: the less it adds, the wider the text is.
  return 2 * plain.size() - fmt::format("{:{}}", plain, plain.size()).size();
}

std::string folded(std::string_view text, std::size_t width, std::size_t more) {
  if (width == unlimited) return std::string(text);
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += folded_line(std::string(text.substr(0, end)), width, more);
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string row(std::string_view before, std::string_view text, std::size_t width) {
  constexpr std::size_t least = 40, below = 4;
  const std::size_t start = columns(before);
  std::string line = fmt::format("{}{}", before, text);
  if (columns(line) <= width) return line;
  if (start + least <= width) {
    return folded(line, width, start - std::min(before.find_first_not_of(' '), start));
  }
  line = before.substr(0, before.find_last_not_of(' ') + 1);
  return fmt::format("{}\n{}", line, folded(std::string(below, ' ') + std::string(text), width, 0));
}

}  // namespace bcast::proptests
