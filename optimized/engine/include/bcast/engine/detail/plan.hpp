// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcast/engine/view.hpp"
#include "bcast/spec/small_list.hpp"

namespace bcast::engine {

/// An operand as the plan sees it: where its elements are, whatever their type.
struct buffer {
  void const* data;
  layout const* where;
  std::size_t element;  ///< bytes
};

/// The loops over a target and its operands, from the outermost to the innermost. No loop has
/// size 1. Operand 0 is the target. Its strides are positive, and the innermost loop has its
/// smallest stride. Up to rank 8 and 4 operands, a plan allocates nothing. Making one takes time
/// proportional to operands x rank, plus at most rank x rank to order the loops.
class plan {
 public:
  /// The plan for writing `target` from `operands`. Throws error, before anything is written, for
  /// a negative size, a null pointer, an element count or an extent beyond 2^63 - 1, a target that
  /// overlaps itself, operands that do not broadcast to the target's shape, and an operand that
  /// overlaps the target other than element by element [bcast.P8, bcast.P9]. An operand overlaps
  /// the target if the bytes from its first element to its last and the target's have one in
  /// common, also where no element lies on it.
  plan(buffer const& target, std::span<buffer const> operands);

  std::size_t loops() const { return loops_; }
  std::size_t operands() const { return operands_; }  ///< with the target

  /// The number of steps of a loop, at least 2.
  std::int64_t size(std::size_t loop) const { return sizes_[loop]; }

  /// How many elements operand k advances in one step of a loop.
  std::int64_t stride(std::size_t loop, std::size_t k) const {
    return strides_[loop * operands_ + k];
  }

  /// The offset, in elements, from operand k's first element to where the walk starts.
  std::int64_t origin(std::size_t k) const { return origin_[k]; }

  /// The number of elements of the target.
  std::int64_t elements() const { return elements_; }

  /// Whether an operand is the target itself.
  bool in_place() const { return in_place_; }

 private:
  void add_axis(std::size_t axis, buffer const& target, std::span<buffer const> operands);
  void merge();
  bool target_leaps() const;

  std::size_t operands_;
  std::size_t loops_ = 0;
  std::int64_t elements_ = 1;
  bool in_place_ = false;
  spec::small_list<std::int64_t, 8> sizes_;
  spec::small_list<std::int64_t, 40> strides_;
  spec::small_list<std::int64_t, 5> origin_;
};

}  // namespace bcast::engine
