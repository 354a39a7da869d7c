// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Shapes, and what is said about them: the types that everything shares. They need the standard
/// library only.
namespace bcast {

/// The size of one axis; none if unknown. An unknown size may have a bound and a name: within one
/// question, the same name is the same size.
struct dim {
  std::optional<std::int64_t> size;
  std::string symbol;                 ///< empty: none; no other size is known to equal this one
  std::optional<std::int64_t> upper;  ///< the largest size that it can have; none: any

  dim() = default;
  template <std::integral Known>
  requires(!std::same_as<Known, bool>) dim(Known known) : size(static_cast<std::int64_t>(known)) {}
  /// An unknown size with a name.
  dim(char const* name) : symbol(name) {}
  dim(std::nullopt_t) {}
  dim(std::optional<std::int64_t> perhaps) : size(perhaps) {}
  dim(std::nullopt_t, std::string name, std::optional<std::int64_t> bound = std::nullopt)
      : symbol(std::move(name)), upper(bound) {}

  bool has_value() const { return size.has_value(); }
  explicit operator bool() const { return has_value(); }
  std::int64_t operator*() const { return *size; }

  /// The number. Throws std::bad_optional_access where it is not known.
  std::int64_t value() const { return size.value(); }

  /// Forgets the number, the name and the bound.
  void reset() { *this = dim(); }

  /// By the number, unknown ones first.
  friend std::strong_ordering operator<=>(dim const&, dim const&) = default;
  friend bool operator==(dim const&, dim const&) = default;
};

/// A shape whose sizes may be unknown, or whose rank is (then it has no sizes).
struct shape {
  std::vector<dim> sizes;
  bool ranked = true;

  shape() = default;
  shape(std::initializer_list<dim> of) : sizes(of) {}
  /// Of any range of sizes.
  template <std::ranges::input_range Sizes>
  requires std::convertible_to<std::ranges::range_reference_t<Sizes const>, dim> &&
      (!std::convertible_to<Sizes, std::string_view>)shape(Sizes const& of)
      : sizes(std::ranges::begin(of), std::ranges::end(of)) {}

  static shape unranked() {
    shape s;
    s.ranked = false;
    return s;
  }

  std::size_t rank() const { return sizes.size(); }

  friend bool operator==(shape const&, shape const&) = default;
};

/// XLA's broadcast dimensions: entry k is the axis of the larger operand that axis k of the smaller
/// one is matched with.
using broadcast_dimensions = std::vector<std::int64_t>;

/// What a rule or an implementation says of a broadcast: a shape; that it is refused; that the
/// document is silent; or that this cannot be asked.
struct result {
  enum class kind { ok, refused, silent, unsupported };

  kind verdict = kind::ok;
  bcast::shape shape;                 ///< the result's shape, where ok
  std::string tag;                    ///< the clause, where one is named
  std::optional<std::size_t> axis;    ///< of the result, from 0, where one is named
  std::vector<std::size_t> operands;  ///< the two that clash, where they are named
  std::string why;                    ///< for a reader, never compared
  std::string by;                     ///< who answers: `sonnx.hpp`, `verifier`; empty: not told
};

}  // namespace bcast
