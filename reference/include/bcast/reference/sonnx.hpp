// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <tuple>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/tensor.hpp"

/// SONNX's `Broadcast`, transcribed formula by formula, 1-indexed as printed.
///
/// Conventions. N tensors X1 ... XN, numbered by m in [1,N]. nXm is the number of dimensions of
/// Xm, dXm its sizes, dXm_i the size of dimension i in [1,nXm]. Ym is Xm with the common number of
/// dimensions nY and the sizes dYm; dY are the common sizes. Zm is output m, with nZ dimensions of
/// sizes dZ. dX is the sequence dX1 ... dXN, and dYs the sequence dY1 ... dYN.
namespace bcast::reference::sonnx {

template <class Size>
using dims = seq<Size>;

template <class T, class Size = index>
using tensor = basic_tensor<T, Size, 1>;

// Signature ---------------------------------------------------------------------------------------

// [sonnx.N1] (anytype)
// [sonnx.N2] Z1, ..., ZN = Broadcast(X1, ..., XN)     gap sonnx.G2: of N = 0
/// Any number of tensors, each with its own element type. Throws as Broadcast_sizes does.
template <class Size = index, class... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X);

// Purpose -----------------------------------------------------------------------------------------

// [sonnx.N3] output tensors presenting a common shape: a common number of dimensions nZ and for
//            each dimension i a common size dZ_i
template <class Size>
constexpr bool have_common_shape(seq<dims<Size>> const& dZs) {
  const index N = dZs.n();
  return forall(1, N, [&](index m) { return dZs[m] == dZs[1]; });
}

// [sonnx.X1] a number of dimensions equal to the largest number of dimensions among the input
//            tensors
template <class Size>
constexpr bool has_largest_rank(dims<Size> const& dZ, seq<dims<Size>> const& dX) {
  const index nZ = dZ.n(), N = dX.n();
  return nZ == max(1, N, [&](index m) { return dX[m].n(); });
}

// [sonnx.X2] for each dimension a dimension size equal to the maximum of the dimension sizes of all
//            the input tensors     finding sonnx.D1: the maximum of 0 and 1
/// Read as: the maximum of the sizes once each tensor has the common number of dimensions.
template <class Size>
constexpr bool has_maximum_sizes(dims<Size> const& dZ, seq<dims<Size>> const& dYs) {
  const index nZ = dZ.n(), N = dYs.n();
  return forall(1, nZ,
                [&](index i) { return dZ[i] == max(1, N, [&](index m) { return dYs[m][i]; }); });
}

// [sonnx.X3] When the number of dimensions is increased, the dimensions to be completed are those
//            of lower indexes
template <class Size>
constexpr bool keeps_last_sizes(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index completed = dYm.n() - dXm.n();
  return forall(1, dXm.n(), [&](index i) { return dYm[completed + i] == dXm[i]; });
}

// [sonnx.X4] those dimensions are set to a dimension size equal to 1
template <class Size>
constexpr bool is_completed_with_ones(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index completed = dYm.n() - dXm.n();
  return forall(1, completed, [&](index i) { return dYm[i] == Size(1); });
}

// [sonnx.X5] the indexes allowing access to the elements of the tensor are shifted consequently
/// Whether i, in Ym, is the index j of Xm, shifted.
template <class Size>
constexpr bool is_shifted(seq<Size> const& i, seq<Size> const& j) {
  const index completed = i.n() - j.n();
  return forall(1, j.n(), [&](index k) { return i[completed + k] == j[k]; });
}

// [sonnx.X6] When the dimension size is increased, the additional elements are equal to the
//            elements with index 1 for this dimension
/// The index along a dimension of size B, of an index a in the increased one.
template <class Size>
constexpr Size index_in_repeated(Size a, Size B) {
  const bool additional = B < a;
  return additional ? Size(1) : a;
}

// Notations ---------------------------------------------------------------------------------------

// [sonnx.N4] the tensors with already a common number of dimensions, nY, but with still different
//            dimension sizes Y1, ..., YN
template <class Size>
constexpr bool have_common_rank(seq<dims<Size>> const& dYs, index nY) {
  const index N = dYs.n();
  return forall(1, N, [&](index m) { return dYs[m].n() == nY; });
}

// Constraints -------------------------------------------------------------------------------------

