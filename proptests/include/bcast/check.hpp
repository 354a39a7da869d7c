// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/command.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/test.hpp"
#include "bcast/spec/elements.hpp"

/// An implementation of broadcasting under the laws, from plain functions:
///
///     bcast::subject mine("mine");
///     mine.broadcast_shapes = [](auto const& shapes) { return my_broadcast_shapes(shapes); };
///     mine.elementwise<float>("add", my_add);  // (view z, view x, view y)
///     return bcast::check_main(argc, argv, mine);
///
/// `bcast/proptests/gtest.hpp`, `catch2.hpp` and `doctest.hpp` make tests of it. `kit::subject`
/// has the rest: unknown sizes, declared results, one direction, gradients, products.
namespace bcast {

/// Elements in memory that the laws own: the element at the index i is `data[sum_k i_k *
/// strides_k]`. Strides are in elements; they may be 0 or negative.
template <class T>
struct view {
  T* data = nullptr;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;

  std::size_t rank() const { return sizes.size(); }
};

namespace detail {

template <class T>
constexpr std::string_view element_name() {
  if constexpr (std::same_as<T, std::complex<float>>) return "complex64";
  if constexpr (std::same_as<T, std::complex<double>>) return "complex128";
  return []<class... Each>(spec::element_list<Each...>) {
    std::string_view found;
    std::size_t n = 0;
    ((std::same_as<T, Each> ? void(found = spec::element_names[n++]) : void(n++)), ...);
    return found;
  }(spec::elements());
}

template <class T>
view<T> view_of(kit::tensor const& t) {
  return {static_cast<T*>(t.data), t.sizes, t.strides};
}

/// Calls a kernel with the number of operands that it takes; false if it does not take as many.
template <class Z, class X0, class X, class F>
bool call(F& kernel, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  const auto to = view_of<Z>(z);
  const auto operand = [&](std::size_t m) { return view_of<X const>(x[m]); };
  if (x.size() == 1) {
    if constexpr (std::invocable<F&, view<Z>, view<X0 const>>) {
      return kernel(to, view_of<X0 const>(x[0])), true;
    }
  }
  if (x.size() == 2) {
    if constexpr (std::invocable<F&, view<Z>, view<X0 const>, view<X const>>) {
      return kernel(to, view_of<X0 const>(x[0]), operand(1)), true;
    }
  }
  if (x.size() == 3) {
    if constexpr (std::invocable<F&, view<Z>, view<X0 const>, view<X const>, view<X const>>) {
      return kernel(to, view_of<X0 const>(x[0]), operand(1), operand(2)), true;
    }
  }
  return false;
}

/// A function of known shapes.
struct shape_function
    : std::function<std::vector<std::int64_t>(std::vector<std::vector<std::int64_t>> const&)> {
  template <class F>
  shape_function& operator=(F f) {
    constexpr bool fits = std::is_invocable_r_v<std::vector<std::int64_t>, F&,
                                                std::vector<std::vector<std::int64_t>> const&>;
    static_assert(fits,
                  "broadcast_shapes takes std::vector<std::vector<std::int64_t>> const&, returns "
                  "std::vector<std::int64_t>, and throws if the shapes do not broadcast");
    if constexpr (fits) function::operator=(std::move(f));
    return *this;
  }
};

}  // namespace detail

/// An implementation under test, of functions on known sizes. What it does not set is not asked.
class subject {
 public:
  /// `rule` is the one that it claims to follow.
  explicit subject(std::string name, std::string rule = "array_api") {
    asked_.name = std::move(name);
    asked_.rule = std::move(rule);
    asked_.declares.ops.clear();
    asked_.declares.min_operands = 3;  // of the kernels; see elementwise
    asked_.declares.max_operands = 0;
    asked_.declares.overlap = false;
    asked_.declares.reject = false;
  }

  /// The shape to which shapes broadcast; any exception means that they do not.
  detail::shape_function broadcast_shapes{};

