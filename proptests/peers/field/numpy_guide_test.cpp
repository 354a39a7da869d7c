// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/numpy_guide.hpp"

#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

shape numpy_guide(std::vector<shape> const& c) { return by_rule("numpy_guide", c); }

cases pairs() { return tuples(2, 3, range(0, 4)); }

TEST(FieldNumpyGuide, EveryTableIsThatOfTheGuide) {
  const tables made{
      {"numpy.subtract", [] { return table_of(pairs(), numpy_guide); }},
      {"numpy.where", [] { return table_of(tuples(3, 2, range(0, 4)), numpy_guide); }},
      {"numpy.broadcast_shapes", [] { return table_of(pairs(), numpy_guide); }},
  };
  expect_tables("numpy", made,
                {{"numpy.broadcast_to", "the guide has no direction"},
                 {"numpy.subtract, out", "the guide has no output that is passed"}});
}

TEST(FieldNumpyGuide, EveryVerdictIsThatOfTheGuide) {
  EXPECT_EQ(same_verdicts("numpy", "numpy.subtract", shapes_from, numpy_guide), 13);
}

/// numpy_guide.D1: NumPy follows X11, not the maximum that is printed.
TEST(FieldNumpyGuide, NumPyDoesNotTakeTheLargestSize) {
  const auto as_printed = [](std::vector<shape> const& c) {
    return ref::numpy_guide::broadcast_as_printed(c[0], c[1]);
  };
  int other = 0;
  std::string first;
  for (auto const& c : pairs()) {
    table text, numpy;
    text.add(joined(c), [&] { return as_printed(c); });
    numpy.add(joined(c), [&] { return numpy_guide(c); });
    if (text.lines == numpy.lines) continue;
    if (other++ == 0) first = text.lines + numpy.lines;
  }
  EXPECT_EQ(first, "() 0 | 1\n() 0 | 0\n");
  EXPECT_EQ(other, 1240);
}

}  // namespace
}  // namespace bcast::field
