// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "inference.hpp"
#include "mutants.hpp"

// Bugs that public trackers report of fused loops, index arithmetic, pipelines and tuners.
namespace bcast::mutants {
namespace {

using base = implementation;

// Fused axes --------------------------------------------------------------------------------------

bool permuted(kit::tensor const& t) {
  for (std::size_t k = 0; k + 1 < t.sizes.size(); ++k) {
    if (t.sizes[k] > 1 && t.sizes[k + 1] > 1 && t.strides[k] < t.strides[k + 1]) return true;
  }
  return false;
}

/// All candidates write into one target while they are tried. The fastest computes eight elements.
struct winner_computes_a_part : base {
  void compute(call const& c) const override {
    if (calls_.next(all_shapes_of(c)) == 1) return base::compute(c);
    check(c);
    each(c, [&](indices const& i) {
      if (flat_of(c.z.sizes, i) < 8) element(c, i);
    });
  }

 private:
  kept<std::vector<shape>, int> calls_;
};

/// A kernel for a last axis divisible by four is kept for every call of that rank.
struct divisible_as_at_first : base {
  void compute(call const& c) const override {
    const std::int64_t row = c.z.sizes.empty() ? 1 : c.z.sizes.back();
    const bool divisible = row % 4 == 0 && row > 0;
    if (!kept_.get({c.z.sizes.size(), c.x.size()}, divisible)) return base::compute(c);
    check(c);
    each(c, [&](indices const& i) {
      if (i.empty() || i.back() < row / 4 * 4) element(c, i);
    });
  }

 private:
  kept<std::pair<std::size_t, std::size_t>, bool> kept_;
};

/// Which axes are stretched is kept under the target's shape and the operands' masks in any order.
struct masks_in_any_order : base {
  using masks = std::vector<std::vector<bool>>;

  void compute(call const& c) const override {
    check(c);
    masks own(c.x.size(), std::vector<bool>(c.z.sizes.size()));
    for (std::size_t m = 0; m < own.size(); ++m) {
      for (std::size_t axis = 0; axis < c.z.sizes.size(); ++axis) {
        own[m][axis] = stretched(c, m, axis);
      }
    }
    masks sorted = own;
    std::ranges::sort(sorted);
    own = kept_.get({c.z.sizes, std::move(sorted)}, own);
    compute_from(c, [&](std::size_t m, indices at) {
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        if (own[m][axis]) at[axis] = 0;
      }
      return read(c.x[m], from(c, m, at));
    });
  }

 private:
  kept<std::pair<shape, masks>, masks> kept_;
};

// Unknown sizes -----------------------------------------------------------------------------------

/// An unknown size against a known one larger than 1 makes the rank unknown.
struct unknown_beside_known : sound_rule {
  kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const override {
    kit::shape result = sound_rule::broadcast_shapes(a, b);
    if (!a.ranked || !b.ranked) return result;
    for (std::size_t k = 1; k <= std::min(a.sizes.size(), b.sizes.size()); ++k) {
      kit::dim const &x = a.sizes[a.sizes.size() - k], &y = b.sizes[b.sizes.size() - k];
      if ((!x && y && *y > 1) || (!y && x && *x > 1)) return kit::shape::unranked();
    }
    return result;
  }
};

}  // namespace

