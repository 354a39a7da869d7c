// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pages.hpp"
#include "trace.hpp"

/// A page in each of its forms.
namespace bcast::docs {

/// A file with its path relative to the directory that it is written into.
struct file {
  std::string path;
  std::string text;
};

/// Markdown, without the drawings.
file as_markdown(page const& p);

/// A page of the site: Markdown's headings around HTML.
file as_site(page const& p, tag_pages const& homes);

/// Writes the file below the directory; missing directories are created. The file is complete or as
/// it was before. Throws std::system_error.
void write(std::filesystem::path const& directory, file const& f);

/// What the site is built from, apart from its hand-written pages: a page for each of `pages`, a
/// listing of each source file that they link to, and `blocks.json`, which holds what a
/// hand-written page may include: `tags` (the page of each row), `figures` and `findings` (in HTML,
/// by tag), `facts` (counts).
std::vector<file> site_files(std::filesystem::path const& repository,
                             std::vector<page> const& pages);

/// The requirements of SONNX's `Broadcast`, newest edition, in YAML: the form from which the SONNX
/// working group renders its operators' documents (tools/req_generation). After what the renderer
/// reads comes the trace of each requirement: its clause, the code, the tests if any are given, and
/// the findings of the edition.
file sonnx_requirements(std::filesystem::path const& repository, std::vector<test> const& tests);

}  // namespace bcast::docs
