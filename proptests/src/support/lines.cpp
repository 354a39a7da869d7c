// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/lines.hpp"

#include <fmt/core.h>

#include <array>
#include <stdexcept>

namespace bcast::proptests {
namespace {

std::string bytes(std::size_t n) {
  if (n >= std::size_t{1} << 30) return fmt::format("{} GiB", n >> 30);
  if (n >= std::size_t{1} << 20) return fmt::format("{} MiB", n >> 20);
  return fmt::format("{} bytes", n);
}

}  // namespace

bool next_line(std::istream& in, std::string& line, std::size_t longest) {
  line.clear();
  std::array<char, 1 << 14> block{};
  while (true) {
    in.getline(block.data(), block.size());
    const auto n = static_cast<std::size_t>(in.gcount());
    const bool full = in.fail() && !in.eof() && !in.bad() && n == block.size() - 1;
    const bool ended = !in.fail() && !in.eof();
    line.append(block.data(), ended ? n - 1 : n);
    if (line.size() > longest) {
      throw std::invalid_argument(fmt::format("a line is longer than {}", bytes(longest)));
    }
    if (full) {
      in.clear();
      continue;
    }
    return ended || !line.empty();
  }
}

std::string all_of(std::istream& in, std::size_t most) {
  std::string text;
  std::array<char, 1 << 14> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) {
      throw std::invalid_argument(fmt::format("larger than {}", bytes(most)));
    }
  }
  return text;
}

}  // namespace bcast::proptests