std::vector<mutant> of_trackers() {
  return {
      moved("fused/ones_dropped", "V15",
            "without the axes of size 1, the first of three or more is not stepped",
            [](call const& c, std::size_t, indices& i) {
              std::vector<std::size_t> kept;
              for (std::size_t axis = 0; axis < i.size(); ++axis) {
                if (c.z.sizes[axis] != 1) kept.push_back(axis);
              }
              if (kept.size() == i.size() || kept.size() < 3) return;
              i[kept.front()] = 0;
            }),
      // Layouts count as different if only the stride of a first axis of size 1 differs, and both
      // operands are then read as if they were dense.
      row("fused/first_of_one_compared", "V14",
          "if strides of a first axis of size 1 differ, all are ignored", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            const bool same = c.x.size() == 2 && i.size() > 1 && c.x[0].sizes == c.z.sizes &&
                              c.x[1].sizes == c.z.sizes && c.z.sizes[0] == 1 &&
                              c.x[0].strides[0] != c.x[1].strides[0];
            return same ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      // A grid takes four slices at a time; of the slices that are left over, an operand that lacks
      // the outer axes is read from its first row.
      moved("fused/rest_of_the_grid", "V28",
            "after the last four slices, a lower operand is read from its first "
            "row",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 3 || c.x[m].sizes.size() + 1 > n) return;
              const shape outer(c.z.sizes.begin(), c.z.sizes.end() - 2);
              const std::int64_t slices = count_of(outer),
                                 slice = flat_of(outer, {i.begin(), i.end() - 2});
              if (slices < 5 || slice < slices / 4 * 4) return;
              i[n - 2] = 0;
            }),
      // A value for each row: rows are counted through all outer axes, also where the operand is
      // stretched along the first one.
      row("fused/slabs_counted_through", "V4",
          "a value for each row is counted through a stretched first axis", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::size_t n = i.size();
            if (n < 3 || c.x[m].sizes.size() != n || !stretched(c, m, n - 1) ||
                !stretched(c, m, 0) || stretched(c, m, n - 2)) {
              return correct.from(c, m, i);
            }
            const shape outer(c.z.sizes.begin(), c.z.sizes.end() - 1);
            return wrapped(flat_of(outer, {i.begin(), i.end() - 1}), c.x[m].strides[n - 2], 0);
          }),
      row("layout/permuted_with_one_refused", "",
          "a permuted operand with an axis of 1 is refused if the other is stretched",
          &pieces::check,
          [](call const& c) {
            correct.check(c);
            if (c.x.size() != 2 || c.x[0].sizes != c.z.sizes || !permuted(c.x[0])) return;
            if (std::ranges::count(c.z.sizes, 1) == 0 || !any_stretched(c, 1)) return;
            throw refusal("no kernel for this layout");
          }),
      moved("layout/sorted_without_the_short", "L1",
            "axes are sorted by the target's strides, except a lower operand's",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 3 || c.x[m].sizes.size() < 2 || c.x[m].sizes.size() == n ||
                  c.z.strides[n - 2] >= c.z.strides[n - 1])
                return;
              std::swap(i[n - 2], i[n - 1]);
            }),
      moved("numbers/magic_of_one", "S14", "a flat index divided by a last axis of size 1 gives 0",
            [](call const& c, std::size_t m, indices& i) {
              if (i.size() < 2 || c.z.sizes.back() != 1 || !any_stretched(c, m)) return;
              i = indices(i.size(), 0);
            }),
      // The product with a reciprocal loses its upper half: from 4096 on, the first element of a
      // row is taken for one after the row before, unless the row is a power of two.
      row("numbers/low_half_of_a_product", "S14",
          "from element 4096 on, the first of a row belongs to the row "
          "before",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (i.size() < 2 || i.back() != 0) return correct.from(c, m, i);
            const std::int64_t row = c.z.sizes.back();
            if ((row & (row - 1)) == 0 || flat_of(c.z.sizes, i) < 4096)
              return correct.from(c, m, i);
            const shape outer(c.z.sizes.begin(), c.z.sizes.end() - 1);
            indices before = index_at(outer, flat_of(outer, {i.begin(), i.end() - 1}) - 1);
            before.push_back(row);
            return correct.from(c, m, before);
          }),
      // A row is loaded into one of two buffers while the other is used; the second one is late by
      // a matrix.
      moved("threads/second_buffer_late", "V4",
            "odd rows read a stretched operand's row of the matrix before",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 3 || !stretched(c, m, n - 2) || i[n - 2] % 2 == 0 || i[n - 3] == 0) return;
              --i[n - 3];
            }),
      row("threads/rest_of_two", "V12",
          "if three threads leave two elements over, the last is not computed", &pieces::element,
          [](call const& c, indices const& i) {
            const std::int64_t count = count_of(c.z.sizes);
            if (count > 24 && count % 3 == 2 && flat_of(c.z.sizes, i) == count - 1) return;
            correct.element(c, i);
          }),
      moved("paths/outer_sum_in_blocks", "V28",
            "in an outer sum, the column is that of the first four rows",
            [](call const& c, std::size_t m, indices& i) {
              const bool outer = i.size() == 2 && c.x.size() == 2 && stretched(c, 0, 1) &&
                                 !stretched(c, 0, 0) && stretched(c, 1, 0) && !stretched(c, 1, 1);
              if (!outer || m != 0) return;
              i = {i[0] % 4, i[1]};
            }),
      moved("types/halves_in_pairs", "V10",
            "the last of an odd row of two-byte elements is the one before",
            [](call const& c, std::size_t m, indices& i) {
              if (kind_of(c.x[m].element).bytes != 2 || i.empty() || i.back() < 2 ||
                  i.back() % 2 != 0 || i.back() + 1 != c.z.sizes.back() || !any_stretched(c, m))
                return;
              --i.back();
            }),
      row("target/flat_beside_one_element", "V7",
          "beside an operand of one element, the target is dense", &pieces::to,
          [](call const& c, indices const& i) -> std::int64_t {
            const bool one = c.x.size() > 1 && std::ranges::any_of(c.x, [](auto const& x) {
                               return count_of(x.sizes) == 1;
                             });
            return one ? flat_of(c.z.sizes, i) : correct.to(c, i);
          }),
      row("operation/all_three_stretched_refused", "V19",
          "`where` is refused if each operand is stretched", &pieces::check,
          [](call const& c) {
            correct.check(c);
            if (c.op != "where" || count_of(c.z.sizes) == 0) return;
            for (std::size_t m = 0; m < c.x.size(); ++m) {
              if (!any_stretched(c, m)) return;
            }
            throw refusal("one operand must have the result's shape");
          }),
      row("adjoint/permuted_gradient", "",
          "a gradient with permuted axes is read as if it were dense", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            correct.sum(permuted(gradient) ? dense(gradient) : gradient, out);
          }),
      row("adjoint/sums_overlap", "D1", "the sum of a short row has the first element of the next",
          &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            correct.sum(gradient, out);
            const std::size_t n = gradient.sizes.size();
            const call back{"", {out}, gradient};
            if (n < 2 || !stretched(back, 0, n - 1) || gradient.sizes[n - 1] > 3 ||
                own_size(back, 0, n - 2) == 1 || count_of(gradient.sizes) == 0) {
              return;
            }
            element_kind const& number = kind_of(out.element);
            correct.each(back, [&](indices const& i) {
              if (i[n - 1] != 0 || i[n - 2] + 1 >= gradient.sizes[n - 2]) return;
              indices next = i;
              ++next[n - 2];
              number.add(written(out, correct.from(back, 0, i)),
                         read(gradient, correct.to(back, next)));
            });
          }),
      remembering<winner_computes_a_part>(
          "tuner/winner_computes_a_part", "",
          "from the second call with the same shapes on, eight elements are computed"),
      remembering<divisible_as_at_first>(
          "state/divisible_as_at_first", "",
          "a kernel for rows divisible by four is kept under the rank"),
      remembering<masks_in_any_order>("state/masks_in_any_order", "",
                                      "stretched axes are kept under the masks in any order"),
      of<unknown_beside_known>(
          "sound", "unknown/beside_known", "Y6",
          "an unknown size against a known one larger than 1 makes the rank unknown"),
  };
}

}  // namespace bcast::mutants
