// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pages.hpp"

namespace bcast::docs {

/// The rules, those that the documents state before the others, each with its document.
std::vector<std::pair<std::string_view, std::string_view>> all_rules();

/// The versions that a system's facts name, but Python's: `onnx 1.23.2, onnxruntime 1.31.1`.
std::string versions_of(nlohmann::ordered_json const& facts);

/// The page that puts the same questions to every rule and every system: a table for each kind of
/// question, with a row for each of them. The rules are run; what the systems answered is in the
/// facts that the witnesses of proptests/peers wrote into a directory, one JSON file per
/// system. Throws std::invalid_argument, which names the file that cannot be read.
page matrix(std::filesystem::path const& facts);

}  // namespace bcast::docs
