// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fold.hpp"
#include "size_system.hpp"

namespace bcast::verifier {
namespace {

/// The contents of the operands.
struct contents {
  bool zero = false;
  bool unknown_size = false;
  bool nameless = false;  ///< an unknown size without a name
  bool unknown_rank = false;
  bool known_rank = false;
  bool vectors = false;
  bool tensors = false;

  /// `operand`: none for the result.
  void add(type const& t, std::optional<std::size_t> operand) {
    unknown_rank = unknown_rank || !t.ranked;
    known_rank = known_rank || t.ranked;
    (t.container == container::vector ? vectors : tensors) = true;
    for (dim const& d : t.sizes) {
      unknown_size = unknown_size || !d.known();
      nameless = nameless || (!d.known() && d.symbol() == 0);
      zero = zero || d == dim(0);
      if (d.upper() < 0) refuse(operand, d.upper(), &d - t.sizes.begin());
    }
  }

  [[noreturn]] static void refuse(std::optional<std::size_t> operand, std::int64_t size,
                                  std::ptrdiff_t axis) {
    const std::string who = operand ? "operand " + std::to_string(*operand) : "the result";
    throw std::invalid_argument(who + " has the negative size " + std::to_string(size) +
                                " on axis " + std::to_string(axis));
  }
};

contents contents_of(std::span<type const> operands) {
  contents c;
  for (std::size_t m = 0; m < operands.size(); ++m) c.add(operands[m], m);
  return c;
}

violation mixed(spec::rule const& rule) {
  return {citations_of(rule).vectors, std::nullopt, {}, cause::containers_mixed, {}, {}};
}

/// Reports a rank that differs from the first ranked operand's, under the rule that all ranks are
/// equal.
std::optional<verdict> unequal_rank(spec::rule const& rule, std::span<type const> operands) {
  type const* first = nullptr;
  for (type const& t : operands) {
    if (!t.ranked) continue;
    if (first == nullptr) first = &t;
    if (t.sizes.size() == first->sizes.size()) continue;
    return violation{citations_of(rule).result_rank,
                     std::nullopt,
                     {},
                     cause::ranks_differ,
                     static_cast<std::int64_t>(t.sizes.size()),
                     static_cast<std::int64_t>(first->sizes.size())};
  }
  return std::nullopt;
}

/// Reports an operand whose rank is larger than that of the operand that it gives way to: the first
/// one, or the next.
std::optional<verdict> larger_rank(spec::rule const& rule, std::span<type const> operands) {
  const bool first = rule.relation == spec::relation_rule::first;
  for (std::size_t m = 1; m < operands.size(); ++m) {
    type const &giving = operands[first ? m : m - 1], &kept = operands[first ? 0 : m];
    if (!giving.ranked || !kept.ranked || giving.sizes.size() <= kept.sizes.size()) continue;
    return violation{citations_of(rule).result_rank,
                     std::nullopt,
                     {},
                     cause::ranks_differ,
                     static_cast<std::int64_t>(giving.sizes.size()),
                     static_cast<std::int64_t>(kept.sizes.size())};
  }
  return std::nullopt;
}

verdict solve(spec::rule const& rule, size_system const& sizes) {
  if (auto const& clash = sizes.first_clash()) {
    return violation{citations_of(rule).clash, clash->axis, {clash->first, clash->second},
                     cause::sizes_clash,       {},          {}};
  }
  return sizes.inferred();
}

/// The sizes of the ranked operands on one axis of a result of a rank, as types of one axis.
std::vector<type> on_axis(std::span<type const> operands, std::size_t rank, std::size_t axis) {
  std::vector<type> sizes;
  for (type const& t : operands) {
    const std::size_t missing = rank - t.sizes.size();
    type one;
    if (axis >= missing) one.sizes.push_back(t.sizes[axis - missing]);
    sizes.push_back(one);
  }
  return sizes;
}

/// Each axis is solved by itself.
verdict solve_axes(spec::rule const& rule, std::span<type const> operands) {
  std::size_t rank = 0;
  for (type const& t : operands) rank = std::max(rank, t.sizes.size());
  type result;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const auto sizes = on_axis(operands, rank, axis);
    verdict one = solve(rule, size_system(sizes));
    if (auto* clash = std::get_if<violation>(&one)) {
      clash->axis = axis;
      return one;
    }
    result.sizes.push_back(std::get<type>(one).sizes[0]);
  }
  return result;
}

/// Why an axis of the declared type cannot have its size at any legal run time of this axis.
std::optional<violation> impossible_axis(spec::rule const& rule, std::span<type const> operands,
                                         type const& declared) {
  const std::size_t rank = declared.sizes.size();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const auto sizes = on_axis(operands, rank, axis);
    type one;
    one.sizes.push_back(declared.sizes[axis]);
    const size_system system(sizes);
    if (auto wrong = impossible(citations_of(rule), system, one)) {
      wrong->axis = axis;
      return wrong;
    }
  }
  return std::nullopt;
}

