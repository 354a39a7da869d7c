// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

/// The adapter of array modules and what is known of them, built into the library, so that no file
/// is needed at run time.
namespace bcast::proptests::pipe {

/// adapters/bcast_pipe.py
std::string_view bcast_pipe_py();

/// adapters/array_api.py
std::string_view array_api_py();

/// xfail/<system>.txt, if there is one.
std::optional<std::string_view> known_deviations(std::string_view system);

}  // namespace bcast::proptests::pipe
