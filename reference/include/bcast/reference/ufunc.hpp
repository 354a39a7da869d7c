// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// NumPy's page on ufuncs and the parameters in their docstrings, transcribed in their order.
///
/// Conventions. Shapes are aligned at their last axis; axes are numbered from 0. The elements of an
/// array are listed one after the other, broadcast to the shape of the output.
namespace bcast::reference::ufunc {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

/// All but the last one. Throws no_answer (ufunc.G1) if there are no others.
template <class Size>
constexpr shapes<Size> before_last(shapes<Size> const& s) {
  if (s.n() < 2) throw no_answer("ufunc.G1");
  return shapes<Size>::of(s.n() - 1, [&](index m) { return s[m]; });
}

// Universal functions -----------------------------------------------------------------------------

// [ufunc.X1] a function that operates on ndarrays in an element-by-element fashion, supporting array
//            broadcasting
/// What the shapes broadcast to. Throws violation (`clause`) with its axis, or no_answer (ufunc.G1).
template <class Size>
constexpr shape<Size> broadcast(shapes<Size> const& s, std::string_view clause) {
  if (s.n() == 0) throw no_answer("ufunc.G1");
  const index rank = max(0, s.n() - 1, [&](index m) { return s[m].n(); });
  shape<Size> common = shape<Size>::of(rank, [](index) { return Size(1); });
  for (index m = 0; m < s.n(); ++m) {
    for (index k = 0; k < s[m].n(); ++k) {
      const index d = rank - s[m].n() + k;
      if (s[m][k] == Size(1)) continue;
      if (!(common[d] == Size(1)) && !(common[d] == s[m][k])) throw violation(clause, d);
      common[d] = s[m][k];
    }
  }
  return common;
}

// Optional keyword arguments ----------------------------------------------------------------------

template <class Element>
constexpr Element value(bool where, Element calculated, Element in_output);

// [ufunc.X2] the output is filled only in the places that the broadcast 'where' is True
/// `where(i)`: the mask at place i.
template <class Element, class Where>
constexpr list<Element> filled(Where where, list<Element> const& calculated,
                               list<Element> const& output) {
  return list<Element>::of(output.n(),
                           [&](index i) { return value(where(i), calculated[i], output[i]); });
}

// [ufunc.X3] Operations where ufunc input and output operands have memory overlap are defined to be
//            the same as for equivalent operations where there is no memory overlap.
/// The memory after out[i] = f(in[i]) for each i, where `in` and `out` are places in it.
template <class Element, class F>
constexpr list<Element> with_overlap(list<Element> memory, list<index> const& in,
                                     list<index> const& out, F f) {
  const list<Element> before = memory;
  for (index i = 0; i < out.n(); ++i) memory[out[i]] = f(before[in[i]]);
  return memory;
}

// [ufunc.X4] Accepts a boolean array which is broadcast together with the operands.
/// The shape of the output, where the last shape is the mask's. Throws violation (ufunc.X4) with its
/// axis.
template <class Size>
constexpr shape<Size> with_where(shapes<Size> const& s) {
  before_last(s);
  return broadcast(s, "ufunc.X4");
}

// [ufunc.X5] Values of True indicate to calculate the ufunc at that position, values of False
//            indicate to leave the value in the output alone.
template <class Element>
constexpr Element value(bool where, Element calculated, Element in_output) {
  return where ? calculated : in_output;
}

// [ufunc.X6] This argument cannot be used for generalized ufuncs as those take non-scalar input.
constexpr bool takes_where(index core_dimensions) { return core_dimensions == 0; }

enum class casting { no, equiv, safe, same_kind, unsafe };

// [ufunc.X7] May be 'no', 'equiv', 'safe', 'same_kind', or 'unsafe'. From numpy 1.10 and onwards,
//            the default is 'same_kind'.
/// What is permitted without the argument, in NumPy 1.`minor`; from 1.7 on with a warning.
constexpr casting permitted_casting(index minor) {
  return minor < 10 ? casting::unsafe : casting::same_kind;
}

// Parameters --------------------------------------------------------------------------------------

template <class Size>
constexpr void expect_broadcast_to(shape<Size> const& s, shape<Size> const& to,
                                   std::string_view clause);

// [ufunc.X8] it must have a shape that the inputs broadcast to
/// The shape of the output, which is the last one; the mask is one of the others. Throws violation
/// (ufunc.X8), with the axis unless the output has too few.
template <class Size>
constexpr shape<Size> with_out(shapes<Size> const& s) {
  const shape<Size> common = broadcast(before_last(s), "ufunc.X8"), out = s[s.n() - 1];
  expect_broadcast_to(common, out, "ufunc.X8");
  return out;
}

template <class Size>
constexpr void expect_broadcast_to(shape<Size> const& s, shape<Size> const& to,
                                   std::string_view clause) {
  if (to.n() < s.n()) throw violation(clause);
  for (index k = 0; k < s.n(); ++k) {
    const index d = to.n() - s.n() + k;
    if (!(s[k] == Size(1)) && !(s[k] == to[d])) throw violation(clause, d);
  }
}

template <class Size>
constexpr shape<Size> common_shape(shapes<Size> const& inputs);

// [ufunc.X9] This condition is broadcast over the input.
//            finding ufunc.D1: it is broadcast together with the operands (ufunc.X4)
/// As printed: the shape of the input. Throws violation (ufunc.X9).
template <class Size>
constexpr shape<Size> with_where_as_printed(shapes<Size> const& s) {
  const shape<Size> input = common_shape(before_last(s));
  expect_broadcast_to(s[s.n() - 1], input, "ufunc.X9");
  return input;
}

// [ufunc.X10] If x1.shape != x2.shape, they must be broadcastable to a common shape (which becomes
//             the shape of the output).
/// Throws violation (ufunc.X10) with its axis.
template <class Size>
constexpr shape<Size> common_shape(shapes<Size> const& inputs) {
  return broadcast(inputs, "ufunc.X10");
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "ufunc", .result = common_shape<Size>, .unknown = "ufunc.G2"},
    shape_rule<Size>{.name = "ufunc_where", .result = with_where<Size>, .unknown = "ufunc.G2"},
    shape_rule<Size>{.name = "ufunc_where as printed",
                     .result = with_where_as_printed<Size>,
                     .unknown = "ufunc.G2"},
    shape_rule<Size>{.name = "ufunc_out",
                     .result = with_out<Size>,
                     .unknown = "ufunc.G2",
                     .last_is_written = true},
};

}  // namespace bcast::reference::ufunc