// [sonnx.N5] dY_i = max_{m in [1,N]} dYm_i     finding sonnx.D1     gap sonnx.G3: of known sizes
template <class Size>
constexpr Size dY(seq<dims<Size>> const& dYs, index i) {
  const index N = dYs.n();
  return max(1, N, [&](index m) { return dYs[m][i]; });
}

// [sonnx.C1] forall m in [1,N], forall i in [1,nY]: either dYm_i = dY_i or dYm_i = 1
template <class Size>
constexpr bool is_common_or_one(seq<dims<Size>> const& dYs, index m, index i) {
  if (dYs[m][i] == dY(dYs, i)) return true;
  if (dYs[m][i] == Size(1)) return true;
  return false;
}

// Functionality -----------------------------------------------------------------------------------

template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY);

template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY);

// [sonnx.X7] the relation between the input tensors and tensors with a common number of dimensions,
//            and the relation between those and the output tensors
template <class T, class Size>
tensor<T, Size> output_of(tensor<T, Size> const& Xm, dims<Size> const& dY) {
  const index nY = dY.n();
  return Zm(Ym(Xm, nY), dY);
}

// Relation between input tensors and tensors with a common number of dimensions

// [sonnx.F1] nY = max_{m in [1,N]} nXm     gap sonnx.G2: no maximum where N = 0
template <class Size>
constexpr index nY(seq<dims<Size>> const& dX) {
  const index N = dX.n();
  return max(1, N, [&](index m) { return dX[m].n(); });
}

// [sonnx.X8] adding dimensions of value 1 for the nY - nXm first dimensions and shifting the other
//            dimensions
template <class Size>
constexpr bool is_completed(dims<Size> const& dYm, dims<Size> const& dXm) {
  const index nY = dYm.n(), nXm = dXm.n();
  return forall(1, nY - nXm, [&](index i) { return dYm[i] == Size(1); }) &&
         forall(nY - nXm + 1, nY, [&](index i) { return dYm[i] == dXm[i - nY + nXm]; });
}

// [sonnx.F2] dYm_i = 1                if i < nY - nXm
//            dYm_i = dXm_{i-nY+nXm}   otherwise
/// As printed: throws std::out_of_range for the dimension nY - nXm, which reads dXm_0.
template <class Size>
constexpr Size dYm_as_printed(dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i < nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx.F2] dYm_i = 1                if i <= nY - nXm     departure sonnx.D2
//            dYm_i = dXm_{i-nY+nXm}   otherwise
template <class Size>
constexpr Size dYm(dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i <= nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx.F2] forall m in [1,N], forall i in [1,nY]
template <class Size>
constexpr dims<Size> dYm(dims<Size> const& dXm, index nY) {
  return dims<Size>::of(nY, [&](index i) { return dYm(dXm, nY, i); });
}

// [sonnx.X9] Adressing of elements has to be shifted in consequence
/// The dimension of Ym that is dimension k of Xm.
constexpr index shifted_dimension(index k, index nY, index nXm) { return nY - nXm + k; }

// [sonnx.F3] forall m in [1,N], forall i_1 in [1,dXm_1], ..., i_nXm in [1,dXm_nXm]:
//            Ym[s,i_1,...,i_nXm] = Xm[i_1,...,i_nXm], where s is a sequence of nY - nXm ones
//            gap sonnx.D3: i_1 ... i_nXm of a scalar is the empty sequence
template <class T, class Size>
bool keeps_elements(tensor<T, Size> const& Ym, tensor<T, Size> const& Xm) {
  const index nY = Ym.n(), nXm = Xm.n();
  const auto s = seq<Size>::of(nY - nXm, [](index) { return Size(1); });
  return forall(Xm.d(), [&](seq<Size> const& i) { return same(Ym[s + i], Xm[i]); });
}

// [sonnx.F4] Ym[i_1,...,i_{nY-nXm+1},...,i_nY] = Xm[i_{nY-nXm+1},...,i_nY]
//            gap sonnx.D3: the first of them where nXm = 0
/// The index sequence in Xm for an index sequence in Ym.
template <class Size>
seq<Size> index_in_Xm(seq<Size> const& i, index nXm) {
  const index nY = i.n();
  return seq<Size>::of(nXm, [&](index k) { return i[nY - nXm + k]; });
}

