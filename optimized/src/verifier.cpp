// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/optimized/verifier.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "citations.hpp"
#include "declared.hpp"
#include "fold.hpp"
#include "size_system.hpp"

namespace bcast::optimized {
namespace {

/// What the operands hold.
struct contents {
  bool unknown_size = false;
  bool unknown_rank = false;
  bool known_rank = false;
  bool vectors = false;
  bool tensors = false;

  void add(type const& t, std::string_view who) {
    unknown_rank = unknown_rank || !t.ranked;
    known_rank = known_rank || t.ranked;
    (t.container == container::vector ? vectors : tensors) = true;
    for (dim d : t.sizes) {
      unknown_size = unknown_size || !d.known();
      if (d.upper() < 0) refuse(who, d);
    }
  }

  [[noreturn]] static void refuse(std::string_view who, dim d) {
    throw std::invalid_argument(std::string(who) + " has the negative size " +
                                std::to_string(d.upper()));
  }
};

contents contents_of(std::span<type const> operands) {
  contents c;
  for (type const& t : operands) c.add(t, "an operand");
  return c;
}

violation mixed(spec::profile const& profile) {
  return {citations_of(profile).vectors, std::nullopt, {}, cause::containers_mixed, {}, {}};
}

/// A rank that is not that of the first ranked operand, under the rule that all are equal.
std::optional<verdict> unequal_rank(spec::profile const& profile, std::span<type const> operands) {
  type const* first = nullptr;
  for (type const& t : operands) {
    if (!t.ranked) continue;
    if (first == nullptr) first = &t;
    if (t.sizes.size() == first->sizes.size()) continue;
    return violation{citations_of(profile).result_rank,
                     std::nullopt,
                     {},
                     cause::ranks_differ,
                     static_cast<std::int64_t>(t.sizes.size()),
                     static_cast<std::int64_t>(first->sizes.size())};
  }
  return std::nullopt;
}

verdict solve(spec::profile const& profile, size_system const& sizes) {
  if (auto const& clash = sizes.first_clash()) {
    return violation{citations_of(profile).clash, clash->axis, {clash->first, clash->second},
                     cause::sizes_clash,          {},          {}};
  }
  return sizes.inferred();
}

/// The decisions that come before any two sizes meet.
std::optional<verdict> decided_before(spec::profile const& profile, contents const& c,
                                      std::span<type const> operands) {
  if (operands.empty()) {
    spec::citations const& cite = citations_of(profile);
    if (!cite.no_operands.empty()) {
      return gap{cite.no_operands, std::nullopt, cause::no_operands, {}, {}};
    }
    return type{{}, profile.unranked != spec::unranked_rule::set_aside};
  }
  if (profile.operands == spec::arity_rule::two && operands.size() != 2) {
    return gap{citations_of(profile).arity, std::nullopt, cause::arity, {}, {}};
  }
  if (c.unknown_rank && profile.unranked == spec::unranked_rule::gap) {
    return gap{citations_of(profile).unranked, std::nullopt, cause::unknown_rank, {}, {}};
  }
  if (c.unknown_size && profile.unknown == spec::unknown_rule::gap) {
    return gap{citations_of(profile).unknown, std::nullopt, cause::unknown_size, {}, {}};
  }
  if (c.vectors && profile.vectors == spec::vector_rule::unchecked) {
    if (c.tensors) return mixed(profile);
    return type{{}, false, container::vector};
  }
  if (profile.rank == spec::rank_rule::equal) return unequal_rank(profile, operands);
  return std::nullopt;
}

/// The inferred type, but for the ranks that are not known.
verdict meet_all(spec::profile const& profile, std::span<type const> operands,
                 std::optional<broadcast_dimensions> const& dimensions) {
  if (profile.rank == spec::rank_rule::explicit_) {
    return infer_explicit(profile, operands, dimensions);
  }
  if (profile.symbols == spec::symbol_rule::solve) return solve(profile, size_system(operands));
  return fold(profile, operands);
}

/// The declared type without the leading axes that the profile lets pass.
type without_leading(spec::profile const& profile, type const& declared, std::size_t rank) {
  const std::size_t have = declared.sizes.size();
  if (profile.leading == spec::leading_result::reject || have <= rank) return declared;
  const auto first = declared.sizes.begin() + static_cast<std::ptrdiff_t>(have - rank);
  return {{first, declared.sizes.end()}, true, declared.container};
}

/// Why `declared` is not the inferred type, nor one that says less.
std::optional<violation> mismatch(spec::profile const& profile, type const& inferred,
                                  type const& declared) {
  const std::size_t have = declared.sizes.size(), want = inferred.sizes.size();
  const bool leading = profile.leading == spec::leading_result::accept && have > want;
  if (have != want && !leading) {
    return violation{citations_of(profile).result_rank,
                     std::nullopt,
                     {},
                     cause::result_rank,
                     static_cast<std::int64_t>(have),
                     static_cast<std::int64_t>(want)};
  }
  for (std::size_t k = 0; k < want; ++k) {
    const std::size_t axis = have - want + k;
    const dim due = inferred.sizes[k], found = declared.sizes[axis];
    if (!found.known() || due == found) continue;
    if (!due.known() && profile.unknown_result == spec::unknown_result::accept) continue;
    spec::citations const& cite = citations_of(profile);
    return violation{due.known() ? cite.result_size : cite.result_known,
                     axis,
                     {},
                     cause::result_size,
                     found,
                     due};
  }
  return std::nullopt;
}

/// The common type of tensors whose ranks are known, whose known sizes are 1 and more and do not
/// clash, and whose unknown sizes have neither symbol nor bound, which every profile that pads sees
/// alike (laws `mlir text`, `soundness`, `possible`); false where that is not so.
bool is_plain(spec::profile const& profile, std::span<type const> operands, type& common) {
  if (profile.rank != spec::rank_rule::pad || profile.operands != spec::arity_rule::any ||
      operands.empty()) {
    return false;
  }
  std::size_t rank = 0;
  for (type const& t : operands) {
    if (!t.ranked || t.container != container::tensor) return false;
    rank = std::max(rank, t.sizes.size());
  }
  common.sizes.assign(rank, dim(1));
  dim* const to = common.sizes.data();
  for (type const& t : operands) {
    dim* so_far = to + (rank - t.sizes.size());
    for (dim const* d = t.sizes.begin(); d != t.sizes.end(); ++d, ++so_far) {
      if (!d->known()) {
        if (*d != spec::unknown || profile.unknown == spec::unknown_rule::gap) return false;
        if (so_far->known() && so_far->upper() == 1) *so_far = *d;
        continue;
      }
      if (d->upper() == 1) continue;
      if (d->upper() <= 0) return false;
      if (so_far->known() && so_far->upper() != 1 && so_far->upper() != d->upper()) return false;
      *so_far = *d;
    }
  }
  return true;
}

/// Whether plain sizes may be declared as they are.
bool fits_plainly(spec::profile const& profile, type const& common, type const& declared) {
  if (!declared.ranked || declared.container != container::tensor ||
      declared.sizes.size() != common.sizes.size()) {
    return false;
  }
  for (std::size_t k = 0; k < common.sizes.size(); ++k) {
    const dim due = common.sizes[k], found = declared.sizes[k];
    if (found == due || found == spec::unknown) continue;
    const bool accepts = profile.unknown_result == spec::unknown_result::accept;
    if (due.known() || !accepts || !found.known() || found.upper() < 0) return false;
  }
  return true;
}

}  // namespace

verdict infer(spec::profile const& profile, std::span<type const> operands,
              std::optional<broadcast_dimensions> const& dimensions) {
  if (dimensions && profile.tuple == spec::tuple_rule::none) {
    throw std::invalid_argument("broadcast dimensions are XLA's; the profile " +
                                std::string(profile.name) + " has none");
  }
  const contents c = contents_of(operands);
  if (auto decided = decided_before(profile, c, operands)) return std::move(*decided);
  verdict result = meet_all(profile, operands, dimensions);
  const bool absorbed = c.unknown_rank && profile.unranked == spec::unranked_rule::absorb;
  if (absorbed || !c.known_rank) {
    if (auto* t = std::get_if<type>(&result)) *t = {{}, false};
  }
  return result;
}

verdict verify(spec::profile const& profile, std::span<type const> operands, type const& result) {
  if (type plain; is_plain(profile, operands, plain) && fits_plainly(profile, plain, result)) {
    return plain;
  }
  verdict inferred = infer(profile, operands);
  contents c;
  c.add(result, "the result");
  auto const* t = std::get_if<type>(&inferred);
  if (t == nullptr) return inferred;
  if (profile.vectors == spec::vector_rule::unchecked && !operands.empty() &&
      c.vectors != (t->container == container::vector)) {
    return mixed(profile);
  }
  if (!result.ranked) return inferred;
  if (profile.symbols == spec::symbol_rule::solve && !operands.empty()) {
    const size_system sizes(operands);
    const type declared = without_leading(profile, result, sizes.rank());
    if (auto wrong = impossible(citations_of(profile), sizes, declared)) return *wrong;
  }
  if (!t->ranked) return inferred;
  if (auto wrong = mismatch(profile, *t, result)) return *wrong;
  return inferred;
}

}  // namespace bcast::optimized
