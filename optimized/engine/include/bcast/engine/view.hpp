// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/spec/small_list.hpp"

namespace bcast::engine {

/// Sizes, or strides. Up to eight are stored without an allocation.
using shape = spec::small_list<std::int64_t, 8>;

/// Thrown for input that the engine refuses. It says what is wrong and where. Nothing has been
/// written.
struct error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The sizes of two operands differ on an axis of the result, and neither is 1.
struct clash : error {
  clash(std::string const& what, std::size_t at, std::size_t m, std::size_t n)
      : error(what), axis(at), first(m), second(n) {}
  std::size_t axis;
  std::size_t first;
  std::size_t second;
};

/// Sizes and strides of an operand; strides are counted in elements and may be zero or negative.
struct layout {
  shape sizes;
  shape strides;
};

/// `8x7x6`, or `()` for a scalar.
std::string to_string(std::span<std::int64_t const> sizes);

/// The contiguous row-major layout of a shape.
layout contiguous(shape sizes);

/// `from`, repeated to `sizes` by strides of 0. Throws error if `from` does not broadcast to
/// `sizes` without changing them, has not one stride for each size, or a size is negative.
layout broadcast_layout(layout const& from, std::span<std::int64_t const> sizes);

/// The shape to which all of `shapes` broadcast: on each axis, the one size that is not 1, or 1.
/// Throws clash, and error for a negative size.
shape broadcast_shapes(std::span<shape const> shapes);

/// The error that `broadcast_shapes` throws for two shapes that it refuses.
[[noreturn]] void throw_refusal(std::span<std::int64_t const> a, std::span<std::int64_t const> b);

/// The same for two shapes whose rank is known at compile time.
template <std::size_t Rank>
constexpr std::array<std::int64_t, Rank> broadcast_shapes(std::array<std::int64_t, Rank> const& a,
                                                          std::array<std::int64_t, Rank> const& b) {
  std::array<std::int64_t, Rank> common;
  std::int64_t refused = 0;  // negative where a size is or two clash; without a branch, for vectors
  BCAST_ROLLED
  for (std::size_t k = 0; k < Rank; ++k) {
    const std::int64_t differ = a[k] != b[k], left = a[k] != 1, right = b[k] != 1;
    refused |= a[k] | b[k] | -(differ & left & right);
    common[k] = a[k] == 1 ? b[k] : a[k];  // [bcast.P1]
  }
  if (refused < 0) throw_refusal(a, b);
  return common;
}

/// Elements in memory that belongs to the caller: the element at the index sequence i is
/// `data[sum_k i_k * strides_k]`.
template <class T>
class view {
 public:
  view(T* data, layout where) : data_(data), layout_(std::move(where)) {}
  view(T* data, shape sizes) : view(data, contiguous(std::move(sizes))) {}

  /// A view through which nothing can be written.
  operator view<T const>() const requires(!std::is_const_v<T>) { return {data_, layout_}; }

  T* data() const { return data_; }
  layout const& where() const { return layout_; }
  shape const& sizes() const { return layout_.sizes; }

 private:
  T* data_;
  layout layout_;
};

/// x repeated to `sizes`, without a copy.
template <class T>
view<T const> broadcast_view(view<T> const& x, shape const& sizes) {
  return {x.data(), broadcast_layout(x.where(), sizes)};
}

}  // namespace bcast::engine
