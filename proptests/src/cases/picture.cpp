// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "cases/placed.hpp"

namespace bcast::proptests {
namespace {

/// The operand's size on an axis of a result of the given rank, or none if it has no such axis.
std::optional<kit::dim> at(kit::shape const& t, std::size_t rank, std::size_t axis,
                           kit::broadcast_dimensions const* dimensions) {
  if (dimensions != nullptr) {
    const auto entry =
        std::find(dimensions->begin(), dimensions->end(), static_cast<std::int64_t>(axis));
    const auto k = static_cast<std::size_t>(entry - dimensions->begin());
    if (entry == dimensions->end() || k >= t.sizes.size()) return std::nullopt;
    return t.sizes[k];
  }
  const std::size_t missing = rank - t.sizes.size();
  if (axis < missing) return std::nullopt;
  return t.sizes[axis - missing];
}

/// Rows of a label and a cell for each axis, in columns.
std::string in_columns(std::vector<std::vector<std::string>> const& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (auto const& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string out;
  for (auto const& row : rows) {
    std::string line = fmt::format("  {:<{}}", row[0], widths[0]);
    for (std::size_t k = 1; k < row.size(); ++k) line += fmt::format("  {:>{}}", row[k], widths[k]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string picture(std::span<kit::shape const> operands,
                    std::optional<kit::broadcast_dimensions> const& dimensions,
                    kit::result const& verdict) {
  std::size_t rank = 0;
  for (kit::shape const& t : operands) rank = std::max(rank, t.sizes.size());
  const bool ok = verdict.verdict == kit::result::kind::ok;
  const bool drawn = ok && verdict.shape.ranked && verdict.shape.sizes.size() == rank;

  std::vector<std::vector<std::string>> rows;  // a label, then a cell for each axis
  std::vector<std::string> head{"axis"};
  for (std::size_t axis = 0; axis < rank; ++axis) head.push_back(std::to_string(axis));
  rows.push_back(head);
  for (std::size_t m = 0; m < operands.size(); ++m) {
    std::vector<std::string> row{fmt::format("operand {}", m)};
    const bool placed = dimensions && is_placed(operands, *dimensions, m);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      if (!operands[m].ranked) {
        row.emplace_back("*");
        continue;
      }
      const auto size = at(operands[m], rank, axis, placed ? &*dimensions : nullptr);
      std::string cell = size ? to_string(*size) : ".";
      if (drawn && (!size || *size == kit::dim(1))) {
        kit::dim const& common = verdict.shape.sizes[axis];
        if (common != kit::dim(1)) cell += ">" + to_string(common);
      }
      const bool named =
          std::find(verdict.operands.begin(), verdict.operands.end(), m) != verdict.operands.end();
      const bool stands_out = verdict.operands.empty() && size && *size != kit::dim(1);
      const bool clashes = !ok && verdict.axis == axis && (named || stands_out);
      row.push_back(clashes ? cell + "!" : cell);
    }
    rows.push_back(row);
  }
  std::vector<std::string> foot{"result"};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    foot.push_back(drawn                         ? to_string(verdict.shape.sizes[axis])
                   : !ok && verdict.axis == axis ? "clash"
                                                 : "");
  }
  rows.push_back(foot);

  return in_columns(rows);
}

std::string picture_of_product(test_case const& c) {
  const auto a = sizes_of(c.operands[0].type), b = sizes_of(c.operands[1].type);
  const std::size_t batch = std::max({a.size(), b.size(), std::size_t{2}}) - 2;
  std::vector<std::vector<std::string>> rows{{"axis"}, {"operand 0"}, {"operand 1"}};
  for (std::size_t axis = 0; axis < batch; ++axis) rows[0].push_back(std::to_string(axis));
  rows[0].insert(rows[0].end(), {"rows", "columns"});
  const auto add = [&](std::vector<std::string>& row, std::vector<std::int64_t> const& own,
                       bool first) {
    const std::size_t matrix = std::min<std::size_t>(own.size(), 2);
    const std::size_t missing = batch - (own.size() - matrix);
    row.insert(row.end(), missing, ".");
    const bool vector = own.size() == 1;
    if (vector && first) row.emplace_back(".");  // one row, which the result has not
    for (std::int64_t size : own) row.push_back(std::to_string(size));
    if (vector && !first) row.emplace_back(".");
  };
  add(rows[1], a, true);
  add(rows[2], b, false);
  return in_columns(rows);
}

}  // namespace bcast::proptests
