// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace bcast::docs {
namespace {

/// Cells beyond this width do not widen their column.
constexpr std::size_t widest = 32;

using lines = std::vector<std::vector<std::string>>;

std::vector<std::size_t> widths_of(lines const& all) {
  std::vector<std::size_t> widths(all.front().size(), 3);
  for (auto const& row : all) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k].size() <= widest) widths[k] = std::max(widths[k], row[k].size());
    }
  }
  return widths;
}

}  // namespace

table showing(std::vector<column> const& columns, table const& all) {
  table shown{{}, std::vector<std::vector<std::string>>(all.rows.size())};
  for (column const& c : columns) {
    const auto found = std::find(all.titles.begin(), all.titles.end(), c.member);
    if (found == all.titles.end()) {
      throw std::invalid_argument(fmt::format("the table has no column '{}'", c.member));
    }
    shown.titles.emplace_back(c.title);
    const std::ptrdiff_t k = found - all.titles.begin();
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
      shown.rows[row].push_back(all.rows[row][static_cast<std::size_t>(k)]);
    }
  }
  return shown;
}

std::string markdown(table const& t) {
  lines all{t.titles};
  all.insert(all.end(), t.rows.begin(), t.rows.end());
  const std::vector<std::size_t> widths = widths_of(all);
  std::string out;
  const auto line = [&](auto const& cell_at) {
    for (std::size_t k = 0; k < widths.size(); ++k) {
      out += fmt::format("| {:<{}} ", cell_at(k), widths[k]);
    }
    out += "|\n";
  };
  line([&](std::size_t k) { return all.front()[k]; });
  line([&](std::size_t k) { return std::string(widths[k], '-'); });
  std::for_each(all.begin() + 1, all.end(),
                [&](auto const& row) { line([&](std::size_t k) { return row[k]; }); });
  return out;
}

}  // namespace bcast::docs
