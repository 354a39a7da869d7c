#include "overlap.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace bcast::optimized {
namespace {

/// Offsets of all elements, in elements, in no particular order.
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

/// Whether each step of an axis leaps over everything that the shorter axes reach: then no two
/// elements are the same. The converse does not hold.
bool leaps(layout const& where) {
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;  // |stride|, size
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

std::optional<byte_range> reach(buffer const& b) {
  std::int64_t low = 0, high = 0;
  const auto bytes = static_cast<std::int64_t>(b.element);
  for (std::size_t k = 0; k < b.where->sizes.size(); ++k) {
    const std::int64_t steps = b.where->sizes[k] - 1;
    if (steps == 0) continue;
    std::int64_t far = 0;
    if (__builtin_mul_overflow(steps, b.where->strides[k], &far)) return std::nullopt;
    if (__builtin_mul_overflow(far, bytes, &far)) return std::nullopt;
    if (__builtin_add_overflow(far < 0 ? low : high, far, far < 0 ? &low : &high)) {
      return std::nullopt;
    }
  }
  if (__builtin_add_overflow(high, bytes, &high)) return std::nullopt;
  return byte_range{low, high};
}

void refuse_self_overlap(buffer const& target) {
  layout const& where = *target.where;
  if (leaps(where)) return;
  for (std::size_t k = 0; k < where.sizes.size(); ++k) {
    if (where.sizes[k] > 1 && where.strides[k] == 0) {
      throw error("the target overlaps itself: axis " + std::to_string(k) + " has size " +
                  std::to_string(where.sizes[k]) + " and stride 0");
    }
  }
  // Interleaved axes that still never meet are rare and small: look at each element.
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

bool share_memory(buffer const& a, buffer const& b) {
  for (buffer const* some : {&a, &b}) {
    shape const& sizes = some->where->sizes;
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return false;
  }
  const auto x = reach(a), y = reach(b);
  const auto at = [](buffer const& of, std::int64_t offset) {
    return reinterpret_cast<std::uintptr_t>(of.data) + static_cast<std::uintptr_t>(offset);
  };
  return at(a, x->begin) < at(b, y->end) && at(b, y->begin) < at(a, x->end);
}

void refuse_overlap(buffer const& target, buffer const& operand, layout const& aligned,
                    std::string const& name) {
  if (!share_memory(target, operand)) return;
  // Each element is read before it is written, and by nobody else [bcast.P9].
  bool same = target.data == operand.data && target.element == operand.element;
  for (std::size_t k = 0; same && k < aligned.sizes.size(); ++k) {
    same = aligned.sizes[k] == 1 || aligned.strides[k] == target.where->strides[k];
  }
  if (!same) throw error(name + " overlaps the target other than element by element");
}

}  // namespace bcast::optimized
