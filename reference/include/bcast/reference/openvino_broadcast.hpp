// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// OpenVINO's operation Broadcast-3, transcribed in the page's order.
///
/// Conventions. data is the shape of the first input; target_shape and axes_mapping are the values
/// of the second and third input. Axes are numbered from 0, and d is an axis of data.
namespace bcast::reference::openvino_broadcast {

template <class Size>
using shape = list<Size>;

using axes = list<index>;

// Detailed description ----------------------------------------------------------------------------

// [openvino_broadcast.X1] builds a new tensor with shape matching the 2nd input tensor target_shape
//                         finding openvino_broadcast.D1: with bidirectional it may be larger
/// The shape of the output, as printed.
template <class Size>
constexpr shape<Size> matching(shape<Size> const& target_shape) {
  return target_shape;
}

// [openvino_broadcast.X2] They both define how axes from data shape are mapped to the output axes.
/// Throws violation (`clause`) with the first axis of the output that data does not fit.
template <class Size>
constexpr void expect_fit(shape<Size> const& data, axes const& mapped,
                          shape<Size> const& target_shape, std::string_view clause) {
  for (index d = 0; d < data.n(); ++d) {
    if (data[d] == target_shape[mapped[d]] || data[d] == Size(1)) continue;
    throw violation(clause, mapped[d]);
  }
}

// [openvino_broadcast.X3] input tensor data is broadcasted to target_shape but not vice-versa
/// The shape of the output. Throws violation (openvino_broadcast.X3).
template <class Size>
constexpr shape<Size> numpy(shape<Size> const& data, shape<Size> const& target_shape) {
  const index missing = target_shape.n() - data.n();
  if (missing < 0) throw violation("openvino_broadcast.X3");
  expect_fit(data, axes::of(data.n(), [&](index d) { return missing + d; }), target_shape,
             "openvino_broadcast.X3");
  return matching(target_shape);
}

// [openvino_broadcast.X4] numpy.array(input) * numpy.ones(target_shape)
// [openvino_broadcast.X7] the 3rd input for the operation shouldn't be provided
/// The shape of the output. Throws violation (openvino_broadcast.X6).
template <class Size>
constexpr shape<Size> bidirectional(shape<Size> input, shape<Size> target_shape) {
  // [openvino_broadcast.X5] Dimensions are right alignment.
  while (input.n() < target_shape.n()) {
    input.prepend(Size(1));
  }
  while (target_shape.n() < input.n()) target_shape.prepend(Size(1));
  return shape<Size>::of(input.n(), [&](index axis) {
    const Size a = input[axis], b = target_shape[axis];
    // [openvino_broadcast.X6] Two corresponding dimension must have the same value, or one of them
    //                         is equal to 1.
    if (a == b || b == Size(1)) return a;
    if (!(a == Size(1))) throw violation("openvino_broadcast.X6", axis);
    return b;
  });
}

// [openvino_broadcast.X8] a list of axis indices, each index maps an axis from the 1st input tensor
//                         data to axis in the output
//                         finding openvino_broadcast.D2: of any size, and the same for two
/// Throws violation (openvino_broadcast.X8) or (openvino_broadcast.X9).
template <class Size>
constexpr void expect_axes_as_printed(shape<Size> const& data, axes const& axes_mapping,
                                      shape<Size> const& target_shape) {
  // [openvino_broadcast.X9] The size of axis_mapping should match the rank of input data tensor
  if (axes_mapping.n() != data.n()) throw violation("openvino_broadcast.X9");
  for (index axis : axes_mapping) {
    if (axis < 0 || axis >= target_shape.n()) throw violation("openvino_broadcast.X8");
  }
}

// [openvino_broadcast.X8] a list of axis indices, each index maps an axis from the 1st input tensor
//                         data to axis in the output
//                         departure openvino_broadcast.D2: each to another one, that it fits
template <class Size>
constexpr void expect_axes(shape<Size> const& data, axes const& axes_mapping,
                           shape<Size> const& target_shape) {
  expect_axes_as_printed(data, axes_mapping, target_shape);
  for (index d = 1; d < axes_mapping.n(); ++d) {
    if (axes_mapping[d] == axes_mapping[d - 1]) throw violation("openvino_broadcast.X8");
  }
  expect_fit(data, axes_mapping, target_shape, "openvino_broadcast.X8");
}

constexpr void expect_sorted(axes const& axes_mapping);

/// The shape of the output. Throws as expect_axes and expect_sorted do.
template <auto expect_axes, class Size>
constexpr shape<Size> mapped_by(shape<Size> const& data, axes const& axes_mapping,
                                shape<Size> const& target_shape) {
  expect_sorted(axes_mapping);
  expect_axes(data, axes_mapping, target_shape);
  return matching(target_shape);
}

// [openvino_broadcast.S1] axes_mapping = [1], a tensor with shape [C] to shape [N,C,H,W]
template <class Size>
constexpr shape<Size> channels(Size N, Size C, Size H, Size W) {
  return mapped_by<expect_axes<Size>>(shape<Size>{C}, axes{1}, {N, C, H, W});
}

// [openvino_broadcast.S2] tensor with shape [H,W] to shape [N,H,W,C] with axes_mapping = [1, 2]
template <class Size>
constexpr shape<Size> channels_last(Size N, Size H, Size W, Size C) {
  return mapped_by<expect_axes<Size>>(shape<Size>{H, W}, axes{1, 2}, {N, H, W, C});
}

// Inputs ------------------------------------------------------------------------------------------

// [openvino_broadcast.X10] data, target_shape. Required.
/// Throws no_answer (openvino_broadcast.G1) unless there are both.
template <auto rule, class Size>
constexpr shape<Size> of_two(list<shape<Size>> const& s) {
  if (s.n() != 2) throw no_answer("openvino_broadcast.G1");
  return rule(s[0], s[1]);
}

/// Throws violation (openvino_broadcast.X11).
template <class Size>
constexpr shape<Size> unmapped(shape<Size> const&, shape<Size> const&) {
  // [openvino_broadcast.X11] axes_mapping input is needed for mode equal to explicit only.
  throw violation("openvino_broadcast.X11");
}

// [openvino_broadcast.X12] The index values in this tensor should be sorted
/// Throws violation (openvino_broadcast.X12).
constexpr void expect_sorted(axes const& axes_mapping) {
  for (index d = 1; d < axes_mapping.n(); ++d) {
    if (axes_mapping[d] < axes_mapping[d - 1]) throw violation("openvino_broadcast.X12");
  }
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
constexpr shape<Size> bidirectional_as_printed(shape<Size> const& data, shape<Size> const& target) {
  bidirectional(data, target);
  return matching(target);
}

/// Throws no_answer (openvino_broadcast.G1) unless there are two tensors.
template <auto expect_axes, class Size>
constexpr shape<Size> along(list<shape<Size>> const& s, axes const& axes_mapping) {
  if (s.n() != 2) throw no_answer("openvino_broadcast.G1");
  return mapped_by<expect_axes>(s[0], axes_mapping, s[1]);
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"broadcast3_numpy", of_two<numpy<Size>, Size>},
    shape_rule<Size>{"broadcast3_bi", of_two<bidirectional<Size>, Size>},
    shape_rule<Size>{"broadcast3_bi as printed", of_two<bidirectional_as_printed<Size>, Size>},
    shape_rule<Size>{.name = "broadcast3_explicit",
                     .result = of_two<unmapped<Size>, Size>,
                     .along = along<expect_axes<Size>, Size>,
                     .unknown = "openvino_broadcast.G2"},
    shape_rule<Size>{.name = "broadcast3_explicit as printed",
                     .along = along<expect_axes_as_printed<Size>, Size>},
};

}  // namespace bcast::reference::openvino_broadcast
