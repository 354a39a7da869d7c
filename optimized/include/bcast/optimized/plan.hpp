#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bcast/optimized/view.hpp"

namespace bcast::optimized {

/// An operand as the plan sees it: where its elements are, whatever their type.
struct buffer {
  void const* data;
  layout const* where;
  std::size_t element;  ///< bytes
};

/// One loop of the plan: `size` steps, in each of which operand k moves by `strides[k]` elements.
struct loop {
  std::int64_t size;
  std::vector<std::int64_t> strides;
};

/// How to walk over a target and its operands together: loops from the outermost to the innermost,
/// none of them of size 1, each operand starting `origin[k]` elements behind its first. Operand 0
/// is the target; its strides are positive, and the innermost loop is the one with the smallest.
struct plan {
  std::vector<loop> loops;
  std::vector<std::int64_t> origin;
  bool empty = false;  ///< the target has no element

  /// The number of elements of the target.
  std::int64_t elements() const;
};

/// The plan for writing `target` from `operands`. Throws error, before anything is written, for a
/// negative size, a null pointer, an element count or an extent beyond 2^63 - 1, a target that
/// overlaps itself, operands that do not broadcast to the target's shape, and an operand that
/// overlaps the target other than element by element [bcast.P8, bcast.P9].
plan make_plan(buffer const& target, std::span<buffer const> operands);

}  // namespace bcast::optimized
