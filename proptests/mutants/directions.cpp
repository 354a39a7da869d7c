// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

/// Writes 0 into each element of a gradient's sum.
void clear(kit::tensor const& out) {
  const call into{"", {}, out};
  correct.each(into, [&](indices const& i) {
    kind_of(out.element).zero(written(out, correct.to(into, i)));
  });
}

/// Sums only the elements for which `counts` is true.
struct summed_in_part : base {
  virtual bool counts(call const& back, indices const& i) const = 0;

  void sum(kit::tensor const& gradient, kit::tensor const& out) const override {
    element_kind const& kind = kind_of(out.element);
    clear(out);
    const call back{"", {out}, gradient};
    each(back, [&](indices const& i) {
      if (counts(back, i)) kind.add(written(out, from(back, 0, i)), read(gradient, to(back, i)));
    });
  }
};

/// Sums some elements twice.
struct summed_twice : base {
  virtual bool again(std::int64_t flat) const = 0;

  void sum(kit::tensor const& gradient, kit::tensor const& out) const override {
    base::sum(gradient, out);
    const call back{"", {out}, gradient};
    std::int64_t flat = 0;
    each(back, [&](indices const& i) {
      if (!again(flat++)) return;
      kind_of(out.element).add(written(out, from(back, 0, i)), read(gradient, to(back, i)));
    });
  }
};

struct second_block_twice : summed_twice {
  bool again(std::int64_t flat) const override { return flat >= 1024; }
};

struct ends_of_blocks_twice : summed_twice {
  bool again(std::int64_t flat) const override { return flat % 4096 == 4095; }
};

struct into_the_gradient : base {
  void sum(kit::tensor const& gradient, kit::tensor const& out) const override {
    base::sum(gradient, out);
    const call first{"", {}, gradient};
    if (count_of(gradient.sizes) == 0 || count_of(out.sizes) == 0) return;
    kind_of(out.element)
        .copy(written(gradient, to(first, indices(gradient.sizes.size(), 0))), read(out, 0));
  }
};

struct only_leading_axes : summed_in_part {
  bool counts(call const& back, indices const& i) const override {
    const std::size_t missing = i.size() - back.x[0].sizes.size();
    for (std::size_t axis = missing; axis < i.size(); ++axis) {
      if (stretched(back, 0, axis) && i[axis] > 0) return false;
    }
    return true;
  }
};

struct only_unit_axes : summed_in_part {
  bool counts(call const& back, indices const& i) const override {
    const std::size_t missing = i.size() - back.x[0].sizes.size();
    return std::all_of(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(missing),
                       [](std::int64_t k) { return k == 0; });
  }
};

struct one_axis_only : summed_in_part {
  bool counts(call const& back, indices const& i) const override {
    bool first = true;
    for (std::size_t axis = 0; axis < i.size(); ++axis) {
      if (!stretched(back, 0, axis)) continue;
      if (!first && i[axis] > 0) return false;
      first = false;
    }
    return true;
  }
};

struct scalar_not_summed : summed_in_part {
  bool counts(call const& back, indices const& i) const override {
    return !back.x[0].sizes.empty() || flat_of(back.z.sizes, i) == 0;
  }
};

}  // namespace

