// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/tensor.hpp"

/// SONNX's `Broadcast` in its edition of January 2026, transcribed formula by formula, 0-indexed as
/// printed.
///
/// Conventions. L+1 tensors X0 ... XL, numbered by m in [0,L]. nXm is the number of dimensions of
/// Xm, dXm its sizes, dXm_i the size of dimension i in [0,nXm-1]. Ym is Xm with the common number
/// of dimensions nY and the sizes dYm; dY are the common sizes. Zm is output m, with nZm dimensions
/// of the sizes dZm. dX is the sequence dX0 ... dXL, dYs the sequence dY0 ... dYL, and dZs the
/// sequence dZ0 ... dZL.
namespace bcast::reference::sonnx_2026_01 {

template <class Size>
using dims = list<Size>;

template <class T, class Size = index>
using tensor = basic_tensor<T, Size, 0>;

// Contents ----------------------------------------------------------------------------------------

// [sonnx@2026-01.N1] real, float16, float, double, int8, int16, int32, int64, uint8, uint16,
//                    uint32, uint64, string, boolean
/// Those of them that are C++ types.
template <class T>
concept element_type =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int8_t> ||
    std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint8_t> ||
    std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::string> || std::is_same_v<T, bool>;

// Signature ---------------------------------------------------------------------------------------

// [sonnx@2026-01.N2] Z0, ..., ZL = Broadcast(X0, ..., XL), L in [0, 2^31 - 1[
constexpr bool is_highest_number(index L) { return 0 <= L && L < 2147483647; }

// [sonnx@2026-01.N2] Z0, ..., ZL = Broadcast(X0, ..., XL)
// [sonnx@2026-01.X1] No restriction.
// [sonnx@2026-01.X14] No attribute.
/// Any number of tensors, each with its own element type. Throws as Broadcast_sizes does.
template <class Size = index, element_type... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X);

// Informal specification --------------------------------------------------------------------------

// [sonnx@2026-01.X2] take tensors with different shapes by explicitly normalising them to the same
//                    shape
template <class Size>
constexpr bool have_one_shape(list<dims<Size>> const& dZs) {
  const index L = dZs.n() - 1;
  return forall(0, L, [&](index m) { return dZs[m] == dZs[0]; });
}

// [sonnx@2026-01.X3] each produced tensor Zi contains elements from Xi repeated as necessary
template <class T, class Size>
bool holds_elements_of(tensor<T, Size> const& Zi, tensor<T, Size> const& Xi) {
  return forall(Zi.d(), [&](list<Size> const& at) {
    return !forall(Xi.d(), [&](list<Size> const& from) { return !same(Zi[at], Xi[from]); });
  });
}

// [sonnx@2026-01.X4] Condition 1: the number of dimensions of all output tensors is the largest
//                    number of dimensions among all the input tensors.
template <class Size>
constexpr bool has_largest_rank(dims<Size> const& dZm, list<dims<Size>> const& dX) {
  const index L = dX.n() - 1;
  return dZm.n() == max(0, L, [&](index m) { return dX[m].n(); });
}

// [sonnx@2026-01.X5] the extra dimensions to be completed are prepended before the lower indexes
template <class Size>
constexpr bool keeps_last_sizes(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index extra = dYm.n() - dXm.n();
  return forall(0, dXm.n() - 1, [&](index i) { return dYm[extra + i] == dXm[i]; });
}

// [sonnx@2026-01.X6] those dimensions are set to a size equal to 1
template <class Size>
constexpr bool is_completed_with_ones(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index extra = dYm.n() - dXm.n();
  return forall(0, extra - 1, [&](index i) { return dYm[i] == Size(1); });
}

// [sonnx@2026-01.X7] the access to the data through tensor index is modified accordingly
/// Whether i, in Ym, is the index j of Xm.
template <class Size>
constexpr bool is_shifted(list<Size> const& i, list<Size> const& j) {
  const index extra = i.n() - j.n();
  return forall(0, j.n() - 1, [&](index k) { return i[extra + k] == j[k]; });
}

// [sonnx@2026-01.X8] Condition 2: the size of each output dimension is equal to the maximum of the
//                    sizes of all the input tensors for that dimension after expansion. [...] the
//                    size of the dimension shall be either the maximum size or one
//                    finding sonnx.D1: the maximum of 0 and 1
template <class Size>
constexpr bool has_maximum_sizes(dims<Size> const& dZm, list<dims<Size>> const& dYs) {
  const index L = dYs.n() - 1;
  return forall(0, dZm.n() - 1, [&](index i) {
    return dZm[i] == max(0, L, [&](index m) { return dYs[m][i]; }) &&
           forall(0, L, [&](index m) { return dYs[m][i] == dZm[i] || dYs[m][i] == Size(1); });
  });
}

