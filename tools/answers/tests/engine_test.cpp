// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/engine/view.hpp"
#include "expected.hpp"

// What the engine's errors say. Its join is asked operand by operand, from the first axis.

namespace refusals_of_engine {
namespace {

namespace engine = bcast::engine;
using namespace bcast::refusals;

engine::shape sizes_in(bcast::kit::shape const& t) {
  engine::shape s;
  for (bcast::kit::dim const& d : t.sizes) s.push_back(*d);
  return s;
}

std::vector<engine::shape> sizes_in(shapes const& operands) {
  std::vector<engine::shape> all;
  for (bcast::kit::shape const& t : operands) all.push_back(sizes_in(t));
  return all;
}

struct told {
  std::size_t axis, first, second;
  std::string text;
};

/// The first clash in the engine's order, computed from the sizes alone.
std::vector<told> clash_of(std::vector<engine::shape> const& all) {
  std::size_t rank = 0;
  for (auto const& s : all) rank = std::max(rank, s.size());
  const auto at = [&](std::size_t m, std::size_t axis) -> std::int64_t {
    const std::size_t missing = rank - all[m].size();
    return axis < missing ? 1 : all[m][axis - missing];
  };
  for (std::size_t m = 1; m < all.size(); ++m) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      for (std::size_t before = 0; before < m && at(m, axis) != 1; ++before) {
        const std::int64_t a = at(before, axis), b = at(m, axis);
        if (a == 1 || a == b) continue;
        return {{axis, before, m,
                 fmt::format("axis {} of the result: operand {} has size {}, operand {} has size "
                             "{}",
                             axis, before, a, m, b)}};
      }
    }
  }
  return {};
}

void expect_join(shapes const& operands) {
  const auto all = sizes_in(operands);
  const auto wanted = clash_of(all);
  try {
    engine::join(all);
    ASSERT_TRUE(wanted.empty()) << text_of(operands);
  } catch (engine::clash const& c) {
    ASSERT_FALSE(wanted.empty()) << text_of(operands);
    ASSERT_EQ(c.axis, wanted[0].axis) << text_of(operands);
    ASSERT_EQ(c.first, wanted[0].first) << text_of(operands);
    ASSERT_EQ(c.second, wanted[0].second) << text_of(operands);
    ASSERT_EQ(c.what(), wanted[0].text) << text_of(operands);
  }
}

std::string text_of(engine::shape const& s) {
  std::string text;
  for (std::int64_t size : s) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "()" : text;
}

bool fits(engine::shape const& x, engine::shape const& z) {
  return x.size() <= z.size() &&
         std::equal(x.rbegin(), x.rend(), z.rbegin(),
                    [](std::int64_t a, std::int64_t b) { return a == 1 || a == b; });
}

/// The operand that a target refuses first: one of more axes, else on the first axis of the target
/// on which one does not fit.
std::string refused_by(engine::shape const& target, std::vector<engine::shape> const& all) {
  const auto refusal = [&](std::size_t m) {
    return fmt::format("operand {}: shape {} does not broadcast to {}", m, text_of(all[m]),
                       text_of(target));
  };
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (all[m].size() > target.size()) return refusal(m);
  }
  for (std::size_t axis = 0; axis < target.size(); ++axis) {
    for (std::size_t m = 0; m < all.size(); ++m) {
      const std::size_t missing = target.size() - all[m].size();
      if (axis < missing) continue;
      const std::int64_t size = all[m][axis - missing];
      if (size != 1 && size != target[axis]) return refusal(m);
    }
  }
  return "nothing";
}

template <class F>
std::string said(F f) {
  try {
    f();
  } catch (engine::error const& e) {
    return e.what();
  }
  return "nothing";
}

