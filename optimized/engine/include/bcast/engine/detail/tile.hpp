// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace bcast::engine::detail {

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
};

}  // namespace bcast::engine::detail
