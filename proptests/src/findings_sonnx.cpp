#include <string>

#include "bcast/reference/array_api.hpp"
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

rerun G1() {
  return {outcome_of([] { return std::to_string(ref::sonnx::nY(ref::seq<dims>{})); }),
          to_string(kit::type{})};
}

// The first index i_1 of the scalar's index sequence, and the sequence as a whole.
rerun G2() {
  const dims none;
  return {outcome_of([&] { return std::to_string(none[1]); }) == "outside the sequence"
              ? "no index i_1 in an empty sequence"
              : "an index",
          asked("sonnx", "() 1")};
}

rerun G3() { return {asked("sonnx", "? 2"), asked("mlir", "? 2")}; }

// The elements of two broadcasts of different shapes that have none.
rerun G4() {
  const auto elements = [](dims const& d) {
    std::string all;
    const ref::sonnx::tensor<int> x(d, [](auto const&) { return 1; });
    ref::sonnx::Zm(x, d).each([&](int e) { all += std::to_string(e); });
    return all;
  };
  const bool same = elements({0, 2}) == elements({0, 3});
  return {same ? "the same empty relation" : "two relations",
          asked("sonnx", "0x2 0x2") == asked("sonnx", "0x3 0x3") ? "one shape" : "two shapes"};
}

rerun G5() {
  const ref::seq<dims> negative{dims{-1}, dims{-1}};
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
