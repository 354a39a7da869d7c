// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// Elements whose type is known only at run time, and memory in which a wrong position does no
/// harm.
namespace bcast::mutants {

using shape = std::vector<std::int64_t>;
using indices = std::vector<std::int64_t>;

/// Operations on elements of one type.
struct element_kind {
  std::string_view name;
  std::size_t bytes;

  /// Writes the result of an element-wise operation on one element of each operand: `copy`, `sub`,
  /// `less`, `where`. False: the operation is unknown, or not defined for this type.
  bool (*evaluate)(std::string_view op, std::span<void const* const> from, void* to);

  void (*copy)(void* to, void const* from);
  bool (*zero)(void* to);                   ///< false where the type has no sums
  void (*add)(void* to, void const* what);  ///< wraps
  bool (*is_zero)(void const* what);
  void const* (*beside)();  ///< an element outside of every tensor
  void* (*nowhere)();       ///< where a write outside of every tensor goes
};

/// The kind of a name. Throws std::invalid_argument for an unknown name.
element_kind const& kind_of(std::string_view element);

/// a * b + c, wrapping.
std::int64_t wrapped(std::int64_t a, std::int64_t b, std::int64_t c);

/// The number of elements, wrapping.
std::int64_t count_of(shape const& sizes);

/// The lowest and the highest position of a tensor's elements; the highest is below the lowest if
/// there are none.
struct extent {
  std::int64_t low = 0;
  std::int64_t high = -1;
};
extent extent_of(kit::tensor const& t);

/// The element at a position of an operand. A position outside of its extent gives an element next
/// to it, which is mapped too.
void const* read(kit::tensor const& x, std::int64_t place);

/// Where an element at a position of a target is written. Outside of its extent nothing is changed.
void* written(kit::tensor const& z, std::int64_t place);

/// The strides of a row-major tensor without gaps.
shape dense_strides(shape const& sizes);

/// The index sequence of the element that is the flat-th in row-major order.
indices index_at(shape const& sizes, std::int64_t flat);

/// The row-major position of an index sequence.
std::int64_t flat_of(shape const& sizes, indices const& i);

}  // namespace bcast::mutants
