// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// Inference and verification with unknown sizes, wrong in one way each.
namespace bcast::mutants {

enum class guess {
  none,            ///< correct: every law must accept it
  one,             ///< an unknown size is taken to be 1
  not_one,         ///< an unknown size is taken not to be 1: a declared 1 is refused
  forgotten,       ///< an unknown size and a known one give an unknown one
  equal,           ///< two unknown sizes are taken to be equal, whatever their symbols
  zero_gives_way,  ///< a size of 0 gives way as 1 does
  left_aligned,    ///< the shapes are aligned at the first axis
  first_only,      ///< every operand is joined with the first one only; the last one decides
};

struct unknown_mutant {
  std::string_view name;
  guess wrong;
};

/// All of them, the correct one first.
std::vector<unknown_mutant> const& unknown_mutants();

/// It claims the profile `onnx`.
kit::subject subject_of(unknown_mutant const& m);

}  // namespace bcast::mutants
