// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::tracer {

/// A transcription that tells what it does, as calls of explain/events.hpp, in the namespace
/// bcast::traced. A function that has rows above it tells its arguments and its result; a row in a
/// body makes the statement below it tell. Lines stay where they are. Throws refusal for a row
/// that is not above anything of the kind.
std::string rewritten(std::string_view text);

}  // namespace bcast::tracer
