#include "bcast/optimized/verifier.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "bcast/optimized/meet.hpp"

namespace bcast::optimized {
namespace {

using spec::dim;

std::string numbered(site const& s) {
  return "operand " + std::to_string(s.operand) + " has " + to_string(s.size);
}

spec::citations const& citations_of(spec::profile const& profile) {
  const auto row =
      std::find_if(spec::citation_table.begin(), spec::citation_table.end(),
                   [&](spec::citations const& c) { return c.document == profile.document; });
  if (row == spec::citation_table.end()) throw std::logic_error("a profile without citations");
  return *row;
}

/// The axes of the operands that meet at one axis of the result.
class alignment {
 public:
  alignment(std::span<type const> operands, bool pad) : operands_(operands), pad_(pad) {
    for (type const& t : operands) rank_ = std::max(rank_, t.sizes.size());
  }

  /// Matches the axes of operand `m` with those that `tuple` names.
  void match(std::size_t m, std::vector<std::int64_t> const& tuple) {
    matched_ = m;
    tuple_ = tuple;
  }

  std::size_t rank() const { return rank_; }

  /// The size that operand m brings to an axis; none where it takes the others' size as it is.
  std::optional<dim> at(std::size_t m, std::size_t axis) const {
    auto const& sizes = operands_[m].sizes;
    if (matched_ == m) {
      const auto entry = std::find(tuple_.begin(), tuple_.end(), static_cast<std::int64_t>(axis));
      if (entry == tuple_.end()) return std::nullopt;
      return sizes[static_cast<std::size_t>(entry - tuple_.begin())];
    }
    const std::size_t missing = rank_ - sizes.size();
    if (axis >= missing) return sizes[axis - missing];
    return pad_ ? std::optional<dim>(1) : std::nullopt;
  }

