// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/array_api.hpp"

#include <string>
#include <type_traits>

#include "bcast/reference/array_api_2025_12.hpp"
#include "experiment.hpp"

namespace bcast::findings {
namespace {

namespace ref = bcast::reference;
using ref::index;
using shape = ref::list<index>;

constexpr char array_api[] = "array_api", function[] = "array_api@2025.12", mlir[] = "mlir";

// D1: whether the first array's last dimension is expanded.
std::string is_expanded(example const& e) {
  const shape A = e.sizes<shape>(0), result = ref::array_api::broadcast(A, e.sizes<shape>(1));
  const index size = A[A.n() - 1], last = result[result.n() - 1];
  return std::to_string(last) +
         (ref::array_api::is_expansion(size, last) ? " is an expansion of "
                                                   : " is no expansion of ") +
         std::to_string(size);
}

// D2: `can broadcast to`, read as `broadcasts with`, and as the result.
std::string broadcasts_with(example const& e) {
  ref::array_api::broadcast(e.sizes<shape>(0), shape(e.result()));
  return "allowed";
}

std::string can_broadcast_to(example const& e) {
  ref::array_api::in_place(shape(e.result()), e.sizes<shape>(0));
  return "allowed";
}

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
std::string any_sizes(example const& e) {
  std::string all;
  for (index size : ref::array_api::broadcast(e.sizes<shape>(0), e.sizes<shape>(1))) {
    all += std::to_string(size);
  }
  return all;
}

std::string two_of_natural_numbers(example const& e) {
  try {
    for (std::size_t m : {0, 1}) {
      ref::array_api::array<int>(e.sizes<shape>(m), [](auto const&) { return 1; });
    }
    return any_sizes(e);
  } catch (std::invalid_argument const&) {
    return "an error";
  }
}

// G3
std::string unknown_sizes(example const& e) {
  using sizes = ref::list<unknown_size>;
  std::string all;
  for (auto const& size :
       ref::array_api::broadcast(e.unknown_sizes<sizes>(0), e.unknown_sizes<sizes>(1))) {
    all += size.size ? std::to_string(*size.size) : "?";
  }
  return all;
}

// array_api@2025.12.D2: one pair after the other.
std::string pair_by_pair(example const& e) {
  ref::list<ref::array_api_2025_12::shape<index>> shapes;
  for (auto const& o : e.whole().operands) {
    ref::array_api_2025_12::shape<index> sizes;
    for (kit::dim const& d : o.type.sizes) sizes.append(d.size);
    shapes.append(sizes);
  }
  return text(ref::array_api_2025_12::broadcast_pairs(shapes));
}

std::string by_sound(example const& e) { return by_profile("sound", e); }

}  // namespace

std::vector<experiment> const& array_api_experiments() {
  static const std::vector<experiment> all{
      {"array_api.D1", is_expanded, by<array_api>},
      {"array_api.D2", broadcasts_with, can_broadcast_to},
      {"array_api.G1", two_arrays, by<array_api>},
      {"array_api.G2", any_sizes, two_of_natural_numbers},
      {"array_api.G3", unknown_sizes, by_sound},
      {"array_api@2025.12.D1", by<function>, by<mlir>},
      {"array_api@2025.12.D2", pair_by_pair, by<function>},
      {"array_api@2025.12.G1", by<function>, by_sound},
  };
  return all;
}

}  // namespace bcast::findings
