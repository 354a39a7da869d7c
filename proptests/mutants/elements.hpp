// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// Elements whose type is known only at run time, and memory access in which a wrong position is
/// harmless.
namespace bcast::mutants {

using shape = std::vector<std::int64_t>;
using indices = std::vector<std::int64_t>;

/// Operations on elements of one type.
struct element_kind {
  std::string_view name;
  std::size_t bytes;

  /// Writes the result of an element-wise operation (`copy`, `sub`, `less`, `where`) on one element
  /// of each operand. Returns false if the operation is unknown or not defined for this type.
  bool (*evaluate)(std::string_view op, std::span<void const* const> from, void* to);

  void (*copy)(void* to, void const* from);
  bool (*zero)(void* to);                   ///< false if the type has no sums
  void (*add)(void* to, void const* what);  ///< wraps
  bool (*is_zero)(void const* what);
  void const* (*beside)();  ///< an element outside every tensor
  void* (*nowhere)();       ///< where a write outside every tensor goes
};

/// The kind with a given name. Throws std::invalid_argument for an unknown name.
element_kind const& kind_of(std::string_view element);

/// The size of a tensor's elements.
inline std::int64_t bytes_of(kit::tensor const& t) {
  return static_cast<std::int64_t>(kind_of(t.element).bytes);
}

/// a * b + c, wrapping.
std::int64_t wrapped(std::int64_t a, std::int64_t b, std::int64_t c);

/// The number of elements, wrapping.
std::int64_t count_of(shape const& sizes);

/// The lowest and highest positions of a tensor's elements. If there are none, the highest is below
/// the lowest.
struct extent {
  std::int64_t low = 0;
  std::int64_t high = -1;
};
extent extent_of(kit::tensor const& t);

/// The element at a position of an operand. A position outside the operand's extent gives an
/// unrelated element.
void const* read(kit::tensor const& x, std::int64_t place);

/// Where the element at a position of a target is written. A write outside the target's extent
/// changes nothing.
void* written(kit::tensor const& z, std::int64_t place);

/// The strides of a contiguous row-major tensor.
shape dense_strides(shape const& sizes);

/// x with those strides: what a kernel reads that ignores x's own.
kit::tensor dense(kit::tensor x);

/// The index of the element at row-major position `flat`.
indices index_at(shape const& sizes, std::int64_t flat);

/// The position of an index, by the strides of as many axes.
std::int64_t offset_of(shape const& strides, indices const& i);

/// The row-major position of an index.
std::int64_t flat_of(shape const& sizes, indices const& i);

}  // namespace bcast::mutants
