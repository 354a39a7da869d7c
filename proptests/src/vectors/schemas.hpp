// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

namespace bcast::proptests {

/// The text of schema/pipe-1.schema.json, which is part of the program.
std::string_view pipe_schema();

/// The text of schema/vectors-1.schema.json.
std::string_view vectors_schema();

}  // namespace bcast::proptests
