// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "trace.hpp"
#include "write.hpp"

namespace bcast::docs {

/// The clauses of SONNX's `Broadcast` as requirements in YAML, in the form from which the SONNX
/// working group generates its operators' documents (tools/req_generation/div.yaml), each with its
/// type, its traces to code and tests, and the open findings.
file sonnx_requirements(std::filesystem::path const& repository, std::vector<test> const& tests);

}  // namespace bcast::docs
