// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "documents.hpp"
#include "theorem.hpp"

// Which element is read, and its address in memory.

namespace bcast::proofs {
namespace {

struct as_transcribed {
  template <class Size>
  Size operator()(Size const& a, Size const& B, Size const& C) const {
    return reference::sonnx::f(a, B, C);
  }
};

struct never_stretched {
  template <class Size>
  Size operator()(Size const& a, Size const&, Size const&) const {
    return a;
  }
};

/// The premise of sonnx.C1 on one axis: an operand of size B, a result of size C, and the index a.
template <class Size>
void given_C1(Size const& a, Size const& B, Size const& C) {
  given(B == C || B == Size(1));
  given(Size(1) <= a && a <= C);
}

template <class F>
struct inside {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given_C1(x[0], x[1], x[2]);
    const Size i = F{}(x[0], x[1], x[2]);
    return Size(1) <= i && i <= x[1];
  }
};

theorem index_stays_inside() {
  return {"sonnx.F5",
          "f stays inside its operand",
          "For all B, C that satisfy C1 and all a in [1,C], f(a,B,C) is defined and is in [1,B].",
          {{"one axis", {"a", "B", "C"}, inside<as_transcribed>{}}},
          "f(a,B,C) is always a",
          {"never stretched", {"a", "B", "C"}, inside<never_stretched>{}}};
}

/// The stride of an operand's axis in the result: 0 if the axis is stretched [bcast.P6].
template <class Size>
Size broadcast_stride(Size const& size, Size const& stride) {
  return size == Size(1) ? Size(0) : stride;
}

/// For an operand of rank nX in a result of rank nY, compares the address by the formulas F4 and
/// F6, 1-indexed, with the address by strides, 0-indexed. The variables are the index and the size
/// for each axis of the result, and the size and the stride for each axis of the operand. If
/// `from_the_right` is false, the strides are aligned with the first axes.
class addresses {
 public:
  addresses(std::size_t nX, std::size_t nY, bool from_the_right)
      : nX_(nX), nY_(nY), missing_(from_the_right ? nY - nX : 0) {}

  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    reference::seq<Size> at, dY, dXm;
    std::vector<Size> stride;
    for (std::size_t k = 0; k < nY_; ++k) {
      at.append(x[2 * k]);
      dY.append(x[2 * k + 1]);
    }
    for (std::size_t k = 0; k < nX_; ++k) {
      dXm.append(x[2 * nY_ + 2 * k]);
      stride.push_back(x[2 * nY_ + 2 * k + 1]);
    }
    const auto nX = static_cast<index>(nX_), nY = static_cast<index>(nY_);
    const auto dYm = reference::sonnx::dYm(dXm, nY);
    for (index k = 1; k <= nY; ++k) given_C1(at[k], dYm[k], dY[k]);

    const auto i = reference::sonnx::index_in_Xm(reference::sonnx::index_in_Ym(at, dYm, dY), nX);
    Size formulas(0), strides(0);
    for (std::size_t k = 0; k < nX_; ++k) {
      const auto one_based = static_cast<index>(k) + 1;
      formulas = formulas + (i[one_based] - Size(1)) * stride[k];
      const Size position = at[one_based + static_cast<index>(missing_)] - Size(1);
      strides = strides + position * broadcast_stride(dXm[one_based], stride[k]);
    }
    return formulas == strides;
  }

 private:
  std::size_t nX_, nY_, missing_;
};

goal addresses_goal(std::size_t nX, std::size_t nY, bool from_the_right) {
  static constexpr char const* result[] = {"i1", "D1", "i2", "D2", "i3", "D3"};
  static constexpr char const* operand[] = {"d1", "s1", "d2", "s2", "d3", "s3"};
  std::vector<char const*> names(result, result + 2 * nY);
  names.insert(names.end(), operand, operand + 2 * nX);
  return {"rank " + std::to_string(nX) + " in rank " + std::to_string(nY), names,
          addresses(nX, nY, from_the_right)};
}

