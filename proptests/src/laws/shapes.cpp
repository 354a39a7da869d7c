// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/rules.hpp"
#include "laws/law_list.hpp"
#include "laws/shape_answers.hpp"

namespace bcast::proptests {

namespace {

using kind = kit::result::kind;

kit::result broadcast_shapes(kit::subject const& s, std::vector<kit::shape> const& operands) {
  return s.broadcast_shapes(operands, std::nullopt);
}

std::string difference(kit::result const& got, kit::result const& expected) {
  return fmt::format("got {}; expected {}", to_string(got), to_string(expected));
}

/// What is wrong with the axis and the operands that a rejection names, if anything.
std::optional<std::string> bad_blame(test_case const& c, kit::result const& a) {
  if (!a.axis || a.operands.empty()) return std::nullopt;
  std::size_t rank = 0;
  for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  if (*a.axis >= rank) {
    return fmt::format("names axis {}, but the result has rank {}", *a.axis, rank);
  }
  std::vector<std::vector<std::int64_t>> column;
  for (std::size_t m : a.operands) {
    if (m >= c.operands.size()) {
      return fmt::format("names operand {}, but there are {}", m, c.operands.size());
    }
    auto const& sizes = c.operands[m].type.sizes;
    const std::size_t missing = rank - sizes.size();
    column.push_back({*a.axis < missing ? 1 : *sizes[*a.axis - missing]});
  }
  if (oracle::broadcast_shapes(column).verdict == kind::refused) return std::nullopt;
  return fmt::format("the named operands do not clash at axis {}", *a.axis);
}

std::optional<std::string> join(kit::subject const& s, test_case const& c) {
  const kit::result got = broadcast_shapes(s, types_of(c)),
                    expected = oracle::broadcast_shapes("array_api", c);
  if (!agree(got, expected)) return difference(got, expected);
  if (got.verdict == kind::refused) return bad_blame(c, got);
  return std::nullopt;
}

/// Calls f with the operands in every order until it finds something; more than three operands keep
/// their order.
template <class F>
std::optional<std::string> each_order(test_case const& c, F f) {
  const std::vector<kit::shape> types = types_of(c);
  std::vector<std::size_t> turn(types.size());
  std::iota(turn.begin(), turn.end(), 0U);
  do {
    std::vector<kit::shape> turned;
    for (std::size_t m : turn) turned.push_back(types[m]);
    if (auto found = f(turned)) return found;
  } while (turn.size() <= 3 && std::next_permutation(turn.begin(), turn.end()));
  return std::nullopt;
}

std::optional<std::string> order(kit::subject const& s, test_case const& c) {
  const kit::result expected = broadcast_shapes(s, types_of(c));
  return each_order(c, [&](std::vector<kit::shape> const& turned) -> std::optional<std::string> {
    const kit::result got = broadcast_shapes(s, turned);
    if (agree(got, expected)) return std::nullopt;
    return listed(turned) + ": " + difference(got, expected);
  });
}

std::optional<std::string> grouping(kit::subject const& s, test_case const& c) {
  const kit::result expected = broadcast_shapes(s, types_of(c));
  return each_order(c, [&](std::vector<kit::shape> const& turned) -> std::optional<std::string> {
    const auto first = std::max<std::size_t>(s.declares.min_operands, 1);
    kit::result folded =
        broadcast_shapes(s, {turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first)});
    for (std::size_t m = first; m < turned.size() && folded.verdict == kind::ok; ++m) {
      folded = broadcast_shapes(s, {folded.shape, turned[m]});
    }
    if (agree(folded, expected)) return std::nullopt;
    return listed(turned) + ", pair by pair: " + difference(folded, expected);
  });
}

std::optional<std::string> itself(kit::subject const& s, test_case const& c) {
  for (operand const& o : c.operands) {
    kit::result expected;
    expected.shape = o.type;
    const kit::result twice = broadcast_shapes(s, {o.type, o.type});
    if (!agree(twice, expected))
      return listed({o.type, o.type}) + ": " + difference(twice, expected);
  }
  return std::nullopt;
}

std::optional<std::string> unit(kit::subject const& s, test_case const& c) {
  for (operand const& o : c.operands) {
    kit::result expected;
    expected.shape = o.type;
    for (std::vector<kit::shape> const& pair :
         {std::vector{kit::shape{}, o.type}, std::vector{o.type, kit::shape{}}}) {
      const kit::result got = broadcast_shapes(s, pair);
      if (!agree(got, expected)) return listed(pair) + ": " + difference(got, expected);
    }
  }
  return std::nullopt;
}

/// Whether a rule joins known sizes as the Array API does, whatever it does with unknown ones.
bool broadcasts_known_sizes_alike(std::string_view rule) {
  return std::ranges::any_of(spec::rules, [&](spec::rule const& p) {
    return p.name == rule && p.relation == spec::relation_rule::join &&
           p.zero == spec::zero_rule::other && p.rank == spec::rank_rule::pad &&
           p.operands == spec::arity_rule::any;
  });
}

std::string needs_rule(kit::subject const& s) {
  if (!s.broadcast_shapes) return "does not broadcast shapes";
  return broadcasts_known_sizes_alike(s.rule) ? "" : "follows another rule";
}

/// Whether a shape is empty, or has at most 2^63 - 1 elements.
bool countable(std::vector<std::int64_t> const& sizes) {
  if (std::ranges::find(sizes, 0) != sizes.end()) return true;
  std::int64_t count = 1;
  return std::ranges::all_of(
      sizes, [&](std::int64_t size) { return !__builtin_mul_overflow(count, size, &count); });
}

bool is_empty(operand const& o) {
  return std::ranges::any_of(o.type.sizes, [](kit::dim const& size) { return size && *size == 0; });
}

/// Whether every operand, and a result of the larger sizes, is countable. An implementation may
/// reject anything else.
bool countable(test_case const& c) {
  const bool each = std::ranges::all_of(c.operands, [](operand const& o) {
    std::vector<std::int64_t> own;
    for (kit::dim const& size : o.type.sizes) own.push_back(size.size.value_or(1));
    return countable(own);
  });
  return each && (std::ranges::any_of(c.operands, is_empty) || countable(larger_sizes(c)));
}

/// Whether the subject joins pairs.
bool takes_pairs(kit::subject const& s) { return s.declares.min_operands <= 2; }

/// Other laws cover unknown sizes and broadcast dimensions.
bool of_shapes(kit::subject const&, test_case const& c) {
  return !c.operands.empty() && is_static(c) && !c.dimensions && countable(c);
}

/// Whether each operand can be asked in a pair.
bool in_pairs(kit::subject const& s, test_case const& c) {
  return of_shapes(s, c) && takes_pairs(s);
}

/// Whether the join of every subset of the operands is countable too. The whole result may be
/// countable only because another operand makes it empty.
bool grouped(kit::subject const& s, test_case const& c) {
  return of_shapes(s, c) && takes_pairs(s) && (c.operands.size() < 3 || countable(larger_sizes(c)));
}

}  // namespace

std::vector<law> shape_laws() {
  return {
      {"shape", "array_api.A14", spec::level::must,
       "The shape is the algorithm's. An error names operands that clash by themselves.",
       family::shapes, needs_rule, of_shapes, join},
      {"order", "bcast.P2", spec::level::derived,
       "Every order of the operands gives the same shape, or every order an error.", family::shapes,
       needs_rule, of_shapes, order},
      {"grouping", "bcast.P3", spec::level::derived,
       "Broadcasting pair by pair, in any order, gives what all at once give.", family::shapes,
       needs_rule, grouped, grouping},
      {"itself", "bcast.P4", spec::level::derived, "A shape broadcast with itself stays the same.",
       family::shapes, needs_rule, in_pairs, itself},
      {"unit", "bcast.P5", spec::level::derived,
       "A shape broadcast with the shape of a scalar stays the same.", family::shapes, needs_rule,
       in_pairs, unit},
  };
}

}  // namespace bcast::proptests
