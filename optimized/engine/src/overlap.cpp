// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "overlap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace bcast::engine {
namespace {

/// The offsets of all elements, counted in elements, in no particular order.
std::vector<std::int64_t> offsets(layout const& where) {
  std::vector<std::int64_t> all{0};
  for (std::size_t k = 0; k < where.sizes.size(); ++k) {
    const std::size_t count = all.size();
    for (std::int64_t i = 1; i < where.sizes[k]; ++i) {
      for (std::size_t j = 0; j < count; ++j) all.push_back(all[j] + i * where.strides[k]);
    }
  }
  return all;
}

/// Whether the stride of each axis steps over the range of the axes with smaller strides.
bool steps_over(layout const& where) {
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;  // stride and size
  for (std::size_t k = 0; k < where.sizes.size(); ++k) {
    if (where.sizes[k] > 1) axes.emplace_back(std::abs(where.strides[k]), where.sizes[k]);
  }
  std::sort(axes.begin(), axes.end());
  std::int64_t reached = 0;
  for (auto const& [stride, size] : axes) {
    if (stride <= reached) return false;
    reached += stride * (size - 1);
  }
  return true;
}

}  // namespace

extent extent_of(buffer const& b) {
  shape const& sizes = b.where->sizes;
  shape const& strides = b.where->strides;
  extent e{{0, 0}, false, false, false, false};
  std::int64_t count = 1, low = 0, high = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::int64_t size = sizes[k];
    e.negative = e.negative || size < 0;
    e.empty = e.empty || size == 0;
    e.too_many = __builtin_mul_overflow(count, size, &count) || e.too_many;
    std::int64_t far = 0;
    if (size > 1) e.too_far = __builtin_mul_overflow(size - 1, strides[k], &far) || e.too_far;
    std::int64_t& end = far < 0 ? low : high;
    e.too_far = __builtin_add_overflow(end, far, &end) || e.too_far;
  }
  if (e.empty) {
    e.too_many = e.too_far = false;
    return e;
  }
  const auto bytes = static_cast<std::int64_t>(b.element);
  e.too_far = __builtin_mul_overflow(low, bytes, &e.bytes.begin) || e.too_far;
  e.too_far = __builtin_add_overflow(high, 1, &high) || e.too_far;
  e.too_far = __builtin_mul_overflow(high, bytes, &e.bytes.end) || e.too_far;
  return e;
}

void refuse_self_overlap(buffer const& target) {
  layout const& where = *target.where;
  for (std::size_t k = 0; k < where.sizes.size(); ++k) {
    if (where.sizes[k] > 1 && where.strides[k] == 0) {
      throw error("the target overlaps itself: axis " + std::to_string(k) + " has size " +
                  std::to_string(where.sizes[k]) + " and stride 0");
    }
  }
  if (steps_over(where)) return;
  // Interleaved axes that never overlap are rare and small, so check each element.
  constexpr std::int64_t most = std::int64_t{1} << 20;
  std::int64_t count = 1;
  for (std::int64_t size : where.sizes) {
    if (__builtin_mul_overflow(count, size, &count) || count > most) {
      throw error(
          "the target may overlap itself: its strides interleave over more than 2^20 "
          "elements");
    }
  }
  std::vector<std::int64_t> all = offsets(where);
  std::sort(all.begin(), all.end());
  if (std::adjacent_find(all.begin(), all.end()) != all.end()) {
    throw error("the target overlaps itself");
  }
}

bool share_memory(buffer const& a, byte_range const& touched_by_a, buffer const& b,
                  byte_range const& touched_by_b) {
  if (touched_by_a.begin == touched_by_a.end || touched_by_b.begin == touched_by_b.end) {
    return false;
  }
  const auto at = [](buffer const& of, std::int64_t offset) {
    return reinterpret_cast<std::uintptr_t>(of.data) + static_cast<std::uintptr_t>(offset);
  };
  return at(a, touched_by_a.begin) < at(b, touched_by_b.end) &&
         at(b, touched_by_b.begin) < at(a, touched_by_a.end);
}

bool share_memory(buffer const& a, buffer const& b) {
  return share_memory(a, extent_of(a).bytes, b, extent_of(b).bytes);
}

void refuse_overlap(buffer const& target, buffer const& operand, std::string const& name) {
  if (!share_memory(target, operand)) return;
  // Each element is read before it is written, and nothing else reads it [bcast.P9].
  layout const& to = *target.where;
  layout const& from = *operand.where;
  const std::size_t missing = to.sizes.size() - from.sizes.size();
  bool same = target.data == operand.data && target.element == operand.element;
  for (std::size_t k = 0; same && k < to.sizes.size(); ++k) {
    if (to.sizes[k] == 1) continue;
    same = k >= missing && from.sizes[k - missing] == to.sizes[k] &&
           from.strides[k - missing] == to.strides[k];
  }
  if (!same) throw error(name + " overlaps the target other than element by element");
}

}  // namespace bcast::engine
