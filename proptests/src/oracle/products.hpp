// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bcast/proptests/case.hpp"

/// Products of matrices: the relation of NumPy's matmul, whose leading axes broadcast.
namespace bcast::proptests {

/// Two operands that can be multiplied.
struct product {
  std::vector<std::int64_t> shape;  ///< of the result
  std::vector<std::int64_t> batch;  ///< its leading axes
  std::size_t core_a, core_b;       ///< how many axes of the operands are those of a matrix
  std::int64_t contracted;
};

/// The product of two shapes by the transcription of the signature; none if they have none.
std::optional<product> product_of(std::vector<std::int64_t> const& a,
                                  std::vector<std::int64_t> const& b);

/// Whether the case has two operands that can be multiplied, and declares no other result.
bool is_legal_product(test_case const& c);

}  // namespace bcast::proptests
