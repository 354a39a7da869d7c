// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

/// Which element of each operand a result was computed from, told exactly and in every element
/// type: operand m holds one bit of its elements' numbers, all others hold what lets it through,
/// and as many runs as the numbers have bits give the number of the element that was read.
namespace bcast::proptests {

/// Where the target lies.
struct target_place {
  enum class where {
    apart,      ///< in memory of its own
    operand_0,  ///< it is operand 0
    shifted,    ///< in the same memory as operand 0, `shift` places behind it
  };
  where is = where::apart;
  std::int64_t shift = 0;
};

/// What is wrong with the elements that the case's operation reads, if anything is: the verdict, an
/// element read from a wrong place, not written, or something written beside the target.
/// `layouts`: the operands and the target lie as the case says; otherwise row-major without gaps.
std::optional<std::string> wrong_elements(kit::subject const& s, test_case const& c, bool layouts,
                                          target_place target);

}  // namespace bcast::proptests
