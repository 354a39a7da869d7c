#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace bcast::docs {
namespace {

/// Cells beyond this width do not widen their column.
constexpr std::size_t widest = 32;

std::vector<std::size_t> widths_of(table const& t) {
  std::vector<std::size_t> widths(t.titles.size(), 3);
  const auto widen = [&](std::vector<std::string> const& row) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k].size() <= widest) widths[k] = std::max(widths[k], row[k].size());
    }
  };
  widen(t.titles);
  std::for_each(t.rows.begin(), t.rows.end(), widen);
  return widths;
}

}  // namespace

std::string markdown(table const& t) {
  const std::vector<std::size_t> widths = widths_of(t);
  std::string out;
  const auto line = [&](auto const& cell_at) {
    for (std::size_t k = 0; k < widths.size(); ++k) {
      out += fmt::format("| {:<{}} ", cell_at(k), widths[k]);
    }
    out += "|\n";
  };
  line([&](std::size_t k) { return t.titles[k]; });
  line([&](std::size_t k) { return std::string(widths[k], '-'); });
  for (auto const& row : t.rows) line([&](std::size_t k) { return row.at(k); });
  return out;
}

}  // namespace bcast::docs
