// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/sonnx.hpp"

#include <string>

#include "bcast/reference/sonnx_2026_01.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_sonnx {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::seq<index>;
using inputs = ref::seq<dims>;

constexpr char sonnx[] = "sonnx", numpy_guide[] = "numpy_guide";

inputs inputs_of(example const& e) { return e.all_sizes<dims, inputs>(); }

// D2: the first tensor's sizes in the common rank.
std::string padded_as_printed(example const& e) {
  const inputs dX = inputs_of(e);
  const index nY = ref::sonnx::nY(dX);
  return text(dims::of(nY, [&](index i) { return ref::sonnx::dYm_as_printed(dX[1], nY, i); }));
}

std::string padded(example const& e) {
  const inputs dX = inputs_of(e);
  return text(ref::sonnx::dYm(dX[1], ref::sonnx::nY(dX)));
}

// D3: the index i_{nY-nXm+1} that the formula names for the first tensor.
std::string index_that_is_named(example const& e) {
  const inputs dX = inputs_of(e);
  const index nY = ref::sonnx::nY(dX), nXm = dX[1].n();
  const dims i = dims::of(nY, [](index k) { return k; });
  return "i_" + std::to_string(i[nY - nXm + 1]);
}

std::string indexes_that_are_read(example const& e) {
  const inputs dX = inputs_of(e);
  const dims i = dims::of(ref::sonnx::nY(dX), [](index k) { return k; });
  return std::to_string(ref::sonnx::index_in_Xm(i, dX[1].n()).n()) + " indexes";
}

// sonnx@2026-01.D2: the number of tensors if they are numbered to L.
index L_of(example const& e) {
  e.without({"operand 0", "operand 1", "operand 2"});
  return static_cast<index>(e.operands()) - 1;
}

std::string counted_as_printed(example const& e) {
  return std::to_string(ref::sonnx_2026_01::number_of_inputs_as_printed(L_of(e))) + " tensors";
}

std::string counted(example const& e) {
  return std::to_string(ref::sonnx_2026_01::number_of_inputs(L_of(e))) + " tensors";
}

// sonnx@2026-01.D1: the elements a, b, ... of the first tensor's output, of rank 1.
std::string elements_by(example const& e, index (*read)(index, index)) {
  using list = ref::list<index>;
  const list X0 = e.sizes<list>(0);
  const index C = ref::sonnx_2026_01::dY(ref::list<list>{X0, e.sizes<list>(1)}, 0);
  const ref::sonnx_2026_01::tensor<char> x(
      X0, [](list const& i) { return static_cast<char>('a' + i[0]); });
  std::string all;
  for (index a = 0; a < C; ++a) {
    all += (all.empty() ? "" : ",") + std::string(1, x[list{read(a, X0[0])}]);
  }
  return "[" + all + "]";
}

std::string elements_as_printed(example const& e) {
  return elements_by(e, ref::sonnx_2026_01::index_in_repeated_as_printed<index>);
}

std::string elements(example const& e) {
  return elements_by(e, ref::sonnx_2026_01::index_in_repeated<index>);
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"sonnx.D1", by<sonnx>, by<numpy_guide>},
      {"sonnx.D2", padded_as_printed, padded},
      {"sonnx.D3", index_that_is_named, indexes_that_are_read},
      {"sonnx@2026-01.D1", elements_as_printed, elements},
      {"sonnx@2026-01.D2", counted_as_printed, counted},
  };
  return all;
}

}  // namespace bcast::findings::of_sonnx
