// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

/// The numbers that tags have been given. A number is never reused: when a row is removed, its tag
/// is listed in `retired`.
namespace bcast::spec {

/// The numbers of one letter in one document: 1 to `highest`, except the retired ones. Up to
/// `in_order` they follow the lines of the text. A row that was added later has a higher number,
/// wherever its lines are.
struct numbers {
  std::string_view letter;  ///< with its document: `sonnx.F`
  int highest;
  int in_order;
};

inline constexpr std::array given_numbers{
    numbers{"sonnx.C", 1, 1},
    numbers{"sonnx.D", 3, 3},
    numbers{"sonnx.F", 6, 6},
    numbers{"sonnx.G", 3, 3},
    numbers{"sonnx.N", 5, 5},
    numbers{"sonnx.X", 11, 11},
    numbers{"sonnx@2026-01.C", 1, 1},
    numbers{"sonnx@2026-01.D", 2, 2},
    numbers{"sonnx@2026-01.E", 1, 1},
    numbers{"sonnx@2026-01.F", 8, 8},
    numbers{"sonnx@2026-01.N", 5, 5},
    numbers{"sonnx@2026-01.X", 15, 15},
    numbers{"array_api.A", 16, 16},
    numbers{"array_api.G", 2, 2},
    numbers{"array_api.I", 2, 2},
    numbers{"array_api.N", 3, 3},
    numbers{"array_api.S", 11, 11},
    numbers{"array_api.X", 6, 6},
    numbers{"array_api@2025.12.D", 2, 2},
    numbers{"array_api@2025.12.N", 1, 1},
    numbers{"array_api@2025.12.X", 6, 6},
    numbers{"xla.D", 6, 6},
    numbers{"xla.G", 5, 5},
    numbers{"xla.N", 2, 2},
    numbers{"xla.S", 23, 23},
    numbers{"xla.X", 16, 16},
    numbers{"mlir.A", 5, 5},
    numbers{"mlir.D", 13, 13},
    numbers{"mlir.G", 3, 3},
    numbers{"mlir.I", 6, 6},
    numbers{"mlir.N", 1, 1},
    numbers{"mlir.S", 13, 13},
    numbers{"mlir.V", 4, 4},
    numbers{"mlir.X", 12, 12},
};

/// Tags that used to have a row.
inline constexpr std::array<std::string_view, 0> retired{};

}  // namespace bcast::spec
