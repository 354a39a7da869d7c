// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "explain/escaped.hpp"

namespace bcast::docs {

using explain::escaped;

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

/// The tag that anchors a row; none if its first cell is not a tag, or if the column is a different
/// one.
std::string_view anchor_of(table const& t, std::vector<text> const& row) {
  const bool tagged =
      t.titles.front() == "tag" && row.front().size() == 1 && row.front().front().kind == kind::tag;
  return tagged ? std::string_view(row.front().front().text) : std::string_view();
}

std::string title_of(std::string title) {
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

/// A title as a class of CSS, which holds no spaces.
std::string class_of(std::string title) {
  std::replace(title.begin(), title.end(), ' ', '_');
  return escaped(title);
}

}  // namespace

table showing(std::vector<column> const& columns, table const& all) {
  table shown{{}, std::vector<std::vector<text>>(all.rows.size())};
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
  for (auto const& row : t.rows) {
    all.emplace_back();
    for (std::size_t k = 0; k < t.titles.size(); ++k) all.back().push_back(markdown(row.at(k)));
  }
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

std::string html(table const& t, std::string_view page, tag_pages const& pages) {
  std::string out = "<table>\n<thead><tr>";
  for (std::string const& title : t.titles) {
    out += fmt::format("<th>{}</th>", escaped(title_of(title)));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (auto const& row : t.rows) {
    const std::string tag(anchor_of(t, row));
    const auto home = pages.find(tag);
    const bool here = home != pages.end() && home->second == page;
    out += here ? fmt::format("<tr id=\"{}\">", tag) : std::string("<tr>");
    for (std::size_t k = 0; k < row.size(); ++k) {
      out += fmt::format("<td class=\"{}\">{}</td>", class_of(t.titles[k]), html(row[k], pages));
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::vector<std::string> tags_of(table const& t) {
  std::vector<std::string> tags;
  for (auto const& row : t.rows) {
    if (std::string tag(anchor_of(t, row)); !tag.empty()) tags.push_back(std::move(tag));
  }
  return tags;
}

}  // namespace bcast::docs
