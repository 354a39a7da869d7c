// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <vector>

#include "render.hpp"
#include "trace.hpp"

namespace bcast::docs {

/// What the site is built from, apart from its hand-written pages: a page for each of `pages`, a
/// listing of each source file that they link to, and `blocks.json`, which holds what a
/// hand-written page may include: `tags` (the page of each row), `figures` and `findings` (in HTML,
/// by tag), `facts` (counts).
std::vector<file> site_files(std::filesystem::path const& repository,
                             std::vector<page> const& pages, std::vector<test> const& tests);

}  // namespace bcast::docs
