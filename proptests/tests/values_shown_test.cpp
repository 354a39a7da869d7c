// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

// How a wrong element is shown.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using bcast::tests::expect_parts;
using bcast::tests::said;
using kind = kit::result::kind;

/// The plain implementation, except that its `apply` is followed by a change to the first output.
template <class T>
kit::subject spoilt(std::function<void(kit::tensor const& x, T* z)> change) {
  kit::subject s = plain();
  s.apply = [right = s.apply, change](std::string_view op, std::vector<kit::tensor> const& x,
                                      std::vector<kit::tensor> const& z) {
    kit::result a = right(op, x, z);
    if (a.verdict == kind::ok) change(x.back(), static_cast<T*>(z.back().data));
    return a;
  };
  return s;
}

TEST(Laws, AWrongElementIsShownWithTheOneThatWasRead) {
  const kit::subject s = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    if (x.sizes == std::vector<std::int64_t>{2, 1}) z[1] = static_cast<std::int32_t*>(x.data)[1];
  });
  EXPECT_EQ(said("values", s, "1x2 2x1"),
            "Z1[0,1] is 16793055; expected 16793054, which X1[0,0] holds       1 of 4 wrong\n"
            "  wrong     Z1[0,1]     offset 1 = 0*2 + 1*1\n"
            "  expected  X1[0,0]     offset 0 = 0*1 + 0*1\n"
            "  read      X1[1,0]     offset 1 = 1*1 + 0*1\n"
            "  Z1     X1\n"
            "  . #    E\n"
            "  . .    R\n"
            "  (# wrong, E expected, R read; offsets and strides in elements)");
}

TEST(Laws, EveryElementThatIsWrongHasAMarkAndNothingWasReadForWhatWasNotWritten) {
  const kit::subject s = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    if (x.sizes == std::vector<std::int64_t>{3, 2}) std::fill(z + 3, z + 6, -86);
  });
  EXPECT_EQ(said("values", s, "3x2"),
            "Z0[1,1] was not written; expected 16785138, which X0[1,1] holds       3 of 6 wrong\n"
            "  wrong     Z0[1,1]     offset 3 = 1*2 + 1*1\n"
            "  expected  X0[1,1]     offset 3 = 1*2 + 1*1\n"
            "  Z0     X0\n"
            "  . .    . .\n"
            "  . #    . E\n"
            "  # #    . .\n"
            "  (# wrong, E expected; offsets and strides in elements)");
}

TEST(Laws, APositionInAGapIsShownAsOne) {
  const auto reads_next = [](kit::tensor const& x, std::int32_t* z) {
    *z = static_cast<std::int32_t*>(x.data)[1];
  };
  expect_parts(said("layouts", spoilt<std::int32_t>(reads_next), "2~g"),
               {"  read      none of the elements of X0, but offset 1\n"});
  const std::string decoded = said("strides", spoilt<std::int32_t>(reads_next), "2~g op=copy");
  expect_parts(decoded,
               {"Z[0] is -1431655766; expected 1, where X0[0] holds 1       1 of 2 wrong"});
  expect_parts(decoded, {"  read      none of the elements of X0, but offset 1\n"});
}

TEST(Laws, AValueThatNoElementHoldsIsShown) {
  const kit::subject s =
      spoilt<std::int32_t>([](kit::tensor const&, std::int32_t* z) { *z += 40; });
  EXPECT_EQ(
      said("elements", s, "1 1 op=add"),
      "add int32 1 1 -> 1\n"
      "Z[0] is 41; expected 1, where X0[0] holds 1, X1 holds 0 everywhere       1 of 1 wrong\n"
      "  wrong     Z[0]        offset 0 = 0*1\n"
      "  expected  X0[0]       offset 0 = 0*1\n"
      "  read      not known: it is not the result of one element of X0\n"
      "  Z    X0\n"
      "  #    E\n"
      "  (# wrong, E expected; offsets and strides in elements)");
  EXPECT_EQ(said("arithmetic", s, "1 1"),
            "Z[0] is -7879; expected -7919 = 16785135 - 16793054       1 of 1 wrong\n"
            "  wrong     Z[0]        offset 0 = 0*1\n"
            "  expected  X0[0]       offset 0 = 0*1\n"
            "  expected  X1[0]       offset 0 = 0*1");
}