theorem strides_of_0() {
  std::vector<goal> goals;
  for (std::size_t nY = 0; nY <= 3; ++nY) {
    for (std::size_t nX = 0; nX <= nY; ++nX) goals.push_back(addresses_goal(nX, nY, true));
  }
  // `so_far` is the address up to an axis, equal in both; the next axis adds the same to both.
  goals.push_back({"one more axis", {"so_far", "i", "d", "D", "s"}, [](auto const& x) {
                     using Size = std::remove_cvref_t<decltype(x[0])>;
                     Size const &so_far = x[0], &i = x[1], &d = x[2], &D = x[3], &s = x[4];
                     given_C1(i, d, D);
                     const Size formula = so_far + (reference::sonnx::f(i, d, D) - Size(1)) * s;
                     return formula == so_far + (i - Size(1)) * broadcast_stride(d, s);
                   }});
  return {"bcast.P6",
          "the formulas are equivalent to strides of 0",
          "The element that F4 and F6 select, 1-indexed, is at the address sum_k i_k * s_k, "
          "0-indexed, where s_k = 0 along every axis of size 1. This holds for all indices, sizes "
          "and strides. The code is proved for ranks up to 3; one more axis is the induction step.",
          std::move(goals),
          "the strides are aligned with the first axes",
          addresses_goal(1, 2, false)};
}

/// Two axes of m and n steps, walked as one axis of m * n steps: step t of that axis is step
/// (t / n, t % n) of the two.
template <bool by_the_outer_size>
struct merged {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    Size const &m = x[0], &n = x[1], &outer = x[2], &inner = x[3], &t = x[4];
    given_positive(m, n);
    given(outer == inner * (by_the_outer_size ? m : n));
    given(Size(0) <= t && t < m * n);
    const Size i = t / n, j = t % n;
    return i * outer + j * inner == t * inner;
  }
};

theorem merging() {
  const goal once("each pair of steps once", {"m", "n", "i", "j"}, [](auto const& x) {
    using Size = std::remove_cvref_t<decltype(x[0])>;
    Size const &m = x[0], &n = x[1], &i = x[2], &j = x[3];
    given_positive(m, n);
    given(Size(0) <= i && i < m && Size(0) <= j && j < n);
    const Size t = i * n + j;
    return Size(0) <= t && t < m * n && t / n == i && t % n == j;
  });
  return {
      "bcast.P7",
      "axes that chain can be merged",
      "If the outer stride is the inner stride times the inner size n, two axes of m and n steps "
      "are one axis of m * n steps of the inner stride. Step t of that axis has the same address "
      "as the steps (t / n, t % n) of the two, and each pair of steps is exactly one t.",
      {{"one operand", {"m", "n", "outer", "inner", "t"}, merged<false>{}}, once},
      "the outer stride is the inner stride times the outer size",
      {"outer size", {"m", "n", "outer", "inner", "t"}, merged<true>{}}};
}

/// n elements in parts of `size` elements, the last part cut off at n. Element e is in its own part
/// and in no other part t. With `cut`, the remainder is left out.
template <bool cut>
struct covered_once {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    Size const &n = x[0], &size = x[1], &e = x[2], &t = x[3];
    given_positive(n, size);
    given(size <= n);
    given(Size(0) <= e && e < n);
    const Size parts = cut ? n / size : (n + size - Size(1)) / size;
    const auto in_part = [&](Size const& k) {
      if (k < Size(0) || parts <= k) return false;
      const Size begin = k * size, rest = n - begin;
      const Size count = rest < size ? rest : size;
      return begin <= e && e < begin + count;
    };
    if (!in_part(e / size)) return false;
    return t == e / size || !in_part(t);
  }
};

theorem tiles() {
  return {"bcast.P8",
          "tiles cover each element exactly once",
          "For all n >= 1 and tile sizes in [1,n], with ceil(n / size) tiles and the last one cut "
          "off at n, element e is in tile e / size and in no other tile.",
          {{"one axis", {"n", "size", "e", "t"}, covered_once<false>{}}},
          "floor(n / size) tiles",
          {"floor", {"n", "size", "e", "t"}, covered_once<true>{}}};
}

}  // namespace

std::vector<theorem> theorems_of_the_values() {
  return {index_stays_inside(), strides_of_0(), merging(), tiles()};
}

}  // namespace bcast::proofs