void expect_target(shapes const& s) {
  std::array<int, 64> x{}, y{};
  std::array<int, 64> z{};
  const engine::shape target = sizes_in(s[0]);
  const std::vector<engine::shape> operands{sizes_in(s[1]), sizes_in(s[2])};
  const engine::view<int> to(z.data(), target);
  const engine::view<int const> a(x.data(), operands[0]), b(y.data(), operands[1]);
  ASSERT_EQ(said([&] { engine::transform([](int p, int q) { return p + q; }, to, a, b); }),
            refused_by(target, operands))
      << bcast::refusals::text_of(s);
}

/// Two inputs, and two outputs of which one may have another shape than the inputs' common one.
void expect_outputs(shapes const& s) {
  std::array<int, 64> x{}, y{};
  std::array<int, 64> z{}, w{};
  const std::vector<engine::shape> operands{sizes_in(s[0]), sizes_in(s[1])};
  const auto clash = clash_of(operands);
  engine::shape common;
  if (clash.empty()) {
    const bool first = operands[0].size() > operands[1].size();
    common = operands[first ? 0 : 1];
    auto const& other = operands[first ? 1 : 0];
    const std::size_t missing = common.size() - other.size();
    for (std::size_t k = 0; k < other.size(); ++k) {
      if (common[missing + k] == 1) common[missing + k] = other[k];
    }
  }
  const engine::shape wrong = sizes_in(s[2]);
  for (std::size_t odd = 0; odd < 2; ++odd) {
    const std::array<engine::view<int>, 2> outputs{
        engine::view<int>(z.data(), odd == 0 ? wrong : common),
        engine::view<int>(w.data(), odd == 1 ? wrong : common)};
    const std::array<engine::view<int const>, 2> inputs{
        engine::view<int const>(x.data(), operands[0]),
        engine::view<int const>(y.data(), operands[1])};
    std::string wanted = "nothing";
    if (!clash.empty()) {
      wanted = clash[0].text;
    } else if (wrong != common) {
      wanted = fmt::format("output {} has the shape {}, the inputs broadcast to {}", odd,
                           text_of(wrong), text_of(common));
    }
    ASSERT_EQ(said([&] {
                engine::broadcast(std::span<engine::view<int> const>(outputs),
                                  std::span<engine::view<int const> const>(inputs));
              }),
              wanted)
        << bcast::refusals::text_of(s);
  }
}

TEST(Refusals, EngineNamesAxisOperandsAndSizesOfWholeScopes) {
  each_of(2, 3, {0, 1, 2, 3}, expect_join);
  each_of(3, 2, {0, 1, 2, 3}, expect_join);
  each_of(4, 1, {0, 1, 2, 3}, expect_join);
}

TEST(Refusals, EngineNamesAxisOperandsAndSizesOfRandomShapes) {
  each_random(20000, false, expect_join);
}

TEST(Refusals, EngineNamesTheOperandThatATargetRefuses) {
  each_of(3, 2, {0, 1, 2, 3}, expect_target);
}

TEST(Refusals, EngineNamesTheOutputOfAWrongShape) { each_of(3, 2, {0, 1, 2, 3}, expect_outputs); }

TEST(Refusals, EngineNamesTheOperandAndTheAxisOfANegativeSize) {
  for (std::size_t operand = 0; operand < 3; ++operand) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      std::vector<engine::shape> all{{2, 3}, {2, 3}, {2, 3}};
      all[operand][axis] = -4;
      EXPECT_EQ(said([&] { engine::join(all); }),
                fmt::format("operand {} has the negative size -4 on axis {}", operand, axis));
    }
  }
}

TEST(Refusals, BroadcastLayoutNamesBothShapes) {
  each_of(2, 2, {0, 1, 2, 3}, [](shapes const& s) {
    const engine::shape from = sizes_in(s[0]), to = sizes_in(s[1]);
    ASSERT_EQ(said([&] { engine::broadcast_layout(engine::contiguous(from), to); }),
              fits(from, to)
                  ? "nothing"
                  : fmt::format("shape {} does not broadcast to {}", text_of(from), text_of(to)));
  });
}

}  // namespace
}  // namespace refusals_of_engine
