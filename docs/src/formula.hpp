// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::docs {

/// A formula in plain text, typeset in MathML. `x_i` and `x_{i+1}` are subscripts, `max_{...}` a
/// maximum over the text below it; `forall`, `in`, `<=`, `>=` become their symbols; English words
/// are upright. A line may break at the formula's top level: after a comma, a semicolon or a colon,
/// and before a word.
std::string mathml(std::string_view formula);

}  // namespace bcast::docs
