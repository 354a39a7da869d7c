// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <vector>

#include "cases/element_kinds.hpp"
#include "cases/source_parts.hpp"
#include "oracle/operations.hpp"
#include "oracle/own_operations.hpp"

/// Each operation in each element type, on rows below, at and above the widths of vectors and of
/// loops that are unrolled, with each operand repeated and not.
namespace bcast::proptests {
namespace {

using shape = std::vector<std::int64_t>;

constexpr std::array<std::int64_t, 12> row_lengths{8, 3, 17, 1, 33, 16, 7, 65, 31, 9, 128, 4};
constexpr std::int64_t longest_row = 4099;

/// How operand m of n lies along rows of a length: pattern 0 repeats none of them, pattern k + 1
/// repeats operand k.
shape operand_of(std::size_t m, std::size_t pattern, std::int64_t length, bool one_row) {
  const bool repeated = pattern == m + 1;
  if (one_row) return repeated ? shape{} : shape{length};
  return repeated ? shape{2, 1} : m % 2 == 0 ? shape{2, length} : shape{length};
}

}  // namespace

std::vector<test_case> lengths_by_design() {
  std::vector<test_case> all;
  std::vector<operation const*> asked;
  for (operation const& op : operations()) asked.push_back(&op);
  for (own_operation const* own : own_operations()) asked.push_back(own);
  for (operation const* one : asked) {
    operation const& op = *one;
    for (element_kind const& e : element_kinds()) {
      if (!op.computes(class_of(e.name))) continue;
      const std::size_t n = std::clamp<std::size_t>(op.least, op.most > 1 ? 2 : 1, op.most);
      std::size_t turn = 0;
      const auto add = [&](std::size_t pattern, std::int64_t length, bool one_row,
                           std::size_t count) {
        test_case c;
        for (std::size_t m = 0; m < count; ++m) {
          c.operands.push_back({type_of(operand_of(m, pattern, length, one_row)), {}});
        }
        c.element = e.name;
        c.operation = op.name;
        all.push_back(std::move(c));
      };
      for (std::int64_t length : row_lengths) {
        for (std::size_t pattern = 0; pattern <= n; ++pattern) add(pattern, length, ++turn % 2, n);
      }
      add(turn % (n + 1), longest_row, true, n);
      if (op.takes(3) && n < 3) add(2, 17, true, 3);
    }
  }
  return all;
}

}  // namespace bcast::proptests
