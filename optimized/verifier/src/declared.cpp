// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "fold.hpp"

namespace bcast::verifier {
namespace {

/// Tries run-time sizes for the symbols until the result fits the declared type.
///
/// The search tries each symbol with 1, with every size that occurs in a type, and with one other
/// size. 0 serves as the other size, because it is within every bound, and the declared type cannot
/// distinguish two sizes that do not occur. A size without a symbol is on only one axis, so it does
/// not affect other axes.
class search {
 public:
  search(size_system const& sizes, type const& declared)
      : sizes_(sizes), declared_(declared), beyond_(declared.sizes.size() - sizes.rank()) {
    candidates_ = {1, 0};
    for (dim d : declared.sizes) {
      if (d.known()) candidates_.push_back(d.size());
    }
    for (std::size_t axis = 0; axis < sizes.rank(); ++axis) {
      candidates_.push_back(sizes.fixed(axis));
    }
    std::sort(candidates_.begin(), candidates_.end());
    candidates_ = {candidates_.begin(), std::unique(candidates_.begin(), candidates_.end())};
  }

  /// Whether there are run-time sizes for the declared axes [first, last) together. If that takes
  /// more than `most_steps` steps, it assumes that there are.
  bool succeeds(std::size_t first, std::size_t last) {
    first_ = first;
    last_ = last;
    steps_ = 0;
    chosen_.clear();
    for (std::size_t axis = first; axis < last; ++axis) {
      add(declared_.sizes[axis]);
      if (axis < beyond_) continue;
      sizes_.each_variable(axis - beyond_, [&](variable const&, dim d) { add(d); });
    }
    return extends(0);
  }

 private:
  static constexpr std::size_t most_steps = 1 << 16;

  struct choice {
    std::uint32_t symbol;
    domain can_be;
    std::int64_t upper;  ///< that the declared type gives
    std::int64_t size;
    bool made;
  };

  choice* find(std::uint32_t symbol) {
    return std::find_if(chosen_.begin(), chosen_.end(),
                        [&](choice const& c) { return c.symbol == symbol; });
  }

  void add(dim d) {
    if (d.symbol() == 0 || find(d.symbol()) != chosen_.end()) return;
    const auto* known = sizes_.find(d.symbol());
    choice c{d.symbol(), {domain::kind::free, dim::unbounded}, dim::unbounded, 1, false};
    if (known != nullptr) c.can_be = known->can_be;
    if (known != nullptr && known->upper == 0)
      c = {d.symbol(), {domain::kind::free, 0}, 0, 0, false};
    for (dim expected : declared_.sizes) {
      if (expected.symbol() == d.symbol()) c.upper = std::min(c.upper, expected.upper());
    }
    chosen_.push_back(c);
  }

  bool extends(std::size_t k) {
    for (std::size_t axis = first_; axis < last_; ++axis) {
      if (!may_fit(axis)) return false;
    }
    if (k == chosen_.size()) return true;
    choice& c = chosen_[k];
    for (std::int64_t size : candidates_) {
      if (size > c.upper || !c.can_be.holds(size)) continue;
      if (++steps_ > most_steps) return true;
      c.size = size;
      c.made = true;
      if (extends(k + 1)) return true;
    }
    c.made = false;
    return false;
  }

  /// Whether an axis can have its declared size. True while one of its symbols has no size yet.
  bool may_fit(std::size_t axis) {
    std::int64_t size = axis < beyond_ ? 1 : sizes_.fixed(axis - beyond_);
    bool open = false, clash = false;
    std::int64_t loose = sizes_.any_rank() ? dim::unbounded : -1;  // what an anonymous size may be
    const auto meet = [&](std::int64_t other) {
      clash = clash || (size != 1 && other != 1 && size != other);
      if (other != 1) size = other;
    };
    const auto look = [&](variable const& v, dim d) {
      if (v.symbol == 0) {
        loose = std::max(loose, d.upper());
        return;
      }
      choice const& c = *find(v.symbol);
      open = open || !c.made;
      if (c.made) meet(c.size);
    };
    if (axis >= beyond_) sizes_.each_variable(axis - beyond_, look);
    if (clash) return false;
    dim expected = declared_.sizes[axis];
    if (expected.symbol() != 0) {
      choice const& c = *find(expected.symbol());
      if (!c.made) return true;
      expected = c.size;
    }
    if (expected.known()) {
      if (size != 1) return size == expected.size();
      return open || expected.size() == 1 || expected.size() <= loose;
    }
    if (size != 1) return size <= expected.upper();
    return open || expected.upper() >= 1 || loose >= 0;
  }

