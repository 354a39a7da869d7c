// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace bcast::proptests {

/// A case that is worth a vector.
struct vector_case {
  std::string id;    ///< it is never given to another case
  std::string text;  ///< as parse_case reads it
  std::string because;
};

std::vector<vector_case> vector_cases();

}  // namespace bcast::proptests
