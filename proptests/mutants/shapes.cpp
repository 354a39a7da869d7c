// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {

std::vector<mutant> of_shapes() {
  return {
      row("shape/maximum", "S1", "the join is the larger size, so 0 and 1 give 1",
          &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            return a == 1 || b == 1 ? std::max(a, b) : correct.join_sizes(a, b);
          }),
      row("shape/zero_is_wildcard", "S2", "a size of 0 stretches like a size of 1",
          &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            return a == 0 || b == 0 ? std::max(a, b) : correct.join_sizes(a, b);
          }),
      row("shape/zero_or_one_is_wildcard", "S2", "every size below 2 stretches",
          &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) -> std::int64_t {
            if (a <= 1) return b;
            return b <= 1 ? a : correct.join_sizes(a, b);
          }),
      row("shape/zero_refused_against_one", "S1", "0 against 1 is rejected", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            if (a + b == 1) throw refusal("0 against 1");
            return correct.join_sizes(a, b);
          }),
      row("shape/only_small_sizes_compared", "", "two sizes above 2 are not compared",
          &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            return a > 2 && b > 2 ? std::max(a, b) : correct.join_sizes(a, b);
          }),
      row("shape/zeros_refused", "S2", "0 against 0 is rejected", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            if (a == 0 && b == 0) throw refusal("an empty axis");
            return correct.join_sizes(a, b);
          }),
      row("shape/branches_swapped", "S4", "1 and n give 1", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) -> std::int64_t {
            if (a == 1 || b == 1) return 1;
            return correct.join_sizes(a, b);
          }),
      row("shape/no_check", "S10", "incompatible sizes are not rejected", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) { return a == 1 ? b : a; }),
      row("shape/multiples", "", "sizes are compatible if one divides the other",
          &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) -> std::int64_t {
            if (a != 0 && b != 0 && (a % b == 0 || b % a == 0)) return std::max(a, b);
            return correct.join_sizes(a, b);
          }),
      row("shape/only_right", "S12", "the first operand is never stretched", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            if (a == 1 && b != 1) throw refusal("the first is not stretched");
            return correct.join_sizes(a, b);
          }),
      row("shape/only_left", "S12", "the second operand is never stretched", &pieces::join_sizes,
          [](std::int64_t a, std::int64_t b) {
            if (b == 1 && a != 1) throw refusal("the second is not stretched");
            return correct.join_sizes(a, b);
          }),
      row("shape/first_shape", "S5", "the result has the first operand's shape",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            correct.broadcast_shapes(shapes);
            return shapes.front();
          }),
      row("shape/largest_shape", "S5",
          "the result has the shape of the operand with the most elements",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            correct.broadcast_shapes(shapes);
            return *std::ranges::max_element(
                shapes, [](shape const& a, shape const& b) { return count_of(a) < count_of(b); });
          }),
      row("shape/longest_shape", "S5",
          "the result has the shape of the operand with the highest rank",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            correct.broadcast_shapes(shapes);
            return *std::ranges::max_element(
                shapes, [](shape const& a, shape const& b) { return a.size() < b.size(); });
          }),
      row("shape/equal_counts", "V2",
          "shapes with the same number of elements are treated as equal", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            const std::int64_t count = count_of(shapes.front());
            for (shape const& s : shapes) {
              if (count_of(s) != count) return correct.broadcast_shapes(shapes);
            }
            return shapes.front();
          }),
      row("shape/left_aligned", "S7", "shapes are aligned at the first axis", &pieces::aligned,
          [](std::size_t own, std::size_t, std::size_t axis) {
            return axis < own ? static_cast<std::ptrdiff_t>(axis) : -1;
          }),
      row("shape/tail_padded", "S7",
          "a shape that is missing two or more axes is padded at the end", &pieces::aligned,
          [](std::size_t own, std::size_t rank, std::size_t axis) -> std::ptrdiff_t {
            if (own + 1 >= rank) return correct.aligned(own, rank, axis);
            return axis < own ? static_cast<std::ptrdiff_t>(axis) : -1;
          }),
      row("shape/vector_fits_somewhere", "S18 R1",
          "a vector is accepted along any axis of the same size", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            if (shapes.size() != 2 || shapes[1].size() != 1)
              return correct.broadcast_shapes(shapes);
            for (std::size_t axis = shapes[0].size(); axis-- > 0;) {
              if (shapes[0][axis] == shapes[1][0]) return shapes[0];
            }
            return correct.broadcast_shapes(shapes);
          }),
      row("shape/mutual_refused", "S5", "a result is rejected if no operand has its shape",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            if (std::ranges::find(shapes, result) == shapes.end()) {
              throw refusal("no operand has the result's shape");
            }
            return result;
          }),
      row("shape/middle_refused", "V5", "stretching a 1 between two other sizes is rejected",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            for (shape const& s : shapes) {
              for (std::size_t k = 1; k + 1 < s.size(); ++k) {
                const std::size_t axis = result.size() - s.size() + k;
                if (s[k] == 1 && s[k - 1] != 1 && s[k + 1] != 1 && result[axis] != 1) {
                  throw refusal("only leading and trailing axes are stretched");
                }
              }
            }
            return result;
          }),
      row("shape/leading_ones_dropped", "", "leading axes of size 1 are dropped from the result",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            while (!result.empty() && result.front() == 1) result.erase(result.begin());
            return result;
          }),
      row("shape/empty_is_flat", "", "an empty result becomes a vector of size 0",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            return std::ranges::find(result, 0) == result.end() ? result : shape{0};
          }),
      row("shape/axis_from_the_end", "", "a rejection counts its axis from the end",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            try {
              return correct.broadcast_shapes(shapes);
            } catch (refusal& r) {
              std::size_t rank = 0;
              for (shape const& s : shapes) rank = std::max(rank, s.size());
              if (r.axis) r.axis = rank - 1 - *r.axis;
              throw;
            }
          }),
  };
}

}  // namespace bcast::mutants
