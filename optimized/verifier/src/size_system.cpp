// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "size_system.hpp"

#include <algorithm>

namespace bcast::verifier {

size_system::size_system(std::span<type const> operands) : operands_(operands) {
  std::size_t rank = 0;
  for (type const& t : operands) {
    rank = std::max(rank, t.sizes.size());
    any_rank_ = any_rank_ || !t.ranked;
    for (dim d : t.sizes) {
      if (d.symbol() != 0) symbols_.push_back({d.symbol(), d.upper(), {}});
    }
  }
  if (!symbols_.empty()) {
    // The smallest bound of each symbol comes first and is kept.
    std::sort(symbols_.begin(), symbols_.end(), [](symbol_size const& a, symbol_size const& b) {
      return a.symbol != b.symbol ? a.symbol < b.symbol : a.upper < b.upper;
    });
    const auto last = std::unique(
        symbols_.begin(), symbols_.end(),
        [](symbol_size const& a, symbol_size const& b) { return a.symbol == b.symbol; });
    symbols_ = small_list<symbol_size, 8>(symbols_.begin(), last);
    for (symbol_size& s : symbols_) {
      if (s.upper > 0) s.can_be = domain::up_to(s.upper);
    }
  }
  fixed_.assign(rank, site{0, 1});
  for (std::size_t axis = 0; axis < rank; ++axis) {
    site& fixed = fixed_[axis];
    for (std::size_t m = 0; m < operands.size(); ++m) {
      auto const& sizes = operands[m].sizes;
      if (axis + sizes.size() < rank) continue;
      const dim d = bounded(sizes[axis + sizes.size() - rank]);
      if (!d.known() || d == dim(1)) continue;
      if (fixed.size == dim(1)) {
        fixed = {m, d};
      } else if (fixed.size != d) {
        clash_ = clash{axis, fixed, {m, d}};
        return;
      }
    }
  }
  if (symbols_.empty()) return;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (fixed(axis) == 1) continue;
    for (type const& t : operands) {
      if (axis + t.sizes.size() < rank) continue;
      const dim d = bounded(t.sizes[axis + t.sizes.size() - rank]);
      if (d.symbol() == 0) continue;
      domain& can_be = const_cast<symbol_size*>(find(d.symbol()))->can_be;
      can_be = can_be.meeting(fixed(axis));
    }
  }
}

size_system::symbol_size const* size_system::find(std::uint32_t symbol) const {
  auto const* at = std::lower_bound(
      symbols_.begin(), symbols_.end(), symbol,
      [](symbol_size const& s, std::uint32_t wanted) { return s.symbol < wanted; });
  return at != symbols_.end() && at->symbol == symbol ? at : nullptr;
}

dim size_system::bounded(dim d) const {
  if (d.known()) return d;
  const std::int64_t upper = d.symbol() == 0 ? d.upper() : find(d.symbol())->upper;
  return upper == 0 ? dim(0) : dim::bounded(upper, d.symbol());
}

domain size_system::domain_of(dim d, std::size_t axis) const {
  if (d.symbol() != 0) return find(d.symbol())->can_be;
  const domain own = domain::up_to(d.upper());
  return fixed(axis) == 1 ? own : own.meeting(fixed(axis));
}

small_list<variable, 8> size_system::open(std::size_t axis) const {
  small_list<variable, 8> all;
  each_variable(axis, [&](variable const& v, dim) {
    if (v.can_be.kind == domain::kind::one) return;
    if (std::none_of(all.begin(), all.end(), [&](variable const& w) { return v.is(w); })) {
      all.push_back(v);
    }
  });
  return all;
}

type size_system::inferred() const {
  type t;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    if (fixed(axis) != 1) {
      t.sizes.push_back(fixed(axis));
      continue;
    }
    std::int64_t most = 1;
    std::size_t distinct = 0;
    std::uint32_t symbol = 0;
    each_variable(axis, [&](variable const& v, dim) {
      if (v.can_be.kind == domain::kind::one) return;
      if (distinct == 0 || v.symbol != symbol) ++distinct;
      if (distinct == 1) symbol = v.symbol;
      most = std::max(most, v.can_be.other);
    });
    if (distinct == 0) t.sizes.push_back(1);
    if (distinct > 0) t.sizes.push_back(dim::bounded(most, distinct == 1 ? symbol : 0));
  }
  return t;
}

}  // namespace bcast::verifier
