// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/seq.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

#include "bcast/reference/tensor.hpp"

namespace seq_test {

using namespace bcast::reference;
using bcast::reference::index;

TEST(Seq, IsNumberedFromOneAndChecked) {
  const seq<int> s{7, 8, 9};
  EXPECT_EQ(s[1], 7);
  EXPECT_EQ(s[3], 9);
  EXPECT_THROW(s[0], std::out_of_range);
  EXPECT_THROW(s[4], std::out_of_range);
  EXPECT_THROW(seq<int>{}[1], std::out_of_range);
}

TEST(Seq, ListIsNumberedFromZeroAndChecked) {
  list<int> s{7, 8};
  s[1] = 5;
  EXPECT_EQ(s[0], 7);
  EXPECT_EQ(s[1], 5);
  EXPECT_THROW(s[-1], std::out_of_range);
  EXPECT_THROW(s[2], std::out_of_range);
}

TEST(Seq, OfCallsWithTheSequencesOwnIndexes) {
  const auto same = [](index i) { return i; };
  EXPECT_EQ(seq<index>::of(3, same), (seq<index>{1, 2, 3}));
  EXPECT_EQ(list<index>::of(3, same), (list<index>{0, 1, 2}));
  EXPECT_EQ(seq<index>::of(0, same), seq<index>{});
}

TEST(Seq, GrowsAtBothEnds) {
  seq<int> s{2};
  s.append(3);
  s.prepend(1);
  EXPECT_EQ(s, (seq<int>{1, 2, 3}));
}

TEST(Quantifiers, ForallIncludesBothEnds) {
  EXPECT_TRUE(forall(1, 3, [](index i) { return i <= 3; }));
  EXPECT_FALSE(forall(1, 3, [](index i) { return i < 3; }));
  EXPECT_FALSE(forall(1, 3, [](index i) { return i > 1; }));
  EXPECT_TRUE(forall(1, 0, [](index) { return false; }));
}

TEST(Quantifiers, MaxIncludesBothEndsAndHasNoValueOfNothing) {
  const seq<int> s{4, 2, 9};
  EXPECT_EQ(max(1, 3, [&](index i) { return s[i]; }), 9);
  EXPECT_EQ(max(1, 2, [&](index i) { return s[i]; }), 4);
  EXPECT_EQ(max(3, 3, [&](index i) { return s[i]; }), 9);
  EXPECT_THROW(max(1, 0, [](index i) { return i; }), std::domain_error);
}

TEST(Tensor, ElementsAreNumberedAsTheDocumentDoes) {
  const basic_tensor<std::string, index, 1> one(
      {2, 3}, [](seq<index> const& i) { return std::to_string(i[1]) + std::to_string(i[2]); });
  EXPECT_EQ((one[{1, 1}]), "11");
  EXPECT_EQ((one[{2, 3}]), "23");
  EXPECT_THROW((one[{0, 1}]), std::out_of_range);
  EXPECT_THROW((one[{3, 1}]), std::out_of_range);
  EXPECT_THROW((one[{2, 4}]), std::out_of_range);
  // Outside of its axis, although inside the memory.
  EXPECT_THROW((one[{1, 4}]), std::out_of_range);
  EXPECT_THROW((one[{2, 0}]), std::out_of_range);
  EXPECT_THROW((one[{1}]), std::out_of_range);
  EXPECT_THROW((one[{1, 1, 1}]), std::out_of_range);
  const basic_tensor<int, index, 0> zero({2}, [](list<index> const& i) { return int(i[0]); });
  EXPECT_EQ((zero[{0}]), 0);
  EXPECT_EQ((zero[{1}]), 1);
  EXPECT_THROW((zero[{2}]), std::out_of_range);
}

TEST(Tensor, AScalarHasOneElementAndAnEmptyOneNone) {
  int calls = 0;
  const auto count = [&](auto const&) { return ++calls; };
  const basic_tensor<int, index, 1> scalar({}, count);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ((scalar[{}]), 1);
  const basic_tensor<int, index, 1> empty({3, 0}, count);
  EXPECT_EQ(calls, 1);
  EXPECT_THROW((empty[{1, 1}]), std::out_of_range);
  using tensor = basic_tensor<int, index, 1>;
  EXPECT_THROW(tensor({-1}, count), std::invalid_argument);
  EXPECT_THROW(tensor({0, -1}, count), std::invalid_argument);
  EXPECT_THROW(tensor({-1, 0}, count), std::invalid_argument);
}

TEST(Tensor, EqualTensorsHaveTheSameSizes) {
  using tensor = basic_tensor<int, index, 1>;
  const auto five = [](auto const&) { return 5; };
  EXPECT_EQ(tensor({2, 3}, five), tensor({2, 3}, five));
  EXPECT_NE(tensor({2, 3}, five), tensor({3, 2}, five));
  EXPECT_NE(tensor({0, 2}, five), tensor({2, 0}, five));
}

TEST(Tensor, OfBoolHasElementsOfBool) {
  const basic_tensor<bool, index, 1> t({2}, [](seq<index> const& i) { return i[1] == 2; });
  bool const& first = t[{1}];
  EXPECT_FALSE(first);
  EXPECT_TRUE((t[{2}]));
}

TEST(Tensor, OneNaNIsTheSameElementAsAnother) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(nan, -nan));
  EXPECT_TRUE(same(2.0, 2.0));
  EXPECT_FALSE(same(2.0, 3.0));
  EXPECT_FALSE(same(2.0, nan));
  EXPECT_FALSE(same(nan, 2.0));
}

}  // namespace seq_test
