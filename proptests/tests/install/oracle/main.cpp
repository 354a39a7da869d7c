// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/array_api.hpp"
#include "bcast/reference/sonnx.hpp"

// The oracle, and nothing but the standard library.
int main() {
  namespace array_api = bcast::reference::array_api;
  namespace sonnx = bcast::reference::sonnx;
  const sonnx::tensor<int> X1({2, 1}, [](auto const& i) { return 10 * static_cast<int>(i[1]); });
  const sonnx::tensor<int> X2({3}, [](auto const& i) { return static_cast<int>(i[1]); });
  const auto [Z1, Z2] = sonnx::Broadcast(X1, X2);
  const bool values = Z1[{2, 3}] == 20 && Z2[{2, 3}] == 3;
  const bool shapes = array_api::broadcast<bcast::reference::index>({2, 1}, {3}) ==
                      array_api::tuple<bcast::reference::index>{2, 3};
  return values && shapes ? 0 : 1;
}
