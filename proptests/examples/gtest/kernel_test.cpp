// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of one's own, under the laws, in one's own GoogleTest.
#include <gtest/gtest.h>

#include "bcast/proptests/gtest.hpp"

namespace {

/// Z = X + Y for float tensors of any rank and strides.
void add(bcast::kit::tensor const& z, bcast::kit::tensor const& x, bcast::kit::tensor const& y,
         std::size_t axis, std::int64_t iz, std::int64_t ix, std::int64_t iy) {
  if (axis == z.sizes.size()) {
    static_cast<float*>(z.data)[iz] =
        static_cast<float const*>(x.data)[ix] + static_cast<float const*>(y.data)[iy];
    return;
  }
  const auto step = [&](bcast::kit::tensor const& t) {
    const std::size_t missing = z.sizes.size() - t.sizes.size();
    return axis < missing || t.sizes[axis - missing] == 1 ? 0 : t.strides[axis - missing];
  };
  for (std::int64_t i = 0; i < z.sizes[axis]; ++i) {
    add(z, x, y, axis + 1, iz + i * z.strides[axis], ix + i * step(x), iy + i * step(y));
  }
}

bcast::kit::subject my_kernel() {
  bcast::kit::subject s;
  s.name = "my add";
  s.profile = "array_api";
  s.declares.operations = {"add"};
  s.declares.elements = {"float"};
  s.declares.max_operands = 2;
  s.declares.overlapping = false;  // a target never overlaps an operand
  s.declares.refusing = false;     // the shapes are checked by the caller
  s.apply = [](auto, auto const& operands, auto const& outputs) {
    bcast::kit::answer done;
    if (operands.size() != 2) {
      done.verdict = bcast::kit::answer::kind::unsupported;
    } else {
      add(outputs[0], operands[0], operands[1], 0, 0, 0, 0);
    }
    return done;
  };
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bcast::proptests::register_gtest(my_kernel());
  return RUN_ALL_TESTS();
}
