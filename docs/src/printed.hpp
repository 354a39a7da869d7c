// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "write.hpp"

namespace bcast::docs {

/// The examples of the Array API standard in reStructuredText and those of XLA in Markdown, laid
/// out as they are in the documents, so that they can be put back there.
std::vector<file> printed_examples();

}  // namespace bcast::docs
