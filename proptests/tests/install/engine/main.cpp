// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <variant>

#include "bcast/optimized/transform.hpp"
#include "bcast/optimized/verifier.hpp"

// The engine and the verifier.
int main() {
  namespace optimized = bcast::optimized;
  const std::array<int, 2> x{10, 20};
  const std::array<int, 3> y{1, 2, 3};
  std::array<int, 6> z{};
  optimized::transform([](int a, int b) { return a + b; }, optimized::view<int>(z.data(), {2, 3}),
                       optimized::view<int const>(x.data(), {2, 1}),
                       optimized::view<int const>(y.data(), {3}));
  const std::array<optimized::type, 2> types{optimized::type{{2, 1}}, optimized::type{{3}}};
  const optimized::verdict common = optimized::infer(optimized::profile_of("mlir"), types);
  const bool values = z == std::array<int, 6>{11, 12, 13, 21, 22, 23};
  const bool shapes = std::get<optimized::type>(common) == optimized::type{{2, 3}};
  return values && shapes ? 0 : 1;
}
