// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// What a random case may contain. What draws from a recipe throws std::invalid_argument for a
/// number that is out of its range.
struct recipe {
  int max_rank = 6;       ///< in [0, 4096]; one shape in twelve has up to three axes more
  int max_operands = 4;   ///< in [1, 4096]; above 3, one case in eighty has 32 to 65
  int max_size = 4;       ///< at least 1; now and then a size is 0, or around a vector's width
  bool layouts = true;    ///< operands and target lie in memory in any way
  bool near_miss = true;  ///< one case in four differs in one size from a legal one
  bool unknown = false;   ///< some sizes are unknown, some ranks too
  bool result = false;    ///< a declared result, or a target with more leading axes
  bool huge = false;      ///< some shapes have more elements than memory can hold
};

/// Random cases of a recipe by their numbers. Case i is a pure function of the seed and of i: what
/// RapidCheck's generator gen::broadcast_case (generators.hpp) makes of rc::Random{seed, i}.
std::function<test_case(std::uint64_t)> numbered_cases(recipe const& r, std::uint64_t seed);

/// Case i alone.
test_case draw(recipe const& r, std::uint64_t seed, std::uint64_t i);

/// The smallest case that is reached from `c` by dropping operands and axes and lowering sizes
/// while `fails` still holds; with the number of steps. `c` itself is not asked again. None is
/// asked once `over` holds, which is called after each.
struct shrunk {
  test_case smallest;
  int steps = 0;
};
shrunk shrink(test_case const& c, std::function<bool(test_case const&)> const& fails,
              std::function<bool()> const& over = {});

/// The cases that are one step simpler, the greatest simplification first. Each has fewer calls
/// before it, fewer operands, fewer axes, a smaller size or a plainer layout.
/// Calls of a sequence become simpler together, then one by one.
std::vector<test_case> simpler(test_case const& c);

}  // namespace bcast::proptests
