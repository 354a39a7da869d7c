// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bcast/engine/detail/kernel.hpp"

/// The code that is compiled once for each instruction set and chosen when the program runs.
namespace bcast::engine::detail {

/// Elements to gather into a scratch buffer.
struct gathering {
  std::size_t element;  ///< bytes: 1, 2, 4, 8 or 16
  std::byte* to;        ///< followed by at least `slack` bytes that may be overwritten
  std::int64_t to_row;  ///< bytes
  std::byte const* from;
  std::int64_t rows, columns;
  std::int64_t from_row;  ///< bytes

  // A row's elements: the first `columns` elements that these loops visit. The last loop is the
  // innermost.
  std::size_t loops;
  std::int64_t const* sizes;
  std::int64_t const* steps;  ///< bytes; of loop k: steps[k * apart]
  std::size_t apart;

  static constexpr std::size_t slack = 64;
};

/// Elements of a scratch buffer to store to the target's rows and columns.
struct scattering {
  std::size_t element;
  std::byte* to;
  std::int64_t to_row, to_column;
  std::byte const* from;
  std::int64_t from_row;
  std::int64_t rows, columns;
};

/// A named operation on elements of one type; null if there is no kernel.
struct operation_kernels {
  kernel const* one = nullptr;  ///< of one operand, of two, of three
  kernel const* two = nullptr;
  kernel const* three = nullptr;
  kernel const* step = nullptr;  ///< of more, from left to right
  kernel const* last = nullptr;  ///< after the steps; its context is the number of operands
  bool condition = false;        ///< the first operand is bool
  std::size_t result = 0;        ///< the place of the result's element type
};

struct level {
  void (*gather)(gathering const&);
  void (*scatter)(scattering const&);
  /// Copies `bytes` bytes around the cache.
  void (*stream)(void* to, void const* from, std::size_t bytes);
  /// The kernels of an operation and an element type, by their indexes in the tables.
  operation_kernels const& (*find)(std::size_t operation, std::size_t element);
};

namespace baseline {
extern const level table;
/// The names of the operations, in the order of their indexes.
extern const std::span<std::string_view const> names;
}  // namespace baseline
namespace avx2 {
extern const level table;
}
namespace avx512 {
extern const level table;
}
namespace avx512_bf16 {
extern const level table;
}
namespace avx512_fp16 {
extern const level table;
}

/// The levels that this processor has, the most capable last.
std::span<level const* const> levels();

/// The most capable level that this processor has.
level const& best_level();

}  // namespace bcast::engine::detail
