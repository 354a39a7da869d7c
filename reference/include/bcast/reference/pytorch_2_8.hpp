// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/pytorch.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// PyTorch's page on broadcasting before September 2025, transcribed in its order. What later
/// editions say in the same words is as `pytorch` transcribes it.
///
/// Conventions. x and y are the sizes of two tensors. Dimensions are numbered from 0.
namespace bcast::reference::pytorch_2_8 {

template <class Size>
using shape = pytorch::shape<Size>;

template <class Size>
using shapes = pytorch::shapes<Size>;

template <class Size>
constexpr shape<Size> resulting_size(shape<Size> const& x, shape<Size> const& y);

// [pytorch@2.8.X1] Many PyTorch operations support NumPy Broadcasting Semantics. Tensor arguments can
//                  be automatically expanded to be of equal sizes
/// Throws no_answer (pytorch@2.8.G1) unless there are two tensors.
template <class Size>
constexpr shape<Size> operation(shapes<Size> const& tensors) {
  if (tensors.n() != 2) throw no_answer("pytorch@2.8.G1");
  return resulting_size(tensors[0], tensors[1]);
}

template <class Size>
constexpr void expect_dimension(shape<Size> const& tensor);
template <class Size>
constexpr void expect_matching(shape<Size> const& x, shape<Size> const& y);

// [pytorch@2.8.X2] Two tensors are "broadcastable" if the following rules hold
/// Throws violation (pytorch@2.8.X3), and (pytorch@2.8.X4) with the dimension of the result.
template <class Size>
constexpr void expect_broadcastable(shape<Size> const& x, shape<Size> const& y) {
  expect_dimension(x);
  expect_dimension(y);
  expect_matching(x, y);
}

// [pytorch@2.8.X3] Each tensor has at least one dimension.
template <class Size>
constexpr void expect_dimension(shape<Size> const& tensor) {
  if (tensor.n() == 0) throw violation("pytorch@2.8.X3");
}

// [pytorch@2.8.X4] When iterating over the dimension sizes, starting at the trailing dimension, the
//                  dimension sizes must either be equal, one of them is 1, or one of them does not
//                  exist.
template <class Size>
constexpr void expect_matching(shape<Size> const& x, shape<Size> const& y) {
  try {
    pytorch::expect_broadcastable(x, y);
  } catch (violation const& v) {
    throw violation("pytorch@2.8.X4", v.axis);
  }
}

// [pytorch@2.8.X5] the resulting tensor size is calculated as follows: prepend 1 to the dimensions of
//                  the tensor with fewer dimensions
template <class Size>
constexpr shape<Size> resulting_size(shape<Size> const& x, shape<Size> const& y) {
  expect_broadcastable(x, y);
  return pytorch::resulting_size(x, y);
}

// [pytorch@2.8.X6] for each dimension size, the resulting dimension size is the max of the sizes of x
//                  and y along that dimension     departure pytorch.D1: the one that is not 1
template <class Size>
constexpr Size resulting_dimension(Size x, Size y) {
  return pytorch::resulting_dimension(x, y);
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "pytorch@2.8", .result = operation<Size>, .unknown = "pytorch@2.8.G2"},
};

}  // namespace bcast::reference::pytorch_2_8
