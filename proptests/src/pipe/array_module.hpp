// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/pipe.hpp"

namespace bcast::proptests::pipe {

/// A Python module of the Array API standard. Each way of asking for an operation is a subject:
/// `subtract(x, y)`, `x -= y` and `subtract(x, y, out=z)`.
struct array_module {
  std::vector<kit::subject> subjects;
  std::vector<std::pair<std::string, std::string>> absent;  ///< the ways that it lacks, and why
};

/// Starts the adapter by `${BCAST_PYTHON:-python3}`. Throws std::invalid_argument if the module
/// says that it cannot be asked, and loading_error if it does not say so itself.
array_module array_module_subjects(std::string const& module, pipe_limits const& limits);

}  // namespace bcast::proptests::pipe
