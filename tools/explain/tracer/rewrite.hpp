// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::tracer {

/// A transcription that records its steps by calls of explain/events.hpp, in the namespace
/// bcast::traced. A function below a row records its arguments and its result; a statement below a
/// row in a body is recorded. Line numbers stay the same. Throws refusal for a row that is above
/// neither.
std::string rewritten(std::string_view text);

}  // namespace bcast::tracer
