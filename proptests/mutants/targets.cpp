// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

shape stripped(shape s, std::size_t rank) {
  while (s.size() > rank && s.front() == 1) s.erase(s.begin());
  return s;
}

bool all_zero(kit::tensor const& x) {
  bool zero = true;
  const call alone{"copy", {x}, x};
  correct.each(alone, [&](indices const& i) {
    zero = zero && kind_of(x.element).is_zero(read(x, correct.from(alone, 0, i)));
  });
  return zero;
}

bool has_mask(call const& c) { return c.op.ends_with("_where"); }

/// Reads a mask's elements one after the other, and the other operands where they are to be read.
std::int64_t from_flat_mask(call const& c, std::size_t m, indices const& i) {
  return m == 0 && has_mask(c) ? place_of(c.x[0], flat_of(c.z.sizes, i)) : correct.from(c, m, i);
}

/// Evaluates an operation with a mask, where it is true and where it is false.
using masked = void(call const& c, std::span<void const* const> elements, void* z);

mutant masked_row(std::string name, std::string wrong, masked* where_true, masked* where_false) {
  return row(std::move(name), "", std::move(wrong), &pieces::evaluate,
             [=](call const& c, std::span<void const* const> elements, void* z) {
               const bool is_false =
                   has_mask(c) && *static_cast<unsigned char const*>(elements.front()) == 0;
               (is_false ? where_false : where_true)(c, elements, z);
             });
}

void evaluated(call const& c, std::span<void const* const> elements, void* z) {
  correct.evaluate(c, elements, z);
}

}  // namespace

