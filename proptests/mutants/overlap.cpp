// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

struct no_check : base {
  bool conflicts(kit::tensor const&, kit::tensor const&) const override { return false; }
};

/// Assumes that an operand at the target's address is read in lockstep with the target.
struct same_address_is_safe : base {
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    return x.data != z.data && base::conflicts(x, z);
  }
};

struct same_shape_is_safe : base {
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    return x.sizes != z.sizes && base::conflicts(x, z);
  }
};

struct only_the_first_operand : base {
  void check(call const& c) const override {
    call first = c;
    if (!fits(shapes_of(c.x), c.z.sizes)) throw refusal("the target would be stretched");
    first.x.resize(1);
    base::check(first);
  }
};

/// Checks only operands that start at the target's address.
struct only_equal_addresses : base {
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    return x.data == z.data && base::conflicts(x, z);
  }
};

/// Checks only the memory after the first element, never the memory before it.
struct extent_forwards : base {
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    const auto forwards = [](kit::tensor t) {
      for (std::int64_t& stride : t.strides) stride = std::max<std::int64_t>(stride, 0);
      return t;
    };
    return base::conflicts(x, z) && base::conflicts(forwards(x), forwards(z));
  }
};

/// Assumes that a tensor spans as many positions as it has elements.
struct extent_is_the_count : base {
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    const auto dense = [](kit::tensor t) {
      t.strides = dense_strides(t.sizes);
      return t;
    };
    return base::conflicts(x, z) && base::conflicts(dense(x), dense(z));
  }
};

struct overlapping_target_written : base {
  bool overlaps_itself(kit::tensor const&) const override { return false; }
};

/// Clears the target before the operands are read.
struct target_cleared : base {
  void compute(call const& c) const override {
    check(c);
    base::each(c, [&](indices const& i) {
      kind_of(c.z.element).copy(written(c.z, to(c, i)), kind_of(c.z.element).beside());
    });
    base::each(c, [&](indices const& i) { element(c, i); });
  }
};

/// Subtracts operand by operand in the target: z = x0 - x1, then z = z - x2.
struct target_is_the_accumulator : base {
  void compute(call const& c) const override {
    if (c.op != "sub" || c.x.size() < 3) return base::compute(c);
    check(c);
    base::each(c, [&](indices const& i) { element({c.op, {c.x[0], c.x[1]}, c.z}, i); });
    for (std::size_t m = 2; m < c.x.size(); ++m) {
      base::each(c, [&](indices const& i) { element({c.op, {c.z, c.x[m]}, c.z}, i); });
    }
  }
};

/// The last vector of a row ends with the row. The elements that it shares with the previous
/// vector are computed twice.
struct tail_computed_twice : base {
  void each(call const& c, visitor const& f) const override {
    constexpr std::int64_t width = 4;
    base::each(c, [&](indices const& i) {
      f(i);
      if (i.empty() || i.back() + 1 < c.z.sizes.back()) return;
      const std::int64_t n = i.back() + 1;
      indices again = i;
      for (again.back() = n - width; n > width && again.back() < n / width * width;
           ++again.back()) {
        f(again);
      }
    });
  }
};

struct in_place_refused : base {
  void check(call const& c) const override {
    base::check(c);
    for (kit::tensor const& x : c.x) {
      if (x.data == c.z.data && count_of(c.z.sizes) != 0) throw refusal("in place");
    }
  }
};

}  // namespace

std::vector<mutant> of_overlap() {
  return {
      row<no_check>("overlap/no_check", "V25",
                    "operands are read after they have been overwritten"),
      row<same_address_is_safe>(
          "overlap/same_address_is_safe", "V25",
          "an operand that starts at the target's address is assumed to be safe"),
      row<same_shape_is_safe>("overlap/same_shape_is_safe", "V25",
                              "an operand with the target's shape is assumed to be safe"),
      row<only_the_first_operand>("overlap/only_the_first_operand", "V25",
                                  "only the first operand is checked for overlap"),
      row<only_equal_addresses>(
          "overlap/only_equal_addresses", "V25",
          "only operands that start at the target's address are checked for overlap"),
      row<extent_forwards>("overlap/extent_forwards", "V21 V25",
                           "memory before a tensor's first element is not checked for overlap"),
      row<extent_is_the_count>("overlap/extent_is_the_count", "V25",
                               "a tensor is assumed to span as many positions as it has elements"),
      row<overlapping_target_written>("overlap/target_with_itself", "V24",
                                      "a target whose elements share memory is accepted"),
      row<target_cleared>("overlap/target_cleared", "V25",
                          "the target is cleared before the operands are read"),
      row<target_is_the_accumulator>(
          "overlap/target_is_the_accumulator", "V25",
          "the target holds partial results while operands are still read"),
      row<tail_computed_twice>("overlap/tail_computed_twice", "V12 V25",
                               "the last vector of a row computes elements twice, even in place"),
      row<in_place_refused>("overlap/in_place_refused", "",
                            "an operand that is the target itself is rejected"),
  };
}

}  // namespace bcast::mutants
