// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "bcast/optimized/stream.hpp"

// How loops over independent elements, and over the elements of a line, are compiled.
#if defined(__clang__)
#define BCAST_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define BCAST_LINE_LOOP _Pragma("clang loop vectorize(enable)")
#define BCAST_UNROLLED _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define BCAST_INDEPENDENT _Pragma("GCC ivdep")
// Unrolled, the loop over a line would not be vectorised.
#define BCAST_LINE_LOOP _Pragma("GCC unroll 1")
#define BCAST_UNROLLED _Pragma("GCC unroll 8")
#else
#define BCAST_INDEPENDENT
#define BCAST_LINE_LOOP
#define BCAST_UNROLLED
#endif

namespace bcast::optimized::detail {

/// A rectangle of rows x columns elements. Operand 0 is the target. Operand k's row r begins
/// `r * row_step[k]` bytes behind `at[k]`, its elements are `column_step[k]` bytes apart.
struct tile {
  std::int64_t rows;
  std::int64_t columns;
  std::byte* const* at;
  std::int64_t const* row_step;
  std::int64_t const* column_step;
  bool streamed;  ///< the target is written around the cache
  /// Each operand's elements are adjacent along the rows, or down the columns, as the target's are
  /// along the rows.
  bool turned = false;
};

}  // namespace bcast::optimized::detail
