// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

namespace bcast::spec {

/// Other names of a rule: those of systems whose broadcasting follows its text.
struct rule_alias {
  std::string_view name;
  std::string_view means;
  std::string_view note;  ///< where the system has other answers
};

inline constexpr std::array rule_aliases{
    rule_alias{
        "numpy", "array_api",
        "another name of array_api; NumPy refuses an empty shape whose other sizes overflow, "
        "and assigns a source with more axes of size 1 than the target has"},
    rule_alias{"torch", "pytorch",
               "another name of pytorch; PyTorch resizes an `out=` of another shape, and assigns a "
               "source with more axes of size 1 than the target has"},
    rule_alias{"jax", "array_api",
               "another name of array_api; JAX's symbolic dimensions are jax_symbolic"},
};

/// The rule that a name means: itself, unless it is an alias.
constexpr std::string_view rule_meant_by(std::string_view name) {
  for (rule_alias const& a : rule_aliases) {
    if (a.name == name) return a.means;
  }
  return name;
}

}  // namespace bcast::spec
