// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/array_api.hpp"

#include <string>
#include <type_traits>

#include "bcast/reference/array_api_2025_12.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_array_api {
namespace {

namespace ref = bcast::reference;
using ref::index;
using shape = ref::list<index>;

constexpr char array_api[] = "array_api", function[] = "array_api@2025.12", mlir[] = "mlir";

// G1
std::string two_arrays(example const& e) {
  using algorithm = decltype(ref::array_api::broadcast<index>);
  static_assert(!std::is_invocable_v<algorithm, shape> &&
                !std::is_invocable_v<algorithm, shape, shape, shape>);
  if (e.operands() == 2) return by(array_api, e);
  for (std::size_t m = 0; m < e.operands(); ++m) e.sizes<shape>(m);
  return "takes two";
}

// G2
std::string unknown_sizes(example const& e) {
  using sizes = ref::list<unknown_size>;
  std::string all;
  for (auto const& size :
       ref::array_api::broadcast(e.unknown_sizes<sizes>(0), e.unknown_sizes<sizes>(1))) {
    all += size.size ? std::to_string(*size.size) : "?";
  }
  return all;
}

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

std::string by_sound(example const& e) { return by_verifier("sound", e); }

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"array_api.G1", two_arrays, by<array_api>},
      {"array_api.G2", unknown_sizes, by_sound},
      {"array_api@2025.12.D1", pair_by_pair, by<function>},
      {"array_api@2025.12.D2", by<function>, by<mlir>},
  };
  return all;
}

}  // namespace bcast::findings::of_array_api
