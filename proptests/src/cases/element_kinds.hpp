// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bcast::proptests {

/// The memory format of an element type. With it, a law can write small integers and read them
/// back, even in types that C++ does not have.
struct element_kind {
  std::string_view name;
  std::size_t bytes;
  std::uint8_t code;  ///< DLPack's

  /// Writes a number in [0, 100].
  void (*write)(void* to, int number);

  /// The number in [0, 100] that an element holds; none for any other number.
  std::optional<int> (*read)(void const* from);

  /// The number that an element holds, any number, as text.
  std::string (*text)(void const* from);
};

/// Whether a subject that declares no element types computes this one: those of
/// spec::element_types.
bool is_usual(std::string_view element);

/// Every element type of spec::element_types except `string`, and float16, bfloat16, complex64 and
/// complex128.
std::span<element_kind const> element_kinds();

/// The kind with a given name (`float32` is float, `float64` is double), or null.
element_kind const* find_element_kind(std::string_view name);

}  // namespace bcast::proptests
