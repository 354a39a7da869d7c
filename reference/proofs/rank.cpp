// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include "documents.hpp"
#include "theorem.hpp"

// Shapes of any rank: how their axes are completed and aligned.

namespace bcast::proofs {
namespace {

/// x[first], ..., x[last - 1]
template <class Size>
shape<Size> part(std::vector<Size> const& x, std::size_t first, std::size_t last) {
  using at = std::ptrdiff_t;
  return shape<Size>(x.begin() + static_cast<at>(first), x.begin() + static_cast<at>(last));
}

/// sonnx.F2 with `<=`, or with `<` as printed.
struct as_transcribed {
  template <class Size>
  Size operator()(reference::sonnx::dims<Size> const& dXm, index nY, index i) const {
    return reference::sonnx::dYm(dXm, nY, i);
  }
};
struct as_printed {
  template <class Size>
  Size operator()(reference::sonnx::dims<Size> const& dXm, index nY, index i) const {
    return reference::sonnx::dYm_as_printed(dXm, nY, i);
  }
};

/// Every shape of rank up to 4, completed to every rank up to 5, is ones followed by its own sizes.
template <class F2>
struct completes {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    for (std::size_t n = 0; n <= x.size(); ++n) {
      const reference::sonnx::dims<Size> dXm(part(x, 0, n));
      const auto nXm = static_cast<index>(n);
      for (index nY = nXm; nY <= 5; ++nY) {
        for (index i = 1; i <= nY; ++i) {
          const Size expected = nY - i < nXm ? dXm[nXm - (nY - i)] : Size(1);
          if (F2{}(dXm, nY, i) != expected) return false;
        }
      }
    }
    return true;
  }
};

/// The index arithmetic of sonnx.F2 for every rank: if dYm_i is taken from dXm, i - nY + nXm is in
/// [1,nXm]. `one_less` uses the text's bound `<` instead of `<=`.
template <bool one_less>
struct stays_inside {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    Size const &nXm = x[0], &nY = x[1], &i = x[2];
    given(Size(0) <= nXm && nXm <= nY && Size(1) <= i && i <= nY);
    if (one_less ? i < nY - nXm : i <= nY - nXm) return true;
    const Size k = i - nY + nXm;
    return Size(1) <= k && k <= nXm;
  }
};

theorem completion() {
  return {"sonnx.F2",
          "completed axes come first",
          "For every shape, dYm consists of ones followed by the shape itself, and every index is "
          "in [1,nXm]. The code is proved for ranks up to 4 completed to ranks up to 5, and the "
          "index arithmetic for every rank.",
          {{"ranks up to 4", {"a", "b", "c", "d"}, completes<as_transcribed>{}},
           {"every rank", {"nX", "nY", "i"}, stays_inside<false>{}}},
          "`<` instead of `<=` (sonnx.D2)",
          {"as printed", {"a", "b", "c", "d"}, completes<as_printed>{}}};
}

/// Compares the join of two shapes with the rule applied axis by axis, aligned from the right or
/// from the left.
template <class Join>
class axis_by_axis {
 public:
  axis_by_axis(std::size_t rank, bool from_the_right)
      : rank_(rank), from_the_right_(from_the_right) {}

  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    for (Size const& size : x) given_sizes(size);
    const shape<Size> a = part(x, 0, rank_), b = part(x, rank_, x.size());
    const std::size_t rank = std::max(a.size(), b.size());
    shape_or_error<Size> expected = shape<Size>();
    for (std::size_t axis = 0; axis < rank && expected; ++axis) {
      const auto size = [&](shape<Size> const& s) {
        const std::size_t missing = from_the_right_ ? rank - s.size() : 0;
        const bool own = axis >= missing && axis - missing < s.size();
        return own ? s[axis - missing] : Size(1);
      };
      const size_or_error<Size> z = array_api(size(a), size(b));
      if (z) {
        expected->push_back(*z);
      } else {
        expected.reset();
      }
    }
    return Join{}(a, b) == expected;
  }

 private:
  std::size_t rank_;
  bool from_the_right_;
};

