// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/nested.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/xla.hpp"
#include "explore.hpp"

/// The result of each document's transcription, on one axis or on whole shapes. An error or a
/// missing answer gives none.
namespace bcast::proofs {

using reference::index;

template <class F>
auto outcome(F f) -> std::optional<decltype(f())> {
  try {
    return f();
  } catch (reference::violation const&) {
    return std::nullopt;
  } catch (reference::no_answer const&) {
    return std::nullopt;
  }
}

template <class Size>
using size_or_error = std::optional<Size>;

template <class Size>
using shape = std::vector<Size>;

template <class Size>
using shape_or_error = std::optional<shape<Size>>;

/// The premise that all arguments are sizes, 0 or more.
template <class Size, class... Sizes>
void given_sizes(Size const& first, Sizes const&... others) {
  given(Size(0) <= first);
  (given(Size(0) <= others), ...);
}

/// The premise that all arguments are sizes of 1 or more.
template <class Size, class... Sizes>
void given_positive(Size const& first, Sizes const&... others) {
  given(Size(1) <= first);
  (given(Size(1) <= others), ...);
}

template <class Size>
bool same(std::optional<Size> const& a, std::optional<Size> const& b) {
  if (!a || !b) return !a && !b;
  return *a == *b;
}

struct array_api_join {
  template <class Size>
  shape_or_error<Size> operator()(shape<Size> const& a, shape<Size> const& b) const {
    using tuple = reference::array_api::tuple<Size>;
    return outcome([&] {
      const tuple r = reference::array_api::broadcast(tuple(a), tuple(b));
      return shape<Size>(r.begin(), r.end());
    });
  }
};

struct sonnx_join {
  template <class Size>
  shape_or_error<Size> operator()(shape<Size> const& a, shape<Size> const& b) const {
    return (*this)(std::vector<shape<Size>>{a, b});
  }

  /// For any number of operands at once.
  template <class Size>
  shape_or_error<Size> operator()(std::vector<shape<Size>> const& operands) const {
    using dims = reference::sonnx::dims<Size>;
    return outcome([&] {
      reference::seq<dims> dX;
      for (shape<Size> const& s : operands) dX.append(dims(s));
      const dims dY = reference::sonnx::Broadcast_sizes(dX);
      return shape<Size>(dY.begin(), dY.end());
    });
  }
};

/// For equal ranks.
struct xla_join {
  template <class Size>
  shape_or_error<Size> operator()(shape<Size> const& a, shape<Size> const& b) const {
    using dims = reference::xla::dims<Size>;
    return outcome([&] {
      const dims r = reference::xla::binary(dims(a), dims(b), std::nullopt).result;
      return shape<Size>(r.begin(), r.end());
    });
  }
};

struct nested_join {
  template <class Size>
  shape_or_error<Size> operator()(shape<Size> const& a, shape<Size> const& b) const {
    return outcome([&] { return reference::nested::join(a, b); });
  }
};

/// A join of shapes, restricted to one axis.
template <class Join>
struct on_one_axis {
  template <class Size>
  size_or_error<Size> operator()(Size const& a, Size const& b) const {
    const auto r = Join{}(shape<Size>{a}, shape<Size>{b});
    return r ? size_or_error<Size>(r->at(0)) : std::nullopt;
  }

  /// An error stays an error.
  template <class Size>
  size_or_error<Size> operator()(size_or_error<Size> const& a, size_or_error<Size> const& b) const {
    return a && b ? (*this)(*a, *b) : std::nullopt;
  }
};

inline constexpr on_one_axis<array_api_join> array_api;
inline constexpr on_one_axis<sonnx_join> sonnx;
inline constexpr on_one_axis<xla_join> xla;
inline constexpr on_one_axis<nested_join> nested;

}  // namespace bcast::proofs
