// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/broadcast.hpp"

#include <string>

#include "bcast/engine/operation.hpp"
#include "level.hpp"
#include "overlap.hpp"

namespace bcast::engine::detail {

kernel const& copy_kernel(std::size_t bytes) {
  static const std::size_t copy = operation::named("copy")->place();
  const auto of = [](element_type element) -> kernel const& {
    return *best_level().find(copy, element.place()).one;
  };
  switch (bytes) {
    case 1:
      return of(element_type::of<std::uint8_t>());
    case 2:
      return of(element_type::of<std::uint16_t>());
    case 4:
      return of(element_type::of<std::uint32_t>());
    default:
      return of(element_type::of<std::uint64_t>());
  }
}

void check_broadcast(std::span<buffer const> outputs, std::span<buffer const> inputs) {
  const std::size_t n = inputs.size();
  if (outputs.size() != n) {
    throw error(std::to_string(outputs.size()) + " outputs for " + std::to_string(n) + " inputs");
  }
  std::vector<shape> shapes;
  for (buffer const& input : inputs) shapes.push_back(input.where->sizes);
  const shape common = broadcast_shapes(shapes);
  for (std::size_t m = 0; m < n; ++m) {
    if (outputs[m].where->sizes != common) {
      throw error("output " + std::to_string(m) + " has the shape " +
                  to_string(outputs[m].where->sizes) + ", the inputs broadcast to " +
                  to_string(common));
    }
    plan(outputs[m], inputs.subspan(m, 1));
  }
  for (std::size_t m = 0; m < n; ++m) {
    for (std::size_t other = 0; other < n; ++other) {
      if (other == m) continue;
      const std::string name = "output " + std::to_string(m);
      if (share_memory(outputs[m], inputs[other])) {
        throw error(name + " overlaps input " + std::to_string(other));
      }
      if (share_memory(outputs[m], outputs[other])) {
        throw error(name + " overlaps output " + std::to_string(other));
      }
    }
  }
}

}  // namespace bcast::engine::detail
