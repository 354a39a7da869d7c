// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>

namespace bcast::spec {

/// The size of one axis as it is written: a number, or `?` if it is unknown. An unknown size may
/// have a bound and a symbol. The same symbol means the same size.
class dim {
 public:
  static constexpr std::int64_t unbounded = INT64_MAX;

  constexpr dim() = default;
  constexpr dim(std::int64_t size) : most_(size), known_(true) {}

  /// An unknown size of at most `upper`; `symbol` 0 means none.
  static constexpr dim bounded(std::int64_t upper, std::uint32_t symbol = 0) {
    dim d;
    d.most_ = upper;
    d.symbol_ = symbol;
    return d;
  }
  static constexpr dim named(std::uint32_t symbol) { return bounded(unbounded, symbol); }

  constexpr bool known() const { return known_; }

  /// The number. Throws std::logic_error for `?`.
  constexpr std::int64_t size() const {
    if (!known_) throw std::logic_error("the size of an unknown dimension");
    return most_;
  }

  /// The largest size that it can have.
  constexpr std::int64_t upper() const { return most_; }

  /// 0 if it has none.
  constexpr std::uint32_t symbol() const { return symbol_; }

  friend constexpr bool operator==(dim const&, dim const&) = default;

 private:
  std::int64_t most_ = unbounded;
  std::uint32_t symbol_ = 0;
  bool known_ = false;
};

inline constexpr dim unknown{};

/// A shape as it is printed in a row: at most `capacity` sizes, or unranked (`*`).
class shape {
 public:
  static constexpr std::size_t capacity = 8;

  constexpr shape() = default;
  constexpr shape(std::initializer_list<dim> dims) : rank_(dims.size()) {
    if (dims.size() > capacity) throw std::length_error("a row's shape has at most 8 axes");
    std::size_t axis = 0;
    for (dim d : dims) dims_[axis++] = d;
  }

  static constexpr shape unranked() {
    shape s;
    s.ranked_ = false;
    return s;
  }

  constexpr bool ranked() const { return ranked_; }
  constexpr std::size_t rank() const { return rank_; }
  constexpr dim const* begin() const { return dims_.data(); }
  constexpr dim const* end() const { return dims_.data() + rank_; }

  friend constexpr bool operator==(shape const&, shape const&) = default;

 private:
  std::array<dim, capacity> dims_{};
  std::size_t rank_ = 0;
  bool ranked_ = true;
};

inline constexpr shape scalar{};
inline constexpr shape unranked = shape::unranked();

/// Up to three operands of a row.
class operands {
 public:
  static constexpr std::size_t capacity = 3;

  constexpr operands() = default;
  constexpr operands(std::initializer_list<shape> shapes) : count_(shapes.size()) {
    if (shapes.size() > capacity) throw std::length_error("a row has at most 3 operands");
    std::size_t m = 0;
    for (shape const& s : shapes) shapes_[m++] = s;
  }

  constexpr std::size_t size() const { return count_; }
  constexpr shape const& operator[](std::size_t m) const { return shapes_[m]; }
  constexpr shape const* begin() const { return shapes_.data(); }
  constexpr shape const* end() const { return shapes_.data() + count_; }

 private:
  std::array<shape, capacity> shapes_{};
  std::size_t count_ = 0;
};

}  // namespace bcast::spec
