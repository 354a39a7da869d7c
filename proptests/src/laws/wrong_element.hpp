// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/memory.hpp"

/// How a message shows an element that is wrong: its index and its offset, those of the operand's
/// elements that were expected and read, and a drawing of both tensors.
namespace bcast::proptests {

/// Calls f for each index of a shape, in row-major order, however many there are.
template <class F>
void each_element(std::vector<std::int64_t> const& sizes, F f) {
  each_index(sizes, std::move(f), INT64_MAX);
}

/// `X1[0,2]`.
std::string element_name(std::string_view tensor, std::span<std::int64_t const> index);

/// The element at a position of a tensor's storage. If several elements share the position, it is
/// the first one.
std::optional<indices> element_at(placement const& of, std::int64_t position);

/// An element of a result that was computed from the wrong element of an operand.
struct wrong_element {
  std::string result;  ///< `Z`
  placement const& target;
  indices at;
  std::string operand;  ///< `X1`
  placement const& source;
  indices expected;

  /// The position in the operand's storage that was read, if it is known.
  std::optional<std::int64_t> read;
  std::string unknown{};  ///< why it is not known, or empty if nothing was read

  /// Of each element of the result in row-major order, whether it is wrong. Those at the end may
  /// be missing.
  std::vector<bool> wrong{};
};

/// A line for each of the three elements, with its offset from the tensor's first element and the
/// strides that give it, then the drawing, in which all elements that are wrong have a mark. No
/// line is wider than 72 columns.
std::string shown(wrong_element const& e);

/// A line with an element's name and its offset: `expected  X1[0,2]  offset 2 = 0*3 + 2*1`.
std::string offset_line(std::string_view role, std::string_view tensor, placement const& of,
                        std::span<std::int64_t const> index);

}  // namespace bcast::proptests
