// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/engine/view.hpp"

namespace bcast::engine {

namespace detail {

/// The kernel that copies elements of 1, 2, 4 or 8 bytes.
kernel const& copy_kernel(std::size_t bytes);

}  // namespace detail

/// z = x, repeated to z's shape. Throws as transform does.
template <class T>
void broadcast_to(view<T> const& z, view<T const> const& x, store how = store::automatic) {
  if constexpr (detail::plain<T> && sizeof(T) <= 8) {
    // A copy does not depend on what the elements mean.
    const buffer to = detail::buffer_of(z), from[]{detail::buffer_of(x)};
    detail::run_once(detail::copy_kernel(sizeof(T)), nullptr, how, to, from);
  } else {
    transform(
        how, [](T const& element) -> T const& { return element; }, z, x);
  }
}

namespace detail {

/// Throws error unless each output has the shape to which the inputs broadcast, each input can be
/// copied, and no output shares memory with another output or with another output's input.
void check_broadcast(std::span<buffer const> outputs, std::span<buffer const> inputs);

}  // namespace detail

/// Z1, ..., ZN = Broadcast(X1, ..., XN): every output has the shape to which the inputs broadcast.
/// Throws error, before anything is written, if the inputs do not broadcast, an output has another
/// shape, or an output overlaps another output or an input (see plan).
template <class... T>
void broadcast(std::tuple<view<T>...> const& z, view<T const> const&... x) {
  const std::array<buffer, sizeof...(T)> inputs{detail::buffer_of(x)...};
  std::apply(
      [&](auto const&... output) {
        const std::array<buffer, sizeof...(T)> outputs{detail::buffer_of(output)...};
        detail::check_broadcast(outputs, inputs);
        (broadcast_to(output, x), ...);
      },
      z);
}

/// The same for a number of tensors that is known only at run time.
template <class T>
void broadcast(std::span<view<T> const> z, std::span<view<T const> const> x) {
  std::vector<buffer> outputs, inputs;
  for (view<T> const& output : z) outputs.push_back(detail::buffer_of(output));
  for (view<T const> const& input : x) inputs.push_back(detail::buffer_of(input));
  detail::check_broadcast(outputs, inputs);
  for (std::size_t m = 0; m < z.size(); ++m) broadcast_to(z[m], x[m]);
}

}  // namespace bcast::engine
