// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bcast::docs {

/// Cells in Markdown. Each row has as many as there are titles.
struct table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;
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

}  // namespace bcast::docs
