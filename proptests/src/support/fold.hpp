// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

/// Text for a terminal of a limited width. A line is broken at spaces only.
namespace bcast::proptests {

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// The columns that a text takes on a terminal; a colour takes none.
std::size_t columns(std::string_view text);

/// Each line that is wider than `width`, in parts. The parts after the first are indented as the
/// line is, and by `more`. A word that is too wide is not broken.
std::string folded(std::string_view text, std::size_t width, std::size_t more);

/// A row and its last column, a text that is folded below itself. If the columns before it leave it
/// too little room, it begins on the next line.
std::string row(std::string_view before, std::string_view text, std::size_t width);

}  // namespace bcast::proptests
