#include "bcast/optimized/view.hpp"

#include <algorithm>

namespace bcast::optimized {

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
    // A stride that overflows is refused with its element count, when a plan is made.
    if (__builtin_mul_overflow(stride, std::max<std::int64_t>(sizes[k], 1), &stride)) stride = 0;
  }
  return {std::move(sizes), std::move(strides)};
}

layout broadcast_layout(layout const& from, std::span<std::int64_t const> sizes) {
  const auto refuse = [&] {
    throw error("shape " + to_string(from.sizes) + " does not broadcast to " + to_string(sizes));
  };
  if (from.sizes.size() > sizes.size()) refuse();
  const std::size_t missing = sizes.size() - from.sizes.size();
  layout to{{sizes.begin(), sizes.end()}, shape(sizes.size(), 0)};
  for (std::size_t k = 0; k < from.sizes.size(); ++k) {
    // [bcast.P6] an axis of size 1 is always read at 0: whatever its stride says is not believed.
    if (from.sizes[k] == 1) continue;
    if (from.sizes[k] != sizes[missing + k]) refuse();
    to.strides[missing + k] = from.strides[k];
  }
  return to;
}

shape join(std::span<shape const> shapes) {
  std::size_t rank = 0;
  for (shape const& s : shapes) rank = std::max(rank, s.size());
  shape common(rank, 1);
  std::vector<std::size_t> owner(rank, 0);
  for (std::size_t m = 0; m < shapes.size(); ++m) {
    const std::size_t missing = rank - shapes[m].size();
    for (std::size_t k = 0; k < shapes[m].size(); ++k) {
      const std::int64_t size = shapes[m][k];
      const std::size_t axis = missing + k;
      if (size < 0) {
        throw error("operand " + std::to_string(m) + " has the negative size " +
                    std::to_string(size) + " on axis " + std::to_string(k));
      }
      // [bcast.P1] the one size that is not 1
      if (size == 1 || size == common[axis]) continue;
      if (common[axis] != 1) {
        throw clash("axis " + std::to_string(axis) + " of the result: operand " +
                        std::to_string(owner[axis]) + " has size " + std::to_string(common[axis]) +
                        ", operand " + std::to_string(m) + " has size " + std::to_string(size),
                    axis, owner[axis], m);
      }
      common[axis] = size;
      owner[axis] = m;
    }
  }
  return common;
}

}  // namespace bcast::optimized
