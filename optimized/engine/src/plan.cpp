// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/plan.hpp"

#include <algorithm>
#include <string>

#include "overlap.hpp"

namespace bcast::engine {
namespace {

std::string name_of(std::size_t k) {
  return k == 0 ? "the target" : "operand " + std::to_string(k - 1);
}

[[noreturn]] void refuse_shape(std::size_t k, layout const& from, layout const& to) {
  throw error(name_of(k) + ": shape " + to_string(from.sizes) + " does not broadcast to " +
              to_string(to.sizes));
}

}  // namespace

byte_range checked(buffer const& b, std::size_t k) {
  layout const& where = *b.where;
  if (where.strides.size() != where.sizes.size()) {
    throw error(name_of(k) + " has " + std::to_string(where.sizes.size()) + " sizes and " +
                std::to_string(where.strides.size()) + " strides");
  }
  const extent e = extent_of(b);
  if (e.negative) {
    const auto size =
        std::find_if(where.sizes.begin(), where.sizes.end(), [](std::int64_t s) { return s < 0; });
    throw error(name_of(k) + " has the negative size " + std::to_string(*size) + " on axis " +
                std::to_string(size - where.sizes.begin()));
  }
  if (e.too_many) throw error(name_of(k) + " has more than 2^63 - 1 elements");
  if (!e.empty && b.data == nullptr) throw error(name_of(k) + " has elements and a null pointer");
  if (e.too_far) throw error(name_of(k) + " reaches beyond 2^63 - 1 bytes");
  return e.bytes;
}

plan::plan(buffer const& target, std::span<buffer const> operands)
    : operands_(operands.size() + 1),
      sizes_(target.where->sizes.size()),
      strides_(target.where->sizes.size() * operands_),
      origin_(operands_) {
  layout const& to = *target.where;
  const byte_range written = checked(target, 0);
  bool shared = false;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const byte_range read = checked(operands[k], k + 1);
    if (operands[k].where->sizes.size() > to.sizes.size()) {
      refuse_shape(k + 1, *operands[k].where, to);
    }
    shared = shared || share_memory(target, written, operands[k], read);
  }
  std::fill_n(origin_.data(), operands_, 0);
  if (written.begin == written.end) elements_ = 0;
  for (std::size_t axis = 0; axis < to.sizes.size(); ++axis) add_axis(axis, target, operands);
  if (!target_leaps()) refuse_self_overlap(target);
  if (shared) {
    in_place_ = true;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      refuse_overlap(target, operands[k], name_of(k + 1));
    }
  }
  merge();
}

void plan::add_axis(std::size_t axis, buffer const& target, std::span<buffer const> operands) {
  const std::int64_t size = target.where->sizes[axis];
  const std::int64_t to_step = target.where->strides[axis];
  elements_ *= size;
  // The axis with the target's smallest stride goes last. The order in which elements are written
  // does not matter, so a negative stride is walked forwards in memory [bcast.P7]. An axis of
  // size 1 is never walked, so its stride does not matter [bcast.P6].
  std::size_t at = loops_;
  const bool walked = size > 1 && elements_ > 0;
  if (walked) {
    const std::int64_t distance = to_step < 0 ? -to_step : to_step;
    while (at > 0 && strides_[(at - 1) * operands_] < distance) --at;
    std::int64_t* const row = strides_.data() + at * operands_;
    std::copy_backward(row, strides_.data() + loops_ * operands_,
                       strides_.data() + (loops_ + 1) * operands_);
    std::copy_backward(sizes_.data() + at, sizes_.data() + loops_, sizes_.data() + loops_ + 1);
    sizes_[at] = size;
    row[0] = to_step;
    ++loops_;
  }
  std::int64_t* const row = strides_.data() + at * operands_;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    layout const& from = *operands[k].where;
    const std::size_t missing = target.where->sizes.size() - from.sizes.size();
    std::int64_t step = 0;
    if (axis >= missing && from.sizes[axis - missing] != 1) {
      // [bcast.P8] the target is never stretched
      if (from.sizes[axis - missing] != size) refuse_shape(k + 1, from, *target.where);
      step = from.strides[axis - missing];
    }
    if (walked) row[k + 1] = step;
  }
  if (walked && to_step < 0) {
    for (std::size_t k = 0; k < operands_; ++k) {
      origin_[k] += row[k] * (size - 1);
      row[k] = -row[k];
    }
  }
}

bool plan::target_leaps() const {
  std::int64_t reached = 0;
  for (std::size_t loop = loops_; loop-- > 0;) {
    if (stride(loop, 0) <= reached) return false;
    reached += stride(loop, 0) * (size(loop) - 1);
  }
  return true;
}

/// Merges adjacent loops whose strides chain for every operand [bcast.P7].
void plan::merge() {
  std::size_t kept = 0;
  for (std::size_t loop = 1; loop < loops_; ++loop) {
    std::int64_t* const outer = strides_.data() + kept * operands_;
    std::int64_t const* const inner = strides_.data() + loop * operands_;
    bool chain = true;
    for (std::size_t k = 0; chain && k < operands_; ++k) {
      std::int64_t span = 0;
      chain = !__builtin_mul_overflow(inner[k], sizes_[loop], &span) && outer[k] == span;
    }
    if (chain) {
      sizes_[kept] *= sizes_[loop];
      std::copy_n(inner, operands_, outer);
    } else {
      ++kept;
      sizes_[kept] = sizes_[loop];
      std::copy_n(inner, operands_, strides_.data() + kept * operands_);
    }
  }
  if (loops_ > 0) loops_ = kept + 1;
}

}  // namespace bcast::engine
