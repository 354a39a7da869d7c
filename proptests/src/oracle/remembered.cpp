// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/remembered.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bcast/proptests/oracle.hpp"
#include "oracle/shape_memo.hpp"

namespace bcast::proptests {
namespace {

using axis_tables = std::vector<std::vector<std::int64_t>>;

/// Whether the axes are short enough to ask the oracle for every index of each.
bool is_walkable(std::vector<std::int64_t> const& result) {
  constexpr std::int64_t longest = 1 << 12;
  return std::ranges::all_of(result, [](std::int64_t size) { return size > 0 && size <= longest; });
}

/// For each axis of the operand, a table from the result's index to the operand's. An index depends
/// only on its own axis [sonnx.F6], so the oracle is asked for one axis at a time.
axis_tables tables_of(std::vector<std::int64_t> const& operand,
                      std::vector<std::int64_t> const& result) {
  axis_tables all(operand.size());
  const std::size_t missing = result.size() - operand.size();
  for (std::size_t k = 0; k < operand.size(); ++k) {
    std::vector<std::int64_t> index(result.size(), 0);
    for (std::int64_t& at = index[missing + k]; at < result[missing + k]; ++at) {
      all[k].push_back(oracle::operand_index(operand, result, index)[k]);
    }
  }
  return all;
}

}  // namespace

std::optional<std::vector<std::int64_t>> remembered_join(
    std::vector<std::vector<std::int64_t>> const& operands) {
  constexpr std::size_t most = 1 << 17;  // the small scope of shapes, with room for others
  thread_local shape_memo<std::optional<std::vector<std::int64_t>>> known(most);
  return known(operands, [&]() -> std::optional<std::vector<std::int64_t>> {
    const kit::result a = oracle::broadcast_shapes(operands);
    if (a.verdict != kit::result::kind::ok) return std::nullopt;
    return sizes_of(a.shape);
  });
}

element_map::element_map(std::vector<std::int64_t> const& operand,
                         std::vector<std::int64_t> const& result)
    : operand_(operand), result_(result), source_(operand.size()) {
  constexpr std::size_t most = 1 << 13;
  thread_local shape_memo<std::shared_ptr<axis_tables const>> known(most);
  if (!is_walkable(result)) return;
  const std::array both{operand, result};
  tables_ =
      known(both, [&] { return std::make_shared<axis_tables const>(tables_of(operand, result)); });
}

std::span<std::int64_t const> element_map::operator()(std::vector<std::int64_t> const& index) {
  if (!tables_) {
    source_ = oracle::operand_index(operand_, result_, index);
    return source_;
  }
  const std::size_t missing = index.size() - source_.size();
  for (std::size_t k = 0; k < source_.size(); ++k) {
    source_[k] = (*tables_)[k][static_cast<std::size_t>(index[missing + k])];
  }
  return source_;
}

}  // namespace bcast::proptests
