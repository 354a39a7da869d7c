// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/static_shapes/static_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/hana/at.hpp>
#include <boost/hana/for_each.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "bcast/verifier/verifier.hpp"

namespace static_shapes_test {

namespace shapes = bcast::static_shapes;
using shapes::shape;
using shapes::unknown;

template <class A, class B>
constexpr bool same(A const&, B const&) {
  return std::is_same_v<A, B>;
}

static_assert(same(shapes::broadcast(shape<8, 1, 6, 1>, shape<7, 1, 5>), shape<8, 7, 6, 5>));
static_assert(same(shapes::broadcast(shape<2, unknown>, shape<>, shape<3>), shape<2, 3>));
static_assert(same(shapes::broadcast(), shape<>));

// A size that does not fit in 32 bits.
static_assert(same(shapes::broadcast(shape<5'000'000'000>, shape<1>), shape<5'000'000'000>));
static_assert(boost::hana::at_c<0>(shape<5'000'000'000>).value == 5'000'000'000);

using bcast::spec::dim;

constexpr dim written(std::int64_t size) { return size; }
constexpr dim written(shapes::dynamic) { return bcast::spec::unknown; }

/// A static shape, and the same as values.
template <auto... Sizes>
struct given {
  static constexpr auto as_type = shape<Sizes...>;
  static constexpr std::array<dim, sizeof...(Sizes)> sizes{written(Sizes)...};
};

/// Whether two sizes on the same axis clash, so that the shapes do not compile.
template <std::size_t M, std::size_t N>
constexpr bool clash(std::array<dim, M> const& a, std::array<dim, N> const& b) {
  for (std::size_t k = 1; k <= std::min(M, N); ++k) {
    const dim x = a[M - k], y = b[N - k];
    if (x.known() && y.known() && x != y && x != dim(1) && y != dim(1)) return true;
  }
  return false;
}

template <class Shape>
bcast::verifier::type type_of(Shape const& s) {
  bcast::verifier::type t;
  boost::hana::for_each(s, [&](auto size) {
    if constexpr (std::is_same_v<decltype(size), shapes::dynamic>) {
      t.sizes.push_back(bcast::spec::unknown);
    } else {
      t.sizes.push_back(decltype(size)::value);
    }
  });
  return t;
}

/// Compares with the verifier, unless the shapes do not compile.
template <class A, class B>
void compare(A, B) {
  if constexpr (!clash(A::sizes, B::sizes)) {
    using namespace bcast::verifier;
    const std::vector<type> both{type_of(A::as_type), type_of(B::as_type)};
    const verdict expected = broadcast_shapes(rule_of("array_api unknown=tight"), both);
    ASSERT_TRUE(std::holds_alternative<type>(expected));
    EXPECT_EQ(to_string(type_of(shapes::broadcast(A::as_type, B::as_type))),
              to_string(std::get<type>(expected)))
        << to_string(both[0]) << " and " << to_string(both[1]);
  }
}

template <class... Shapes>
void compare_all() {
  const auto with_each = [](auto a) { (compare(a, Shapes{}), ...); };
  (with_each(Shapes{}), ...);
}

TEST(StaticShapes, OfAnyTwoThatCompileTheTypeIsTheVerifiers) {
  compare_all<given<>, given<0>, given<1>, given<2>, given<unknown>, given<0, 1>, given<0, unknown>,
              given<1, 0>, given<1, 1>, given<1, 2>, given<1, unknown>, given<2, 0>, given<2, 1>,
              given<2, 2>, given<2, unknown>, given<unknown, 0>, given<unknown, 1>,
              given<unknown, 2>, given<unknown, unknown>, given<1, 1, 1>, given<3, 1, unknown>>();
}

}  // namespace static_shapes_test
