// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "pages.hpp"

namespace bcast::docs {

/// A page for each kind of data that exists in the directory: `mutants.json`, a list of objects,
/// and `bench/`, with what the benchmark wrote on each machine (optimized/bench/README.md). Throws
/// std::invalid_argument, which names a file that cannot be read.
std::vector<page> measured(std::filesystem::path const& data);

}  // namespace bcast::docs
