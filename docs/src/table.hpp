// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace bcast::docs {

/// Each row has as many cells as there are titles.
struct table {
  std::vector<std::string> titles;
  std::vector<std::vector<text>> rows;
};

/// A column to show, under its own title if it has one.
struct column {
  std::string_view member;
  std::string_view title = member;
};

/// The columns to show, in this order. Throws std::invalid_argument, which names a column that the
/// table does not have.
table showing(std::vector<column> const& columns, table const& all);

/// The table in Markdown, with its columns aligned if their cells are short.
std::string markdown(table const& t);

/// The table in HTML. A row whose first cell is a tag is that tag's anchor on `page`.
std::string html(table const& t, std::string_view page, tag_pages const& pages);

/// The tags whose rows the table holds.
std::vector<std::string> tags_of(table const& t);

}  // namespace bcast::docs
