// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string_view>

#include "bcast/reference.hpp"

// The documents as functions. SONNX counts from 1, the other documents from 0.
namespace array_api = bcast::reference::array_api;
namespace sonnx = bcast::reference::sonnx;
using bcast::reference::index;

/// The clause that refuses two shapes; empty if they broadcast.
std::string_view refused(array_api::tuple<index> const& a, array_api::tuple<index> const& b) {
  try {
    array_api::broadcast(a, b);
    return "";
  } catch (bcast::reference::violation const& error) {
    return error.tag;
  }
}

int main() {
  const bool shapes =
      array_api::broadcast<index>({8, 1, 6, 1}, {7, 1, 5}) == array_api::tuple<index>{8, 7, 6, 5};

  const sonnx::tensor<int> X1({2, 1}, [](auto const& i) { return 10 * static_cast<int>(i[1]); });
  const sonnx::tensor<int> X2({3}, [](auto const& i) { return static_cast<int>(i[1]); });
  const auto [Z1, Z2] = sonnx::Broadcast(X1, X2);
  const bool elements = Z1[{2, 3}] == 20 && Z2[{2, 3}] == 3;

  const bool errors = refused({2, 3}, {4}) == "array_api.A14" && refused({2, 3}, {1}).empty();
  return shapes && elements && errors ? 0 : 1;
}
