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

  std::vector<std::size_t> widths(rank + 1, 0);
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

}  // namespace bcast::proptests
