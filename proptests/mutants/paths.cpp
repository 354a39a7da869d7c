// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

// Paths that are taken only for some shapes, ranks or numbers of operands.
namespace bcast::mutants {
std::vector<mutant> of_paths() {
  return {
      row("shape/leading_ones_of_the_second_lost", "S5",
          "the result has the first operand's rank if the second has only ones before it",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            shape result = correct.broadcast_shapes(shapes);
            if (shapes.size() != 2 || shapes[0].size() >= shapes[1].size()) return result;
            const auto extra = static_cast<std::ptrdiff_t>(shapes[1].size() - shapes[0].size());
            const bool ones = std::all_of(shapes[1].begin(), shapes[1].begin() + extra,
                                          [](std::int64_t size) { return size == 1; });
            if (ones) result.erase(result.begin(), result.begin() + extra);
            return result;
          }),
      row("shape/equal_without_ones", "V2",
          "two shapes that differ only in ones are treated as equal", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) -> shape {
            const auto without_ones = [](shape s) {
              std::erase(s, 1);
              return s;
            };
            const bool equal = std::ranges::all_of(shapes, [&](shape const& s) {
              return without_ones(s) == without_ones(shapes.front());
            });
            return equal && shapes.size() == 2 ? shapes.front() : correct.broadcast_shapes(shapes);
          }),
      row("reads/equal_sorted", "V2",
          "operands with the same sizes in another order are read in lockstep", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const auto sorted = [](shape s) {
              std::ranges::sort(s);
              return s;
            };
            const bool equal =
                c.x.size() > 1 && std::ranges::all_of(c.x, [&](kit::tensor const& x) {
                  return x.sizes.size() > 2 && x.sizes.back() == c.x[0].sizes.back() &&
                         sorted(x.sizes) == sorted(c.x[0].sizes);
                });
            return equal ? place_of(c.x[m], flat_of(c.z.sizes, i)) : correct.from(c, m, i);
          }),
      row("reads/lower_first_padded_behind", "S7 V9",
          "a first operand that lacks two axes is aligned at the first axis", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            if (m != 0 || c.x.size() < 2 || c.x[1].sizes.size() < x.sizes.size() + 2) {
              return correct.from(c, m, i);
            }
            return left_aligned(x, i);
          }),
      moved("rank/five_strided", "S15",
            "with a layout that has gaps, only the last five axes are used",
            [](call const& c, std::size_t, indices& i) {
              const bool strided = std::ranges::any_of(
                  c.x, [](kit::tensor const& x) { return x.strides != dense_strides(x.sizes); });
              for (std::size_t k = 0; strided && k + 5 < i.size(); ++k) i[k] = 0;
            }),
      row("rank/modulo_from_five", "S15 V1",
          "from rank 5 on, elements are read modulo the operand's element count", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            return i.size() < 5 ? correct.from(c, m, i) : place_of(c.x[m], flat_of(c.z.sizes, i));
          }),
      row("operands/scalars_by_the_first_four", "",
          "if the first four operands have one element, so do all others", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const bool scalars = c.x.size() > 4 && std::all_of(c.x.begin(), c.x.begin() + 4,
                                                               [](kit::tensor const& x) {
                                                                 return count_of(x.sizes) == 1;
                                                               });
            return scalars ? 0 : correct.from(c, m, i);
          }),
      row("operands/odd_one_out", "",
          "of an odd number of five operands or more, the last is not joined",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            std::vector<shape> paired = shapes;
            if (shapes.size() > 4 && shapes.size() % 2 == 1) paired.pop_back();
            return correct.broadcast_shapes(paired);
          }),
      moved("operands/eight_masks", "S15", "operand 8 is stretched on the same axes as operand 0",
            [](call const& c, std::size_t m, indices& i) {
              if (c.x.size() < 9 || c.x.size() > 16 || m < 8) return;
              for (std::size_t axis = 0; axis < i.size(); ++axis) {
                if (stretched(c, m - 8, axis)) i[axis] = 0;
              }
            }),
      row("zeros/third_refused", "S2", "a third operand may not be empty",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            for (std::size_t m = 2; m < shapes.size(); ++m) {
              if (count_of(shapes[m]) == 0) throw refusal("the third operand is empty");
            }
            return correct.broadcast_shapes(shapes);
          }),
      row("zeros/lower_first_ignored", "S1 S2",
          "a size of 0 in a first operand of lower rank counts as 1", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            std::vector<shape> kept = shapes;
            if (shapes.size() > 1 && shapes[0].size() < shapes[1].size()) {
              std::ranges::replace(kept[0], 0, 1);
            }
            return correct.broadcast_shapes(kept);
          }),
      row("zeros/middle_refused", "S2", "a middle axis may not be empty", &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            shape result = correct.broadcast_shapes(shapes);
            for (std::size_t k = 1; k + 1 < result.size(); ++k) {
              if (result[k] == 0) throw refusal("a middle axis is empty");
            }
            return result;
          }),
  };
}

}  // namespace bcast::mutants
