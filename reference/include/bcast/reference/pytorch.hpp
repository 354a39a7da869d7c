// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// The page on broadcasting in PyTorch's documentation, transcribed in its order.
///
/// Conventions. x and y are the sizes of two tensors. Dimensions are numbered from 0. i counts
/// dimensions from the trailing one, which is 0. A place is the index of an element.
namespace bcast::reference::pytorch {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using place = list<index>;

// Broadcasting semantics --------------------------------------------------------------------------

// [pytorch.X1] Many PyTorch operations support NumPy's broadcasting semantics.
template <class Size>
constexpr shape<Size> resulting_size(shape<Size> const& x, shape<Size> const& y);

// [pytorch.X2] its Tensor arguments can be automatically expanded to be of equal sizes (without
//              making copies of the data)
/// The place in an argument's data, of one in the argument as it is expanded.
template <class Size>
place place_in_data(shape<Size> const& argument, place const& in_expanded) {
  place in_data;
  for (index i = 0; i < argument.n(); ++i) {
    const Size size = argument[argument.n() - 1 - i];
    in_data.prepend(size == Size(1) ? 0 : in_expanded[in_expanded.n() - 1 - i]);
  }
  return in_data;
}

// General semantics -------------------------------------------------------------------------------

template <class Size>
constexpr void expect_broadcastable(shape<Size> const& x, shape<Size> const& y);

// [pytorch.X3] Two tensors are "broadcastable" if the following rules hold
template <class Size>
constexpr bool is_broadcastable(shape<Size> const& x, shape<Size> const& y) {
  try {
    expect_broadcastable(x, y);
    return true;
  } catch (violation const&) {
    return false;
  }
}

// [pytorch.X4] When iterating over the dimension sizes, starting at the trailing dimension, the
//              dimension sizes must either be equal, one of them is 1, or one of them does not exist.
/// Throws violation (pytorch.X4) with the dimension of the result.
template <class Size>
constexpr void expect_broadcastable(shape<Size> const& x, shape<Size> const& y) {
  for (index i = 0; i < x.n() && i < y.n(); ++i) {
    const Size a = x[x.n() - 1 - i], b = y[y.n() - 1 - i];
    if (!(a == b) && !(a == Size(1)) && !(b == Size(1))) {
      throw violation("pytorch.X4", max(x.n(), y.n()) - 1 - i);
    }
  }
}

template <class Size>
constexpr shape<Size> with_prepended_ones(shape<Size> sizes, index dimensions);

template <class Size>
constexpr Size resulting_dimension(Size x, Size y);

// [pytorch.X5] If two tensors x, y are "broadcastable", the resulting tensor size is calculated as
//              follows
/// Throws violation (pytorch.X4) with the dimension of the result.
template <auto dimension, class Size>
constexpr shape<Size> size_by(shape<Size> const& x, shape<Size> const& y) {
  expect_broadcastable(x, y);
  const shape<Size> longer_x = with_prepended_ones(x, y.n());
  const shape<Size> longer_y = with_prepended_ones(y, x.n());
  return shape<Size>::of(longer_x.n(),
                         [&](index d) { return dimension(longer_x[d], longer_y[d]); });
}

// [pytorch.X6] If the number of dimensions of x and y are not equal, prepend 1 to the dimensions of
//              the tensor with fewer dimensions to make them equal length.
template <class Size>
constexpr shape<Size> with_prepended_ones(shape<Size> sizes, index dimensions) {
  while (sizes.n() < dimensions) sizes.prepend(Size(1));
  return sizes;
}

// [pytorch.X7] for each dimension size, the resulting dimension size is the max of the sizes of x
//              and y along that dimension     finding pytorch.D1: 1 for sizes of 0 and 1
template <class Size>
constexpr Size resulting_dimension_as_printed(Size x, Size y) {
  return max(x, y);
}

// [pytorch.X7] for each dimension size, the resulting dimension size is the max of the sizes of x
//              and y along that dimension     departure pytorch.D1: the one that is not 1
template <class Size>
constexpr Size resulting_dimension(Size x, Size y) {
  return x == Size(1) ? y : x;
}

template <class Size>
constexpr shape<Size> resulting_size(shape<Size> const& x, shape<Size> const& y) {
  return size_by<resulting_dimension<Size>>(x, y);
}

/// The same as printed.
template <class Size>
constexpr shape<Size> resulting_size_as_printed(shape<Size> const& x, shape<Size> const& y) {
  return size_by<resulting_dimension_as_printed<Size>>(x, y);
}

// In-place semantics ------------------------------------------------------------------------------

// [pytorch.I1] in-place operations do not allow the in-place tensor to change shape as a result of
//              the broadcast
/// The size of the in-place tensor x. Throws violation (pytorch.I1) if y has more dimensions, or
/// with the last dimension whose size y does not broadcast to.
template <class Size>
constexpr shape<Size> in_place(shape<Size> const& x, shape<Size> const& y) {
  if (y.n() > x.n()) throw violation("pytorch.I1");
  for (index i = 0; i < y.n(); ++i) {
    const index d = x.n() - 1 - i;
    const Size size = y[y.n() - 1 - i];
    if (!(x[d] == size) && !(size == Size(1))) throw violation("pytorch.I1", d);
  }
  return x;
}

// Backwards compatibility -------------------------------------------------------------------------

template <class Size>
constexpr Size elements(shape<Size> const& sizes) {
  Size product(1);
  for (index d = 0; d < sizes.n(); ++d) product = product * sizes[d];
  return product;
}

// [pytorch.X8] Prior versions of PyTorch allowed certain pointwise functions to execute on tensors
//              with different shapes, as long as the number of elements in each tensor was equal.
//              The pointwise operation would then be carried out by viewing each tensor as
//              1-dimensional.
/// The size of the result, which is that of x. Throws violation (pytorch.X8).
template <class Size>
constexpr shape<Size> size_in_prior_versions(shape<Size> const& x, shape<Size> const& y) {
  if (!(elements(x) == elements(y))) throw violation("pytorch.X8");
  return x;
}

// [pytorch.X9] the "1-dimensional" pointwise behavior is considered deprecated and will generate a
//              Python warning in cases where tensors are not broadcastable, but have the same number
//              of elements     finding pytorch.D2: an error in these cases
template <class Size>
constexpr bool gives_warning(shape<Size> const& x, shape<Size> const& y) {
  return !is_broadcastable(x, y) && elements(x) == elements(y);
}

/// The size of the result where it is viewed so.
template <class Size>
constexpr shape<Size> size_with_warnings(shape<Size> const& x, shape<Size> const& y) {
  return gives_warning(x, y) ? size_in_prior_versions(x, y) : resulting_size(x, y);
}

// [pytorch.X10] the introduction of broadcasting can cause backwards incompatible changes in the
//               case where two tensors do not have the same shape, but are broadcastable and have
//               the same number of elements
template <class Size>
constexpr bool can_change(shape<Size> const& x, shape<Size> const& y) {
  return !(x == y) && is_broadcastable(x, y) && elements(x) == elements(y);
}

// [pytorch.X11] you may set torch.utils.backcompat.broadcast_warning.enabled to True, which will
//               generate a python warning in such cases     finding pytorch.D2: it has no effect
template <class Size>
constexpr bool gives_warning_of_change(bool enabled, shape<Size> const& x, shape<Size> const& y) {
  return enabled && can_change(x, y);
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
constexpr shape<Size> of_two(shapes<Size> const& tensors) {
  return tensors.n() == 1 ? tensors[0] : resulting_size(tensors[0], tensors[1]);
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "pytorch", .result = of_two<Size>, .pairwise = true},
    shape_rule<Size>{"pytorch_in_place",
                     [](shapes<Size> const& s) { return in_place(s[0], s[1]); }},
    shape_rule<Size>{"pytorch as printed",
                     [](shapes<Size> const& s) { return resulting_size_as_printed(s[0], s[1]); }},
};

}  // namespace bcast::reference::pytorch
