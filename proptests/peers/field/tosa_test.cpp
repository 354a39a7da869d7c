// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/tosa.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tables.hpp"

namespace bcast::field {
namespace {

shape folded(std::vector<shape> const& operands) {
  shape result = operands[0];
  for (std::size_t m = 1; m < operands.size(); ++m) {
    result = by_rule("tosa", {result, operands[m]});
  }
  return result;
}

/// The last shape is the declared result.
shape declared(std::vector<shape> const& c) {
  for (shape const& s : c) ref::tosa::expect_positive(s);
  return folded({c.begin(), c.end() - 1}) == c.back() ? c.back() : refused();
}

/// The declared result, if there are sizes from 1 to 3 for the unknown ones with which it is right.
type possible(std::vector<type> const& c) {
  std::vector<shape> known;
  for (std::size_t m = 0; m < c.size(); ++m) {
    known.emplace_back();
    for (index k = 0; k < c[m].n(); ++k) {
      if (c[m][k]) {
        known.back().append(*c[m][k]);
        continue;
      }
      for (index size = 1; size <= 3; ++size) {
        std::vector<type> chosen = c;
        chosen[m][k] = size;
        try {
          possible(chosen);
          return c.back();
        } catch (ref::violation const&) {
        } catch (ref::no_answer const&) {
        }
      }
      refused();
    }
  }
  declared(known);
  return c.back();
}

/// Whether two shapes of one rank have a common one, where a 0 is a size like any other.
bool joins(shape const& a, shape const& b) {
  if (a.n() != b.n()) return false;
  try {
    by_rule("onnx_multi", {a, b});
    return true;
  } catch (ref::violation const&) {
    return false;
  }
}

cases three_of_tosa() {
  cases all = with_results(tuples(3, 1, range(0, 4)), shapes(1, range(0, 4)));
  const auto squares = shapes<index>(2, {1, 2}, 2);
  for (auto const& c : choices(cases(4, squares))) all.push_back(c);
  return all;
}

cases results_that_may_be() {
  cases all, operands = tuples<index>(2, 2, {1, 2});
  for (auto const& c : tuples(2, 1, range(0, 4))) operands.push_back(c);
  for (auto const& c : with_results(operands, shapes(2, range(0, 3)))) {
    if (c[2].n() != std::max(c[0].n(), c[1].n())) continue;
    if (joins(c[0], c[1]) || c[2] == c[0] || c[2] == c[1]) all.push_back(c);
  }
  return all;
}

cases of_one_rank(cases const& some) {
  cases all;
  for (auto const& c : some) {
    if (std::all_of(c.begin(), c.end(), [&](shape const& s) {
          return s.n() > 0 && s.n() == c[0].n() && ref::tosa::has_positive_sizes(s);
        })) {
      all.push_back(c);
    }
  }
  return all;
}

TEST(FieldTosa, EveryTableIsThatOfTheTranscription) {
  const tables made{
      {"tosa-opt: tosa.add",
       [] {
         return table_of(with_results(tuples(2, 2, range(0, 4)), shapes(2, range(0, 4))), declared);
       }},
      {"tosa-opt: tosa.select", [] { return table_of(three_of_tosa(), declared); }},
      {"tosa-opt: tosa.add, unknown sizes",
       [] {
         const std::vector<kit::dim> some{std::nullopt, 1, 2};
         return table_of(with_results(tuples(2, 2, some), shapes(2, some)), possible);
       }},
      {"reference model: ADD", [] { return table_of(results_that_may_be(), declared); }},
      {"reference model: SELECT", [] { return table_of(of_one_rank(three_of_tosa()), declared); }},
  };
  expect_tables("tosa", made, {});
}

TEST(FieldTosa, EveryVerdictIsThatOfTheTranscription) {
  EXPECT_EQ(same_verdicts("tosa", "tosa-opt", types_from, possible), 18);
  EXPECT_EQ(same_verdicts("tosa", "reference model", shapes_from, declared), 12);
}

}  // namespace
}  // namespace bcast::field
