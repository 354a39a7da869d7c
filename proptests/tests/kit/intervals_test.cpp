// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "bcast/proptests/text.hpp"

namespace {

using bcast::proptests::interval;
using bcast::proptests::parse_intervals;
using bcast::proptests::text_error;

/// Each pair of intervals of sizes up to 3, with the result of merging them.
template <class F>
void each_pair(F const& told) {
  constexpr std::int64_t most = 3;
  for (std::int64_t a = 0; a <= most; ++a) {
    for (std::int64_t b = a; b <= most; ++b) {
      for (std::int64_t c = 0; c <= most; ++c) {
        for (std::int64_t d = c; d <= most; ++d) {
          told(interval{a, b}, interval{c, d}, merged(interval{a, b}, interval{c, d}));
        }
      }
    }
  }
}

TEST(Intervals, WhereBothMayBe1TheBoundsAreOfBoth) {
  each_pair([](interval x, interval y, std::optional<interval> both) {
    if (!x.holds(1) || !y.holds(1)) return;
    EXPECT_EQ(both, (interval{std::min(x.least, y.least), std::max(x.most, y.most)}))
        << to_string(x) << ' ' << to_string(y);
  });
}

TEST(Intervals, WhereOneMayBe1TheOtherIsTheResult) {
  each_pair([](interval x, interval y, std::optional<interval> both) {
    if (x.holds(1) == y.holds(1)) return;
    EXPECT_EQ(both, x.holds(1) ? y : x) << to_string(x) << ' ' << to_string(y);
  });
}

TEST(Intervals, WhereNoneMayBe1TheResultIsWhatBothHold) {
  each_pair([](interval x, interval y, std::optional<interval> both) {
    if (x.holds(1) || y.holds(1)) return;
    for (std::int64_t size = 0; size <= 4; ++size) {
      EXPECT_EQ(both && both->holds(size), x.holds(size) && y.holds(size))
          << to_string(x) << ' ' << to_string(y);
    }
  });
}

TEST(Intervals, AreReadAndWritten) {
  for (char const* text : {"2..8x?x3", "0..8", "4..x1", "()"}) {
    std::string all;
    for (interval d : parse_intervals(text)) all += (all.empty() ? "" : "x") + to_string(d);
    EXPECT_EQ(all.empty() ? "()" : all, text);
  }
  EXPECT_EQ(parse_intervals("..8").front(), (interval{0, 8}));
  EXPECT_EQ(parse_intervals("..").front(), interval{});
  for (char const* wrong :
       {"2..8z", "-1..8", "1..-2", "8..2", "x..", "1..2..3", "99999999999999999999.."}) {
    EXPECT_THROW(parse_intervals(wrong), text_error) << wrong;
  }
}

}  // namespace
