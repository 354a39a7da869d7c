// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

/// The only header in which indexes from 1 meet indexes from 0.
namespace bcast::reference {

/// A number of things, a position, a rank. Always concrete, never symbolic.
using index = std::int64_t;

/// A finite sequence whose first item has the index `First`. Reading or writing outside
/// [First, First + n() - 1] throws std::out_of_range, in every build.
template <class T, index First>
class sequence {
 public:
  constexpr sequence() = default;
  constexpr sequence(std::initializer_list<T> items) : items_(items) {}
  constexpr explicit sequence(std::vector<T> items) : items_(std::move(items)) {}

  /// [f(First), f(First + 1), ...], n items.
  template <class F>
  static constexpr sequence of(index n, F f) {
    sequence s;
    for (index i = First; i < First + n; ++i) s.append(f(i));
    return s;
  }

  constexpr index n() const { return static_cast<index>(items_.size()); }

  constexpr T const& operator[](index i) const { return items_[position(i)]; }
  constexpr T& operator[](index i) { return items_[position(i)]; }

  constexpr void append(T item) { items_.push_back(std::move(item)); }
  constexpr void prepend(T item) { items_.insert(items_.begin(), std::move(item)); }

  /// The items of a, then those of b.
  friend constexpr sequence operator+(sequence a, sequence const& b) {
    for (T const& item : b) a.append(item);
    return a;
  }

  constexpr auto begin() const { return items_.begin(); }
  constexpr auto end() const { return items_.end(); }

  friend constexpr bool operator==(sequence const& a, sequence const& b) {
    return a.items_ == b.items_;
  }

 private:
  constexpr std::size_t position(index i) const {
    if (i < First || i >= First + n()) {
      throw std::out_of_range("index outside the sequence");
    }
    return static_cast<std::size_t>(i - First);
  }

  std::vector<T> items_;
};

/// Numbered from 1, as SONNX prints it.
template <class T>
using seq = sequence<T, 1>;

/// Numbered from 0, as the other documents print it.
template <class T>
using list = sequence<T, 0>;

/// forall i in [lo, hi]: p(i). True if the interval is empty.
template <class P>
constexpr bool forall(index lo, index hi, P p) {
  for (index i = lo; i <= hi; ++i) {
    if (!p(i)) return false;
  }
  return true;
}

/// max(a, b)
template <class Size>
constexpr Size max(Size a, Size b) {
  return a < b ? b : a;
}

/// max_{i in [lo, hi]} f(i). Throws std::domain_error if the interval is empty, because there is no
/// value.
template <class F>
constexpr auto max(index lo, index hi, F f) {
  if (lo > hi) throw std::domain_error("the maximum over an empty interval");
  auto largest = f(lo);
  for (index i = lo + 1; i <= hi; ++i) {
    auto candidate = f(i);
    if (largest < candidate) largest = candidate;
  }
  return largest;
}

}  // namespace bcast::reference
