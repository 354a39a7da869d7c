// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/static_shapes/static_shapes.hpp"

#include <gtest/gtest.h>

#include <boost/hana/at.hpp>
#include <boost/hana/for_each.hpp>
#include <string>
#include <type_traits>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"

namespace static_shapes_test {
namespace {

namespace shapes = bcast::static_shapes;
using shapes::shape;
using shapes::unknown;

template <class A, class B>
constexpr bool same(A const&, B const&) {
  return std::is_same_v<A, B>;
}

// The inference table.
static_assert(same(shapes::broadcast(shape<unknown>, shape<unknown>), shape<unknown>));
static_assert(same(shapes::broadcast(shape<unknown>, shape<1>), shape<unknown>));
static_assert(same(shapes::broadcast(shape<unknown>, shape<4>), shape<4>));
static_assert(same(shapes::broadcast(shape<1>, shape<1>), shape<1>));
static_assert(same(shapes::broadcast(shape<1>, shape<4>), shape<4>));
static_assert(same(shapes::broadcast(shape<4>, shape<4>), shape<4>));
static_assert(same(shapes::broadcast(shape<0>, shape<1>), shape<0>));
static_assert(same(shapes::broadcast(shape<1>, shape<unknown>), shape<unknown>));
static_assert(same(shapes::broadcast(shape<4, 2, 0>, shape<unknown, unknown, unknown>),
                   shape<4, 2, 0>));
static_assert(same(shapes::broadcast(shape<unknown, unknown, unknown>, shape<4, 2, 0>),
                   shape<4, 2, 0>));
static_assert(same(shapes::broadcast(shape<4, 2, 0>, shape<1, 1, 1>), shape<4, 2, 0>));
static_assert(same(shapes::broadcast(shape<1, 1, 1>, shape<4, 2, 0>), shape<4, 2, 0>));
static_assert(same(shapes::broadcast(shape<2, 0>, shape<2, 0>), shape<2, 0>));

static_assert(same(shapes::broadcast(shape<8, 1, 6, 1>, shape<7, 1, 5>), shape<8, 7, 6, 5>));
static_assert(same(shapes::broadcast(shape<2, unknown>, shape<>, shape<3>), shape<2, 3>));
static_assert(same(shapes::broadcast(), shape<>));

// A size that does not fit in 32 bits.
static_assert(same(shapes::broadcast(shape<5'000'000'000>, shape<1>), shape<5'000'000'000>));
static_assert(boost::hana::at_c<0>(shape<5'000'000'000>).value == 5'000'000'000);

template <auto A, auto B>
std::string joined() {
  bcast::kit::shape t;
  boost::hana::for_each(shapes::broadcast(shape<2, A>, shape<B>),
                        [&](auto size) { t.sizes.emplace_back(decltype(size)::value); });
  return bcast::proptests::to_string(t);
}

TEST(StaticShapes, AreTheOracles) {
  const auto expected = [](std::int64_t a, std::int64_t b) {
    return bcast::proptests::to_string(bcast::proptests::oracle_join({{2, a}, {b}}).common);
  };
  EXPECT_EQ((joined<0, 1>()), expected(0, 1));
  EXPECT_EQ((joined<1, 3>()), expected(1, 3));
  EXPECT_EQ((joined<3, 1>()), expected(3, 1));
  EXPECT_EQ((joined<3, 3>()), expected(3, 3));
}

}  // namespace
}  // namespace static_shapes_test
