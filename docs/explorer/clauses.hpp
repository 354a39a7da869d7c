// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bcast::explorer {

/// What the rows say of some tags: `{"sonnx.C1": "..."}`. A tag without a row is left out.
nlohmann::ordered_json clauses_of(std::vector<std::string> const& tags);

}  // namespace bcast::explorer
