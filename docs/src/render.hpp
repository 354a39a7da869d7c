// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "pages.hpp"
#include "write.hpp"

/// A page in each of its forms.
namespace bcast::docs {

/// Markdown, without the drawings.
file as_markdown(page const& p);

/// A page of the site: Markdown's headings around HTML.
file as_site(page const& p, tag_pages const& homes);

}  // namespace bcast::docs
