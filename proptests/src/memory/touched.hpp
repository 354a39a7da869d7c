// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace bcast::proptests {

/// The access to memory that ended a process, if it was beside a tensor.
struct touched {
  enum class how { unknown, read, written };

  std::int64_t bytes = 0;  ///< as in place_beside
  char tensor[16] = "";
  how access = how::unknown;
};

/// From now on, an access that the system refuses is recorded before this process dies of it. A
/// sanitizer reports such an access itself, so this does nothing then.
void record_touched(touched& in);

/// `it wrote byte 0 after the memory of Z`; empty if nothing was recorded.
std::string described(touched const& t);

}  // namespace bcast::proptests