  /// A kernel that computes an operation of kit::subject::apply on elements of type T:
  /// `kernel(view<T> z, view<T const> x, ...)`, with as many operands as it takes. A comparison
  /// writes a view<bool>, and the first operand of `where` is a view<bool const>, as a mask is
  /// (`add_where`: `kernel(view<T> z, view<bool const> mask, view<T const> x, ...)`). Its operands
  /// broadcast together with z to z's shape. Shapes that do not are never asked, and z shares no
  /// memory with an operand, unless `declares()` says otherwise.
  template <class T, class F>
  void elementwise(std::string const& op, F kernel) {
    constexpr std::string_view name = detail::element_name<T>();
    static_assert(
        !name.empty(),
        "bcast/spec/elements.hpp lists the element types; std::complex<float> and <double> too");
    constexpr bool one = std::invocable<F&, view<T>, view<T const>>;
    constexpr bool two = std::invocable<F&, view<T>, view<T const>, view<T const>>;
    constexpr bool three = std::invocable<F&, view<T>, view<T const>, view<T const>, view<T const>>;
    constexpr bool compares = std::invocable<F&, view<bool>, view<T const>, view<T const>>;
    constexpr bool chooses =
        std::invocable<F&, view<T>, view<bool const>, view<T const>, view<T const>>;
    constexpr bool copies = std::invocable<F&, view<T>, view<bool const>, view<T const>>;
    constexpr bool compares_some =
        std::invocable<F&, view<bool>, view<bool const>, view<T const>, view<T const>>;
    static_assert(one || two || three || compares || chooses || copies || compares_some,
                  "a kernel takes (view<T> z, view<T const> x, ...)");
    add(asked_.declares.ops, op);
    add(asked_.declares.dtypes, std::string(name));
    const std::size_t least = one ? 1 : two || compares || copies ? 2 : 3;
    const std::size_t most = three || chooses || compares_some ? 3
                             : two || compares || copies       ? 2
                                                               : 1;
    auto& declared = asked_.declares;
    const std::size_t masks = op.ends_with("_where") ? 1 : 0;
    declared.min_operands = std::min(declared.min_operands, least - masks);
    declared.max_operands = std::max(declared.max_operands, most - masks);
    kernels_.push_back({op, std::string(name),
                        [kernel](std::vector<kit::tensor> const& x, kit::tensor const& z) mutable {
                          const auto is_bool = [](kit::tensor const& t) {
                            return t.element != detail::element_name<T>();
                          };
                          const bool masked = !x.empty() && is_bool(x[0]);
                          if (is_bool(z) && masked) {
                            return detail::call<bool, bool, T>(kernel, x, z);
                          }
                          if (is_bool(z)) return detail::call<bool, T, T>(kernel, x, z);
                          if (masked) return detail::call<T, bool, T>(kernel, x, z);
                          return detail::call<T, T, T>(kernel, x, z);
                        }});
  }

  /// The same of an operation of the subject's own, `clip` for example: `meaning(x0, x1, ...)` is
  /// what it gives for numbers, doubles, and NaN where it is not to be asked. See
  /// proptests::define_operation.
  template <class T, class F, class Meaning>
  void elementwise(std::string const& op, F kernel, Meaning meaning) {
    constexpr std::size_t n = std::invocable<Meaning&, double>                   ? 1
                              : std::invocable<Meaning&, double, double>         ? 2
                              : std::invocable<Meaning&, double, double, double> ? 3
                                                                                 : 0;
    static_assert(n != 0, "the meaning of an operation takes 1 to 3 numbers");
    const auto value = [meaning](std::span<double const> x) mutable -> double {
      if constexpr (n == 1) return meaning(x[0]);
      if constexpr (n == 2) return meaning(x[0], x[1]);
      if constexpr (n == 3) return meaning(x[0], x[1], x[2]);
    };
    meanings_.push_back([op, value] { proptests::define_operation(op, n, value); });
    elementwise<T>(op, std::move(kernel));
  }

  /// What it declares of itself: its largest rank, whether it takes any strides, ...
  kit::capabilities& declares() { return asked_.declares; }

  /// It as the laws ask it, for what has no plain function here. Throws std::invalid_argument for
  /// an operation of its own that cannot be asked.
  kit::subject kit() const;

  operator kit::subject() const { return kit(); }

 private:
  struct entry {
    std::string op, element;
    std::function<bool(std::vector<kit::tensor> const&, kit::tensor const&)> run;
  };

  static void add(std::vector<std::string>& all, std::string const& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }

  kit::subject asked_;
  std::vector<entry> kernels_;
  std::vector<std::function<void()>> meanings_;  ///< each defines an operation
};

/// A whole program that asks every law that applies: `--help` lists its arguments, which are those
/// of `bcast check`. Returns the exit status: 0 if every law holds, 1 if one is broken.
int check_main(int argc, char** argv, subject const& mine);

/// Every law that applies, each in a process of its own. `proptests::table` and `proptests::report`
/// print what came out. Throws std::invalid_argument if no law applies.
std::vector<proptests::outcome> check(
    subject const& mine, proptests::settings const& with = proptests::from_environment());

}  // namespace bcast
