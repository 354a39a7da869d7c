// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "documents.hpp"
#include "theorem.hpp"

// The rule for the sizes on one axis. Axes are independent (see rank.cpp).

namespace bcast::proofs {
namespace {

/// Only the first operand is stretched.
struct one_sided {
  template <class Size>
  size_or_error<Size> operator()(Size const& a, Size const& b) const {
    if (a == Size(1) || a == b) return b;
    return std::nullopt;
  }
};

/// The larger size if the two differ and one of them is 1.
struct strict_maximum {
  template <class Size>
  size_or_error<Size> operator()(Size const& a, Size const& b) const {
    if (a < b && a == Size(1)) return b;
    if (b < a && b == Size(1)) return a;
    return std::nullopt;
  }
};

template <class Join>
struct commutes {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    Size const &a = x[0], &b = x[1];
    given_sizes(a, b);
    return same(Join{}(a, b), Join{}(b, a));
  }
};

template <class Join>
struct associates {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given_sizes(x[0], x[1], x[2]);
    const size_or_error<Size> a(x[0]), b(x[1]), c(x[2]);
    const Join join;
    return same(join(join(a, b), c), join(a, join(b, c)));
  }
};

template <class Join>
struct idempotent {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given_sizes(x[0]);
    return same(Join{}(x[0], x[0]), size_or_error<Size>(x[0]));
  }
};

template <class Join>
struct unit {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given_sizes(x[0]);
    return same(Join{}(x[0], Size(1)), size_or_error<Size>(x[0])) &&
           same(Join{}(Size(1), x[0]), size_or_error<Size>(x[0]));
  }
};

/// sonnx.C1 on one axis, for the operand m in [1, n].
template <class Size>
bool C1(std::vector<Size> const& sizes, index m) {
  using dims = reference::sonnx::dims<Size>;
  reference::seq<dims> dYs;
  for (Size const& d : sizes) dYs.append(dims{d});
  return reference::sonnx::is_common_or_one(dYs, m, 1);
}

/// Whether sonnx and array_api give the same result for two sizes of at least `least`.
template <std::int64_t least>
struct maximum_is_the_join {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given(Size(least) <= x[0]);
    given(Size(least) <= x[1]);
    return same(sonnx(x[0], x[1]), array_api(x[0], x[1]));
  }
};

std::vector<theorem> of_two_rules() {
  const goal two("two operands", {"a", "b"}, maximum_is_the_join<1>{});
  // There are N >= 1 operands before the last one. `largest` is the maximum of their sizes, which
  // one of them has, and `e` is the size of any of them. C1 for these two sizes and d stands for C1
  // for all operands.
  const goal constraint("one more operand, C1", {"e", "largest", "d"}, [](auto const& x) {
    auto const &e = x[0], &largest = x[1], &d = x[2];
    given_positive(e, largest, d);
    given(e <= largest);
    const bool before = C1(std::vector{e, largest}, 1);
    const bool all = C1(std::vector{e, largest, d}, 1) && C1(std::vector{e, largest, d}, 2) &&
                     C1(std::vector{e, largest, d}, 3);
    const bool next = array_api(largest, d).has_value();
    return all == (before && next);
  });
  const goal step("one more operand, size", {"e", "largest", "d"}, [](auto const& x) {
    auto const &e = x[0], &largest = x[1], &d = x[2];
    using shapes = std::vector<std::vector<std::remove_cvref_t<decltype(d)>>>;
    given_positive(e, largest, d);
    given(e <= largest);
    const auto all = sonnx_join{}(shapes{{e}, {largest}, {d}});
    given(all.has_value());
    return same(std::optional(all->at(0)), array_api(largest, d));
  });
  return {
      {"sonnx.C1",
       "the maximum is the join",
       "For any number of sizes >= 1, SONNX's maximum under C1 and the fold of the Array API's "
       "join are the same size, or both are errors. Proved by induction on the number of operands.",
       {two, constraint, step},
       "sizes may be 0",
       {"two operands", {"a", "b"}, maximum_is_the_join<0>{}}},
      {"sonnx.D1",
       "where the two rules differ",
       "For all sizes a, b >= 0, SONNX and the Array API differ if and only if one size is 0 and "
       "the other is 1.",
       {{"two operands",
         {"a", "b"},
         [](auto const& x) {
           using Size = std::remove_cvref_t<decltype(x[0])>;
           Size const &a = x[0], &b = x[1];
           given_sizes(a, b);
           const bool zero_and_one =
               (a == Size(0) && b == Size(1)) || (a == Size(1) && b == Size(0));
           return same(sonnx(a, b), array_api(a, b)) == !zero_and_one;
         }}},
       "they differ if and only if exactly one size is 0",
       {"two operands",
        {"a", "b"},
        [](auto const& x) {
          using Size = std::remove_cvref_t<decltype(x[0])>;
          Size const &a = x[0], &b = x[1];
          given_sizes(a, b);
          const bool zero = (a == Size(0)) != (b == Size(0));
          return same(sonnx(a, b), array_api(a, b)) == !zero;
        }}},
      {"xla.D4",
       "XLA's maximum",
       "For all sizes a, b >= 0, XLA's text and the Array API differ only on {0, 1}, where XLA's "
       "maximum is 1 and the join is 0.",
       {{"two operands",
         {"a", "b"},
         [](auto const& x) {
           using Size = std::remove_cvref_t<decltype(x[0])>;
           Size const &a = x[0], &b = x[1];
           given_sizes(a, b);
           if ((a == Size(0) && b == Size(1)) || (a == Size(1) && b == Size(0))) {
             return same(xla(a, b), std::optional(Size(1))) &&
                    same(array_api(a, b), std::optional(Size(0)));
           }
           return same(xla(a, b), array_api(a, b));
         }}},
       "they never differ",
       {"two operands",
        {"a", "b"},
        [](auto const& x) {
          given_sizes(x[0], x[1]);
          return same(xla(x[0], x[1]), array_api(x[0], x[1]));
        }}},
  };
}

