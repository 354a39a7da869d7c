// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include "bcast/engine/detail/plan.hpp"

namespace bcast::engine {

/// The bytes that a buffer may access, from the first to one past the last, relative to its data.
/// The range is empty for a buffer without elements.
struct byte_range {
  std::int64_t begin;
  std::int64_t end;
};

/// The range of a buffer, and what is wrong with it.
struct extent {
  byte_range bytes;
  bool empty;
  bool negative;  ///< some size is
  bool too_many;  ///< elements for 64 bits
  bool too_far;   ///< for 64 bits, in bytes
};
extent extent_of(buffer const& b);

/// The bytes that buffer k of a plan may access, of which 0 is the target; none if it has no
/// elements. Throws as plan does for what is wrong with one buffer.
byte_range checked(buffer const& b, std::size_t k);

/// Whether the ranges from the first to the last byte of two buffers overlap. The range of a buffer
/// without elements never does.
bool share_memory(buffer const& a, buffer const& b);

/// The same for two buffers whose byte ranges are already known. A range may be empty.
bool share_memory(buffer const& a, byte_range const& touched_by_a, buffer const& b,
                  byte_range const& touched_by_b);

/// Throws error if two elements of a target share memory, or if checking that would take too long.
/// The latter can happen only if the stride of an axis does not step over the range of the axes
/// with smaller strides. The target must have at least one element.
void refuse_self_overlap(buffer const& target);

/// Throws error if an operand shares memory with the target other than element by element. The
/// operand must broadcast to the target.
void refuse_overlap(buffer const& target, buffer const& operand, std::string const& name);

}  // namespace bcast::engine
