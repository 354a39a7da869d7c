// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace bcast::docs {

/// A file with its path relative to the directory that it is written into.
struct file {
  std::string path;
  std::string text;
};

/// A file that could not be written.
struct write_error : std::runtime_error {
  write_error(std::string const& what, bool resources)
      : std::runtime_error(what), out_of_resources(resources) {}

  bool out_of_resources;  ///< the disk is at fault, not the requested directory
};

/// Writes the file below the directory; missing directories are created. The file is complete or as
/// it was before. Throws write_error.
void write(std::filesystem::path const& directory, file const& f);

}  // namespace bcast::docs
