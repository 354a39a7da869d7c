// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "pages.hpp"

namespace bcast::docs {

/// A page for each file of data in the directory that is there: `mutants.json`, a list of
/// objects, and `bench.json`, what the benchmark wrote (optimized/bench/README.md). Throws
/// std::invalid_argument that names a file that cannot be read.
std::vector<page> measured(std::filesystem::path const& data);

}  // namespace bcast::docs