TEST(Laws, OfSeveralWrongElementsTheFirstIsShown) {
  const kit::subject read = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    z[1] = static_cast<std::int32_t*>(x.data)[2];
    z[3] = static_cast<std::int32_t*>(x.data)[0];
  });
  const std::string said_of_reads = said("elements", read, "4 op=copy");
  expect_parts(said_of_reads,
               {"\nZ[1] must come from X0[1], but X0[2] was read       2 of 4 wrong\n"});
  const kit::subject made = spoilt<std::int32_t>([](kit::tensor const&, std::int32_t* z) {
    z[1] += 40;
    z[3] += 40;
  });
  const std::string said_of_values = said("elements", made, "4 op=copy");
  expect_parts(said_of_values,
               {"\nZ[1] is 40; expected 0, where X0[1] holds 0       2 of 4 wrong\n"});
}

TEST(Laws, AnElementThatWasReadIsNamedUpToTheLast) {
  const auto text = [](std::size_t to, std::size_t from, char const* c) {
    return said("elements", spoilt<std::int32_t>([=](kit::tensor const& x, std::int32_t* z) {
                  z[to] = static_cast<std::int32_t*>(x.data)[from];
                }),
                c);
  };
  const std::string last = text(0, 1, "2 op=copy");
  expect_parts(last, {"\nZ[0] must come from X0[0], but X0[1] was read"});
  // Elements are numbered from 1: 3 and 1 have the same lowest bit, and differ in the next.
  const std::string first = text(2, 0, "3 op=copy");
  expect_parts(first, {"\nfound 0, expected 1, where X0[2] holds 1 and X0[0] holds 0\n"});
}

TEST(Laws, AValueThatBeginsAsUnwrittenMemoryDoesWasWritten) {
  const kit::subject s =
      spoilt<std::int16_t>([](kit::tensor const&, std::int16_t* z) { *z = 0x01BB; });
  const std::string text = said("elements", s, "2 op=copy type=int16");
  expect_parts(text, {"\nZ[0] is 443; expected "});
}

TEST(Laws, APositionInAGapIsCountedInItsOwnOperand) {
  // Wrong where the gap holds what no element holds, and the gap's value where it holds one.
  const kit::subject s = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    auto const* const own = static_cast<std::int32_t const*>(x.data);
    const bool is_probed = own[1] == 0 || own[1] == 1;
    z[0] += is_probed ? own[1] - own[0] : own[0] != 0 ? 40 : 0;
  });
  const std::string decoded = said("strides", s, "2 2~g op=add");
  expect_parts(decoded, {"  read      none of the elements of X1, but offset 1\n"});
}

TEST(Laws, WhoRefusesHasWrittenNothing) {
  kit::subject s = plain();
  s.apply = [right = s.apply](std::string_view op, std::vector<kit::tensor> const& x,
                              std::vector<kit::tensor> const& z) {
    const kit::result a = right(op, x, z);
    if (a.verdict == kind::refused) *static_cast<std::int32_t*>(z[0].data) = 7;
    return a;
  };
  EXPECT_EQ(said("elements", s, "2 3 op=add"),
            "add int32 2 3 -> 3\nrefused, but byte 0 of the target was written");
}

TEST(Laws, ADrawingHasTheSlicesOfBothElements) {
  const kit::subject s = spoilt<std::int32_t>(
      [](kit::tensor const& x, std::int32_t* z) { *z = static_cast<std::int32_t*>(x.data)[119]; });
  const std::string text = said("values", s, "2x3x20");
  expect_parts(text, {"  read      X0[1,2,19]  offset 119 = 1*60 + 2*20 + 19*1\n"
                      "  Z0[0,...]    X0[0,...]    X0[1,...]\n"
                      "  # . .. .     E . .. .     . .. . .\n"
                      "  . . .. .     . . .. .     . .. . .\n"
                      "  . . .. .     . . .. .     . .. . R\n"});
}

}  // namespace
