// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

/// Shapes of one to three tensors that broadcast under either edition of SONNX, in the edition's
/// own types.
template <class Inputs, class Dims>
std::vector<Inputs> legal_shapes() {
  return {Inputs{Dims{8, 1, 6, 1}, Dims{7, 1, 5}},
          Inputs{Dims{}, Dims{2, 1, 1}, Dims{1}},
          Inputs{Dims{3}, Dims{2, 3}},
          Inputs{Dims{0, 2}, Dims{0, 1}},
          Inputs{Dims{4}},
          Inputs{Dims{}, Dims{}}};
}
