#include <optional>
#include <string>

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
  return {result[0] < 1 ? "0 is no expansion of 1" : "an expansion", asked("array_api", "1 0")};
}

/// A size as a program with optional sizes has it: an unknown one equals itself only.
struct maybe {
  std::optional<index> size;
  constexpr maybe() = default;
  constexpr explicit maybe(index s) : size(s) {}
  friend constexpr bool operator==(maybe const&, maybe const&) = default;
};

rerun G1() {
  const ref::list<maybe> a{maybe()}, b{maybe(3)};
  return {outcome_of([&] {
            ref::array_api::broadcast(a, b);
            return std::string("a shape");
          }),
          asked("mlir", "? 3")};
}

rerun G2() {
  const bool binary = asked("array_api", "1 2") == "2";
  return {binary ? "no answer" : "", asked("array_api", "1 2 3")};
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

// The axis at which each text meets an error first: from the last, and by zip from the first.
rerun G5() {
  const auto last = oracle_infer("array_api", parse_case("2x2 3x3")).axis.value();
  std::size_t first = 0;
  for (index clashing : {2, 2}) {
    const std::string met = outcome_of([&] {
      ref::mlir::InferDim<index>(clashing, 3);
      return std::string("a size");
    });
    if (met == "mlir.I6") break;
    ++first;
  }
  return {"axis " + std::to_string(last), "axis " + std::to_string(first)};
}

}  // namespace

std::vector<experiment> const& array_api_experiments() {
  static const std::vector<experiment> all{{"array_api.D1", D1}, {"array_api.G1", G1},
                                           {"array_api.G2", G2}, {"array_api.G3", G3},
                                           {"array_api.G4", G4}, {"array_api.G5", G5}};
  return all;
}

}  // namespace bcast::proptests
