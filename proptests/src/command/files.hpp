// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::proptests {

/// The whole of a file; `-` is standard input. Throws std::invalid_argument, naming the file.
std::string read_file(std::string const& file);

/// Writes a file as a whole or not at all; `-` is standard output. Throws std::runtime_error,
/// naming the file.
void write_file(std::string const& file, std::string_view text);

}  // namespace bcast::proptests
