// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "bcast/engine/short_floats.hpp"
#include "bcast/engine/view.hpp"

/// Views of tensors of other libraries: no element is copied, and up to eight axes need no
/// allocation. A view refers to the tensor's elements, which must outlive it.
namespace bcast::engine {

/// std::mdspan, Kokkos's, and what has their members.
template <class M>
concept mdspan_like = requires(M const& m) {
  m.data_handle();
  { m.rank() } -> std::convertible_to<std::size_t>;
  { m.extent(0) } -> std::convertible_to<std::int64_t>;
  { m.stride(0) } -> std::convertible_to<std::int64_t>;
};

/// Containers and views of xtensor, and what has their members. Strides are counted in elements.
template <class X>
concept has_shape_and_strides = requires(X& x) {
  *x.data();
  { x.shape()[0] } -> std::convertible_to<std::int64_t>;
  { x.strides()[0] } -> std::convertible_to<std::int64_t>;
};

/// DLPack's DLTensor.
template <class D>
concept dl_tensor = requires(D const& d) {
  { d.data } -> std::convertible_to<void*>;
  { d.device.device_type } -> std::convertible_to<int>;
  { d.ndim } -> std::convertible_to<int>;
  { d.dtype.code } -> std::convertible_to<int>;
  { d.shape } -> std::convertible_to<std::int64_t const*>;
  { d.strides } -> std::convertible_to<std::int64_t const*>;
  { d.byte_offset } -> std::convertible_to<std::uint64_t>;
};

template <mdspan_like M>
auto view_of(M const& m) {
  layout where{shape(m.rank()), shape(m.rank())};
  for (std::size_t k = 0; k < m.rank(); ++k) {
    where.sizes[k] = static_cast<std::int64_t>(m.extent(k));
    where.strides[k] = static_cast<std::int64_t>(m.stride(k));
  }
  return view(m.data_handle(), std::move(where));
}

/// The first element is at `data_offset()`, if there is one, as in a view of xtensor.
template <has_shape_and_strides X>
auto view_of(X& x) {
  layout where;
  for (auto const size : x.shape()) where.sizes.push_back(static_cast<std::int64_t>(size));
  for (auto const by : x.strides()) where.strides.push_back(static_cast<std::int64_t>(by));
  auto* data = x.data();
  if constexpr (requires { x.data_offset(); }) data += x.data_offset();
  return view(data, std::move(where));
}

namespace detail {

/// DLPack's code of an element type: one of engine::elements, or a complex number.
template <class T>
constexpr int dl_code() {
  if constexpr (std::same_as<T, bool>) return 6;
  if constexpr (std::same_as<T, bfloat16>) return 4;
  if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>) {
    return 5;
  }
  if constexpr (std::floating_point<T> || std::same_as<T, float16>) return 2;
  return std::is_signed_v<T> ? 0 : 1;
}

}  // namespace detail

/// The elements of a DLTensor, which must be of the type T, in the memory of the processor. Without
/// strides it is contiguous. Throws error for another type, for several lanes, and for another
/// device.
template <class T, dl_tensor D>
view<T> view_of(D const& d) {
  using element = std::remove_const_t<T>;
  constexpr int cpu = 1, code = detail::dl_code<element>(), bits = 8 * sizeof(element);
  if (static_cast<int>(d.device.device_type) != cpu) {
    throw error("the tensor is on DLPack's device " +
                std::to_string(static_cast<int>(d.device.device_type)) + ", and not on 1, the CPU");
  }
  if (int{d.dtype.code} != code || int{d.dtype.bits} != bits || d.dtype.lanes != 1) {
    const auto described = [](int c, int b, int lanes) {
      return "DLPack's type " + std::to_string(c) + " with " + std::to_string(b) + " bits and " +
             std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes");
    };
    throw error("the tensor has " + described(d.dtype.code, d.dtype.bits, d.dtype.lanes) +
                ", and not " + described(code, bits, 1));
  }
  const auto axes = static_cast<std::size_t>(d.ndim);
  auto* const data = reinterpret_cast<T*>(static_cast<std::byte*>(d.data) + d.byte_offset);
  const shape sizes(d.shape, d.shape + axes);
  if (d.strides == nullptr) return {data, sizes};
  return {data, layout{sizes, shape(d.strides, d.strides + axes)}};
}

}  // namespace bcast::engine
