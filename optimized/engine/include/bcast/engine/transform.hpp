// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "bcast/engine/detail/at_once.hpp"
#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/detail/schedule.hpp"
#include "bcast/engine/view.hpp"

namespace bcast::engine {
namespace detail {

template <class T>
buffer buffer_of(view<T> const& v) {
  return {v.data(), &v.where(), sizeof(T)};
}

template <class F, class Z, class... X>
schedule schedule_of(F const&, store how, view<Z> const& z, view<X> const&... x) {
  static_assert(!std::is_const_v<Z>, "the target is written");
  const buffer target = buffer_of(z);
  const std::array<buffer, sizeof...(X)> operands{buffer_of(x)...};
  return {plan(target, operands), target, operands, kernel_of<F, Z, std::remove_const_t<X>...>,
          how};
}

/// Checks, plans and runs a transform. Throws as transform does.
inline void run_once(kernel const& k, void const* f, store how, buffer const& target,
                     std::span<buffer const> operands) {
  if (run_at_once(k, f, target, operands)) return;
  schedule(plan(target, operands), target, operands, k, how).run(f);
}

}  // namespace detail

/// z[i] = f(x1[i1], ..., xN[iN]) for every element i of z. The index ik is i on the axes of xk, and
/// 0 on its axes of size 1 [bcast.P6]. There can be any number of operands, each with its own
/// element type. f is called once per element, in no particular order, possibly from several
/// threads.
///
/// The operands must broadcast to z's shape without changing it. An operand may be z itself; any
/// other overlap with z is refused, also of columns of one matrix (see plan). Throws error before
/// anything is written (see plan). An exception from f is rethrown, and then the elements of z are
/// unspecified. While several threads compute, the caller's traps of floating-point exceptions are
/// off.
template <class F, class Z, class... X>
void transform(store how, F const& f, view<Z> const& z, view<X> const&... x) {
  static_assert(!std::is_const_v<Z>, "the target is written");
  const std::array<buffer, sizeof...(X)> operands{detail::buffer_of(x)...};
  detail::run_once(detail::kernel_of<F, Z, std::remove_const_t<X>...>, &f, how,
                   detail::buffer_of(z), operands);
}
template <class F, class Z, class... X>
void transform(F const& f, view<Z> const& z, view<X> const&... x) {
  transform(store::automatic, f, z, x...);
}

/// A transform that has been checked and planned, and can be called any number of times. It refers
/// to the elements, which must outlive it, and not to the views.
template <class F>
class prepared {
 public:
  prepared(F f, detail::schedule s) : f_(std::move(f)), schedule_(std::move(s)) {}
  void operator()() const { schedule_.run(&f_); }

 private:
  F f_;
  detail::schedule schedule_;
};

/// Throws as transform does. It measures how to store a large result, if that is not known yet.
template <class F, class Z, class... X>
prepared<F> prepare(store how, F f, view<Z> const& z, view<X> const&... x) {
  return {f, detail::schedule_of(f, how, z, x...)};
}
template <class F, class Z, class... X>
prepared<F> prepare(F f, view<Z> const& z, view<X> const&... x) {
  return prepare(store::measured, std::move(f), z, x...);
}

}  // namespace bcast::engine