theorem one_size_that_is_not_1() {
  const goal two("two operands", {"a", "b"}, [](auto const& x) {
    using Size = std::remove_cvref_t<decltype(x[0])>;
    Size const &a = x[0], &b = x[1];
    given_sizes(a, b);
    const auto z = array_api(a, b);
    if (a != Size(1) && b != Size(1) && a != b) return !z;
    if (!z) return false;
    if (a == Size(1) && b == Size(1)) return bool(*z == Size(1));
    return (a == Size(1) || a == *z) && (b == Size(1) || b == *z) && *z != Size(1);
  });
  // `z` is the fold of N >= 1 operands, and `e` is the size of any of them. Hypothesis: e is 1 or
  // z, and z is the size of one of them. It holds again after the next operand, and an error means
  // that there are two different sizes other than 1: z and d.
  const goal step("one more operand", {"e", "z", "d"}, [](auto const& x) {
    using Size = std::remove_cvref_t<decltype(x[0])>;
    Size const &e = x[0], &z = x[1], &d = x[2];
    given_sizes(e, z, d);
    given(e == Size(1) || e == z);
    const auto next = array_api(z, d);
    if (!next) return z != Size(1) && d != Size(1) && z != d;
    return (e == Size(1) || e == *next) && (d == Size(1) || d == *next) &&
           (*next == z || *next == d);
  });
  return {"bcast.P1",
          "the one size that is not 1",
          "For any number of sizes >= 0, the fold of the Array API's join is the one size that is "
          "not 1, or 1 if there is none. It is an error if and only if two different sizes are not "
          "1. Proved by induction on the number of operands.",
          {two, step},
          "the join is the maximum",
          {"two operands", {"a", "b"}, [](auto const& x) {
             given_sizes(x[0], x[1]);
             const auto z = array_api(x[0], x[1]);
             given(z.has_value());
             return *z == (x[0] < x[1] ? x[1] : x[0]);
           }}};
}

using array_api_t = on_one_axis<array_api_join>;
using sonnx_t = on_one_axis<sonnx_join>;
using xla_t = on_one_axis<xla_join>;
using nested_t = on_one_axis<nested_join>;

std::vector<theorem> of_the_algebra() {
  return {
      {"bcast.P2",
       "the join is commutative",
       "For all sizes a, b >= 0, join(a, b) = join(b, a) under every rule, errors included.",
       {{"array_api", {"a", "b"}, commutes<array_api_t>{}},
        {"sonnx", {"a", "b"}, commutes<sonnx_t>{}},
        {"xla", {"a", "b"}, commutes<xla_t>{}},
        {"nested lists", {"a", "b"}, commutes<nested_t>{}}},
       "only the first operand is stretched",
       {"one-sided", {"a", "b"}, commutes<one_sided>{}}},
      {"bcast.P3",
       "the join is associative",
       "For all sizes a, b, c >= 0, join(join(a, b), c) = join(a, join(b, c)), errors included.",
       {{"array_api", {"a", "b", "c"}, associates<array_api_t>{}},
        {"sonnx", {"a", "b", "c"}, associates<sonnx_t>{}},
        {"nested lists", {"a", "b", "c"}, associates<nested_t>{}}},
       "XLA's maximum, with sizes of 0",
       {"xla", {"a", "b", "c"}, associates<xla_t>{}}},
      {"bcast.P4",
       "the join is idempotent",
       "For all sizes a >= 0, join(a, a) = a under every rule.",
       {{"array_api", {"a"}, idempotent<array_api_t>{}},
        {"sonnx", {"a"}, idempotent<sonnx_t>{}},
        {"xla", {"a"}, idempotent<xla_t>{}},
        {"nested lists", {"a"}, idempotent<nested_t>{}}},
       "`<` instead of `<=`",
       {"strict maximum", {"a"}, idempotent<strict_maximum>{}}},
      {"bcast.P5",
       "1 is the unit",
       "For all sizes a >= 0, join(a, 1) = join(1, a) = a.",
       {{"array_api", {"a"}, unit<array_api_t>{}}, {"nested lists", {"a"}, unit<nested_t>{}}},
       "SONNX's maximum under C1, with sizes of 0",
       {"sonnx", {"a"}, unit<sonnx_t>{}}},
  };
}

}  // namespace

std::vector<theorem> theorems_of_the_join() {
  std::vector<theorem> all = of_two_rules();
  all.push_back(one_size_that_is_not_1());
  for (theorem& t : of_the_algebra()) all.push_back(std::move(t));
  return all;
}

}  // namespace bcast::proofs
