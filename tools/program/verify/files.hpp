// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace bcast::program {

/// The files that arguments stand for: a file, `-` for standard input, or a folder for all `.mlir`
/// files in it and below, which are sorted; none twice. Throws std::invalid_argument for a folder
/// without files.
std::vector<std::string> files_of(std::vector<std::string> const& arguments);

/// A file's text, or that of standard input for `-`. Throws std::invalid_argument.
std::string text_of(std::string const& name);

}  // namespace bcast::program
