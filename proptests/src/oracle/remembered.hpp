// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// The oracle's answers that many laws ask for again and again, remembered by the thread.
namespace bcast::proptests {

/// The sizes of oracle_join; none where it rejects.
std::optional<std::vector<std::int64_t>> remembered_join(
    std::vector<std::vector<std::int64_t>> const& operands);

/// oracle_source for one operand and the result to which it broadcasts. If no axis is long or
/// empty, the oracle is asked once for each index of each axis.
class element_map {
 public:
  element_map(std::vector<std::int64_t> const& operand, std::vector<std::int64_t> const& result);

  /// The operand's element that the result has at `index`; valid until the next call.
  std::span<std::int64_t const> operator()(std::vector<std::int64_t> const& index);

 private:
  std::vector<std::int64_t> operand_, result_, source_;

  /// By axis of the operand, its index by that of the result; null: the oracle is asked each time.
  std::shared_ptr<std::vector<std::vector<std::int64_t>> const> tables_;
};

}  // namespace bcast::proptests
