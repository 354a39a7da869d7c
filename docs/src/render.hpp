// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pages.hpp"

/// What is written.
namespace bcast::docs {

/// A file with its path relative to the directory that it is written into.
struct file {
  std::string path;
  std::string text;
};

file as_markdown(page const& p);

/// Writes the file below the directory; missing directories are created. The file is complete or as
/// it was before. Throws std::system_error.
void write(std::filesystem::path const& directory, file const& f);

/// `blocks.json`, which holds what a hand-written page of the site may include: `figures` (the
/// examples of the Array API and of XLA, drawn) and `findings`, by tag, and `facts` (counts).
file site_blocks(std::vector<page> const& pages);

}  // namespace bcast::docs
