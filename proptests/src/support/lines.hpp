// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace bcast::proptests {

/// Longer than any ask or answer of the pipe.
inline constexpr std::size_t longest_line = std::size_t{64} << 20;

/// Reads a line, without its end. Returns whether there was one.
/// @throws std::invalid_argument if the line is longer than `longest` bytes
bool next_line(std::istream& in, std::string& line, std::size_t longest = longest_line);

/// Reads what is left of `in`.
/// @throws std::invalid_argument if that is more than `most` bytes
std::string all_of(std::istream& in, std::size_t most);

}  // namespace bcast::proptests
