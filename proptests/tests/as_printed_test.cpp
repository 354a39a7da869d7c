// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/as_printed.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

// The texts as they are printed: where they hold, and where they break.

namespace {

namespace as_printed = bcast::reference::as_printed;
namespace xla = bcast::reference::xla;
using bcast::reference::index;
using bcast::reference::seq;
using bcast::reference::violation;

TEST(SonnxG6, TheIndexThatIsNamedExistsForRanksOfOneAndMoreOnly) {
  EXPECT_EQ(as_printed::F4_first_index(seq<index>{4, 5, 6}, 2), 5);
  EXPECT_THROW(as_printed::F4_first_index(seq<index>{4, 5, 6}, 0), std::out_of_range);
}

TEST(SonnxD94, TheOrderOfTheCasesPlaysNoPartInside) {
  for (index C = 1; C <= 3; ++C) {
    for (index a = 1; a <= C; ++a) {
      for (index B : {index{1}, C}) {
        EXPECT_EQ(as_printed::f(a, B, C), bcast::reference::sonnx::f(a, B, C));
      }
    }
  }
  EXPECT_THROW(as_printed::f(index{1}, index{2}, index{3}), violation);
  EXPECT_EQ(as_printed::f(index{2}, index{1}, index{1}), 1);
  EXPECT_EQ(bcast::reference::sonnx::f(index{2}, index{1}, index{1}), 2);
}

TEST(XlaD4, EqualDimensionsAreMatchedAsPrinted) {
  EXPECT_NO_THROW(
      as_printed::InDim(xla::dims<index>{2, 4}, xla::dims<index>{2, 3, 4}, xla::tuple{0, 2}));
  try {
    as_printed::InDim(xla::dims<index>{2, 1}, xla::dims<index>{2, 3, 4}, xla::tuple{0, 2});
    FAIL();
  } catch (violation const& v) {
    EXPECT_EQ(v.axis, 2);
  }
}

}  // namespace
