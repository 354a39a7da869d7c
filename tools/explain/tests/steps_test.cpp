// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "explain/explanation.hpp"
#include "explain/walk.hpp"

// The events of a traced transcription, over complete small scopes.

namespace steps_test {

using namespace bcast;
using kind = kit::result::kind;

/// All types of rank up to `rank` with sizes 0 to `largest`, and unknown ones.
std::vector<kit::shape> types(std::size_t rank, std::int64_t largest, bool unknown) {
  std::vector<kit::dim> sizes;
  if (unknown) sizes.emplace_back();
  for (std::int64_t size = 0; size <= largest; ++size) sizes.emplace_back(size);
  std::vector<kit::shape> all{kit::shape{}};
  for (std::size_t from = 0; rank > 0; --rank) {
    const std::size_t to = all.size();
    for (; from < to; ++from) {
      for (kit::dim const& d : sizes) {
        kit::shape longer = all[from];
        longer.sizes.push_back(d);
        all.push_back(std::move(longer));
      }
    }
  }
  return all;
}

proptests::test_case pair(kit::shape const& a, kit::shape const& b) {
  proptests::test_case c;
  c.operands = {{a, {}}, {b, {}}};
  return c;
}

/// The first tag of the last line that has one.
std::string last_tag(std::string const& steps) {
  const std::size_t at = steps.rfind("\n[") == std::string::npos ? 0 : steps.rfind("\n[") + 1;
  return steps.substr(at + 1, steps.find_first_of(" ]", at) - at - 1);
}

/// Asks both, and checks what must hold for the steps of every run.
void expect_alike(std::string_view document, proptests::test_case const& c) {
  const std::string what = std::string(document) + ": " + to_string(c);
  const kit::result expected = c.result ? proptests::oracle::verify("mlir", c)
                                        : proptests::oracle::broadcast_shapes(document, c);
  const explain::run r = explain::run_of(document, c);
  EXPECT_EQ(r.answer.verdict, expected.verdict) << what;
  EXPECT_EQ(r.answer.shape, expected.shape) << what;
  EXPECT_EQ(r.answer.tag, expected.tag) << what;
  EXPECT_EQ(r.answer.axis, expected.axis) << what;
  const std::string steps = explain::lines_of(r.events, r.answer.verdict != kind::ok);
  std::istringstream lines(steps);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << what << "\n" << line;
  }
  if (expected.verdict == kind::refused) {
    EXPECT_EQ(last_tag(steps), expected.tag) << steps;
  }
}

TEST(Steps, TheTracedRunIsTheOraclesOverASmallScope) {
  const auto all = types(2, 3, false);
  for (std::string_view document : {"sonnx", "sonnx@2026-01", "array_api"}) {
    for (kit::shape const& a : all) {
      for (kit::shape const& b : all) expect_alike(document, pair(a, b));
    }
  }
}

TEST(Steps, SoIsThatOfXlaWithItsTuples) {
  const std::vector<std::optional<kit::broadcast_dimensions>> tuples{
      std::nullopt,
      kit::broadcast_dimensions{},
      kit::broadcast_dimensions{0},
      kit::broadcast_dimensions{1},
      kit::broadcast_dimensions{2},
      kit::broadcast_dimensions{-1},
      kit::broadcast_dimensions{0, 1},
      kit::broadcast_dimensions{1, 0}};
  const auto all = types(2, 3, false);
  for (kit::shape const& a : all) {
    for (kit::shape const& b : all) {
      for (auto const& tuple : tuples) {
        proptests::test_case c = pair(a, b);
        c.dimensions = tuple;
        expect_alike("xla", c);
      }
    }
  }
}

TEST(Steps, SoIsThatOfMlirWithUnknownSizesAndDeclaredResults) {
  auto all = types(2, 3, true);
  all.push_back(kit::shape::unranked());
  const auto results = types(1, 2, true);
  for (kit::shape const& a : all) {
    for (kit::shape const& b : all) {
      proptests::test_case c = pair(a, b);
      expect_alike("mlir", c);
      if (a.sizes.size() > 1 || b.sizes.size() > 1) continue;
      for (kit::shape const& result : results) {
        c.result = proptests::operand{result, {}};
        expect_alike("mlir", c);
      }
    }
  }
}

TEST(Steps, ThreeOperandsAreFolded) {
  const auto all = types(1, 3, false);
  for (std::string_view document : {"sonnx", "sonnx@2026-01", "array_api", "mlir"}) {
    for (kit::shape const& a : all) {
      for (kit::shape const& b : all) {
        for (kit::shape const& third : all) {
          proptests::test_case c = pair(a, b);
          c.operands.push_back({third, {}});
          expect_alike(document, c);
        }
      }
    }
  }
}

}  // namespace steps_test
