// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>

#include "bcast/reference/as_printed.hpp"
#include "bcast/reference/sonnx.hpp"
#include "findings.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::seq<index>;

// () broadcast with (1): the padded size of the scalar.
rerun D1() {
  const dims scalar;
  return {outcome_of([&] { return std::to_string(ref::as_printed::dYm(scalar, 1, 1)); }),
          outcome_of([&] { return std::to_string(ref::sonnx::dYm(scalar, 1, 1)); })};
}

rerun D2() { return {asked("sonnx", "0 1"), asked("array_api", "0 1")}; }

rerun D3() { return {asked("sonnx", "() 0"), asked("array_api", "() 0")}; }

// f where both of its cases apply; no index but 1 occurs there.
rerun D4() {
  const index first = ref::sonnx::f<index>(2, 1, 1), second = ref::as_printed::f<index>(2, 1, 1);
  const bool same_inside = ref::sonnx::f<index>(1, 1, 1) == ref::as_printed::f<index>(1, 1, 1);
  return {std::to_string(first) + " or " + std::to_string(second),
          same_inside ? "no value: a lies in [1, 1]" : "two values"};
}

// [p, q] increased to size 3 by the prose alone.
rerun D5() {
  const ref::seq<std::string> x{"p", "q"};
  std::string stretched;
  for (index a = 1; a <= 3; ++a) {
    stretched += (a == 1 ? "" : ",") + x[ref::as_printed::increased<index>(a, 2)];
  }
  return {"[" + stretched + "]", asked("sonnx", "2 3")};
}

// The shape that joins with every shape to that shape, which is what no operand would have to give.
rerun G1() {
  std::string unit = "none";
  for (std::string_view candidate : {"()", "0", "1", "2"}) {
    bool is_unit = true;
    for (std::string_view other : {"()", "0", "1", "2", "2x3"}) {
      const std::string both = std::string(candidate) + " " + std::string(other);
      is_unit = is_unit && asked("array_api", both) == other;
    }
    if (is_unit) unit = candidate;
  }
  return {outcome_of([] { return std::to_string(ref::sonnx::nY(ref::seq<dims>{})); }), unit};
}

// The index that the formula's left hand side names between the first and the last one.
rerun G2() {
  const dims i{1};  // nY = 1, nXm = 0
  return {outcome_of([&] { return std::to_string(ref::as_printed::F4_first_index(i, 0)); }),
          std::to_string(ref::sonnx::F4(i, 0).n()) + " indexes"};
}

rerun G3() {
  const ref::seq<ref::seq<unknown_size>> X{ref::seq<unknown_size>{unknown_size()},
                                           ref::seq<unknown_size>{unknown_size(2)}};
  return {outcome_of([&] {
            ref::sonnx::Broadcast_sizes(X);
            return std::string("a shape");
          }),
          asked("mlir", "? 2")};
}

// X1 = (1), dY = (1): an output of size 2 satisfies F6 as one of size 1 does.
rerun G4() {
  const ref::sonnx::tensor<int> x(dims{1}, [](auto const&) { return 7; });
  const dims dY{1};
  const auto satisfies_F6 = [&](index size) {
    const ref::sonnx::tensor<int> Z(dims{size}, [](auto const&) { return 7; });
    const ref::sonnx::tensor<int> Y = ref::sonnx::Ym(x, 1);
    return ref::forall(
        1, dY[1], [&](index i) { return Z[dims{i}] == Y[ref::sonnx::F6(dims{i}, Y.d(), dY)]; });
  };
  std::string sizes;
  for (index size : {1, 2}) {
    if (satisfies_F6(size)) sizes += (sizes.empty() ? "" : " and ") + std::to_string(size);
  }
  return {"an output of size " + sizes, "an output of size " + asked("sonnx", "1")};
}

rerun G5() {
  const ref::seq<dims> negative{dims{-1}};
  return {outcome_of([&] { return std::to_string(ref::sonnx::Broadcast_sizes(negative)[1]); }),
          outcome_of([] {
            const ref::sonnx::tensor<int> x({-1}, [](auto const&) { return 1; });
            return std::string("a tensor");
          }) == "a negative size"
              ? "an error"
              : "a tensor"};
}

}  // namespace

std::vector<experiment> const& sonnx_experiments() {
  static const std::vector<experiment> all{
      {"sonnx.D1", D1}, {"sonnx.D2", D2}, {"sonnx.D3", D3}, {"sonnx.D4", D4}, {"sonnx.D5", D5},
      {"sonnx.G1", G1}, {"sonnx.G2", G2}, {"sonnx.G3", G3}, {"sonnx.G4", G4}, {"sonnx.G5", G5}};
  return all;
}

}  // namespace bcast::proptests
