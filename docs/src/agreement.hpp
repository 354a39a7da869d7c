// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

#include "pages.hpp"

namespace bcast::docs {

/// The page of what real systems did, from the facts that proptests/peers wrote into a
/// directory, one JSON file per system. Throws std::invalid_argument, which names the file that
/// cannot be read.
page agreement(std::filesystem::path const& facts);

}  // namespace bcast::docs
