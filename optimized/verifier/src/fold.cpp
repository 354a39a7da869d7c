// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fold.hpp"

#include <algorithm>
#include <utility>

#include "bcast/verifier/common_size.hpp"

namespace bcast::verifier {
namespace {

/// A size as the rule sees it.
dim seen(spec::rule const& rule, dim d) {
  if (d.known()) return d;
  if (rule.unknown == spec::unknown_rule::propagate) return dim(1);  // marked at the end
  if (rule.unknown == spec::unknown_rule::client) return dim::bounded(d.upper());
  return rule.symbols == spec::symbol_rule::forget ? spec::unknown : dim::named(d.symbol());
}

std::optional<std::int64_t> number(dim d) {
  return d.known() ? std::optional<std::int64_t>(d.upper()) : std::nullopt;
}

/// The sizes so far, each with the operand that it comes from.
using common_sizes = small_list<site, 8>;

/// The operands are named in their order, which a tuple of dimensions may have turned.
violation clash(spec::rule const& rule, std::size_t axis, site first, site second) {
  if (second.operand < first.operand) std::swap(first, second);
  const bool opaque =
      rule.unknown == spec::unknown_rule::opaque && !(first.size.known() && second.size.known());
  return {opaque ? "bcast.P44" : citations_of(rule).clash,
          axis,
          {first, second},
          cause::sizes_clash,
          {},
          {}};
}

/// The same for XlaBuilder, which treats a bounded size as a number with a mark.
std::optional<verdict> fold_marked(spec::rule const& rule, site& so_far, std::size_t axis,
                                   site next) {
  const dim a = so_far.size, b = next.size;
  // The largest number is not a missing bound.
  const bool any_a = !a.known() && a.upper() == dim::unbounded;
  const bool any_b = !b.known() && b.upper() == dim::unbounded;
  if (any_a || any_b) {
    if (any_a ? b.upper() != 1 : a.upper() == 1) so_far = next;
  } else if (a.upper() == b.upper()) {
    if (!b.known()) so_far = next;
  } else if (a == dim(1)) {
    so_far = next;
  } else if (b != dim(1)) {
    return clash(rule, axis, so_far, next);
  }
  return std::nullopt;
}

/// The same for blocks: the second size is kept if the first one divides it. A 0 divides nothing.
/// With an unknown size, the blocks' sizes are.
common_size compare_blocks(std::optional<std::int64_t> of, std::optional<std::int64_t> in) {
  if (!of || !in) return common_size::right;
  return *of > 0 && *in % *of == 0 ? common_size::right : common_size::clash;
}

/// Compares one size with the size so far. Returns what is wrong, if anything.
std::optional<verdict> fold_size(spec::rule const& rule, common_sizes& common, std::size_t axis,
                                 site next) {
  site& so_far = common[axis];
  if (rule.unknown == spec::unknown_rule::client) {
    return fold_marked(rule, so_far, axis, next);
  }
  if (so_far.size.symbol() != next.size.symbol() && !so_far.size.known() && !next.size.known()) {
    if (rule.unknown == spec::unknown_rule::opaque) return clash(rule, axis, so_far, next);
    if (rule.unknown == spec::unknown_rule::assume) {
      if (so_far.size == spec::unknown) so_far = next;
    } else {
      so_far.size = spec::unknown;
    }
    return std::nullopt;
  }
  const bool blocks = rule.relation == spec::relation_rule::second_by_block;
  switch (blocks ? compare_blocks(number(so_far.size), number(next.size))
                 : compare_sizes(rule, number(so_far.size), number(next.size))) {
    case common_size::left:
      break;
    case common_size::right:
      so_far = next;
      break;
    case common_size::clash:
      return clash(rule, axis, so_far, next);
    case common_size::zero_gap:
      return gap{citations_of(rule).zero, axis, cause::zero, {}, {}};
  }
  return std::nullopt;
}

/// An unknown size makes the common size unknown, if that is the rule.
void propagate(spec::rule const& rule, dim d, site& so_far) {
  if (rule.unknown == spec::unknown_rule::propagate && !d.known()) so_far.size = spec::unknown;
}

verdict type_of(common_sizes const& common) {
  type t;
  for (site const& s : common) t.sizes.push_back(s.size);
  return t;
}

}  // namespace

verdict fold(spec::rule const& rule, std::span<type const> operands) {
  std::size_t rank = 0;
  for (type const& t : operands) rank = std::max(rank, t.sizes.size());
  const auto at = [&](std::size_t m, std::size_t axis) {
    auto const& sizes = operands[m].sizes;
    const std::size_t missing = rank - sizes.size();
    return site{m, axis < missing ? dim(1) : seen(rule, sizes[axis - missing])};
  };
  std::size_t first = 0;
  while (first < operands.size() && !operands[first].ranked) ++first;
  if (first == operands.size()) return type{};
  common_sizes common;
  for (std::size_t axis = 0; axis < rank; ++axis) common.push_back(at(first, axis));

  // The law `... text` requires the first clashing axis in the document's own order.
  const spec::meeting_order order = citations_of(rule).order;
  const std::size_t others = operands.size() - first - 1;
  const bool by_axis = order == spec::meeting_order::all_operands;
  for (std::size_t i = 0; i < (by_axis ? rank : others); ++i) {
    for (std::size_t j = 0; j < (by_axis ? others : rank); ++j) {
      const std::size_t m = first + 1 + (by_axis ? j : i);
      if (!operands[m].ranked) continue;
      const std::size_t k = by_axis ? i : j;
      const std::size_t axis = order == spec::meeting_order::from_last_axis ? rank - 1 - k : k;
      if (auto wrong = fold_size(rule, common, axis, at(m, axis))) return *wrong;
    }
  }
  for (type const& t : operands) {
    std::size_t axis = rank - t.sizes.size();
    for (dim d : t.sizes) propagate(rule, d, common[axis++]);
  }
  return type_of(common);
}

verdict fold_matched(spec::rule const& rule, std::span<type const> operands, std::size_t lower,
                     broadcast_dimensions dimensions) {
  const std::size_t higher = 1 - lower;
  common_sizes common;
  for (dim d : operands[higher].sizes) common.push_back({higher, seen(rule, d)});
  auto const& sizes = operands[lower].sizes;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto axis = static_cast<std::size_t>(dimensions[k]);
    // XlaBuilder drops a 1 from the lower-rank operand, bounded or not, before it looks at the
    // higher-rank one.
    if (sizes[k].upper() == 1 && common[axis].size.upper() == 1) continue;
    if (auto wrong = fold_size(rule, common, axis, {lower, seen(rule, sizes[k])})) {
      return *wrong;
    }
  }
  for (std::size_t axis = 0; axis < common.size(); ++axis) {
    propagate(rule, operands[higher].sizes[axis], common[axis]);
  }
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    propagate(rule, sizes[k], common[static_cast<std::size_t>(dimensions[k])]);
  }
  return type_of(common);
}

verdict fold_placed(spec::rule const& rule, std::span<type const> operands,
                    broadcast_dimensions dimensions) {
  auto const &from = operands[0].sizes, &to = operands[1].sizes;
  common_sizes common;
  for (std::size_t axis = 0; axis < to.size(); ++axis) common.push_back({0, dim(1)});
  const auto fold_second = [&](std::size_t axis) {
    return fold_size(rule, common, axis, {1, seen(rule, to[axis])});
  };
  for (std::size_t k = 0; k < from.size(); ++k) {
    const auto axis = static_cast<std::size_t>(dimensions[k]);
    common[axis].size = seen(rule, from[k]);
    if (auto wrong = fold_second(axis)) return *wrong;
  }
  for (std::size_t axis = 0; axis < to.size(); ++axis) {
    if (auto wrong = fold_second(axis)) return *wrong;
    propagate(rule, to[axis], common[axis]);
  }
  for (std::size_t k = 0; k < from.size(); ++k) {
    propagate(rule, from[k], common[static_cast<std::size_t>(dimensions[k])]);
  }
  return type_of(common);
}

}  // namespace bcast::verifier
