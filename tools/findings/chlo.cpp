// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/chlo.hpp"

#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_chlo {
namespace {

using shape = reference::chlo::shape<reference::index>;

constexpr char xla[] = "xla";

// D3: what StableHLO infers from the entries, each of which it uses as an index.
std::string entry_by_entry(example const& e) {
  const shape a = e.sizes<shape>(0), b = e.sizes<shape>(1);
  shape const &lower = a.n() < b.n() ? a : b, &higher = a.n() < b.n() ? b : a;
  const reference::chlo::dimensions entries(e.dims());
  shape result = higher;
  for (reference::index k = 0; k < lower.n(); ++k) {
    if (entries[k] < 0) return "the process ends";
    result[entries[k]] = reference::chlo::degenerate(lower[k], higher[entries[k]], entries[k]);
  }
  return text(result);
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"chlo.D3", by<xla>, entry_by_entry},
  };
  return all;
}

}  // namespace bcast::findings::of_chlo
