// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "run/expectations.hpp"

namespace bcast::proptests {

/// The expected failures of a file, as of today; none where no file is named. Throws
/// std::invalid_argument, naming the file and the line.
expectations expected_failures(std::string const& file);

}  // namespace bcast::proptests