template <class Join>
void add_axis_by_axis(std::vector<goal>& goals, std::string const& name) {
  static constexpr char const* names[] = {"a", "b", "p", "q", "r"};
  for (std::size_t m = 0; m <= 2; ++m) {
    for (std::size_t n = m; n <= 3; ++n) {
      goals.push_back({name + ", ranks " + std::to_string(m) + " and " + std::to_string(n),
                       {names, names + m + n},
                       axis_by_axis<Join>(m, true)});
    }
  }
}

/// One more leading axis on two shapes of equal rank: join(p : A, q : B) = join(p, q) : join(A, B).
template <class Join>
struct one_axis_more {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    given_sizes(x[0], x[1], x[2], x[3], x[4], x[5]);
    const shape<Size> a = part(x, 1, 3), b = part(x, 4, 6);
    const auto inner = Join{}(a, b);
    const auto outer = Join{}(shape<Size>{x[0]}, shape<Size>{x[3]});
    shape_or_error<Size> expected;
    if (inner && outer) {
      expected = *outer;
      expected->insert(expected->end(), inner->begin(), inner->end());
    }
    return Join{}(part(x, 0, 3), part(x, 3, 6)) == expected;
  }
};

theorem alignment() {
  std::vector<goal> goals;
  add_axis_by_axis<array_api_join>(goals, "array_api");
  add_axis_by_axis<nested_join>(goals, "nested");
  const std::vector<char const*> names{"p", "a", "b", "q", "c", "d"};
  goals.push_back({"array_api, one more axis", names, one_axis_more<array_api_join>{}});
  goals.push_back({"sonnx, one more axis", names, one_axis_more<sonnx_join>{}});
  goals.push_back({"xla, one more axis", names, one_axis_more<xla_join>{}});
  goals.push_back({"nested, one more axis", names, one_axis_more<nested_join>{}});
  return {"array_api.X4",
          "axes are aligned from the right and are independent",
          "Shapes join axis by axis, aligned from the right, and a missing axis has size 1. The "
          "Array API's loop and the recursion of the nested lists are proved for ranks up to 2 and "
          "3. By induction, one more leading axis does not change the axes after it.",
          std::move(goals),
          "padding on the right",
          {"left-aligned", {"a", "p", "q"}, axis_by_axis<array_api_join>(1, false)}};
}

theorem scalar() {
  const auto law = [](auto const& join, auto const& x) {
    given_sizes(x[0], x[1], x[2]);
    using Size = std::remove_cvref_t<decltype(x[0])>;
    return join(x, shape<Size>{}) == std::optional(x) && join(shape<Size>{}, x) == std::optional(x);
  };
  return {"bcast.P5",
          "the scalar's shape is the unit",
          "For every shape A of rank 3 with sizes >= 0, join(A, ()) = join((), A) = A.",
          {{"array_api", {"a", "b", "c"}, [=](auto const& x) { return law(array_api_join{}, x); }},
           {"nested lists", {"a", "b", "c"}, [=](auto const& x) { return law(nested_join{}, x); }}},
          "SONNX's maximum under C1, with sizes of 0 (sonnx.D1)",
          {"sonnx", {"a", "b", "c"}, [=](auto const& x) { return law(sonnx_join{}, x); }}};
}

/// array_api.I2 on one axis: a source may be assigned to a target of size t if and only if the
/// source's size is 1 or t. `either` also lets the target be stretched.
template <bool either>
struct target_stays {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    using tuple = reference::array_api::tuple<Size>;
    Size const &t = x[0], &s = x[1];
    given_sizes(t, s);
    const auto shape = outcome([&] { return reference::array_api::in_place(tuple{t}, tuple{s}); });
    const bool fits = s == Size(1) || s == t || (either && t == Size(1));
    return shape ? fits && (*shape)[0] == t : !fits;
  }
};

theorem target() {
  return {"bcast.P8",
          "a target is never stretched",
          "For all sizes t, s >= 0, join(t, s) = t if and only if s is 1 or t.",
          {{"in place", {"t", "s"}, target_stays<false>{}}},
          "a target of size 1 is stretched",
          {"stretched", {"t", "s"}, target_stays<true>{}}};
}

}  // namespace

std::vector<theorem> theorems_of_the_rank() {
  return {completion(), alignment(), scalar(), target()};
}

}  // namespace bcast::proofs
