// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "pages.hpp"
#include "write.hpp"

/// A page in each of its forms, and the files that belong to it.
namespace bcast::docs {

/// Markdown, and a file in SVG for each of its drawings.
std::vector<file> as_markdown(page const& p);

/// The title, and the rows of every table that has data of its own, as data.
file as_json(page const& p);

/// A page in HTML that needs no other file.
file as_html(page const& p, tag_pages const& homes);

/// A page of the site: Markdown's headings around HTML.
file as_site(page const& p, tag_pages const& homes);

}  // namespace bcast::docs
