// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

/// The adapter of array modules, built into the library, so that no file is needed at run time.
namespace bcast::proptests::pipe {

/// adapters/bcast_pipe.py
std::string_view bcast_pipe_py();

/// adapters/array_api.py
std::string_view array_api_py();

}  // namespace bcast::proptests::pipe
