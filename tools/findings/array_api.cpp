// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "bcast/reference/array_api_2025_12.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_array_api {
namespace {

namespace ref = bcast::reference;
using ref::index;

constexpr char function[] = "array_api@2025.12";

// array_api@2025.12.D1: one pair after the other.
std::string pair_by_pair(example const& e) {
  ref::list<ref::array_api_2025_12::shape<index>> shapes;
  for (auto const& o : e.whole().operands) {
    ref::array_api_2025_12::shape<index> sizes;
    for (kit::dim const& d : o.type.sizes) sizes.append(d.size);
    shapes.append(sizes);
  }
  return text(ref::array_api_2025_12::broadcast_pairs(shapes));
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"array_api@2025.12.D1", pair_by_pair, by<function>},
  };
  return all;
}

}  // namespace bcast::findings::of_array_api
