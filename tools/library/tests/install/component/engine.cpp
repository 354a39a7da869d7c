// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "bcast/engine/transform.hpp"

// The engine without the verifier.
int main() {
  namespace engine = bcast::engine;
  const std::array<int, 2> x{10, 20};
  const std::array<int, 3> y{1, 2, 3};
  std::array<int, 6> z{};
  engine::transform([](int a, int b) { return a + b; }, engine::view<int>(z.data(), {2, 3}),
                    engine::view<int const>(x.data(), {2, 1}),
                    engine::view<int const>(y.data(), {3}));
  return z == std::array<int, 6>{11, 12, 13, 21, 22, 23} ? 0 : 1;
}
