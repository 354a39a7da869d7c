// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/tensor.hpp"

/// SONNX's `Broadcast` in its edition of January 2026, transcribed formula by formula, 0-indexed as
/// printed.
///
/// Conventions. L+1 tensors X0 ... XL, numbered by m in [0,L]. nXm is the number of dimensions of
/// Xm, dXm its sizes, dXm_i the size of dimension i in [0,nXm-1]. Ym is Xm with the common number
/// of dimensions nY and the sizes dYm; dY are the common sizes. Zm is output m, with the sizes dZm.
/// dX is the sequence dX0 ... dXL, and dYs the sequence dY0 ... dYL.
namespace bcast::reference::sonnx_2026_01 {

template <class Size>
using dims = list<Size>;

template <class T, class Size = index>
using tensor = basic_tensor<T, Size, 0>;

// Signature ---------------------------------------------------------------------------------------

// [sonnx@2026-01.N1] X0, ..., XL, L in [0, 2^31 - 1[
//                    finding sonnx@2026-01.D2: the text counts L-1
constexpr bool N1(index L) { return 0 <= L && L < 2147483647; }

// [sonnx@2026-01.N2] real, float16, float, double, int8 ... int64, uint8 ... uint64, string,
//                    boolean
/// Those of them that are types of the language.
template <class T>
concept N2 =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int8_t> ||
    std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint8_t> ||
    std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t> ||
    std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::string> || std::is_same_v<T, bool>;

// Common number of dimensions ---------------------------------------------------------------------

// [sonnx@2026-01.F1] nY = max_{m in [0,L]} nXm
template <class Size>
constexpr index nY(list<dims<Size>> const& dX) {
  const index L = dX.n() - 1;
  return max(0, L, [&](index m) { return dX[m].n(); });
}

// [sonnx@2026-01.F2] dYm_i = 1                if i < nY - nXm
//                    dYm_i = dXm_{i-nY+nXm}   otherwise
template <class Size>
constexpr Size dYm(dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i < nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx@2026-01.F2] for i in [0,nY-1]
template <class Size>
constexpr dims<Size> dYm(dims<Size> const& dXm, index nY) {
  return dims<Size>::of(nY, [&](index i) { return dYm(dXm, nY, i); });
}

// [sonnx@2026-01.F3] Ym[i] = Xm[i'], where i is nY - nXm zeros, then i'
/// The i' of an i. Throws violation where i is not of that form.
template <class Size>
list<Size> F3(list<Size> const& i, index nXm) {
  const index nY = i.n();
  if (!forall(0, nY - nXm - 1, [&](index k) { return i[k] == Size(0); })) {
    throw violation("sonnx@2026-01.F3");
  }
  return list<Size>::of(nXm, [&](index k) { return i[nY - nXm + k]; });
}

template <class T, class Size>
tensor<T, Size> Ym(tensor<T, Size> const& Xm, index nY) {
  const index nXm = Xm.n();
  return tensor<T, Size>(dYm(Xm.d(), nY), [&](list<Size> const& i) { return Xm[F3(i, nXm)]; });
}

// Outputs -----------------------------------------------------------------------------------------

// [sonnx@2026-01.F4] nZm = nY
constexpr index nZm(index nY) { return nY; }

// [sonnx@2026-01.F5] dY_i = max_{m in [0,L]} dYm_i   finding sonnx.D2
template <class Size>
constexpr Size dY(list<dims<Size>> const& dYs, index i) {
  const index L = dYs.n() - 1;
  return max(0, L, [&](index m) { return dYs[m][i]; });
}

// [sonnx@2026-01.F6] dZm_i = dY_i
template <class Size>
constexpr Size dZm(dims<Size> const& dY, index i) {
  return dY[i];
}

// [sonnx@2026-01.F7] f(a,B,C) = a   if B = C
//                    f(a,B,C) = 0   otherwise    finding sonnx@2026-01.D1: of an invalid B too
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == C) return a;
  return Size(0);
}

// [sonnx@2026-01.F8] Zm[i] = Ym[i'], where i'_k = f(i_k, dYm_k, dY_k)
/// The i' of an i.
template <class Size>
list<Size> F8(list<Size> const& i, dims<Size> const& dYm, dims<Size> const& dY) {
  return list<Size>::of(i.n(), [&](index k) { return f(i[k], dYm[k], dY[k]); });
}

// [sonnx@2026-01.X1] the elements are strictly equal
template <class T, class Size>
tensor<T, Size> Zm(tensor<T, Size> const& Ym, dims<Size> const& dY) {
  const auto dZm = dims<Size>::of(nZm(dY.n()), [&](index i) { return sonnx_2026_01::dZm(dY, i); });
  return tensor<T, Size>(dZm, [&](list<Size> const& i) { return Ym[F8(i, Ym.d(), dY)]; });
}

// Error conditions --------------------------------------------------------------------------------

// [sonnx@2026-01.E1] dYm_i != dY_i and dYm_i != 1
template <class Size>
constexpr bool E1(list<dims<Size>> const& dYs, index m, index i) {
  return !(dYs[m][i] == dY(dYs, i)) && !(dYs[m][i] == Size(1));
}

// Constraints -------------------------------------------------------------------------------------

// [sonnx@2026-01.C1] Xm and Zm have the same type
template <class Xm, class Zm>
inline constexpr bool C1 = std::is_same_v<Xm, Zm>;

// The operator ------------------------------------------------------------------------------------

/// The sizes dY that all outputs have. Throws violation (sonnx@2026-01.N1) for no tensor, and
/// (sonnx@2026-01.E1) with the first axis i in [0,nY-1] at which the error occurs for some m.
template <class Size>
constexpr dims<Size> Broadcast_sizes(list<dims<Size>> const& dX) {
  const index L = dX.n() - 1;
  if (!N1(L)) throw violation("sonnx@2026-01.N1");
  const index nY = sonnx_2026_01::nY(dX);
  const auto dYs = list<dims<Size>>::of(L + 1, [&](index m) { return dYm(dX[m], nY); });
  for (index i = 0; i <= nY - 1; ++i) {
    if (!forall(0, L, [&](index m) { return !E1(dYs, m, i); })) {
      throw violation("sonnx@2026-01.E1", i);
    }
  }
  return dims<Size>::of(nY, [&](index i) { return dY(dYs, i); });
}

/// Any number of tensors, each of an element type of its own. Throws as Broadcast_sizes does.
template <class Size = index, N2... T>
std::tuple<tensor<T, Size>...> Broadcast(tensor<T, Size> const&... X) {
  const dims<Size> dY = Broadcast_sizes<Size>({X.d()...});
  return {Zm(Ym(X, dY.n()), dY)...};
}

}  // namespace bcast::reference::sonnx_2026_01
