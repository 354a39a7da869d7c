// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "fold.hpp"

namespace bcast::verifier {
namespace {

violation broken(std::string_view tag, cause why, std::int64_t found = 0,
                 std::int64_t expected = 0) {
  return {tag, std::nullopt, {}, why, found, expected};
}

/// The rules for one entry of a tuple, in XLA's order.
enum class entry_rule { in_range, matches, increases };
constexpr std::array entry_rules{entry_rule::in_range, entry_rule::matches, entry_rule::increases};

/// A tuple of broadcast dimensions for the lower of two operands.
class tuple_check {
 public:
  tuple_check(spec::rule const& rule, std::span<type const> operands, std::size_t lower,
              broadcast_dimensions tuple)
      : text_(rule.tuple == spec::tuple_rule::gap),
        marked_(rule.unknown == spec::unknown_rule::client),
        operands_(operands),
        lower_(lower),
        tuple_(tuple) {}

  /// What is wrong, if anything. For the text, each rule is checked for all entries in turn. For
  /// XlaBuilder, each entry is checked against all rules in turn.
  std::optional<verdict> operator()() const {
    const std::size_t low = lower().size(), high = higher().size(), n = tuple_.size();
    if (low == high) {
      if (!text_ && (n == 0 || is_identity())) return std::nullopt;
      if (text_) return gap{"xla.G2", std::nullopt, cause::dimensions_useless};
      return broken("xla.G2", cause::dimensions_useless);
    }
    if (n == 0 && low != 0 && !text_) return broken("xla.X3", cause::no_dimensions);
    if (n > low) return broken("xla.X9", cause::dimensions_count, size_of(n), size_of(low));
    if (n < low) return broken("xla.X8", cause::dimensions_count, size_of(n), size_of(low));
    const std::size_t outer = text_ ? entry_rules.size() : n,
                      inner = text_ ? n : entry_rules.size();
    for (std::size_t i = 0; i < outer; ++i) {
      for (std::size_t j = 0; j < inner; ++j) {
        if (auto wrong = breaks(entry_rules[text_ ? i : j], text_ ? j : i)) return wrong;
      }
    }
    return std::nullopt;
  }

 private:
  using sizes = small_list<dim, 8>;

  sizes const& lower() const { return operands_[lower_].sizes; }
  sizes const& higher() const { return operands_[1 - lower_].sizes; }
  static std::int64_t size_of(std::size_t n) { return static_cast<std::int64_t>(n); }

  bool is_identity() const {
    if (tuple_.size() != lower().size()) return false;
    for (std::size_t k = 0; k < tuple_.size(); ++k) {
      if (tuple_[k] != size_of(k)) return false;
    }
    return true;
  }

  std::optional<verdict> breaks(entry_rule rule, std::size_t k) const {
    const std::int64_t entry = tuple_[k], rank = size_of(higher().size());
    switch (rule) {
      case entry_rule::in_range:
        if (entry >= 0 && entry < rank) return std::nullopt;
        return broken("xla.X9", cause::dimensions_range, entry, rank);
      case entry_rule::increases:
        if (k == 0 || tuple_[k - 1] < entry) return std::nullopt;
        return broken("xla.X10", cause::dimensions_order);
      case entry_rule::matches:
        break;
    }
    const auto axis = static_cast<std::size_t>(entry);
    const dim low = lower()[k], high = higher()[axis];
    if (!marked_ && (!low.known() || !high.known())) return std::nullopt;
    // An unknown size is represented by its bound, or by a number that no other size has.
    if (low.upper() == high.upper() || low.upper() == 1 || high.upper() == 1) return std::nullopt;
    const dim first = lower_ == 0 ? low : high, second = lower_ == 0 ? high : low;
    return violation{"xla.X6", axis, {{0, first}, {1, second}}, cause::sizes_matched, {}, {}};
  }

  bool text_;
  bool marked_;
  std::span<type const> operands_;
  std::size_t lower_;
  broadcast_dimensions tuple_;
};

}  // namespace

verdict infer_along_lower(spec::rule const& rule, std::span<type const> operands,
                          broadcast_dimensions dimensions) {
  const std::size_t lower = operands[1].sizes.size() < operands[0].sizes.size() ? 1 : 0;
  const std::size_t low = operands[lower].sizes.size(), high = operands[1 - lower].sizes.size();
  const auto open = [](cause why, std::int64_t found, std::int64_t expected) {
    return gap{"chlo.G1", std::nullopt, why, found, expected};
  };
  if (dimensions.size() != low) {
    return open(cause::dimensions_count, static_cast<std::int64_t>(dimensions.size()),
                static_cast<std::int64_t>(low));
  }
  for (std::size_t k = 0; k < low; ++k) {
    const std::int64_t entry = dimensions[k], rank = static_cast<std::int64_t>(high);
    if (entry < 0 || entry >= rank) return open(cause::dimensions_range, entry, rank);
    if (k > 0 && dimensions[k - 1] >= entry) return open(cause::dimensions_order, 0, 0);
  }
  return fold_matched(rule, operands, lower, dimensions);
}

verdict infer_along_axes(spec::rule const& rule, std::span<type const> operands,
                         broadcast_dimensions dimensions) {
  const auto own = static_cast<std::int64_t>(operands[0].sizes.size());
  const auto rank = static_cast<std::int64_t>(operands[1].sizes.size());
  if (const auto n = static_cast<std::int64_t>(dimensions.size()); n != own) {
    return broken("stablehlo.C2", cause::dimensions_count, n, own);
  }
  for (std::int64_t entry : dimensions) {
    if (entry < 0 || entry >= rank) {
      return broken("stablehlo.C3", cause::dimensions_range, entry, rank);
    }
  }
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (dimensions[j] == dimensions[k]) {
        return broken("stablehlo.C4", cause::dimensions_repeated, dimensions[k]);
      }
    }
  }
  return fold_placed(rule, operands, dimensions);
}

verdict infer_explicit(spec::rule const& rule, std::span<type const> operands,
                       std::optional<broadcast_dimensions> const& dimensions) {
  if (operands.size() != 2) return fold(rule, operands);
  const std::size_t lower = operands[0].sizes.size() < operands[1].sizes.size() ? 0 : 1;
  type const &low = operands[lower], &high = operands[1 - lower];
  const bool equal = low.sizes.size() == high.sizes.size();
  if (dimensions) {
    if (auto wrong = tuple_check(rule, operands, lower, *dimensions)()) return *wrong;
  } else if (!equal && !low.sizes.empty()) {
    return broken("xla.X3", cause::no_dimensions);
  }
  if (equal) return fold(rule, operands);
  return fold_matched(rule, operands, lower, dimensions.value_or(broadcast_dimensions()));
}

}  // namespace bcast::verifier
