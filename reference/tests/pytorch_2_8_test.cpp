// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/pytorch_2_8.hpp"

#include <gtest/gtest.h>

#include "tests/support/broken.hpp"

namespace pytorch_2_8_test {

namespace torch = bcast::reference::pytorch_2_8;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

std::string clash(shape const& x, shape const& y) {
  return broken([&] { torch::resulting_size(x, y); });
}

TEST(Pytorch28X1, TwoTensorsAreExpanded) {
  EXPECT_EQ(torch::operation(list<shape>{{2, 1}, {3}}), (shape{2, 3}));
  EXPECT_EQ(broken([] { torch::operation(list<shape>{{2}}); }), "no answer pytorch@2.8.G1");
}

TEST(Pytorch28X2, BothRulesHold) {
  EXPECT_EQ(clash({}, {3}), "pytorch@2.8.X3 at -1");
  EXPECT_EQ(clash({2}, {3}), "pytorch@2.8.X4 at 0");
}

TEST(Pytorch28X3, EachHasADimension) {
  EXPECT_EQ(clash({3}, {}), "pytorch@2.8.X3 at -1");
  EXPECT_EQ(clash({0}, {1}), "nothing");
}

TEST(Pytorch28X4, SizesAreEqualOrOneOrMissing) {
  EXPECT_EQ(clash({5, 2, 4, 1}, {3, 1, 1}), "pytorch@2.8.X4 at 1");
}

TEST(Pytorch28X5, OnesArePrepended) {
  EXPECT_EQ(torch::resulting_size(shape{1}, shape{3, 1, 7}), (shape{3, 1, 7}));
}

TEST(Pytorch28X6, TheOneThatIsNotOne) {
  EXPECT_EQ(torch::resulting_dimension(index{0}, index{1}), 0);
  EXPECT_EQ(torch::resulting_dimension(index{1}, index{4}), 4);
}

}  // namespace pytorch_2_8_test
