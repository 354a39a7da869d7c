// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include <array>
#include <variant>

// The verifier without the engine.
int main() {
  namespace verifier = bcast::verifier;
  const std::array<verifier::type, 2> types{verifier::type{{2, 1}}, verifier::type{{3}}};
  const verifier::verdict common = verifier::broadcast_shapes(verifier::rule_of("mlir"), types);
  return std::get<verifier::type>(common) == verifier::type{{2, 3}} ? 0 : 1;
}
