// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "bcast/proptests/pipe.hpp"

namespace bcast::proptests::pipe {

/// A program that was asked for its capabilities.
struct started {
  std::optional<kit::subject> subject;
  std::string why;        ///< there is no subject
  bool declined = false;  ///< the program's own `unsupported`
  bool broken = false;    ///< it ended, was late, or answered what is no answer
};

started start(std::string const& command, pipe_limits const& limits);

}  // namespace bcast::proptests::pipe
