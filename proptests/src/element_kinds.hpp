// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bcast::proptests {

/// How an element type lies in memory: what a law has to know to write small whole numbers to it
/// and to read them back, in types that C++ has no name for too.
struct element_kind {
  std::string_view name;
  std::size_t bytes;
  std::uint8_t code;  ///< DLPack's

  /// Writes a number in [0, 100].
  void (*write)(void* to, int number);

  /// The number in [0, 100] that an element is; none if it is another one.
  std::optional<int> (*read)(void const* from);
};

/// Every element type of spec::element_types but `string`, and float16 and bfloat16.
std::span<element_kind const> element_kinds();

/// The kind of a name (`float32` is float, `float64` double), or null.
element_kind const* find_element_kind(std::string_view name);

}  // namespace bcast::proptests
