// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// Inference and verification with unknown sizes, with one bug each.
namespace bcast::mutants {

enum class guess {
  none,            ///< correct: every law must accept it
  one,             ///< an unknown size is treated as 1
  not_one,         ///< an unknown size is assumed not to be 1: a declared 1 is rejected
  forgotten,       ///< an unknown size and a known one give an unknown size
  equal,           ///< two unknown sizes are treated as equal, whatever their symbols
  zero_gives_way,  ///< a size of 0 stretches like a size of 1
  left_aligned,    ///< the shapes are aligned at the first axis
  first_only,      ///< each operand is joined only with the first, and the last one decides
};

struct unknown_mutant {
  std::string_view name;
  guess wrong;
};

/// All of them, the correct one first.
std::vector<unknown_mutant> const& unknown_mutants();

/// It claims the rule `onnx`.
kit::subject subject_of(unknown_mutant const& m);

}  // namespace bcast::mutants