std::vector<mutant> of_targets() {
  return {
      row("target/stretched", "V23", "a target of size 1 accepts a larger result", &pieces::fits,
          [](std::vector<shape> const& operands, shape const& target) {
            std::vector<shape> all{target};
            all.insert(all.end(), operands.begin(), operands.end());
            correct.broadcast_shapes(all);  // rejects shapes that do not broadcast
            return true;
          }),
      row("target/by_count", "V23", "a target is accepted if its element count matches",
          {.fits =
               [](std::vector<shape> const& operands, shape const& target) {
                 const shape result = correct.broadcast_shapes(operands);
                 return count_of(result) == count_of(target) || correct.fits(operands, target);
               },
           .from = [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
             const shape result = correct.broadcast_shapes(shapes_of(c.x));
             if (result.size() == i.size()) return correct.from(c, m, i);
             call reshaped = c;
             reshaped.z.sizes = result;
             return correct.from(reshaped, m, index_at(result, flat_of(c.z.sizes, i)));
           }}),
      row("target/leading_ones_stripped", "V23",
          "leading axes of size 1 are stripped from the result to fit the target",
          {.fits =
               [](std::vector<shape> const& operands, shape const& target) {
                 const shape result = correct.broadcast_shapes(operands);
                 return correct.fits({stripped(result, target.size())}, target);
               },
           .from =
               [](call const& c, std::size_t m, indices const& i) {
                 call shorter = c;
                 shape &sizes = shorter.x[m].sizes, &strides = shorter.x[m].strides;
                 const std::size_t more = std::max(sizes.size(), i.size()) - i.size();
                 strides.erase(strides.begin(), strides.begin() + static_cast<int>(more));
                 sizes = stripped(sizes, i.size());
                 return correct.from(shorter, m, i);
               }}),
      row("target/same_shape_only", "",
          "a target with more or larger axes than the result is rejected", &pieces::fits,
          [](std::vector<shape> const& operands, shape const& target) {
            return correct.broadcast_shapes(operands) == target;
          }),
      row("target/larger_refused", "",
          "an operation refuses a target that is larger than its result", &pieces::check,
          [](call const& c) {
            correct.check(c);
            if (c.op != "copy" && correct.broadcast_shapes(shapes_of(c.x)) != c.z.sizes)
              throw refusal("the target is larger");
          }),
      row("target/only_first_compared", "", "only the first operand is compared with the target",
          &pieces::fits,
          [](std::vector<shape> const& operands, shape const& target) {
            correct.broadcast_shapes(operands);
            return correct.fits({operands.front()}, target);
          }),
      row("target/empty_fits_all", "V23", "an empty result fits every target",
          {.fits =
               [](std::vector<shape> const& operands, shape const& target) {
                 return count_of(correct.broadcast_shapes(operands)) == 0 ||
                        correct.fits(operands, target);
               },
           .each =
               [](call const& c, visitor const& f) {
                 for (kit::tensor const& x : c.x) {
                   if (count_of(x.sizes) == 0) return;
                 }
                 correct.each(c, f);
               }}),
      row("target/written_before_the_check", "",
          "the first element is written before the shapes are checked", &pieces::check,
          [](call const& c) {
            if (count_of(c.z.sizes) != 0) {
              kind_of(c.z.element).copy(written(c.z, 0), kind_of(c.z.element).beside());
            }
            correct.check(c);
          }),
      row("target/dense", "", "targets are assumed to be contiguous", &pieces::to,
          [](call const& c, indices const& i) { return flat_of(c.z.sizes, i); }),
      row("target/forwards", "V21", "a target's negative strides are treated as positive",
          &pieces::to,
          [](call const& c, indices const& i) {
            shape forward = c.z.strides;
            for (std::int64_t& stride : forward) stride = std::abs(stride);
            return offset_of(forward, i);
          }),
      row("target/laid_out_as_operand", "V14",
          "a target is written with the first operand's strides if their shapes match", &pieces::to,
          [](call const& c, indices const& i) {
            call same = c;
            if (!c.x.empty() && c.x[0].sizes == c.z.sizes) same.z.strides = c.x[0].strides;
            return correct.to(same, i);
          }),
      row("target/gap_written", "V12", "the gap after an element is written", &pieces::element,
          [](call const& c, indices const& i) {
            correct.element(c, i);
            const bool last = std::equal(i.begin(), i.end(), c.z.sizes.begin(),
                                         [](std::int64_t k, std::int64_t n) { return k + 1 == n; });
            if (last || i.empty() || std::abs(c.z.strides.back()) < 2) return;
            kind_of(c.z.element)
                .copy(written(c.z, correct.to(c, i) + 1), written(c.z, correct.to(c, i)));
          }),
      row("target/added_to", "", "results are added to the target's old contents",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            const bool predicate = c.x.back().element != c.z.element;
            element_kind const& kind = kind_of(c.z.element);
            if (predicate || c.x.size() < 2 || c.op != "sub" || z == elements[0]) {
              return correct.evaluate(c, elements, z);
            }
            kind.add(z, elements[0]);
            std::vector<void const*> rest(elements.begin(), elements.end());
            rest[0] = z;
            correct.evaluate(c, rest, z);
          }),
      row("target/zeros_not_written", "", "elements equal to 0 are not copied", &pieces::element,
          [](call const& c, indices const& i) {
            if (kind_of(c.x[0].element).is_zero(read(c.x[0], correct.from(c, 0, i))) &&
                c.op == "copy")
              return;
            correct.element(c, i);
          }),
      row("target/zero_operand_elided", "Y9", "x - 0 is x even if the zeros have the larger shape",
          &pieces::compute,
          [](call const& c) {
            if (c.op != "sub" || c.x.size() != 2 || !all_zero(c.x[1])) return correct.compute(c);
            correct.check(c);
            correct.each(c, [&](indices const& i) {
              for (std::size_t axis = 0; axis < i.size(); ++axis) {
                if (i[axis] > 0 && stretched(c, 0, axis)) return;
              }
              correct.element(c, i);
            });
          }),
      // A scalar condition selects a branch without stretching it. Elements outside the branch's
      // own shape are not written.
      row("target/scalar_condition", "V19",
          "with a scalar condition, the selected branch is not stretched", &pieces::element,
          [](call const& c, indices const& i) {
            if (c.op == "where" && c.x[0].sizes.empty()) {
              const bool first = *static_cast<std::uint8_t const*>(read(c.x[0], 0)) != 0;
              for (std::size_t axis = 0; axis < i.size(); ++axis) {
                if (i[axis] > 0 && stretched(c, first ? 1 : 2, axis)) return;
              }
            }
            correct.element(c, i);
          }),
      masked_row("target/mask_ignored", "elements are written where the mask is false", evaluated,
                 [](call const& c, std::span<void const* const> elements, void* z) {
                   const call plain{c.op.substr(0, c.op.find('_')), c.x, c.z};
                   correct.evaluate(plain, elements.subspan(1), z);
                 }),
      masked_row("target/mask_clears", "elements become 0 where the mask is false", evaluated,
                 [](call const& c, std::span<void const* const>, void* z) {
                   kind_of(c.z.element).zero(z);
                 }),
      row("target/mask_not_stretched", "", "the elements of a mask are read one after the other",
          &pieces::from, from_flat_mask),
      row("target/mask_not_checked", "", "a mask that does not broadcast is accepted",
          {.own_index = [](std::int64_t size, std::int64_t i) { return size == 0 ? 0 : i % size; },
           .check =
               [](call const& c) {
                 call rest = c;
                 if (has_mask(c)) rest.x.erase(rest.x.begin());
                 correct.check(rest);
               }}),
  };
}

}  // namespace bcast::mutants
