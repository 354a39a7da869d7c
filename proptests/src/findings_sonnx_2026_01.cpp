// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "bcast/reference/as_printed.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "findings.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::list<index>;

// [p, q] with a tensor of size 3: what the formulas give it, E1 set aside.
rerun D1() {
  const ref::sonnx_2026_01::tensor<std::string> X0(
      dims{2}, [](auto const& i) { return std::string(i[0] == 0 ? "p" : "q"); });
  const dims dY{ref::sonnx_2026_01::dY(ref::list<dims>{dims{2}, dims{3}}, 0)};
  std::string filled;
  ref::sonnx_2026_01::Zm(ref::sonnx_2026_01::Ym(X0, 1), dY).each([&](std::string const& element) {
    filled += (filled.empty() ? "" : ",") + element;
  });
  return {"[" + filled + "]", asked("sonnx@2026-01", "2 3")};
}

// X0 and X1: L = 1.
rerun D2() {
  const ref::list<dims> dX{dims{2}, dims{3}};
  const index L = dX.n() - 1;
  return {std::to_string(ref::as_printed::tensors(L)) + " tensors",
          std::to_string(dX.n()) + " tensors"};
}

}  // namespace

std::vector<experiment> const& sonnx_2026_01_experiments() {
  static const std::vector<experiment> all{{"sonnx@2026-01.D1", D1}, {"sonnx@2026-01.D2", D2}};
  return all;
}

}  // namespace bcast::proptests
