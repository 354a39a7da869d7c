// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <type_traits>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/mlir.hpp"
#include "findings.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using ref::index;
using shape = ref::list<index>;

std::string in_place(shape const& target, shape const& source) {
  return outcome_of([&] {
    ref::array_api::in_place(target, source);
    return std::string("allowed");
  });
}

rerun D1() {
  const shape result = ref::array_api::broadcast(shape{1}, shape{0});
  const bool expands = ref::array_api::is_expansion<index>(1, result[0]);
  return {expands ? "an expansion" : "0 is no expansion of 1", asked("array_api", "1 0")};
}

rerun G1() {
  const ref::list<unknown_size> a{unknown_size()}, b{unknown_size(3)};
  return {outcome_of([&] {
            ref::array_api::broadcast(a, b);
            return std::string("a shape");
          }),
          asked("mlir", "? 3")};
}

rerun G2() {
  using tuple = ref::array_api::tuple<index>;
  const bool three =
      std::is_invocable_v<decltype(ref::array_api::broadcast<index>), tuple, tuple, tuple>;
  return {three ? "takes three" : "takes two", asked("array_api", "1 2 1")};
}

rerun G3() {
  const shape source{1, 3, 4}, target{3, 4};
  const std::string broadcasts_with = outcome_of([&] {
    ref::array_api::broadcast(source, target);
    return std::string("allowed");
  });
  return {broadcasts_with, in_place(target, source)};
}

rerun G4() {
  return {
      outcome_of([] { return std::to_string(ref::array_api::broadcast(shape{-1}, shape{1})[0]); }),
      outcome_of([] {
        const ref::array_api::array<int> x({-1}, [](auto const&) { return 1; });
        return std::string("an array");
      }) == "a negative size"
          ? "an error"
          : "an array"};
}

/// A size that notes on which axis it was compared last.
struct noted {
  index size = 0;
  index axis = -1;
  index* last = nullptr;
  constexpr noted() = default;
  constexpr explicit noted(index s) : size(s) {}
  noted(index s, index k, index* note) : size(s), axis(k), last(note) {}
  friend bool operator==(noted const& a, noted const& b) {
    if (a.last != nullptr) *a.last = a.axis;
    return a.size == b.size;
  }
  friend bool operator<(noted const& a, noted const& b) { return a.size < b.size; }
};

// The axis at which each text meets an error first.
rerun G5() {
  index last = -1;
  const auto shape_of = [&](index size) {
    return std::vector<noted>{noted(size, 0, &last), noted(size, 1, &last)};
  };
  const auto met = [&](auto const& text) {
    outcome_of([&] {
      text();
      return std::string("a shape");
    });
    return "axis " + std::to_string(last);
  };
  const std::string by_loop = met([&] {
    ref::array_api::broadcast(ref::list<noted>(shape_of(2)), ref::list<noted>(shape_of(3)));
  });
  const std::string by_zip = met([&] {
    ref::mlir::dims<noted> x, y;
    for (noted const& n : shape_of(2)) x.append(ref::mlir::dim<noted>(n));
    for (noted const& n : shape_of(3)) y.append(ref::mlir::dim<noted>(n));
    ref::mlir::InferShape(x, y);
  });
  return {by_loop, by_zip};
}

}  // namespace

std::vector<experiment> const& array_api_experiments() {
  static const std::vector<experiment> all{{"array_api.D1", D1}, {"array_api.G1", G1},
                                           {"array_api.G2", G2}, {"array_api.G3", G3},
                                           {"array_api.G4", G4}, {"array_api.G5", G5}};
  return all;
}

}  // namespace bcast::proptests
