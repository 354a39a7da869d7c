// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::docs {

/// A formula in plain text, typeset in MathML. `x_i` and `x_{i+1}` are subscripts, `max_{...}` a
/// maximum over what stands below it; `forall`, `in`, `<=`, `>=` are their symbols; English words
/// stand upright. A line may break where it does at the formula's top level: behind a comma, a
/// semicolon or a colon, and in front of a word.
std::string mathml(std::string_view formula);

}  // namespace bcast::docs
