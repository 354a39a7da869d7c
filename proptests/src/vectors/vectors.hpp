// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The core cases as files, for readers who prefer files to running a program.
namespace bcast::proptests {

/// The files and their text, the same at every call: `vectors.json`, one vector a line, and the
/// schemas of its form and of the asks in it.
std::map<std::string, std::string> vector_files();

/// Writes files into a folder that does not exist yet, or is empty. Throws std::invalid_argument
/// where the folder cannot take them, std::system_error where a file cannot be written.
void write_folder(std::string const& folder, std::map<std::string, std::string> const& files);

/// A case that is worth a vector.
struct vector_case {
  std::string id;    ///< it is never given to another case
  std::string text;  ///< as parse_case reads it
  std::string because;
  bool product = false;  ///< its operands are also the factors of a product
};

std::vector<vector_case> vector_cases();

/// The text of schema/pipe-1.schema.json, which is part of the program.
std::string_view pipe_schema();

/// The text of schema/vectors-1.schema.json.
std::string_view vectors_schema();

}  // namespace bcast::proptests