/// The verdict, if it is decided before any two sizes are compared. `placed`: dimensions say where
/// the axes of one of two operands are.
std::optional<verdict> decided_before(spec::rule const& rule, contents const& c,
                                      std::span<type const> operands, bool placed) {
  if (operands.empty()) {
    spec::citations const& cite = citations_of(rule);
    if (cite.needs_operands) {
      return violation{cite.no_operands, std::nullopt, {}, cause::no_operands, {}, {}};
    }
    if (!cite.no_operands.empty()) {
      return gap{cite.no_operands, std::nullopt, cause::no_operands, {}, {}};
    }
    return type{{}, rule.unranked != spec::unranked_rule::set_aside};
  }
  if (!takes(placed ? spec::arity_rule::two : rule.operands, operands.size())) {
    return gap{citations_of(rule).arity, std::nullopt, cause::arity, {}, {}};
  }
  if (c.unknown_rank && rule.unranked == spec::unranked_rule::gap) {
    return gap{citations_of(rule).unranked, std::nullopt, cause::unknown_rank, {}, {}};
  }
  if (c.unknown_size && rule.unknown == spec::unknown_rule::gap) {
    return gap{citations_of(rule).unknown, std::nullopt, cause::unknown_size, {}, {}};
  }
  if (c.nameless && rule.unknown == spec::unknown_rule::opaque) {
    return gap{"bcast.P44", std::nullopt, cause::no_name, {}, {}};
  }
  if (c.zero && rule.zero == spec::zero_rule::illegal) {
    return gap{citations_of(rule).zero, std::nullopt, cause::zero_illegal, {}, {}};
  }
  if (c.zero && rule.zero == spec::zero_rule::forbidden) {
    return violation{citations_of(rule).zero, std::nullopt, {}, cause::zero_illegal, {}, {}};
  }
  if (c.vectors && rule.vectors == spec::vector_rule::unchecked) {
    if (c.tensors) return mixed(rule);
    return type{{}, false, container::vector};
  }
  if (placed) return std::nullopt;
  if (rule.rank == spec::rank_rule::equal) return unequal_rank(rule, operands);
  if (rule.relation != spec::relation_rule::join) return larger_rank(rule, operands);
  return std::nullopt;
}

/// The inferred type, before unknown ranks are considered.
verdict fold_all(spec::rule const& rule, std::span<type const> operands,
                 std::optional<broadcast_dimensions> const& dimensions) {
  if (dimensions && rule.tuple == spec::tuple_rule::axes) {
    return infer_along_axes(rule, operands, *dimensions);
  }
  if (dimensions && rule.tuple == spec::tuple_rule::lower) {
    return infer_along_lower(rule, operands, *dimensions);
  }
  if (rule.rank == spec::rank_rule::explicit_) {
    return infer_explicit(rule, operands, dimensions);
  }
  const bool joins = rule.relation == spec::relation_rule::join;
  if (joins && rule.symbols == spec::symbol_rule::solve) return solve(rule, size_system(operands));
  if (joins && rule.symbols == spec::symbol_rule::bounds) return solve_axes(rule, operands);
  return fold(rule, operands);
}

/// The declared type without the leading axes that the rule accepts.
type without_leading(spec::rule const& rule, type const& declared, std::size_t rank) {
  type last = declared;
  if (rule.leading == spec::leading_result::accept) {
    const std::size_t kept = std::min(rank, declared.sizes.size());
    last.sizes = {declared.sizes.end() - kept, declared.sizes.end()};
  }
  return last;
}

/// Why `declared` is neither the inferred type nor a less specific one.
std::optional<violation> mismatch(spec::rule const& rule, type const& inferred,
                                  type const& declared) {
  const std::size_t have = declared.sizes.size(), want = inferred.sizes.size();
  const bool leading = rule.leading == spec::leading_result::accept && have > want;
  if (have != want && !leading) {
    return violation{citations_of(rule).result_rank,
                     std::nullopt,
                     {},
                     cause::result_rank,
                     static_cast<std::int64_t>(have),
                     static_cast<std::int64_t>(want)};
  }
  for (std::size_t k = 0; k < want; ++k) {
    const std::size_t axis = have - want + k;
    const dim expected = inferred.sizes[k], found = declared.sizes[axis];
    if (!found.known() || expected == found) continue;
    if (!expected.known() && rule.unknown_result == spec::unknown_result::accept) continue;
    spec::citations const& cite = citations_of(rule);
    return violation{expected.known() ? cite.result_size : cite.result_known,
                     axis,
                     {},
                     cause::result_size,
                     found,
                     expected};
  }
  return std::nullopt;
}

/// Encodes a size that all padding rules treat the same way (laws `mlir text`, `soundness`,
/// `possible`) as a number: a size of 1 or more as it is, an unknown size without symbol and bound
/// as 0, and any other size, a known 0 too, as -1: then `verify_any` decides.
std::int64_t plain_number(dim d, bool may_be_unknown) {
  if (d.known()) return d.upper() > 0 ? d.upper() : -1;
  return may_be_unknown && d == spec::unknown ? 0 : -1;
}

