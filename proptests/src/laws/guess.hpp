// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bcast::proptests {

/// Describes the known mistake that reads these elements of an operand; empty if there is none.
/// For each element of the result in row-major order, `read` has the number of the element that was
/// read. Elements are numbered from 1 in row-major order.
std::string guess(std::vector<std::int64_t> const& operand, std::vector<std::int64_t> const& result,
                  std::vector<std::int64_t> const& read);

}  // namespace bcast::proptests
