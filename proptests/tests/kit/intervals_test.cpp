// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace {

using bcast::proptests::interval;

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

}  // namespace
