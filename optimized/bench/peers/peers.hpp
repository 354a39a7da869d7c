// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "../contestant.hpp"

namespace bcast::engine::bench {

std::unique_ptr<contestant> make_xtensor();
std::unique_ptr<contestant> make_eigen();
std::unique_ptr<contestant> make_onednn();

/// The system with that name, in a child process (serve.py). Throws std::runtime_error with the
/// reason if it is not available.
std::unique_ptr<contestant> make_python(std::string const& python, std::string const& name);

/// The sizes of an operand or of the result, padded at the front with 1 to `Rank` axes.
template <std::size_t Rank, class Index>
std::array<Index, Rank> padded(shape const& sizes) {
  std::array<Index, Rank> all;
  all.fill(1);
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    all[Rank - sizes.size() + a] = static_cast<Index>(sizes[a]);
  }
  return all;
}

inline bool has_transposed(workload const& w) {
  for (operand const& x : w.operands) {
    if (x.transposed) return true;
  }
  return false;
}

}  // namespace bcast::engine::bench
