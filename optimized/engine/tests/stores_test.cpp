// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"

// Targets that a kernel does not write in place.

namespace stores_test {
namespace {

using namespace bcast::engine;

TEST(Engine, AFoldIsStreamedToRowsThatAreApartOrNot) {
  constexpr std::int64_t rows = 100, columns = 500;
  std::vector<std::int32_t> a(columns), b(rows), c(rows * columns);
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = static_cast<std::int32_t>(k * 7);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<std::int32_t>(k);
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<std::int32_t>(k * 1000000);
  const view<std::int32_t const> x(a.data(), shape{columns}), y(b.data(), shape{rows, 1}),
      w(c.data(), shape{rows, columns});
  for (std::int64_t apart : {columns, columns + 12}) {
    std::vector<std::int32_t> z(static_cast<std::size_t>(rows * apart), -1);
    const view<std::int32_t> to(z.data(), layout{{rows, columns}, {apart, 1}});
    const std::vector<operand> operands{operand_of(x), operand_of(y), operand_of(w), operand_of(x)};
    apply(operation::named("sub").value(), target_of(to), operands, store::streamed);
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t i = 0; i < apart; ++i) {
        const auto at = static_cast<std::size_t>(r * columns + i);
        const std::int32_t expected =
            i < columns ? -b[static_cast<std::size_t>(r)] - c[at] : std::int32_t{-1};
        ASSERT_EQ(z[static_cast<std::size_t>(r * apart + i)], expected) << r << "," << i;
      }
    }
  }
}

TEST(Engine, ATargetWithGapsOfNarrowerElementsThanItsOperands) {
  std::vector<std::int8_t> z(3000, -1);
  std::vector<std::int64_t> x(1000);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int64_t>(k % 100);
  transform([](std::int64_t a) { return static_cast<std::int8_t>(a); },
            view<std::int8_t>(z.data(), layout{{1000}, {3}}),
            view<std::int64_t const>(x.data(), shape{1000}));
  for (std::size_t k = 0; k < z.size(); ++k) {
    ASSERT_EQ(z[k], k % 3 == 0 ? static_cast<std::int8_t>(x[k / 3]) : std::int8_t{-1}) << k;
  }
}

}  // namespace
}  // namespace stores_test
