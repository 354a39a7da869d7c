// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "mlir/scanner.hpp"
#include "mlir/types.hpp"

namespace bcast::proptests::mlir {

/// The elements of every `dense<[[1, 2]]> : T` whose shape is not that of its type.
std::vector<mlir_clash> read_literals(scanner& in, type_reader& types);

}  // namespace bcast::proptests::mlir
