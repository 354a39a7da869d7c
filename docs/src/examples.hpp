// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "explain/drawing.hpp"

namespace bcast::docs {

/// A printed example with its alignment, drawn as its document's transcription computes it.
struct figure {
  std::string tag;
  explain::drawing drawing;
};

std::vector<figure> array_api_figures();
std::vector<figure> xla_figures();

}  // namespace bcast::docs
