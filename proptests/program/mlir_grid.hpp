// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/spec/profiles.hpp"

namespace bcast::program {

/// Prints every pair of operands with every declared result, of rank <= 2 with sizes ?, 0, 1, 2, 3,
/// as operations `test.broadcastable`, with the errors that MLIR reports where the profile rejects.
void print_mlir_grid(spec::profile const& profile);

}  // namespace bcast::program