/// Computes the common type of tensors up to rank 8 whose sizes are such numbers and do not clash.
/// Returns false if there is none or if the result may not be declared for it.
bool fits_plainly(spec::rule const& rule, std::span<type const> operands, type const& declared,
                  type& common) {
  constexpr std::size_t most = 8;
  const std::size_t rank = declared.sizes.size();
  if (rule.relation != spec::relation_rule::join || rule.rank != spec::rank_rule::pad ||
      rule.operands != spec::arity_rule::any || !declared.ranked ||
      declared.container != container::tensor || rank > most) {
    return false;
  }
  const bool may_be_unknown = rule.unknown != spec::unknown_rule::gap &&
                              rule.unknown != spec::unknown_rule::opaque &&
                              rule.unknown != spec::unknown_rule::propagate;
  std::array<std::int64_t, most> numbers;
  numbers.fill(1);
  bool reached = false;  // whether some operand has that rank
  for (type const& t : operands) {
    const std::size_t own = t.sizes.size();
    if (!t.ranked || t.container != container::tensor || own > rank) return false;
    reached = reached || own == rank;
    dim const* d = t.sizes.data();
    for (std::size_t axis = rank - own; axis < rank; ++axis, ++d) {
      const std::int64_t size = plain_number(*d, may_be_unknown);
      std::int64_t& so_far = numbers[axis];
      if (size == 1 || size == so_far) continue;
      if (size < 0 || (size > 1 && so_far > 1)) return false;
      if (size > 1 || so_far == 1) so_far = size;
    }
  }
  if (!reached) return false;
  const bool accepts = rule.unknown_result == spec::unknown_result::accept;
  dim const* const as = declared.sizes.data();
  dim* const to = common.sizes.lengthen_to(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t expected = numbers[k];
    if (as[k].known()) {
      if (expected > 0 ? as[k].upper() != expected : !accepts || as[k].upper() < 0) return false;
    } else if (as[k] != spec::unknown) {
      return false;
    }
    to[k] = expected > 0 ? dim(expected) : spec::unknown;
  }
  return true;
}

}  // namespace

verdict broadcast_shapes(spec::rule const& rule, std::span<type const> operands,
                         std::optional<broadcast_dimensions> const& dimensions) {
  if (dimensions && rule.tuple == spec::tuple_rule::none) {
    throw std::invalid_argument("the rule " + std::string(rule.name) +
                                " has no broadcast dimensions");
  }
  const contents c = contents_of(operands);
  const bool placed =
      dimensions && (rule.tuple == spec::tuple_rule::axes || rule.tuple == spec::tuple_rule::lower);
  if (auto decided = decided_before(rule, c, operands, placed)) return std::move(*decided);
  verdict result = fold_all(rule, operands, dimensions);
  const bool absorbed = c.unknown_rank && rule.unranked == spec::unranked_rule::absorb;
  if (absorbed || !c.known_rank) {
    if (auto* t = std::get_if<type>(&result)) *t = {{}, false};
  }
  return result;
}

namespace {

/// A type without sizes, constructed in place; `type()` would first be filled with zeros.
struct unfilled {
  operator type() const {
    type t;
    return t;
  }
};

/// What verify answers for any operands and any result. It is a separate function, so that callers
/// that do not need it avoid its setup.
[[gnu::noinline]] verdict verify_any(spec::rule const& rule, std::span<type const> operands,
                                     type const& result) {
  verdict inferred = broadcast_shapes(rule, operands);
  contents c;
  c.add(result, std::nullopt);
  auto const* t = std::get_if<type>(&inferred);
  if (t == nullptr) return inferred;
  if (rule.vectors == spec::vector_rule::unchecked && !operands.empty() &&
      c.vectors != (t->container == container::vector)) {
    return mixed(rule);
  }
  if (!result.ranked) return inferred;
  if (rule.symbols == spec::symbol_rule::solve && rule.relation == spec::relation_rule::join) {
    const size_system sizes(operands);
    const type declared = without_leading(rule, result, sizes.rank());
    if (auto wrong = impossible(citations_of(rule), sizes, declared)) {
      if (wrong->axis) *wrong->axis += result.sizes.size() - declared.sizes.size();
      return *wrong;
    }
  }
  if (!t->ranked) return inferred;
  if (rule.symbols == spec::symbol_rule::bounds && rule.relation == spec::relation_rule::join &&
      t->sizes.size() == result.sizes.size()) {
    if (auto wrong = impossible_axis(rule, operands, result)) return *wrong;
  }
  if (auto wrong = mismatch(rule, *t, result)) return *wrong;
  return inferred;
}

}  // namespace

verdict verify(spec::rule const& rule, std::span<type const> operands, type const& result) {
  // Constructed directly in the return value: moving it would take as long as computing it.
  verdict answer(std::in_place_type<type>, unfilled());
  if (!fits_plainly(rule, operands, result, *std::get_if<type>(&answer))) {
    answer = verify_any(rule, operands, result);
  }
  return answer;
}

}  // namespace bcast::verifier