std::vector<mutant> of_directions() {
  return {
      row("expand/both_directions", "S16", "a target that would itself be stretched is accepted",
          &pieces::expands,
          [](shape const& from, shape const& target) {
            correct.broadcast_shapes({from, target});  // rejects shapes that do not broadcast
            return true;
          }),
      row("expand/leading_ones_ignored", "S16",
          "leading axes of size 1 beyond the target's rank are ignored", &pieces::expands,
          [](shape const& from, shape const& target) {
            shape shorter = from;
            while (shorter.size() > target.size() && shorter.front() == 1)
              shorter.erase(shorter.begin());
            return correct.expands(shorter, target);
          }),
      row("expand/ranks_not_compared", "S16", "axes beyond the target's rank are ignored",
          &pieces::expands,
          [](shape const& from, shape const& target) -> bool {
            if (from.size() <= target.size()) return correct.expands(from, target);
            return correct.expands(
                {from.end() - static_cast<std::ptrdiff_t>(target.size()), from.end()}, target);
          }),
      row("expand/zero_keeps_the_size", "S2", "a 0 in the target means the operand's size",
          &pieces::expands,
          [](shape const& from, shape const& target) {
            shape kept = target;
            const std::size_t missing = target.size() - std::min(from.size(), target.size());
            for (std::size_t k = missing; k < target.size(); ++k) {
              if (kept[k] == 0) kept[k] = from[from.size() - target.size() + k];
            }
            return correct.expands(from, kept);
          }),
      row("expand/minus_one_keeps_the_size", "",
          "a target size of -1 stands for the operand's own size", &pieces::expands,
          [](shape const& from, shape const& target) {
            shape kept = target;
            const std::size_t missing = target.size() - std::min(from.size(), target.size());
            for (std::size_t k = missing; k < target.size(); ++k) {
              if (kept[k] == -1) kept[k] = from[from.size() - target.size() + k];
            }
            return correct.expands(from, kept);
          }),
      row("expand/empty_expands", "S2", "an empty operand expands to any shape of its rank",
          &pieces::expands,
          [](shape const& from, shape const& target) {
            return (count_of(from) == 0 && from.size() == target.size()) ||
                   correct.expands(from, target);
          }),
      row("expand/repeats", "", "a size stretches to any multiple of itself", &pieces::expands,
          [](shape const& from, shape const& target) -> bool {
            if (from.size() > target.size()) return false;
            for (std::size_t k = 0; k < from.size(); ++k) {
              const std::int64_t n = target[target.size() - from.size() + k];
              if (from[k] == 0 ? n != 0 : n % from[k] != 0) return false;
            }
            return true;
          }),
      row("adjoint/not_summed", "D1", "the last gradient is kept instead of the sum", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            correct.sum(gradient, out);
            const call back{"", {out}, gradient};
            correct.each(back, [&](indices const& i) {
              kind_of(out.element)
                  .copy(written(out, correct.from(back, 0, i)),
                        read(gradient, correct.to(back, i)));
            });
          }),
      row<second_block_twice>("adjoint/second_block_twice", "D1",
                              "from element 1025 of a gradient on, each is summed twice"),
      row<ends_of_blocks_twice>(
          "adjoint/ends_of_blocks_twice", "D1",
          "in a gradient, each element before a multiple of 4096 is summed twice"),
      row<into_the_gradient>("adjoint/into_the_gradient", "",
                             "a gradient is summed in its own memory"),
      row<only_leading_axes>("adjoint/only_leading_axes", "D1",
                             "the gradient is not summed over the operand's axes of size 1"),
      row<only_unit_axes>("adjoint/only_unit_axes", "D1",
                          "the gradient is not summed over axes that the operand lacks"),
      row<one_axis_only>("adjoint/one_axis_only", "D2",
                         "the gradient is summed only over the first stretched axis"),
      row<scalar_not_summed>("adjoint/scalar_not_summed", "D1",
                             "a scalar gets only the first element of its gradient"),
      row("adjoint/stale_axis", "D2",
          "axis numbers are not updated after the leading axes are summed", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const std::size_t missing =
                gradient.sizes.size() - std::min(gradient.sizes.size(), out.sizes.size());
            if (missing == 0) return correct.sum(gradient, out);
            element_kind const& kind = kind_of(out.element);
            clear(out);
            const call back{"", {out}, gradient};
            correct.each(back, [&](indices const& i) {
              std::int64_t place = 0;
              for (std::size_t k = 0; k < out.sizes.size(); ++k) {
                const bool summed = k + missing < i.size() && k >= missing && stretched(back, 0, k);
                place = wrapped(summed ? 0 : i[k + missing], out.strides[k], place);
              }
              kind.add(written(out, place), read(gradient, correct.to(back, i)));
            });
          }),
      // Sums adjacent elements of the gradient, as if each element of the operand had been repeated
      // in place.
      row("adjoint/interleaved", "D7",
          "adjacent elements are summed instead of the copies of one element", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const std::int64_t own = count_of(out.sizes), all = count_of(gradient.sizes);
            if (own == 0 || all == 0) return correct.sum(gradient, out);
            element_kind const& kind = kind_of(out.element);
            const call into{"", {}, out}, back{"", {out}, gradient};
            clear(out);
            correct.each(back, [&](indices const& i) {
              const indices element = index_at(out.sizes, flat_of(gradient.sizes, i) / (all / own));
              kind.add(written(out, correct.to(into, element)),
                       read(gradient, correct.to(back, i)));
            });
          }),
      row("adjoint/empty_left_unwritten", "", "the sum of an empty gradient is not written",
          &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            if (count_of(gradient.sizes) != 0) correct.sum(gradient, out);
          }),
      row("adjoint/added_to_what_was_there", "", "sums are added to the output's old contents",
          &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const call back{"", {out}, gradient};
            correct.each(back, [&](indices const& i) {
              kind_of(out.element)
                  .add(written(out, correct.from(back, 0, i)), read(gradient, correct.to(back, i)));
            });
          }),
      row("gradients/equal_ones_both", "", "two equal operands of max get the whole gradient each",
          &pieces::slope,
          [](std::string_view op, std::size_t m, double a, double b) {
            return op == "max" && a == b ? 1 : correct.slope(op, m, a, b);
          }),
      row("gradients/equal_ones_neither", "", "two equal operands of max get no gradient",
          &pieces::slope,
          [](std::string_view op, std::size_t m, double a, double b) {
            return op == "max" && a == b ? 0 : correct.slope(op, m, a, b);
          }),
      row("gradients/of_the_other", "", "the gradients of mul are those of the other operand",
          &pieces::slope,
          [](std::string_view op, std::size_t m, double a, double b) {
            return op == "mul" ? correct.slope(op, 1 - m, a, b) : correct.slope(op, m, a, b);
          }),
      row("gradients/divided_once", "", "the gradient of a divisor is divided by it once",
          &pieces::slope,
          [](std::string_view op, std::size_t m, double a, double b) {
            return op == "div" && m == 1 ? -a / b : correct.slope(op, m, a, b);
          }),
      row("gradients/sign_is_lost", "", "the gradient of what is subtracted has the wrong sign",
          &pieces::slope,
          [](std::string_view op, std::size_t m, double a, double b) {
            return op == "sub" ? 1 : correct.slope(op, m, a, b);
          }),
      row("gradients/used_twice", "",
          "of an operand that is used twice, the second gradient is written to the first",
          &pieces::differentiate,
          [](std::string_view op, kit::tensor const& gradient, std::vector<kit::tensor> const& x,
             std::vector<kit::tensor> const& outs) {
            const bool same = x[0].data == x[1].data;
            correct.differentiate(op, gradient, x, same ? std::vector{outs[0], outs[0]} : outs);
          }),
      row("adjoint/left_aligned", "S7", "the gradient is aligned at the first axis", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            element_kind const& kind = kind_of(out.element);
            const call back{"", {out}, gradient};
            clear(out);
            correct.each(back, [&](indices const& i) {
              std::int64_t place = 0;
              for (std::size_t k = 0; k < out.sizes.size(); ++k) {
                place = wrapped(correct.own_index(out.sizes[k], i[k]), out.strides[k], place);
              }
              kind.add(written(out, place), read(gradient, correct.to(back, i)));
            });
          }),
  };
}

}  // namespace bcast::mutants