 private:
  std::span<type const> operands_;
  bool pad_;
  std::size_t rank_ = 0;
  std::optional<std::size_t> matched_;
  std::vector<std::int64_t> tuple_;
};

std::optional<std::int64_t> value_of(dim d) {
  return d.known() ? std::optional(d.size()) : std::nullopt;
}

/// Operand by operand from the first, as the documents that fold do it; in each operand axis by
/// axis from the first.
verdict fold(spec::profile const& profile, std::span<type const> operands,
             alignment const& aligned) {
  spec::citations const& cite = citations_of(profile);
  std::vector<std::optional<site>> common(aligned.rank());
  for (std::size_t m = 0; m < operands.size(); ++m) {
    if (!operands[m].ranked) continue;
    for (std::size_t axis = 0; axis < aligned.rank(); ++axis) {
      const std::optional<dim> size = aligned.at(m, axis);
      if (!size) continue;
      std::optional<site>& so_far = common[axis];
      const site next{m, *size};
      if (!so_far) {
        so_far = next;
        continue;
      }
      switch (meet(profile, value_of(so_far->size), value_of(next.size))) {
        case meeting::left:
          break;
        case meeting::right:
          so_far = next;
          break;
        case meeting::clash:
          return violation{
              cite.clash, axis, {*so_far, next}, numbered(*so_far) + ", " + numbered(next)};
        case meeting::zero_gap:
          return gap{cite.zero, axis, "a static size of 0 has no row"};
      }
    }
  }
  type result;
  for (auto const& s : common) result.sizes.push_back(s->size);
  return result;
}

/// What is wrong with a tuple of broadcast dimensions for operand m, the lower one, if anything is.
/// The text's rules are asked one after the other, XlaBuilder's entry by entry.
std::optional<verdict> check_tuple(spec::profile const& profile, std::span<type const> operands,
                                   std::size_t m, std::vector<std::int64_t> const& tuple) {
  type const &lower = operands[m], &higher = operands[1 - m];
  const bool text = profile.tuple == spec::tuple_rule::gap;
  const auto open = [&](std::string_view tag, std::string reason) -> verdict {
    if (text) return gap{tag, std::nullopt, std::move(reason)};
    return violation{tag, std::nullopt, {}, std::move(reason)};
  };
  if (lower.sizes.size() == higher.sizes.size()) {
    bool identity = tuple.size() == lower.sizes.size();
    for (std::size_t k = 0; identity && k < tuple.size(); ++k) {
      identity = tuple[k] == static_cast<std::int64_t>(k);
    }
    if (!text && (identity || tuple.empty())) return std::nullopt;
    return open("xla.G3", "broadcast dimensions between equal ranks");
  }
  if (tuple.empty() && !lower.sizes.empty() && !text) {
    return violation{"xla.X1", std::nullopt, {}, "the ranks differ and no dimensions are given"};
  }
  if (tuple.size() != lower.sizes.size()) {
    return open("xla.G5", std::to_string(tuple.size()) + " broadcast dimensions for rank " +
                              std::to_string(lower.sizes.size()));
  }
  using check = std::function<std::optional<verdict>(std::size_t)>;
  const auto rank = static_cast<std::int64_t>(higher.sizes.size());
  const check in_range = [&](std::size_t k) -> std::optional<verdict> {
    if (tuple[k] >= 0 && tuple[k] < rank) return std::nullopt;
    return open("xla.G6", "broadcast dimension " + std::to_string(tuple[k]) + " of rank " +
                              std::to_string(rank));
  };
  const check increases = [&](std::size_t k) -> std::optional<verdict> {
    if (k == 0 || tuple[k - 1] < tuple[k]) return std::nullopt;
    return violation{
        "xla.X7", std::nullopt, {}, "the broadcast dimensions do not increase strictly"};
  };
  const check matches = [&](std::size_t k) -> std::optional<verdict> {
    const auto axis = static_cast<std::size_t>(tuple[k]);
    const dim low = lower.sizes[k], high = higher.sizes[axis];
    if (!low.known() || !high.known() || low == high || low == dim(1) || high == dim(1)) {
      return std::nullopt;
    }
    return violation{"xla.X4",
                     axis,
                     {{m, low}, {1 - m, high}},
                     to_string(low) + " is matched with " + to_string(high)};
  };
  if (text) {
    for (check const& holds : {in_range, matches, increases}) {
      for (std::size_t k = 0; k < tuple.size(); ++k) {
        if (auto wrong = holds(k)) return wrong;
      }
    }
  } else {
    for (std::size_t k = 0; k < tuple.size(); ++k) {
      for (check const& holds : {in_range, matches, increases}) {
        if (auto wrong = holds(k)) return wrong;
      }
    }
  }
  return std::nullopt;
}

verdict infer_explicit(spec::profile const& profile, std::span<type const> operands,
                       std::optional<std::vector<std::int64_t>> const& dimensions) {
  alignment aligned(operands, false);
  if (operands.size() != 2) return fold(profile, operands, aligned);
  const std::size_t lower = operands[0].sizes.size() < operands[1].sizes.size() ? 0 : 1;
  type const &low = operands[lower], &high = operands[1 - lower];
  if (dimensions) {
    if (auto wrong = check_tuple(profile, operands, lower, *dimensions)) return *wrong;
    if (low.sizes.size() != high.sizes.size()) aligned.match(lower, *dimensions);
  } else if (low.sizes.size() != high.sizes.size() && !low.sizes.empty()) {
    return violation{"xla.X1", std::nullopt, {}, "the ranks differ and no dimensions are given"};
  }
  return fold(profile, operands, aligned);
}

}  // namespace

verdict infer(spec::profile const& profile, std::span<type const> operands,
              std::optional<std::vector<std::int64_t>> const& dimensions) {
  for (std::size_t m = 0; m < operands.size(); ++m) {
    for (dim d : operands[m].sizes) {
      if (d.known() && d.size() < 0) {
        throw std::invalid_argument("operand " + std::to_string(m) + " has the negative size " +
                                    std::to_string(d.size()));
      }
    }
  }
  if (dimensions && profile.tuple == spec::tuple_rule::none) {
    throw std::invalid_argument("broadcast dimensions are XLA's; the profile " +
                                std::string(profile.name) + " has none");
  }
  spec::citations const& cite = citations_of(profile);
  if (operands.empty()) {
    if (!cite.no_operands.empty()) return gap{cite.no_operands, std::nullopt, "no operand"};
    return profile.unranked == spec::unranked_rule::set_aside ? type{{}, false} : type{};
  }
  if (profile.operands == spec::arity_rule::two && operands.size() != 2) {
    return gap{cite.arity, std::nullopt, "the text speaks of two operands"};
  }
  const bool unranked =
      std::any_of(operands.begin(), operands.end(), [](type const& t) { return !t.ranked; });
  if (unranked && profile.unranked == spec::unranked_rule::gap) {
    return gap{cite.unranked, std::nullopt, "the text does not speak of unknown ranks"};
  }
  if (profile.unknown == spec::unknown_rule::gap) {
    for (type const& t : operands) {
      if (std::find(t.sizes.begin(), t.sizes.end(), spec::unknown) == t.sizes.end()) continue;
      return gap{cite.unknown, std::nullopt, "the text does not speak of unknown sizes"};
    }
  }
  if (profile.rank == spec::rank_rule::explicit_) {
    return infer_explicit(profile, operands, dimensions);
  }
  if (profile.rank == spec::rank_rule::equal) {
    type const* first = nullptr;
    for (std::size_t m = 0; m < operands.size(); ++m) {
      if (!operands[m].ranked) continue;
      if (first == nullptr) first = &operands[m];
      if (operands[m].sizes.size() != first->sizes.size()) {
        return violation{cite.result_rank,
                         std::nullopt,
                         {},
                         "rank " + std::to_string(first->sizes.size()) + " against rank " +
                             std::to_string(operands[m].sizes.size())};
      }
    }
  }
  const bool none_ranked =
      std::none_of(operands.begin(), operands.end(), [](type const& t) { return t.ranked; });
  verdict result = fold(profile, operands, alignment(operands, true));
  const bool absorbed = unranked && profile.unranked == spec::unranked_rule::absorb;
  if ((none_ranked || absorbed) && std::holds_alternative<type>(result)) return type{{}, false};
  return result;
}

verdict verify(spec::profile const& profile, std::span<type const> operands, type const& result) {
  verdict inferred = infer(profile, operands);
  auto const* t = std::get_if<type>(&inferred);
  if (t == nullptr || !t->ranked || !result.ranked) return inferred;
  spec::citations const& cite = citations_of(profile);
  const std::size_t have = result.sizes.size(), want = t->sizes.size();
  const bool leading = profile.leading == spec::leading_result::accept && have > want;
  if (have != want && !leading) {
    return violation{
        cite.result_rank,
        std::nullopt,
        {},
        "the result has rank " + std::to_string(have) + ", inferred is " + std::to_string(want)};
  }
  for (std::size_t k = 0; k < want; ++k) {
    const std::size_t axis = have - want + k;
    const dim due = t->sizes[k], declared = result.sizes[axis];
    if (!declared.known() || due == declared) continue;
    if (!due.known() && profile.unknown_result == spec::unknown_result::accept) continue;
    return violation{due.known() ? cite.result_size : cite.result_known,
                     axis,
                     {},
                     "the result has " + to_string(declared) + ", inferred is " + to_string(due)};
  }
  return inferred;
}

std::string to_string(dim d) { return d.known() ? std::to_string(d.size()) : "?"; }

std::string to_string(type const& t) {
  if (!t.ranked) return "*";
  if (t.sizes.empty()) return "()";
  std::string text;
  for (std::size_t k = 0; k < t.sizes.size(); ++k) {
    text += (k == 0 ? "" : "x") + to_string(t.sizes[k]);
  }
  return text;
}

}  // namespace bcast::optimized
