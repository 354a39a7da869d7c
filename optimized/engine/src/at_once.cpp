// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/at_once.hpp"

#include <algorithm>
#include <cstdint>

#include "bcast/engine/detail/compiling.hpp"

namespace bcast::engine::detail {
namespace {

constexpr std::int64_t most_elements = 512;

/// Products of strides of this size or more might not fit in 64 bits.
constexpr std::int64_t far = std::int64_t{1} << 40;

bool is_near(std::int64_t stride) { return -far < stride && stride < far; }

/// The bytes that a row or column may touch, from the first to one past the last.
struct span_of_bytes {
  std::uintptr_t begin, end;
};

/// For this number of operands, so that all of it stays in registers.
template <std::size_t Operands>
BCAST_INLINE bool run_operands(kernel const& k, void const* f, buffer const& target,
                               buffer const* operands) {
  const std::size_t rank = target.where->sizes.size();
  if (rank == 0 || rank > 2 || k.any_step) return false;
  std::byte* at[Operands + 1];
  std::int64_t row_step[Operands + 1], column_step[Operands + 1];
  span_of_bytes touched[Operands + 1];
  std::int64_t const* const to = target.where->sizes.data();
  const std::int64_t rows = rank == 2 ? to[0] : 1, columns = to[rank - 1];
  if (rows < 1 || columns < 1 || rows > most_elements || columns > most_elements ||
      rows * columns > most_elements || (columns == 1 && rows > 1)) {
    return false;
  }
  BCAST_UNROLLED
  for (std::size_t m = 0; m <= Operands; ++m) {
    buffer const& b = m == 0 ? target : operands[m - 1];
    const std::size_t own = b.where->sizes.size();
    if (own > rank || b.where->strides.size() != own || b.data == nullptr) return false;
    std::int64_t const* const sizes = b.where->sizes.data();
    std::int64_t const* const strides = b.where->strides.data();
    std::int64_t row = 0, column = 0;
    if (own > 0 && sizes[own - 1] != 1) {
      if (sizes[own - 1] != columns || strides[own - 1] != 1) return false;
      column = 1;
    }
    if (own == 2 && sizes[0] != 1) {
      if (sizes[0] != rows || !is_near(strides[0])) return false;
      row = strides[0];
    }
    // The rows of the target must go forwards and must not overlap.
    if (m == 0 && rows > 1 && row < columns) return false;
    // The step of a single column does not matter.
    if (columns == 1) column = 1;
    const auto bytes = static_cast<std::int64_t>(b.element);
    row_step[m] = row * bytes;
    column_step[m] = column * bytes;
    at[m] = const_cast<std::byte*>(static_cast<std::byte const*>(b.data));
    const std::int64_t down = (rows - 1) * row_step[m];
    const auto first = reinterpret_cast<std::uintptr_t>(b.data);
    const std::int64_t along = (columns - 1) * column_step[m] + bytes;
    touched[m].begin = first + static_cast<std::uintptr_t>(std::min<std::int64_t>(down, 0));
    touched[m].end = first + static_cast<std::uintptr_t>(std::max<std::int64_t>(down, 0) + along);
    if (m > 0 && touched[0].begin < touched[m].end && touched[m].begin < touched[0].end) {
      return false;
    }
  }
  k.run(f, {rows, columns, at, row_step, column_step, false});
  return true;
}

}  // namespace

bool run_at_once(kernel const& k, void const* f, buffer const& target,
                 std::span<buffer const> operands) {
  switch (operands.size()) {
    case 0:
      return run_operands<0>(k, f, target, operands.data());
    case 1:
      return run_operands<1>(k, f, target, operands.data());
    case 2:
      return run_operands<2>(k, f, target, operands.data());
    case 3:
      return run_operands<3>(k, f, target, operands.data());
    default:
      return false;
  }
}

}  // namespace bcast::engine::detail