  size_system const& sizes_;
  type const& declared_;
  std::size_t beyond_;  ///< how many axes only an operand of unknown rank can have
  small_list<std::int64_t, 16> candidates_;
  small_list<choice, 8> chosen_;
  std::size_t first_ = 0, last_ = 0, steps_ = 0;
};

/// Whether the result's sizes on two axes are equal at every legal run time.
bool equal_sizes(size_system const& sizes, std::size_t a, std::size_t b) {
  if (sizes.fixed(a) != sizes.fixed(b)) return false;
  if (sizes.fixed(a) != 1) return true;
  const auto x = sizes.open(a), y = sizes.open(b);
  const auto within = [](auto const& some, auto const& all) {
    return std::all_of(some.begin(), some.end(), [&](variable const& v) {
      return std::any_of(all.begin(), all.end(), [&](variable const& w) { return v.is(w); });
    });
  };
  return within(x, y) && within(y, x);
}

bool is_certain_at(size_system const& sizes, type const& declared, std::size_t axis) {
  const dim expected = declared.sizes[axis];
  const std::int64_t fixed = sizes.fixed(axis);
  const auto open = fixed == 1 ? sizes.open(axis) : small_list<variable, 8>();
  if (expected.known()) return open.empty();  // and the size is the fixed one, since it can be
  std::int64_t most = fixed;
  for (variable const& v : open) most = std::max(most, v.can_be.other);
  if (most > expected.upper()) return false;
  if (expected.symbol() == 0) return true;
  if (auto const* named = sizes.find(expected.symbol())) {
    if (named->upper == 0) return fixed == 0;
    if (fixed != 1) return false;
    if (open.empty()) return named->can_be.kind == domain::kind::one;
    return open.size() == 1 && open[0].symbol == expected.symbol();
  }
  for (std::size_t other = 0; other < axis; ++other) {
    if (declared.sizes[other].symbol() != expected.symbol()) continue;
    return equal_sizes(sizes, other, axis);
  }
  return true;
}

}  // namespace

std::optional<violation> impossible(spec::citations const& cite, size_system const& sizes,
                                    type const& declared) {
  const std::size_t have = declared.sizes.size(), want = sizes.rank();
  if (have < want || (have > want && !sizes.any_rank())) {
    return violation{cite.result_rank,
                     std::nullopt,
                     {},
                     cause::result_rank,
                     static_cast<std::int64_t>(have),
                     static_cast<std::int64_t>(want)};
  }
  search tries(sizes, declared);
  // An axis that only an operand of unknown rank can have can be of any size.
  for (std::size_t axis = have - want; axis < have; ++axis) {
    if (tries.succeeds(axis, axis + 1)) continue;
    const dim expected = sizes.inferred().sizes[axis - (have - want)];
    return violation{cite.result_size,     axis,    {}, cause::result_size,
                     declared.sizes[axis], expected};
  }
  if (tries.succeeds(0, have)) return std::nullopt;
  return violation{cite.result_size, std::nullopt, {}, cause::result_sizes, {}, {}};
}

bool is_certain(size_system const& sizes, type const& declared) {
  if (!declared.ranked) return true;
  if (sizes.any_rank()) return false;
  for (std::size_t axis = 0; axis < declared.sizes.size(); ++axis) {
    if (!is_certain_at(sizes, declared, axis)) return false;
  }
  return true;
}

}  // namespace bcast::verifier
