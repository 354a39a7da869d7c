// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <stdexcept>
#include <utility>

#include "bcast/reference/seq.hpp"

namespace bcast::reference {

/// A tensor: its sizes and, in row-major order, its elements. Axes and elements are numbered from
/// `First` in every position. Reading outside [First, First + d_k - 1] throws std::out_of_range,
/// in every build; a negative size throws std::invalid_argument.
template <class T, class Size, index First>
class basic_tensor {
 public:
  using sizes = sequence<Size, First>;

  /// The tensor whose element at each index sequence i is f(i).
  template <class F>
  basic_tensor(sizes d, F f) : d_(std::move(d)) {
    for (Size const& size : d_) {
      if (size < Size(0)) throw std::invalid_argument("a negative size");
    }
    sizes i;
    fill(i, f);
  }

  sizes const& d() const { return d_; }

  /// The rank.
  index n() const { return d_.n(); }

  /// The element at the index sequence i.
  T const& operator[](sizes const& i) const {
    if (i.n() != n()) throw std::out_of_range("as many indexes as axes");
    Size flat(0);
    for (index k = First; k < First + n(); ++k) {
      if (i[k] < Size(First) || !(i[k] < Size(First) + d_[k])) {
        throw std::out_of_range("index outside the tensor");
      }
      flat = flat * d_[k] + (i[k] - Size(First));
    }
    return elements_[static_cast<index>(flat)].value;
  }

  /// The elements in row-major order, as f(element).
  template <class F>
  void each(F f) const {
    for (auto const& e : elements_) f(e.value);
  }

  friend bool operator==(basic_tensor const&, basic_tensor const&) = default;

 private:
  struct element {  // so that a tensor of bool has elements of type bool
    T value;
    friend bool operator==(element const&, element const&) = default;
  };

  template <class F>
  void fill(sizes& i, F& f) {
    const index k = First + i.n();
    if (k == First + n()) {
      elements_.append(element{f(std::as_const(i))});
      return;
    }
    for (Size ik(First); ik < Size(First) + d_[k]; ik = ik + Size(1)) {
      sizes next = i;
      next.append(ik);
      fill(next, f);
    }
  }

  sizes d_;
  sequence<element, 0> elements_;
};

/// forall i_1 ... i_n, each in [First, First + d_k - 1]: p(i_1, ..., i_n).
template <class Size, index First, class P>
bool forall(sequence<Size, First> const& d, P p, sequence<Size, First> const& i = {}) {
  const index k = First + i.n();
  if (k == First + d.n()) return p(i);
  for (Size ik(First); ik < Size(First) + d[k]; ik = ik + Size(1)) {
    sequence<Size, First> next = i;
    next.append(ik);
    if (!forall(d, p, next)) return false;
  }
  return true;
}

/// Whether two elements are the same value; NaN equals NaN.
template <class T>
constexpr bool same(T const& a, T const& b) {
  return a == b || (!(a == a) && !(b == b));
}

}  // namespace bcast::reference
