// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of one's own, under the laws, in one's own GoogleTest.
#include <gtest/gtest.h>

#include <bcast/check.hpp>
#include <bcast/proptests/gtest.hpp>

namespace {

using out = bcast::view<float>;
using in = bcast::view<float const>;

/// z = x + y for any rank and strides, from an axis on.
void add(out const& z, in const& x, in const& y, std::size_t axis, std::int64_t iz, std::int64_t ix,
         std::int64_t iy) {
  if (axis == z.rank()) {
    z.data[iz] = x.data[ix] + y.data[iy];
    return;
  }
  const auto step = [&](in const& t) {
    const std::size_t missing = z.rank() - t.rank();
    return axis < missing || t.sizes[axis - missing] == 1 ? 0 : t.strides[axis - missing];
  };
  for (std::int64_t i = 0; i < z.sizes[axis]; ++i) {
    add(z, x, y, axis + 1, iz + i * z.strides[axis], ix + i * step(x), iy + i * step(y));
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bcast::subject mine("my add");
  mine.elementwise<float>("add", [](out z, in x, in y) { add(z, x, y, 0, 0, 0, 0); });
  bcast::proptests::register_gtest(mine);
  return RUN_ALL_TESTS();
}
