// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "pages.hpp"

namespace bcast::docs {

/// The page that says why the oracle can be trusted, from the figures that the proofs, the
/// coverage, the mutants and the fuzzers wrote into a directory. Its file measured.json says of
/// each other one when, at which commit and by which command it was measured, and which code it
/// depends on; git in `repository` says whether that has changed since. Throws
/// std::invalid_argument, which names the file that cannot be read, or that lacks one of these.
page trust(std::filesystem::path const& data, std::filesystem::path const& repository);

}  // namespace bcast::docs
