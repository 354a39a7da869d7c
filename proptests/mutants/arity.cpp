// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {

std::vector<mutant> of_arity() {
  return {
      // If another rank is higher, the difference of the ranks wraps, and the extra axes are not
      // seen.
      row("rank/of_the_first", "S9",
          "the first operand is assumed to have the highest rank, so unsigned differences wrap",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            const std::size_t rank = shapes.front().size();
            shape result = shapes.front();
            for (shape const& s : shapes) {
              for (std::size_t axis = 0; axis < rank; ++axis) {
                const std::size_t own = axis - (rank - s.size());  // wraps
                if (own < s.size()) result[axis] = correct.join_sizes(result[axis], s[own]);
              }
            }
            return result;
          }),
      row("rank/zero_wraps", "S9", "the last axis of a scalar is computed as 2^64 - 1",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            const bool scalars =
                std::ranges::all_of(shapes, [](shape const& s) { return s.size() - 1 > s.size(); });
            if (scalars) throw refusal("axis 18446744073709551615 is out of range");
            return correct.broadcast_shapes(shapes);
          }),
      row("rank/scalar_is_a_vector", "", "a scalar result becomes a vector of size 1",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            const shape result = correct.broadcast_shapes(shapes);
            return result.empty() ? shape{1} : result;
          }),
      row("rank/scalar_refused", "", "a scalar is rejected if there are other operands",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            for (shape const& s : shapes) {
              if (s.empty() && shapes.size() > 1) throw refusal("an operand has no axes");
            }
            return correct.broadcast_shapes(shapes);
          }),
      row("rank/at_most_six", "S15", "a rank above six is rejected", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            if (result.size() > 6) throw refusal("more than 6 axes");
            return result;
          }),
      row("rank/eight_kept", "S15", "only the last eight axes are kept", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            if (result.size() > 8) result.erase(result.begin(), result.end() - 8);
            return result;
          }),
      row("operands/two", "", "operands after the second are ignored", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            return correct.broadcast_shapes(
                {shapes.begin(),
                 shapes.begin() +
                     std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(shapes.size()))});
          }),
      row("operands/against_the_first", "", "each operand is joined only with the first",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = shapes.front();
            for (shape const& s : shapes) {
              const shape pair = correct.broadcast_shapes({shapes.front(), s});
              if (count_of(pair) > count_of(result) || pair.size() > result.size()) result = pair;
            }
            return result;
          }),
      row("operands/neighbours", "", "each size is compared only with the previous operand's",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            std::size_t rank = 0;
            for (shape const& s : shapes) rank = std::max(rank, s.size());
            shape result(rank, 1);
            for (std::size_t axis = 0; axis < rank; ++axis) {
              std::int64_t before = 1;
              for (shape const& s : shapes) {
                const std::ptrdiff_t k = correct.aligned(s.size(), rank, axis);
                const std::int64_t size = k < 0 ? 1 : s[static_cast<std::size_t>(k)];
                correct.join_sizes(before, size);
                if (size != 1) result[axis] = size;
                before = size;
              }
            }
            return result;
          }),
      row("operands/thirty_two", "S15", "operands after the 32nd are ignored",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            std::vector<shape> kept = shapes;
            if (kept.size() > 32) kept.resize(32);
            return correct.broadcast_shapes(kept);
          }),
      row("operands/bits_go_round", "S15", "operand 64 is stretched on the same axes as operand 0",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            std::int64_t place = 0;
            for (std::size_t axis = 0; axis < i.size(); ++axis) {
              const std::ptrdiff_t k = correct.aligned(c.x[m].sizes.size(), i.size(), axis);
              if (k >= 0 && !stretched(c, m % 64, axis)) {
                place = wrapped(i[axis], c.x[m].strides[static_cast<std::size_t>(k)], place);
              }
            }
            return place;
          }),
      row("numbers/sizes_in_32_bits", "S14", "sizes are truncated to 32 bits", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            return correct.join_sizes(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
          }),
      row("numbers/sizes_in_16_bits", "S14", "sizes are truncated to 16 bits", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            return correct.join_sizes(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
          }),
      row("numbers/count_in_32_bits", "S14", "elements are counted in 32 bits, so 2^32 counts as 0",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            shape result = correct.broadcast_shapes(shapes);
            std::uint32_t count = 1;
            for (std::int64_t size : result) count *= static_cast<std::uint32_t>(size);
            const bool empty = std::ranges::find(result, 0) != result.end();
            if (count == 0 && !empty) return {0};
            return result;
          }),
      row("numbers/count_before_zero", "S14",
          "an overflowing element count is rejected even if an axis is empty",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            std::int64_t count = 1;
            for (std::int64_t size : result) {
              if (size != 0 && count > INT64_MAX / size) throw refusal("too many elements");
              count *= size;
            }
            return result;
          }),
  };
}

}  // namespace bcast::mutants
