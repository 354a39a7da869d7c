// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// The function `broadcast_shapes` of the Array API standard, edition 2025.12. The broadcasting
/// rules to which it refers are those of the chapter, as `array_api` transcribes them.
///
/// Conventions. A size is a number or None. `shapes` are the arguments; N is the largest of their
/// ranks, i in [0, N-1] an axis of the result.
namespace bcast::reference::array_api_2025_12 {

template <class Size>
using shape = array_api::tuple<std::optional<Size>>;

template <class Size>
constexpr array_api::tuple<Size> known(shape<Size> const& s);

template <class Size>
constexpr shape<Size> propagated(list<shape<Size>> const& shapes,
                                 array_api::tuple<Size> const& result);

// [array_api@2025.12.N1] broadcast_shapes(*shapes: Tuple[Optional[int], ...])
//                        -> Tuple[Optional[int], ...]
// [array_api@2025.12.X1] Broadcasts one or more shapes; an arbitrary number of to-be broadcasted
//                        shapes
// [array_api@2025.12.X2] a single broadcasted shape obtained by applying broadcasting rules to each
//                        of the input shapes against one another
//                        finding array_api@2025.12.D1: read as all at once, so that the order of
//                        the shapes plays no part, and None meets every size
// [array_api@2025.12.X3] If provided shapes which are not broadcast compatible, a ValueError should
//                        be raised.
/// Throws violation (array_api@2025.12.X3) with the axis i.
template <class Size>
constexpr shape<Size> broadcast_shapes(list<shape<Size>> const& shapes) {
  // [array_api@2025.12.X4] If not provided one or more arguments, the function must return an empty
  //                        tuple.
  if (shapes.n() == 0) return shape<Size>();
  const index N = max(0, shapes.n() - 1, [&](index m) { return shapes[m].n(); });
  const auto aligned = list<shape<Size>>::of(
      shapes.n(), [&](index m) { return array_api::promote<std::optional<Size>>(shapes[m], N); });
  array_api::tuple<Size> result = known(aligned[0]);
  for (index m = 1; m < shapes.n(); ++m) {
    try {
      result = array_api::broadcast(result, known(aligned[m]));
    } catch (violation const& error) {
      throw violation("array_api@2025.12.X3", error.axis);
    }
  }
  return propagated(aligned, result);
}

// [array_api@2025.12.X2] pair by pair
//                        finding array_api@2025.12.D1: the other reading
/// The result of a first pair of shapes is broadcast with the next shape, including its None sizes.
template <class Size>
constexpr shape<Size> broadcast_pairs(list<shape<Size>> const& shapes) {
  shape<Size> result;
  for (shape<Size> const& next : shapes) {
    result = broadcast_shapes(list<shape<Size>>{result, next});
  }
  return result;
}

// [array_api@2025.12.X5] libraries which need to provide a mechanism for indicating dimensions of
//                        unknown size may accept non-integer values (e.g., None)
/// Whether a size is unknown.
template <class Size>
constexpr bool is_None(std::optional<Size> const& size) {
  return !size.has_value();
}

// [array_api@2025.12.X6] For these libraries, dimensions of unknown size must be propagated to the
//                        returned shape
/// The sizes of `result`, with None on each axis where one of the shapes has None. All shapes have
/// the rank of `result`.
template <class Size>
constexpr shape<Size> propagated(list<shape<Size>> const& shapes,
                                 array_api::tuple<Size> const& result) {
  return shape<Size>::of(result.n(), [&](index i) -> std::optional<Size> {
    const bool all_known =
        forall(0, shapes.n() - 1, [&](index m) { return !is_None(shapes[m][i]); });
    if (all_known) return result[i];
    return std::nullopt;
  });
}

/// A size of 1 in place of None: it gives way to every other size.
template <class Size>
constexpr array_api::tuple<Size> known(shape<Size> const& s) {
  return array_api::tuple<Size>::of(
      s.n(), [&](index i) { return is_None(s[i]) ? Size(1) : s[i].value(); });
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "array_api@2025.12",
                     .of_unknown = [](list<partly_known<Size>> const& all) -> partly_known<Size> {
                       list<shape<Size>> shapes;
                       for (partly_known<Size> const& s : all) {
                         if (!s) throw no_answer("array_api@2025.12.N1");
                         shapes.append(*s);
                       }
                       return broadcast_shapes(shapes);
                     }},
};

}  // namespace bcast::reference::array_api_2025_12
