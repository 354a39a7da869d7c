// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases/design.hpp"

/// The designs, each in the file of its kind of case.
namespace bcast::proptests {

design design_of_pairs();     ///< two shapes
design design_of_elements();  ///< element types
design design_of_operands();  ///< the number of operands
design design_of_three();     ///< three operands
design design_of_sizes();     ///< sizes around the powers of two
design design_of_huge();      ///< sizes of which no tensor is made
design design_of_layouts();   ///< operands and targets in memory
design design_of_targets();   ///< targets of another shape
design design_of_unknown();   ///< unknown sizes and ranks
design design_of_declared();  ///< declared results
design design_of_tuples();    ///< broadcast dimensions
design design_of_products();  ///< products of matrices

inline std::int64_t number_in(std::string_view digits) {
  std::int64_t n = 0;
  for (char digit : digits) n = n * 10 + (digit - '0');
  return n;
}

}  // namespace bcast::proptests
