// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

struct stretched_target : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    std::vector<shape> all{target};
    all.insert(all.end(), operands.begin(), operands.end());
    broadcast_shapes(all);  // rejects shapes that do not broadcast
    return true;
  }
};

/// Accepts a target of another shape if its element count is the result's.
struct target_by_count : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    const shape result = broadcast_shapes(operands);
    return count_of(result) == count_of(target) || base::fits(operands, target);
  }
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const shape result = broadcast_shapes(shapes_of(c.x));
    if (result.size() == i.size()) return base::from(c, m, i);
    call reshaped = c;
    reshaped.z.sizes = result;
    return base::from(reshaped, m, index_at(result, flat_of(c.z.sizes, i)));
  }
};

/// Strips leading axes of size 1 that the target does not have.
struct leading_ones_stripped : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    return base::fits({stripped(broadcast_shapes(operands), target.size())}, target);
  }
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    call shorter = c;
    shape& sizes = shorter.x[m].sizes;
    if (sizes.size() > i.size()) {
      shorter.x[m].strides.erase(
          shorter.x[m].strides.begin(),
          shorter.x[m].strides.begin() + static_cast<std::ptrdiff_t>(sizes.size() - i.size()));
      sizes = stripped(sizes, i.size());
    }
    return base::from(shorter, m, i);
  }

 private:
  static shape stripped(shape s, std::size_t rank) {
    while (s.size() > rank && s.front() == 1) s.erase(s.begin());
    return s;
  }
};

struct same_shape_only : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    return broadcast_shapes(operands) == target;
  }
};

/// Computes only into a target of the result's own shape.
struct larger_refused : base {
  void check(call const& c) const override {
    base::check(c);
    if (c.op != "copy" && broadcast_shapes(shapes_of(c.x)) != c.z.sizes)
      throw refusal("the target is larger");
  }
};

/// Operands that broadcast together, of which the first alone is compared with the target.
struct only_first_compared : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    broadcast_shapes(operands);
    return base::fits({operands.front()}, target);
  }
};

struct empty_fits_all : base {
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    return count_of(broadcast_shapes(operands)) == 0 || base::fits(operands, target);
  }
  void each(call const& c, visitor const& f) const override {
    for (kit::tensor const& x : c.x) {
      if (count_of(x.sizes) == 0) return;
    }
    base::each(c, f);
  }
};

struct written_before_the_check : base {
  void check(call const& c) const override {
    if (count_of(c.z.sizes) != 0) {
      kind_of(c.z.element).copy(written(c.z, 0), kind_of(c.z.element).beside());
    }
    base::check(c);
  }
};

struct target_dense : base {
  std::int64_t to(call const& c, indices const& i) const override { return flat_of(c.z.sizes, i); }
};

struct target_forwards : base {
  std::int64_t to(call const& c, indices const& i) const override {
    std::int64_t place = 0;
    for (std::size_t k = 0; k < i.size(); ++k) {
      place = wrapped(i[k], std::abs(c.z.strides[k]), place);
    }
    return place;
  }
};

/// Uses the first operand's strides for the target if that operand is not stretched.
struct target_laid_out_as_operand : base {
  std::int64_t to(call const& c, indices const& i) const override {
    call same = c;
    if (!c.x.empty() && c.x[0].sizes == c.z.sizes) same.z.strides = c.x[0].strides;
    return base::to(same, i);
  }
};

struct gap_written : base {
  void element(call const& c, indices const& i) const override {
    base::element(c, i);
    const bool last = std::equal(i.begin(), i.end(), c.z.sizes.begin(),
                                 [](std::int64_t k, std::int64_t n) { return k + 1 == n; });
    if (last || i.empty() || std::abs(c.z.strides.back()) < 2) return;
    kind_of(c.z.element).copy(written(c.z, to(c, i) + 1), written(c.z, to(c, i)));
  }
};

