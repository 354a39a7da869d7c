// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "render.hpp"
#include "trace.hpp"

namespace bcast::docs {

/// The requirements of SONNX's `Broadcast`, newest edition, in YAML: the form from which the SONNX
/// working group renders its operators' documents (tools/req_generation). After what the renderer
/// reads comes the trace of each requirement: its clause, the code, the tests if any are given, and
/// the findings of the edition.
file sonnx_requirements(std::filesystem::path const& repository, std::vector<test> const& tests);

}  // namespace bcast::docs
