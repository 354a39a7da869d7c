// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// Oracle answers that many laws need repeatedly, cached per thread.
namespace bcast::proptests {

/// The sizes of oracle::broadcast_shapes, or none if it rejects.
std::optional<std::vector<std::int64_t>> remembered_join(
    std::vector<std::vector<std::int64_t>> const& operands);

/// oracle::operand_index for one operand and the result to which it broadcasts. If no axis is long
/// or empty, the oracle is asked only once for each index of each axis.
class element_map {
 public:
  element_map(std::vector<std::int64_t> const& operand, std::vector<std::int64_t> const& result);

  /// The index of the operand's element that the result has at `index`. Valid until the next call.
  std::span<std::int64_t const> operator()(std::vector<std::int64_t> const& index);

 private:
  std::vector<std::int64_t> operand_, result_, source_;

  /// For each axis of the operand, a table from the result's index to the operand's. If null, the
  /// oracle is asked each time.
  std::shared_ptr<std::vector<std::vector<std::int64_t>> const> tables_;
};

}  // namespace bcast::proptests
