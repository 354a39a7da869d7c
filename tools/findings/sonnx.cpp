// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/sonnx.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "bcast/reference/sonnx_2026_01.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_sonnx {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::seq<index>;
using inputs = ref::seq<dims>;

constexpr char sonnx[] = "sonnx", array_api[] = "array_api", function[] = "array_api@2025.12";

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

// G1: which of two element types an output may have.
template <class T>
constexpr char const* name_of = std::is_same_v<T, float> ? "float32" : "int8";

/// Calls f with a value of the named type.
template <class F>
std::string with_type(std::string const& name, F f) {
  return name == "float32" ? f(float()) : f(std::int8_t());
}

/// Whether an output of the elements' type Z satisfies F6, whose elements compare equal.
template <class Z, class X>
bool satisfies_F6(dims const& sizes) {
  const ref::sonnx::tensor<X> x(sizes, [](auto const&) { return X(7); });
  const ref::sonnx::tensor<Z> z(sizes, [](auto const&) { return Z(7); });
  return ref::forall(sizes,
                     [&](dims const& i) { return z[i] == x[ref::sonnx::F6(i, sizes, sizes)]; });
}

std::string types_of_outputs(example const& e) {
  const dims sizes = e.sizes<dims>(0);
  return with_type(e.element(), [&](auto x) {
    using X = decltype(x);
    using other = std::conditional_t<std::is_same_v<X, float>, std::int8_t, float>;
    std::string types;
    if (satisfies_F6<X, X>(sizes)) types += name_of<X>;
    if (satisfies_F6<other, X>(sizes)) types += std::string(" or ") + name_of<other>;
    return "an output of " + types;
  });
}

std::string type_of_output(example const& e) {
  e.without({"operand 0"});
  return with_type(e.element(), [](auto x) {
    using X = decltype(x);
    std::string types;
    if (ref::sonnx_2026_01::C1<X, float>) types += name_of<float>;
    if (ref::sonnx_2026_01::C1<X, std::int8_t>) types += name_of<std::int8_t>;
    return "an output of " + types;
  });
}

// G2
std::string common_rank(example const& e) { return std::to_string(ref::sonnx::nY(inputs_of(e))); }

// G3
std::string unknown_sizes(example const& e) {
  ref::seq<ref::seq<unknown_size>> dX;
  for (std::size_t m = 0; m < e.operands(); ++m) {
    dX.append(e.unknown_sizes<ref::seq<unknown_size>>(m));
  }
  std::string all;
  for (unknown_size const& size : ref::sonnx::Broadcast_sizes(dX)) {
    all += size.size ? std::to_string(*size.size) : "?";
  }
  return all;
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
  return std::to_string(ref::sonnx::F4(i, dX[1].n()).n()) + " indexes";
}

// sonnx@2026-01.D2: the number of tensors if they are numbered to L.
index L_of(example const& e) {
  e.without({"operand 0", "operand 1", "operand 2"});
  return static_cast<index>(e.operands()) - 1;
}

std::string counted_as_printed(example const& e) {
  return std::to_string(ref::sonnx_2026_01::N4_as_printed(L_of(e))) + " tensors";
}

std::string counted(example const& e) {
  return std::to_string(ref::sonnx_2026_01::N4(L_of(e))) + " tensors";
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
  return elements_by(e, ref::sonnx_2026_01::X8_index_as_printed<index>);
}

std::string elements(example const& e) {
  return elements_by(e, ref::sonnx_2026_01::X8_index<index>);
}

std::string by_a_verifier(example const& e) { return by_verifier("sound", e); }

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"sonnx.D1", by<sonnx>, by<array_api>},
      {"sonnx.D2", padded_as_printed, padded},
      {"sonnx.G1", types_of_outputs, type_of_output},
      {"sonnx.G2", common_rank, by<function>},
      {"sonnx.G3", unknown_sizes, by_a_verifier},
      {"sonnx.D3", index_that_is_named, indexes_that_are_read},
      {"sonnx@2026-01.D1", elements_as_printed, elements},
      {"sonnx@2026-01.D2", counted_as_printed, counted},
  };
  return all;
}

}  // namespace bcast::findings::of_sonnx
