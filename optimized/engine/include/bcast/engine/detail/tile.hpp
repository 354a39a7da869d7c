// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace bcast::engine::detail {

/// How an operand's elements lie along columns that are runs of some elements.
enum class spread : unsigned char {
  straight,  ///< adjacent
  one,       ///< one element for all columns
  run,       ///< one run, again and again
  each,      ///< an element for each run
};

/// A rectangle of rows x columns elements. Operand 0 is the target. Operand k's row r begins
/// `r * row_step[k]` bytes after `at[k]`, and its elements are `column_step[k]` bytes apart.
struct tile {
  std::int64_t rows;
  std::int64_t columns;
  std::byte* const* at;
  std::int64_t const* row_step;
  std::int64_t const* column_step;
  bool streamed;  ///< the target is written around the cache
  /// Each operand's elements are adjacent along the rows or along the columns. The target's are
  /// adjacent along the rows.
  bool turned = false;
  /// The elements of a run, and how each operand lies; 0 if the columns are not taken as runs. A
  /// row is a whole number of runs.
  std::int64_t run = 0;
  spread const* how = nullptr;
};

}  // namespace bcast::engine::detail
