// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

shape array_api(std::vector<shape> const& c) { return by_rule("array_api@2025.12", c); }

shape array_api_to(std::vector<shape> const& c) { return stretched_to(c[0], c[1]); }

/// The last shape is that of an output that is passed.
shape array_api_into(std::vector<shape> const& c) {
  return stretched_to(array_api({c[0], c[1]}), c[2]);
}

TEST(FieldNumpy, EveryTableIsThatOfTheArrayApi) {
  const auto pairs = [] { return tuples(2, 3, range(0, 4)); };
  const tables made{
      {"numpy.subtract", [=] { return table_of(pairs(), array_api); }},
      {"numpy.where", [] { return table_of(tuples(3, 2, range(0, 4)), array_api); }},
      {"numpy.broadcast_shapes", [=] { return table_of(pairs(), array_api); }},
      {"numpy.broadcast_to", [=] { return table_of(pairs(), array_api_to); }},
      {"numpy.subtract, out",
       [] {
         return table_of(with_results(tuples(2, 2, range(0, 3)), shapes(2, range(0, 3))),
                         array_api_into);
       }},
  };
  expect_tables("numpy", made, {});
}

TEST(FieldNumpy, EveryVerdictIsThatOfTheArrayApi) {
  EXPECT_EQ(same_verdicts("numpy", "numpy.subtract", shapes_from, array_api), 13);
  EXPECT_EQ(same_verdicts("numpy", "numpy.broadcast_to", shapes_from, array_api_to), 13);
  EXPECT_EQ(same_verdicts("numpy", "numpy.subtract with out", shapes_from, array_api_into), 5);
}

}  // namespace
}  // namespace bcast::field
