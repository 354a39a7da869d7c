// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <tuple>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/tensor.hpp"

/// SONNX's `Broadcast`, transcribed formula by formula, 1-indexed as printed.
///
/// Conventions. N tensors X1 ... XN, numbered by m in [1,N]. nXm is the number of dimensions of
/// Xm, dXm its sizes, dXm_i the size of dimension i in [1,nXm]. Ym is Xm with the common number of
/// dimensions nY and the sizes dYm; dY are the common sizes. Zm is output m. dX is the sequence
/// dX1 ... dXN, and dYs the sequence dY1 ... dYN.
namespace bcast::reference::sonnx {

template <class Size>
using dims = seq<Size>;

template <class T, class Size = index>
using tensor = basic_tensor<T, Size, 1>;

// Constraints -------------------------------------------------------------------------------------

// [sonnx.N2] dY_i = max_{m in [1,N]} dYm_i
// [sonnx.X2] the maximum of the dimension sizes of all the input tensors   finding sonnx.D2
template <class Size>
constexpr Size dY(seq<dims<Size>> const& dYs, index i) {
  const index N = dYs.n();
  return max(1, N, [&](index m) { return dYs[m][i]; });
}

// [sonnx.C1] forall m in [1,N], forall i in [1,nY]: either dYm_i = dY_i or dYm_i = 1
template <class Size>
constexpr bool C1(seq<dims<Size>> const& dYs, index m, index i) {
  if (dYs[m][i] == dY(dYs, i)) return true;
  if (dYs[m][i] == Size(1)) return true;
  return false;
}

// Functionality: common number of dimensions ------------------------------------------------------

// [sonnx.F1] nY = max_{m in [1,N]} nXm     gap sonnx.G1: no maximum where N = 0
// [sonnx.X1] the largest number of dimensions among the input tensors
template <class Size>
constexpr index nY(seq<dims<Size>> const& dX) {
  const index N = dX.n();
  return max(1, N, [&](index m) { return dX[m].n(); });
}

// [sonnx.F2] dYm_i = 1                if i <= nY - nXm   departure sonnx.D1: the text prints "<"
//            dYm_i = dXm_{i-nY+nXm}   otherwise
// [sonnx.X3] the dimensions to be completed are those of lower indexes
// [sonnx.X5] adding dimensions of value 1 for the nY - nXm first dimensions
template <class Size>
constexpr Size dYm(dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i <= nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx.F2] for all i in [1,nY]
template <class Size>
constexpr dims<Size> dYm(dims<Size> const& dXm, index nY) {
  return dims<Size>::of(nY, [&](index i) { return dYm(dXm, nY, i); });
}

// [sonnx.F3] Ym[s,i_1,...,i_nXm] = Xm[i_1,...,i_nXm], where s is a sequence of nY - nXm ones
//            gap sonnx.G2: i_1 ... i_nXm of a scalar is the empty sequence
template <class T, class Size>
bool F3(tensor<T, Size> const& Ym, tensor<T, Size> const& Xm) {
  const index nY = Ym.n(), nXm = Xm.n();
  bool holds = true;
  tensor<T, Size>(Xm.d(), [&](seq<Size> const& i) {
    seq<Size> s_i;
    for (index k = 1; k <= nY - nXm; ++k) s_i.append(Size(1));
    for (index k = 1; k <= nXm; ++k) s_i.append(i[k]);
    holds = holds && Ym[s_i] == Xm[i];
    return Xm[i];
  });
  return holds;
}

// [sonnx.F4] Ym[i_1,...,i_{nY-nXm+1},...,i_nY] = Xm[i_{nY-nXm+1},...,i_nY]
/// The index sequence in Xm, of that in Ym.
template <class Size>
seq<Size> F4(seq<Size> const& i, index nXm) {
  const index nY = i.n();
  return seq<Size>::of(nXm, [&](index k) { return i[nY - nXm + k]; });
}

// [sonnx.F4] for all i_1 in [1,dYm_1], ..., i_nY in [1,dYm_nY]
template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY) {
  const index nXm = Xm.n();
  return tensor<T, Size>(dYm(Xm.d(), nY), [&](seq<Size> const& i) { return Xm[F4(i, nXm)]; });
}

// Functionality: output tensors -------------------------------------------------------------------

// [sonnx.F5] f(a,B,C) = a   if B = C
//            f(a,B,C) = 1   if B = 1
//            finding sonnx.D4: both cases hold where B = C = 1; the order is that of the formula
// [sonnx.X4] the additional elements are equal to the elements with index 1 for this dimension
//            finding sonnx.D5: of a size other than 1 the formula increases nothing
// [sonnx.X6] f(i_k,1,.) is 1 whatever the value of the index i_k
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == C) return a;
  if (B == Size(1)) return Size(1);
  throw violation("sonnx.F5");
}

// [sonnx.F6] Zm[i_1,...,i_nY] = Ym[f(i_1,dYm_1,dY_1),...,f(i_nY,dYm_nY,dY_nY)]
/// The index sequence in Ym, of that in Zm.
template <class Size>
seq<Size> F6(seq<Size> const& i, dims<Size> const& dYm, dims<Size> const& dY) {
  return seq<Size>::of(i.n(), [&](index k) { return f(i[k], dYm[k], dY[k]); });
}

// [sonnx.F6] for all i_1 in [1,dY_1], ..., i_nY in [1,dY_nY]
//            gap sonnx.G4: that these are the sizes of Zm stands in prose only
// [sonnx.N3] nZ, dZ_i: a common number of dimensions, and for each dimension a common size
template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY) {
  return tensor<T, Size>(dY, [&](seq<Size> const& i) { return Ym[F6(i, Ym.d(), dY)]; });
}

// Signature ---------------------------------------------------------------------------------------

/// The sizes dY that all outputs have. Throws no_answer (sonnx.G1) for N = 0 and violation
/// (sonnx.C1), with the first axis i in [1,nY] at which it is broken for some m; the text prints
/// the quantifier over m first, which is the same where only the truth of C1 is asked.
template <class Size>
constexpr dims<Size> Broadcast_sizes(seq<dims<Size>> const& dX) {
  const index N = dX.n();
  if (N == 0) throw no_answer("sonnx.G1");
  const index nY = sonnx::nY(dX);
  const auto dYs = seq<dims<Size>>::of(N, [&](index m) { return dYm(dX[m], nY); });
  for (index i = 1; i <= nY; ++i) {
    if (!forall(1, N, [&](index m) { return C1(dYs, m, i); })) throw violation("sonnx.C1", i);
  }
  return dims<Size>::of(nY, [&](index i) { return dY(dYs, i); });
}

// [sonnx.N1] Z1, ..., ZN = Broadcast(X1, ..., XN)
/// Any number of tensors, each of an element type of its own. Throws as Broadcast_sizes does.
template <class Size = index, class... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X) {
  const dims<Size> dY = Broadcast_sizes<Size>({X.d()...});
  return {Zm(Ym(X, dY.n()), dY)...};
}

// [sonnx.N1] for a number of tensors that is known at run time only, of one element type
template <class T, class Size>
seq<tensor<T, Size>> Broadcast(seq<tensor<T, Size>> const& X) {
  const index N = X.n();
  const dims<Size> dY = Broadcast_sizes(seq<dims<Size>>::of(N, [&](index m) { return X[m].d(); }));
  return seq<tensor<T, Size>>::of(N, [&](index m) { return Zm(Ym(X[m], dY.n()), dY); });
}

}  // namespace bcast::reference::sonnx
