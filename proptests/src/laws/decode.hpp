// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

/// Finds exactly which element of each operand a result was computed from, in every element type.
/// Each element of operand m holds one bit of its number, and the other operands hold values that
/// let that bit through to the result. One run per bit gives the number of the element that was
/// read.
namespace bcast::proptests {

/// Where the target is.
struct target_place {
  enum class where {
    apart,    ///< in separate memory
    operand,  ///< it is an operand
    shifted,  ///< in the same memory as operand 0, `shift` positions after it
  };
  where is = where::apart;
  std::int64_t shift = 0;
  std::size_t operand = 0;
  bool of_the_case = false;  ///< its shape is that of the case's result, not of the operands' join
};

/// What is wrong with the elements that the case's operation reads, if anything: a wrong verdict,
/// an element read from a wrong position or not written, or a write outside the target. With
/// `layouts`, the operands and the target have the case's layouts; otherwise they are contiguous.
std::optional<std::string> wrong_elements(kit::subject const& s, test_case const& c, bool layouts,
                                          target_place target);

}  // namespace bcast::proptests
