// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace bcast::proptests {

/// What the exception says that is being handled, of any type. The text is as it was thrown.
std::string thrown_text();

}  // namespace bcast::proptests
