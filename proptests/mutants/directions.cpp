// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

/// Writes 0 into each element of a gradient's sum.
void clear(kit::tensor const& out) {
  const call into{"", {}, out};
  correct.each(into, [&](indices const& i) {
    kind_of(out.element).zero(written(out, correct.to(into, i)));
  });
}

/// Adds each element of a gradient to its sum at a place, if it has one there.
template <class F>
void add_each(kit::tensor const& gradient, kit::tensor const& out, F place) {
  const call back{"", {out}, gradient};
  correct.each(back, [&](indices const& i) {
    const std::optional<std::int64_t> at = place(back, i);
    if (at) kind_of(out.element).add(written(out, *at), read(gradient, correct.to(back, i)));
  });
}

using chosen = bool(call const& back, indices const& i);

/// The right place of the elements that are chosen.
auto only(chosen* counts) {
  return [=](call const& back, indices const& i) {
    return counts(back, i) ? std::optional(correct.from(back, 0, i)) : std::nullopt;
  };
}

mutant summed_in_part(std::string name, std::string happened, std::string wrong, chosen* counts) {
  return row(std::move(name), std::move(happened), std::move(wrong), &pieces::sum,
             [=](kit::tensor const& gradient, kit::tensor const& out) {
               clear(out);
               add_each(gradient, out, only(counts));
             });
}

mutant summed_twice(std::string name, std::string wrong, chosen* again) {
  return row(std::move(name), "D1", std::move(wrong), &pieces::sum,
             [=](kit::tensor const& gradient, kit::tensor const& out) {
               correct.sum(gradient, out);
               add_each(gradient, out, only(again));
             });
}

mutant sloped(std::string name, std::string wrong, decltype(pieces::slope) slope) {
  return row(std::move(name), "", std::move(wrong), &pieces::slope, std::move(slope));
}

/// A target in which the sizes `given` are the operand's own.
shape with_own(std::int64_t given, shape const& from, shape const& target) {
  shape sizes = target;
  for (std::size_t k = target.size() - std::min(from.size(), target.size()); k < sizes.size();
       ++k) {
    if (sizes[k] == given) sizes[k] = from[from.size() - target.size() + k];
  }
  return sizes;
}

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
            return correct.expands(from, with_own(0, from, target));
          }),
      row("expand/minus_one_keeps_the_size", "",
          "a target size of -1 stands for the operand's own size", &pieces::expands,
          [](shape const& from, shape const& target) {
            return correct.expands(from, with_own(-1, from, target));
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
      summed_twice(
          "adjoint/second_block_twice", "from element 1025 of a gradient on, each is summed twice",
          [](call const& back, indices const& i) { return flat_of(back.z.sizes, i) >= 1024; }),
      summed_twice("adjoint/ends_of_blocks_twice",
                   "in a gradient, each element before a multiple of 4096 is summed twice",
                   [](call const& back, indices const& i) {
                     return flat_of(back.z.sizes, i) % 4096 == 4095;
                   }),
      row("adjoint/into_the_gradient", "", "a gradient is summed in its own memory", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            correct.sum(gradient, out);
            if (count_of(gradient.sizes) == 0 || count_of(out.sizes) == 0) return;
            const indices none(gradient.sizes.size(), 0);
            kind_of(out.element)
                .copy(written(gradient, correct.to({"", {}, gradient}, none)), read(out, 0));
          }),
      summed_in_part("adjoint/only_leading_axes", "D1",
                     "the gradient is not summed over the operand's axes of size 1",
                     [](call const& back, indices const& i) {
                       for (std::size_t k = i.size() - back.x[0].sizes.size(); k < i.size(); ++k) {
                         if (stretched(back, 0, k) && i[k] > 0) return false;
                       }
                       return true;
                     }),
      summed_in_part("adjoint/only_unit_axes", "D1",
                     "the gradient is not summed over axes that the operand lacks",
                     [](call const& back, indices const& i) {
                       const std::size_t missing = i.size() - back.x[0].sizes.size();
                       return std::all_of(i.begin(), i.begin() + static_cast<int>(missing),
                                          [](std::int64_t k) { return k == 0; });
                     }),
      summed_in_part("adjoint/one_axis_only", "D2",
                     "the gradient is summed only over the first stretched axis",
                     [](call const& back, indices const& i) {
                       bool first = true;
                       for (std::size_t axis = 0; axis < i.size(); ++axis) {
                         if (!stretched(back, 0, axis)) continue;
                         if (!first && i[axis] > 0) return false;
                         first = false;
                       }
                       return true;
                     }),
      summed_in_part("adjoint/scalar_not_summed", "D1",
                     "a scalar gets only the first element of its gradient",
                     [](call const& back, indices const& i) {
                       return !back.x[0].sizes.empty() || flat_of(back.z.sizes, i) == 0;
                     }),
      row("adjoint/stale_axis", "D2",
          "axis numbers are not updated after the leading axes are summed", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const std::size_t missing =
                gradient.sizes.size() - std::min(gradient.sizes.size(), out.sizes.size());
            if (missing == 0) return correct.sum(gradient, out);
            clear(out);
            add_each(gradient, out, [&](call const& back, indices const& i) {
              std::int64_t place = 0;
              for (std::size_t k = 0; k < out.sizes.size(); ++k) {
                const bool summed = k + missing < i.size() && k >= missing && stretched(back, 0, k);
                place = wrapped(summed ? 0 : i[k + missing], out.strides[k], place);
              }
              return place;
            });
          }),
      // Sums adjacent elements of the gradient, as if each element of the operand had been repeated
      // in place.
      row("adjoint/interleaved", "D7",
          "adjacent elements are summed instead of the copies of one element", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const std::int64_t own = count_of(out.sizes), all = count_of(gradient.sizes);
            if (own == 0 || all == 0) return correct.sum(gradient, out);
            clear(out);
            add_each(gradient, out, [&](call const&, indices const& i) {
              return correct.to({"", {}, out},
                                index_at(out.sizes, flat_of(gradient.sizes, i) / (all / own)));
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
            add_each(gradient, out,
                     [](call const& back, indices const& i) { return correct.from(back, 0, i); });
          }),
      sloped("gradients/equal_ones_both", "two equal operands of max get the whole gradient each",
             [](std::string_view op, std::size_t m, double a, double b) {
               return op == "max" && a == b ? 1 : correct.slope(op, m, a, b);
             }),
      sloped("gradients/equal_ones_neither", "two equal operands of max get no gradient",
             [](std::string_view op, std::size_t m, double a, double b) {
               return op == "max" && a == b ? 0 : correct.slope(op, m, a, b);
             }),
      sloped("gradients/of_the_other", "the gradients of mul are those of the other operand",
             [](std::string_view op, std::size_t m, double a, double b) {
               return op == "mul" ? correct.slope(op, 1 - m, a, b) : correct.slope(op, m, a, b);
             }),
      sloped("gradients/divided_once", "the gradient of a divisor is divided by it once",
             [](std::string_view op, std::size_t m, double a, double b) {
               return op == "div" && m == 1 ? -a / b : correct.slope(op, m, a, b);
             }),
      sloped("gradients/sign_is_lost", "the gradient of what is subtracted has the wrong sign",
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
            clear(out);
            add_each(gradient, out,
                     [&](call const&, indices const& i) { return left_aligned(out, i); });
          }),
  };
}

}  // namespace bcast::mutants