// [sonnx@2026-01.X8] the data associated with indexes larger than the input tensor dimension size
//                    corresponds to the data associated to index value 0
/// As printed: the index along a dimension of size B for an index a in the output. It keeps the
/// index B, which the input does not have.
template <class Size>
constexpr Size index_in_repeated_as_printed(Size a, Size B) {
  return B < a ? Size(0) : a;
}

// [sonnx@2026-01.X8] the data associated with indexes larger than the input tensor dimension size
//                    minus 1     departure sonnx@2026-01.D1
template <class Size>
constexpr Size index_in_repeated(Size a, Size B) {
  return B - Size(1) < a ? Size(0) : a;
}

template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY);

template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY);

// [sonnx@2026-01.X9] Step 1: make tensors with the same number of dimensions to ensure condition 1;
//                    step 2: make the tensor dimension sizes equal to ensure condition 2
template <class T, class Size>
tensor<T, Size> output_of(tensor<T, Size> const& Xm, dims<Size> const& dY) {
  const index nY = dY.n();
  return Zm(Ym(Xm, nY), dY);
}

// [sonnx@2026-01.N3] Y0, ..., YL the tensors obtained after step 1, with a common number of
//                    dimensions nY but with still different dimension sizes
template <class Size>
constexpr bool have_common_rank(list<dims<Size>> const& dYs, index nY) {
  const index L = dYs.n() - 1;
  return forall(0, L, [&](index m) { return dYs[m].n() == nY; });
}

// Description of step 1 ---------------------------------------------------------------------------

// [sonnx@2026-01.F1] nY = max_{m in [0,L]} nXm
template <class Size>
constexpr index nY(list<dims<Size>> const& dX) {
  const index L = dX.n() - 1;
  return max(0, L, [&](index m) { return dX[m].n(); });
}

// [sonnx@2026-01.X10] have their dimensions prepended with nY - nXm times 1
template <class Size>
constexpr bool is_completed(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index nY = dYm.n(), nXm = dXm.n();
  return dYm == dims<Size>::of(nY - nXm, [](index) { return Size(1); }) + dXm;
}

// [sonnx@2026-01.F2] dYm_i = 1                if i < nY - nXm
//                    dYm_i = dXm_{i-nY+nXm}   otherwise
template <class Size>
constexpr Size dYm(dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i < nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx@2026-01.F2] forall m in [0,L], forall i in [0,nY-1]
template <class Size>
constexpr dims<Size> dYm(dims<Size> const& dXm, index nY) {
  return dims<Size>::of(nY, [&](index i) { return dYm(dXm, nY, i); });
}

// [sonnx@2026-01.F3] Ym[i] = Xm[i'], where i is nY - nXm zeros, then i'
/// The i' of an i. Throws violation if i does not have that form.
template <class Size>
list<Size> index_in_Xm(list<Size> const& i, index nXm) {
  const index nY = i.n();
  if (!forall(0, nY - nXm - 1, [&](index k) { return i[k] == Size(0); })) {
    throw violation("sonnx@2026-01.F3");
  }
  return list<Size>::of(nXm, [&](index k) { return i[nY - nXm + k]; });
}

template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY) {
  const index nXm = Xm.n();
  return tensor<T, Size>(dYm(Xm.d(), nY),
                         [&](list<Size> const& i) { return Xm[index_in_Xm(i, nXm)]; });
}

// Description of step 2 ---------------------------------------------------------------------------

// [sonnx@2026-01.F4] nZm = nY
constexpr index nZm(index nY) { return nY; }

// [sonnx@2026-01.X11] set each dimension to its maximum among all tensors and, for tensors with
//                     increased dimension, access always to the first element whatever the value of
//                     the index in this dimension
/// The index along a dimension of size B that is set to C.
template <class Size>
constexpr Size index_in_maximum(Size a, Size B, Size C) {
  const bool increased = B < C;
  return increased ? Size(0) : a;
}

// Setting each dimension to its maximum

// [sonnx@2026-01.F5] dY_i = max_{m in [0,L]} dYm_i   finding sonnx.D1
template <class Size>
constexpr Size dY(list<dims<Size>> const& dYs, index i) {
  const index L = dYs.n() - 1;
  return max(0, L, [&](index m) { return dYs[m][i]; });
}

// [sonnx@2026-01.F6] forall m in [0,L], forall i in [0,nZm-1]: dZm_i = dY_i
template <class Size>
constexpr Size dZm(dims<Size> const& dY, index i) {
  return dY[i];
}

// Access to data

// [sonnx@2026-01.F7] f(a,B,C) = a   if B = C
//                    f(a,B,C) = 0   otherwise
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == C) return a;
  return Size(0);
}

