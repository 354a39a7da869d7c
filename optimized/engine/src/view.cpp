// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/view.hpp"

#include <algorithm>
#include <array>

namespace bcast::engine {
namespace {

[[noreturn]] void throw_clash(std::size_t axis, std::size_t first, std::int64_t first_size,
                              std::size_t second, std::int64_t second_size) {
  throw clash("axis " + std::to_string(axis) + " of the result: operand " + std::to_string(first) +
                  " has size " + std::to_string(first_size) + ", operand " +
                  std::to_string(second) + " has size " + std::to_string(second_size),
              axis, first, second);
}

[[noreturn]] void throw_negative(std::size_t operand, std::size_t axis, std::int64_t size) {
  throw error("operand " + std::to_string(operand) + " has the negative size " +
              std::to_string(size) + " on axis " + std::to_string(axis));
}

}  // namespace

std::string to_string(std::span<std::int64_t const> sizes) {
  if (sizes.empty()) return "()";
  std::string s;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    s += (k == 0 ? "" : "x") + std::to_string(sizes[k]);
  }
  return s;
}

layout contiguous(shape sizes) {
  shape strides(sizes.size());
  std::int64_t stride = 1;
  for (std::size_t k = sizes.size(); k-- > 0;) {
    strides[k] = stride;
    // A plan refuses a stride that overflows, because of its element count.
    if (__builtin_mul_overflow(stride, std::max<std::int64_t>(sizes[k], 1), &stride)) stride = 0;
  }
  return {std::move(sizes), std::move(strides)};
}

layout broadcast_layout(layout const& from, std::span<std::int64_t const> sizes) {
  const auto refuse = [&] {
    throw error("shape " + to_string(from.sizes) + " does not broadcast to " + to_string(sizes));
  };
  if (from.strides.size() != from.sizes.size()) {
    throw error("the layout has " + std::to_string(from.sizes.size()) + " sizes and " +
                std::to_string(from.strides.size()) + " strides");
  }
  if (from.sizes.size() > sizes.size()) refuse();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] < 0) {
      throw error("the negative size " + std::to_string(sizes[k]) + " on axis " +
                  std::to_string(k));
    }
  }
  const std::size_t missing = sizes.size() - from.sizes.size();
  layout to{{sizes.begin(), sizes.end()}, shape(sizes.size(), 0)};
  for (std::size_t k = 0; k < from.sizes.size(); ++k) {
    // [bcast.P6] an axis of size 1 is always read at index 0, whatever its stride is.
    if (from.sizes[k] == 1) continue;
    if (from.sizes[k] != sizes[missing + k]) refuse();
    to.strides[missing + k] = from.strides[k];
  }
  return to;
}

shape broadcast_shapes(std::span<shape const> shapes) {
  std::size_t rank = 0;
  for (shape const& s : shapes) rank = std::max(rank, s.size());
  shape common(rank, 1);
  for (std::size_t m = 0; m < shapes.size(); ++m) {
    const std::size_t missing = rank - shapes[m].size();
    for (std::size_t k = 0; k < shapes[m].size(); ++k) {
      const std::int64_t size = shapes[m][k];
      const std::size_t axis = missing + k;
      if (size < 0) throw_negative(m, k, size);
      // [bcast.P1] the one size that is not 1
      if (size == 1 || size == common[axis]) continue;
      if (common[axis] != 1) {
        const auto owns = [&](shape const& s) {
          return s.size() + axis >= rank && s[axis - (rank - s.size())] == common[axis];
        };
        const auto owner = std::find_if(shapes.begin(), shapes.end(), owns) - shapes.begin();
        throw_clash(axis, static_cast<std::size_t>(owner), common[axis], m, size);
      }
      common[axis] = size;
    }
  }
  return common;
}

void throw_refusal(std::span<std::int64_t const> a, std::span<std::int64_t const> b) {
  const std::array shapes{shape(a.begin(), a.end()), shape(b.begin(), b.end())};
  throw error("internal error: compatible shapes refused: " + to_string(broadcast_shapes(shapes)));
}

}  // namespace bcast::engine
