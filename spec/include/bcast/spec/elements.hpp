// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcast::spec {

template <class... T>
struct element_list {
  static constexpr std::size_t size = sizeof...(T);
};

/// The one list of element types: SONNX's `anytype` without float16, for which C++20 has no type.
using elements =
    element_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                 std::uint16_t, std::uint32_t, std::uint64_t, float, double, std::string>;

/// Their names, in the same order.
inline constexpr std::string_view element_names[]{"bool",   "int8",  "int16",  "int32",
                                                  "int64",  "uint8", "uint16", "uint32",
                                                  "uint64", "float", "double", "string"};

}  // namespace bcast::spec
