// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bcast/bcast.hpp>
#include <iostream>

int main() {
  std::cout << to_string(bcast::broadcast_shapes({{8, 1, 6, 1}, {7, 1, 5}})) << '\n';
  try {
    bcast::broadcast_shapes({{2, 3}, {4}});
  } catch (bcast::broadcast_error const& error) {
    std::cout << error.what() << '\n';
  }
  const bcast::result r = bcast::try_broadcast_shapes({{"N", 3}, {4, 1}}, {.rule = "mlir@19"});
  std::cout << to_string(r) << ", by " << r.by << '\n';
  std::cout << "reads";
  for (auto i : bcast::operand_index({8, 1, 6, 1}, {1, 2, 3, 4})) std::cout << ' ' << i;
  std::cout << '\n';
}
