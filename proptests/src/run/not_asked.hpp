// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "bcast/proptests/run.hpp"

namespace bcast::proptests {

/// How often the most frequent reasons are given: `21 does not broadcast shapes, 3 follows another
/// rule`.
std::string counted(std::vector<std::string> const& reasons);

/// The laws that no subject of a run was asked, each as its first outcome.
std::vector<outcome const*> laws_not_asked(std::vector<outcome> const& all);

/// How often the reasons are given for these; empty if there are none.
std::string not_asked(std::vector<outcome> const& all);

}  // namespace bcast::proptests
