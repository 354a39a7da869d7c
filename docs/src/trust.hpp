// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "pages.hpp"

namespace bcast::docs {

/// The page of what is proved, from what the proofs wrote into a directory: `proofs.json` and
/// `why3.json`. Throws std::invalid_argument, which names a file that cannot be read.
page trust(std::filesystem::path const& data);

}  // namespace bcast::docs