// [sonnx.F4] forall m in [1,N], forall i_1 in [1,dYm_1], ..., i_nY in [1,dYm_nY]
template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY) {
  const index nXm = Xm.n();
  return tensor<T, Size>(dYm(Xm.d(), nY),
                         [&](seq<Size> const& i) { return Xm[index_in_Xm(i, nXm)]; });
}

// Relation between tensors with a common number of dimensions and output tensors

// [sonnx.F5] f(a,B,C) = a   if B = C
//            f(a,B,C) = 1   if B = 1
/// The second case is checked first, so that X11 holds for every a. If both hold, a is 1, because F6
/// takes it from [1,C]. Throws violation (sonnx.F5) if neither case holds.
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == Size(1)) return Size(1);
  if (B == C) return a;
  throw violation("sonnx.F5");
}

// [sonnx.X10] assuming C1 holds, other cases, i.e. B != C and B != 1, don't need to be specified
template <class Size>
constexpr bool needs_no_other_case(seq<dims<Size>> const& dYs, index m, index i) {
  const Size B = dYs[m][i], C = dY(dYs, i);
  const bool other = !(B == C) && !(B == Size(1));
  return !is_common_or_one(dYs, m, i) || !other;
}

// [sonnx.F6] Zm[i_1,...,i_nY] = Ym[f(i_1,dYm_1,dY_1),...,f(i_nY,dYm_nY,dY_nY)]
/// The index sequence in Ym for an index sequence in Zm.
template <class Size>
seq<Size> index_in_Ym(seq<Size> const& i, dims<Size> const& dYm, dims<Size> const& dY) {
  return seq<Size>::of(i.n(), [&](index k) { return f(i[k], dYm[k], dY[k]); });
}

// [sonnx.F6] forall m in [1,N], forall i_1 in [1,dY_1], ..., i_nY in [1,dY_nY]
/// That these are the sizes of Zm is in the prose only (N3, X2).
template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY) {
  return tensor<T, Size>(dY, [&](seq<Size> const& i) { return Ym[index_in_Ym(i, Ym.d(), dY)]; });
}

// [sonnx.X11] when, for a given dimension, dYm_k = 1, f(i_k,1,.) is 1 whatever the value of the
//             index i_k
template <class Size>
constexpr bool reads_first_element(Size i_k, Size C) {
  return f(i_k, Size(1), C) == Size(1);
}

// The operator ------------------------------------------------------------------------------------

/// The sizes dY that all outputs have. Throws no_answer (sonnx.G2) for N = 0 and violation
/// (sonnx.C1), with the first axis i in [1,nY] at which it is broken for some m; the text prints
/// the quantifier over m first, which is the same if only the truth of C1 matters.
template <class Size>
constexpr dims<Size> Broadcast_sizes(seq<dims<Size>> const& dX) {
  const index N = dX.n();
  if (N == 0) throw no_answer("sonnx.G2");
  const index nY = sonnx::nY(dX);
  const auto dYs = seq<dims<Size>>::of(N, [&](index m) { return dYm(dX[m], nY); });
  for (index i = 1; i <= nY; ++i) {
    if (!forall(1, N, [&](index m) { return is_common_or_one(dYs, m, i); }))
      throw violation("sonnx.C1", i);
  }
  return dims<Size>::of(nY, [&](index i) { return dY(dYs, i); });
}

template <class Size, class... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X) {
  const dims<Size> dY = Broadcast_sizes<Size>({X.d()...});
  return {output_of(X, dY)...};
}

/// For a number of tensors that is known only at run time, all with the same element type.
template <class T, class Size>
seq<tensor<T, Size>> Broadcast(seq<tensor<T, Size>> const& X) {
  const index N = X.n();
  const dims<Size> dY = Broadcast_sizes(seq<dims<Size>>::of(N, [&](index m) { return X[m].d(); }));
  return seq<tensor<T, Size>>::of(N, [&](index m) { return output_of(X[m], dY); });
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "sonnx",
                     .result =
                         [](list<list<Size>> const& shapes) {
                           seq<dims<Size>> dX;
                           for (list<Size> const& x : shapes) {
                             dX.append(seq<Size>::of(x.n(), [&](index i) { return x[i - 1]; }));
                           }
                           const dims<Size> dY = Broadcast_sizes(dX);
                           return list<Size>::of(dY.n(), [&](index k) { return dY[k + 1]; });
                         },
                     .first_axis = 1},
};

}  // namespace bcast::reference::sonnx
