// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "events.hpp"

namespace bcast::explain {

/// The tags of rows without what they share: `array_api.A15 A6-A8 X2`.
std::string tags_of(traced::rows const& rows);

}  // namespace bcast::explain
