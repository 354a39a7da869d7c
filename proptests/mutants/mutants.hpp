#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// Subjects that are wrong in one way each. They prove the laws: each has to be caught.
namespace bcast::mutants {

enum class bug {
  none,              ///< right: no law may object
  maximum,           ///< the join is the larger size: 0 and 1 give 1
  zero_is_wildcard,  ///< a size of 0 gives way as 1 does
  multiples,         ///< a size that divides the other one is taken for compatible
  no_check,          ///< sizes that differ are not refused
  first_shape,       ///< the result has the shape of the first operand
  left_aligned,      ///< the shapes are aligned at the first axis
  only_right,        ///< only the operands behind the first one are stretched
  unit_stride,       ///< the stride of an axis of size 1 is believed
  flat_modulo,       ///< element i comes from element i modulo the operand's count
  no_strides,        ///< operands are read as if they lay without gaps
  target_stretched,  ///< a target of size 1 is taken for a larger result
  no_overlap_check,  ///< operands that overlap the target are read after they are overwritten
  row_lost,          ///< the last element along the first axis is not written
  swapped,           ///< the larger operand is put first, in a subtraction too
  writes_gap,        ///< one element behind the last is written
};

struct mutant {
  std::string_view name;
  mutants::bug bug;
};

/// All of them, the right one first.
std::vector<mutant> const& all();

kit::subject subject_of(mutant const& m);

}  // namespace bcast::mutants
