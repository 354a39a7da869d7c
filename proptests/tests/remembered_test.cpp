// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/remembered.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "memory/memory.hpp"
#include "oracle/run_times.hpp"

// The shortcuts of the laws give the oracle's answers, whatever they remember or leave out.

namespace remembered_test {

using namespace bcast::proptests;
using shape = std::vector<std::int64_t>;
using kind = bcast::kit::result::kind;

std::vector<shape> shapes_of(test_case const& c) {
  std::vector<shape> all;
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  return all;
}

/// Every `step`th case of the scope of a family, and some random ones.
template <class F>
void each_case(family f, std::uint64_t step, F check) {
  for (source const& from : sources_of(f, run_size::push, 1, 300)) {
    if (from.name != "scope" && from.name != "random") continue;
    for (std::uint64_t i = 0; i < from.count; i += from.name == "scope" ? step : 1) {
      check(from.at(i));
    }
  }
}

TEST(SonnxF6, TheElementsByAxisAreThoseOfTheOracle) {
  std::size_t compared = 0;
  each_case(family::layouts, 501, [&](test_case const& c) {
    const auto result = remembered_join(shapes_of(c));
    if (!result) return;
    for (shape const& own : shapes_of(c)) {
      element_map source(own, *result);
      each_index(*result, [&](indices const& i) {
        const auto from = source(i);
        ASSERT_EQ(shape(from.begin(), from.end()), oracle::operand_index(own, *result, i))
            << to_string(c);
        ++compared;
      });
    }
  });
  EXPECT_GT(compared, 10000U);
}

TEST(SonnxF6, ALongAxisIsAskedOfTheOracleEachTime) {
  element_map source({8193}, {2, 8193});
  const auto from = source({1, 8192});
  EXPECT_EQ(shape(from.begin(), from.end()), (shape{8192}));
}

TEST(BcastP1, ARememberedJoinIsTheOracles) {
  for (int turn = 0; turn < 2; ++turn) {  // computed, and remembered
    each_case(family::shapes, 97, [&](test_case const& c) {
      const bcast::kit::result expected = oracle::broadcast_shapes(shapes_of(c));
      const auto got = remembered_join(shapes_of(c));
      ASSERT_EQ(got.has_value(), expected.verdict == kind::ok) << to_string(c);
      if (got) {
        ASSERT_EQ(*got, sizes_of(expected.shape)) << to_string(c);
      }
    });
  }
}

TEST(BcastP1, TheLegalRunTimesAreThoseThatTheOracleAccepts) {
  using met = std::tuple<std::vector<shape>, std::map<std::string, std::int64_t>, shape>;
  std::size_t compared = 0;
  each_case(family::types, 53, [&](test_case const& c) {
    const auto types = types_of(c);
    const auto sizes = sizes_to_try(types);
    const bool ranked = std::ranges::all_of(types, [](auto& t) { return t.ranked; });
    if (!ranked || run_times(types, sizes) > 2000) return;
    std::vector<met> expected, got;
    each_run_time(types, sizes, [&](run_time const& at) {
      const bcast::kit::result run = oracle::broadcast_shapes(at.shapes);
      if (run.verdict == kind::ok)
        expected.emplace_back(at.shapes, at.symbols, sizes_of(run.shape));
      return true;
    });
    each_legal_run_time(types, sizes, [&](run_time const& at, shape const& result) {
      got.emplace_back(at.shapes, at.symbols, result);
      return true;
    });
    compared += expected.size();
    ASSERT_EQ(got, expected) << to_string(c);
  });
  EXPECT_GT(compared, 2000U);
}

TEST(BcastP1, ABoundIsASizeThatIsTried) {
  for (std::int64_t most = 0; most < 5; ++most) {
    bcast::kit::dim bounded;
    bounded.upper = most;
    shape tried, expected;
    each_run_time({bcast::kit::shape{{bounded}}}, {0, 1, 2, 3, 4, 5}, [&](run_time const& at) {
      tried.push_back(at.shapes[0][0]);
      return true;
    });
    for (std::int64_t size = 0; size <= most; ++size) expected.push_back(size);
    EXPECT_EQ(tried, expected) << most;
  }
}

TEST(BcastP1, TheRunTimesEndWhereTheyAreStopped) {
  int calls = 0;
  each_legal_run_time({type_of({2}), bcast::kit::shape{{std::nullopt}}}, {0, 1, 2, 3},
                      [&](run_time const&, shape const&) { return ++calls < 2; });
  EXPECT_EQ(calls, 2);
  calls = 0;
  each_legal_run_time({type_of({2}), bcast::kit::shape{{std::nullopt}}}, {1, 2},
                      [&](run_time const&, shape const&) { return ++calls < 1; });
  EXPECT_EQ(calls, 1);
}

}  // namespace remembered_test
