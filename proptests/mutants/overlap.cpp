// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {

std::vector<mutant> of_overlap() {
  return {
      row("overlap/no_check", "V25", "operands are read after they have been overwritten",
          &pieces::conflicts, [](kit::tensor const&, kit::tensor const&) { return false; }),
      row("overlap/same_address_is_safe", "V25",
          "an operand that starts at the target's address is assumed to be safe",
          &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            return x.data != z.data && correct.conflicts(x, z);
          }),
      row("overlap/same_shape_is_safe", "V25",
          "an operand with the target's shape is assumed to be safe", &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            return x.sizes != z.sizes && correct.conflicts(x, z);
          }),
      row("overlap/only_the_first_operand", "V25", "only the first operand is checked for overlap",
          &pieces::check,
          [](call const& c) {
            call first = c;
            if (!correct.fits(shapes_of(c.x), c.z.sizes))
              throw refusal("the target would be stretched");
            first.x.resize(1);
            correct.check(first);
          }),
      row("overlap/only_equal_addresses", "V25",
          "only operands that start at the target's address are checked for overlap",
          &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            return x.data == z.data && correct.conflicts(x, z);
          }),
      row("overlap/extent_forwards", "V21 V25",
          "memory before a tensor's first element is not checked for overlap", &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) -> bool {
            const auto forwards = [](kit::tensor t) {
              for (std::int64_t& stride : t.strides) stride = std::max<std::int64_t>(stride, 0);
              return t;
            };
            return correct.conflicts(x, z) && correct.conflicts(forwards(x), forwards(z));
          }),
      row("overlap/extent_is_the_count", "V25",
          "a tensor is assumed to span as many positions as it has elements", &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) -> bool {
            return correct.conflicts(x, z) && correct.conflicts(dense(x), dense(z));
          }),
      row("overlap/target_with_itself", "V24", "a target whose elements share memory is accepted",
          &pieces::overlaps_itself, [](kit::tensor const&) { return false; }),
      row("overlap/target_cleared", "V25", "the target is cleared before the operands are read",
          &pieces::compute,
          [](call const& c) {
            correct.check(c);
            correct.each(c, [&](indices const& i) {
              kind_of(c.z.element)
                  .copy(written(c.z, correct.to(c, i)), kind_of(c.z.element).beside());
            });
            correct.each(c, [&](indices const& i) { correct.element(c, i); });
          }),
      row("overlap/target_is_the_accumulator", "V25",
          "the target holds partial results while operands are still read", &pieces::compute,
          [](call const& c) {
            if (c.op != "sub" || c.x.size() < 3) return correct.compute(c);
            correct.check(c);
            correct.each(c, [&](indices const& i) {
              correct.element({c.op, {c.x[0], c.x[1]}, c.z}, i);
            });
            for (std::size_t m = 2; m < c.x.size(); ++m) {
              correct.each(c, [&](indices const& i) {
                correct.element({c.op, {c.z, c.x[m]}, c.z}, i);
              });
            }
          }),
      // The last vector of a row ends with the row. The elements that it shares with the previous
      // vector are computed twice.
      row("overlap/tail_computed_twice", "V12 V25",
          "the last vector of a row computes elements twice, even in place", &pieces::each,
          [](call const& c, visitor const& f) { each_with_last_vector(c, f, 4); }),
      row("overlap/second_is_the_target", "",
          "if the target is the second operand, the two are exchanged", &pieces::compute,
          [](call const& c) {
            call other = c;
            const bool second = c.x.size() == 2 && c.x[1].data == c.z.data &&
                                c.x[1].sizes == c.z.sizes && c.x[0].sizes != c.z.sizes;
            if (second) std::swap(other.x[0], other.x[1]);
            correct.compute(other);
          }),
      row("overlap/in_place_refused", "", "an operand that is the target itself is rejected",
          &pieces::check,
          [](call const& c) {
            correct.check(c);
            for (kit::tensor const& x : c.x) {
              if (x.data == c.z.data && count_of(c.z.sizes) != 0) throw refusal("in place");
            }
          }),
  };
}

}  // namespace bcast::mutants
