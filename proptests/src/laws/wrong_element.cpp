// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/wrong_element.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace bcast::proptests {
namespace {

constexpr std::size_t widest = 72;

/// An element of a drawing that has a letter.
struct mark {
  indices at;
  char letter;
};

/// The indices along one axis that are drawn, in order; -1 stands for some that are left out. All
/// are drawn if there are few, otherwise the ends, and what is next to a mark.
std::vector<std::int64_t> drawn(std::int64_t size, std::vector<std::int64_t> const& marked,
                                std::int64_t most) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < size; ++i) {
    const bool near =
        std::ranges::any_of(marked, [&](std::int64_t m) { return std::abs(m - i) <= 1; });
    if (size <= most || i == 0 || i + 1 == size || near) {
      all.push_back(i);
    } else if (all.back() != -1) {
      all.push_back(-1);
    }
  }
  return all;
}

/// The axes before the last two.
indices outer(indices const& i) {
  return {i.begin(), i.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(i.size(), 2))};
}

/// The row and the column of an element in the drawing of its last two axes.
std::pair<std::int64_t, std::int64_t> cell(indices const& i) {
  if (i.empty()) return {0, 0};
  return {i.size() < 2 ? 0 : i[i.size() - 2], i.back()};
}

using lines = std::vector<std::string>;

/// The last two axes of a tensor, at the other axes' indices of the first mark, with the marks, and
/// one for each element that is wrong.
lines grid(std::string_view name, placement const& of, std::vector<mark> const& marks,
           std::vector<bool> const& wrong = {}) {
  const indices slice = outer(marks.front().at);
  std::vector<std::int64_t> rows, columns;
  for (mark const& m : marks) {
    rows.push_back(cell(m.at).first);
    columns.push_back(cell(m.at).second);
  }
  const std::size_t rank = of.sizes.size();
  lines all{slice.empty() ? std::string(name)
                          : fmt::format("{}[{},...]", name, fmt::join(slice, ","))};
  const auto is_wrong = [&](std::int64_t row, std::int64_t column) {
    indices i = slice;
    if (of.sizes.size() > 1) i.push_back(row);
    if (!of.sizes.empty()) i.push_back(column);
    std::size_t flat = 0;
    for (std::size_t k = 0; k < i.size(); ++k) {
      flat = flat * static_cast<std::size_t>(of.sizes[k]) + static_cast<std::size_t>(i[k]);
    }
    return flat < wrong.size() && wrong[flat];
  };
  const auto across = drawn(rank < 1 ? 1 : of.sizes[rank - 1], columns, 8);
  for (const std::int64_t row : drawn(rank < 2 ? 1 : of.sizes[rank - 2], rows, 6)) {
    std::string line;
    for (const std::int64_t column : across) {
      const auto marked = std::ranges::find_if(
          marks, [&](mark const& m) { return cell(m.at) == std::pair(row, column); });
      const char letter = row == -1                               ? ':'
                          : marked != marks.end()                 ? marked->letter
                          : column != -1 && is_wrong(row, column) ? '#'
                                                                  : '.';
      line += line.empty() ? "" : " ";
      line += column == -1 ? std::string("..") : std::string(1, letter);
    }
    all.push_back(line);
  }
  return all;
}

/// Puts drawings next to each other. One that has no room is left out.
std::string beside(std::vector<lines> const& grids) {
  lines all;
  for (lines const& g : grids) {
    std::size_t left = 0, right = 0;
    for (std::string const& line : all) left = std::max(left, line.size() + 4);
    for (std::string const& line : g) right = std::max(right, line.size());
    if (left + right + 2 > widest) continue;
    all.resize(std::max(all.size(), g.size()));
    for (std::size_t k = 0; k < g.size(); ++k)
      all[k] += std::string(left - all[k].size(), ' ') + g[k];
  }
  std::string text;
  for (std::string const& line : all) text += "\n  " + line;
  return text;
}

}  // namespace

std::string element_name(std::string_view tensor, std::span<std::int64_t const> index) {
  return fmt::format("{}[{}]", tensor, fmt::join(index, ","));
}

std::optional<indices> element_at(placement const& of, std::int64_t position) {
  std::optional<indices> found;
  each_element(of.sizes, [&](indices const& i) {
    if (!found && of.at(i) == position) found = i;
  });
  return found;
}

std::string offset_line(std::string_view role, std::string_view tensor, placement const& of,
                        std::span<std::int64_t const> index) {
  std::string sum;
  for (std::size_t k = 0; k < index.size(); ++k) {
    sum += fmt::format("{}{}*{}", k == 0 ? "" : " + ", index[k], of.strides[k]);
  }
  const std::string head = fmt::format("  {:<8}  {:<10}  offset {}", role,
                                       element_name(tensor, index), of.at(index) - of.first);
  const std::string line = index.empty() ? head : head + " = " + sum;
  return line.size() <= widest ? line : head;
}

std::string shown(wrong_element const& e) {
  std::string text = offset_line("wrong", e.result, e.target, e.at) + "\n" +
                     offset_line("expected", e.operand, e.source, e.expected);
  std::vector<lines> grids{grid(e.result, e.target, {{e.at, '#'}}, e.wrong)};
  std::vector<mark> marks{{e.expected, 'E'}};
  const auto read = e.read ? element_at(e.source, *e.read) : std::nullopt;
  if (read) {
    text += "\n" + offset_line("read", e.operand, e.source, *read);
    const bool same_slice = outer(*read) == outer(e.expected);
    if (same_slice) marks.push_back({*read, 'R'});
    grids.push_back(grid(e.operand, e.source, marks));
    if (!same_slice) grids.push_back(grid(e.operand, e.source, {{*read, 'R'}}));
  } else {
    if (e.read) {
      text += fmt::format("\n  {:<8}  none of the elements of {}, but offset {}", "read", e.operand,
                          *e.read - e.source.first);
    } else if (!e.unknown.empty()) {
      text += fmt::format("\n  {:<8}  not known: {}", "read", e.unknown);
    }
    grids.push_back(grid(e.operand, e.source, marks));
  }
  return text + beside(grids) + "\n  (# wrong, E expected" + (read ? ", R read" : "") +
         "; offsets and strides in elements)";
}

}  // namespace bcast::proptests
