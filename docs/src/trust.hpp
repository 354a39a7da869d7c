// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "pages.hpp"

namespace bcast::docs {

/// The page that says why the oracle can be trusted, from the figures that the proofs, the
/// coverage, the mutants and the fuzzers wrote into a directory. Throws std::invalid_argument,
/// which names the file that cannot be read.
page trust(std::filesystem::path const& data);

}  // namespace bcast::docs