/// Adds to the target's old contents, which it assumes to be zero.
struct added_to_the_target : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    const bool predicate = c.x.back().element != c.z.element;
    element_kind const& kind = kind_of(c.z.element);
    if (predicate || c.x.size() < 2 || c.op != "sub" || z == elements[0]) {
      return base::evaluate(c, elements, z);
    }
    kind.add(z, elements[0]);
    std::vector<void const*> rest(elements.begin(), elements.end());
    rest[0] = z;
    base::evaluate(c, rest, z);
  }
};

struct zeros_not_written : base {
  void element(call const& c, indices const& i) const override {
    if (kind_of(c.x[0].element).is_zero(read(c.x[0], from(c, 0, i))) && c.op == "copy") return;
    base::element(c, i);
  }
};

/// Computes x - 0 as x, even if the zeros have the larger shape.
struct zero_operand_elided : base {
  void compute(call const& c) const override {
    if (c.op != "sub" || c.x.size() != 2 || !all_zero(c.x[1])) return base::compute(c);
    check(c);
    base::each(c, [&](indices const& i) {
      for (std::size_t axis = 0; axis < i.size(); ++axis) {
        if (i[axis] > 0 && stretched(c, 0, axis)) return;
      }
      element(c, i);
    });
  }

 private:
  bool all_zero(kit::tensor const& x) const {
    bool zero = true;
    const call alone{"copy", {x}, x};
    base::each(alone, [&](indices const& i) {
      zero = zero && kind_of(x.element).is_zero(read(x, from(alone, 0, i)));
    });
    return zero;
  }
};

/// A scalar condition selects a branch without stretching it. Elements outside the branch's own
/// shape are not written.
struct scalar_condition : base {
  void element(call const& c, indices const& i) const override {
    if (c.op == "where" && c.x[0].sizes.empty()) {
      const bool first = *static_cast<std::uint8_t const*>(read(c.x[0], 0)) != 0;
      for (std::size_t axis = 0; axis < i.size(); ++axis) {
        if (i[axis] > 0 && stretched(c, first ? 1 : 2, axis)) return;
      }
    }
    base::element(c, i);
  }
};

}  // namespace

std::vector<mutant> of_targets() {
  return {
      row<stretched_target>("target/stretched", "V23",
                            "a target of size 1 accepts a larger result"),
      row<target_by_count>("target/by_count", "V23",
                           "a target is accepted if its element count matches"),
      row<leading_ones_stripped>(
          "target/leading_ones_stripped", "V23",
          "leading axes of size 1 are stripped from the result to fit the target"),
      row<same_shape_only>("target/same_shape_only", "",
                           "a target with more or larger axes than the result is rejected"),
      row<larger_refused>("target/larger_refused", "",
                          "an operation refuses a target that is larger than its result"),
      row<only_first_compared>("target/only_first_compared", "",
                               "only the first operand is compared with the target"),
      row<empty_fits_all>("target/empty_fits_all", "V23", "an empty result fits every target"),
      row<written_before_the_check>("target/written_before_the_check", "",
                                    "the first element is written before the shapes are checked"),
      row<target_dense>("target/dense", "", "targets are assumed to be contiguous"),
      row<target_forwards>("target/forwards", "V21",
                           "a target's negative strides are treated as positive"),
      row<target_laid_out_as_operand>(
          "target/laid_out_as_operand", "V14",
          "a target is written with the first operand's strides if their shapes match"),
      row<gap_written>("target/gap_written", "V12", "the gap after an element is written"),
      row<added_to_the_target>("target/added_to", "",
                               "results are added to the target's old contents"),
      row<zeros_not_written>("target/zeros_not_written", "", "elements equal to 0 are not copied"),
      row<zero_operand_elided>("target/zero_operand_elided", "Y9",
                               "x - 0 is x even if the zeros have the larger shape"),
      row<scalar_condition>("target/scalar_condition", "V19",
                            "with a scalar condition, the selected branch is not stretched"),
  };
}

}  // namespace bcast::mutants