// [sonnx@2026-01.X12] dYm_k != dY_k then f(i_k,dYm_k,dY_k) is 0 whatever the value of the index i_k
template <class Size>
constexpr bool reads_first_element(Size i_k, Size dYm_k, Size dY_k) {
  return dYm_k == dY_k || f(i_k, dYm_k, dY_k) == Size(0);
}

// [sonnx@2026-01.F8] Zm[i] = Ym[i'], where i'_k = f(i_k, dYm_k, dY_k)
/// The i' of an i.
template <class Size>
list<Size> index_in_Ym(list<Size> const& i, dims<Size> const& dYm, dims<Size> const& dY) {
  return list<Size>::of(i.n(), [&](index k) { return f(i[k], dYm[k], dY[k]); });
}

template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY) {
  const auto dZm = dims<Size>::of(nZm(dY.n()), [&](index i) { return sonnx_2026_01::dZm(dY, i); });
  return tensor<T, Size>(dZm, [&](list<Size> const& i) { return Ym[index_in_Ym(i, Ym.d(), dY)]; });
}

// Error conditions --------------------------------------------------------------------------------

// [sonnx@2026-01.E1] exists m in [0,L], exists i in [0,nY-1] such that dYm_i != dY_i and dYm_i != 1
template <class Size>
constexpr bool is_error(list<dims<Size>> const& dYs, index m, index i) {
  return !(dYs[m][i] == dY(dYs, i)) && !(dYs[m][i] == Size(1));
}

// [sonnx@2026-01.X13] the size of a dimension shall be either equal to the maximum dimension size
//                     among all tensors or equal to one. If not, Error E1 occurs.
template <class Size>
constexpr bool is_size_or_error(list<dims<Size>> const& dYs, index m, index i) {
  const bool shall = dYs[m][i] == dY(dYs, i) || dYs[m][i] == Size(1);
  return shall || is_error(dYs, m, i);
}

// Inputs ------------------------------------------------------------------------------------------

// [sonnx@2026-01.N4] L-1 input tensors; numbered from 0 to N-1, where N is the number of inputs
/// As printed: two fewer than the actual number.
constexpr index number_of_inputs_as_printed(index L) { return L - 1; }

// [sonnx@2026-01.N4] L+1 input tensors     departure sonnx@2026-01.D2
constexpr index number_of_inputs(index L) { return L + 1; }

// [sonnx@2026-01.C1] For any m in [0,L] tensors Xm and Zm must have the same type.
template <class Xm, class Zm>
inline constexpr bool have_same_type = std::is_same_v<Xm, Zm>;

// Outputs -----------------------------------------------------------------------------------------

// [sonnx@2026-01.N5] L-1 output tensors with identical shapes     departure sonnx@2026-01.D2: L+1
template <class Size>
constexpr bool have_identical_shapes(list<dims<Size>> const& dZs, index L) {
  return dZs.n() == L + 1 && forall(0, L, [&](index m) { return dZs[m] == dZs[0]; });
}

// Numerical Accuracy ------------------------------------------------------------------------------

// [sonnx@2026-01.X15] Not applicable. The data values of the output tensors are strictly equal to
//                     the corresponding data values of the input tensors.
template <class T, class Size>
bool has_equal_values(tensor<T, Size> const& Zm, tensor<T, Size> const& Xm) {
  const dims<Size> dYm = sonnx_2026_01::dYm(Xm.d(), Zm.n());
  return forall(Zm.d(), [&](list<Size> const& i) {
    return same(Zm[i], Xm[index_in_Xm(index_in_Ym(i, dYm, Zm.d()), Xm.n())]);
  });
}

// The operator ------------------------------------------------------------------------------------

/// The sizes dY that all outputs have. Throws violation (sonnx@2026-01.N2) for no tensor, and
/// (sonnx@2026-01.E1) with the first axis i in [0,nY-1] at which the error occurs for some m.
template <class Size>
constexpr dims<Size> Broadcast_sizes(list<dims<Size>> const& dX) {
  const index L = dX.n() - 1;
  if (!is_highest_number(L)) throw violation("sonnx@2026-01.N2");
  const index nY = sonnx_2026_01::nY(dX);
  const auto dYs = list<dims<Size>>::of(L + 1, [&](index m) { return dYm(dX[m], nY); });
  for (index i = 0; i <= nY - 1; ++i) {
    if (!forall(0, L, [&](index m) { return !is_error(dYs, m, i); })) {
      throw violation("sonnx@2026-01.E1", i);
    }
  }
  return dims<Size>::of(nY, [&](index i) { return dY(dYs, i); });
}

template <class Size, element_type... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X) {
  const dims<Size> dY = Broadcast_sizes<Size>({X.d()...});
  return {output_of(X, dY)...};
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{
        .name = "sonnx@2026-01", .result = Broadcast_sizes<Size>, .unknown = "sonnx.G3"},
};

}  // namespace bcast::reference::sonnx_2026_01
