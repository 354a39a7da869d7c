// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include "bcast/verifier/verifier.hpp"

// A separate program, because it counts every allocation.

namespace {
std::size_t allocations = 0;
}

// Not inlined: g++ would warn that free() gets a pointer from new (GCC bug 103993).
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace bcast::verifier;
using bcast::spec::unknown;

TEST(Allocation, TheVerifierMakesNoneUpToRankEight) {
  const dim bounded = dim::bounded(9, 1);
  const type low{{1, 2, 1, 4, 5, 6, 7, 8}}, high{{3, 2, unknown, 4, 5, 6, 7, bounded}};
  const std::vector<type> operands{low, high, high}, clash{low, type{{9}}};
  for (const char* name : {"mlir", "mlir@19", "onnx", "sound"}) {
    const auto rule = rule_of(name);
    const std::size_t before = allocations;
    const verdict right = verify(rule, operands, high), wrong = broadcast_shapes(rule, clash);
    EXPECT_EQ(allocations, before) << name;
    EXPECT_EQ(right.index(), 0U) << name;
    EXPECT_EQ(wrong.index(), 1U) << name;
  }
  EXPECT_GT(allocations, 0U);
}

TEST(Allocation, AnyRankAndAnyNumberOfOperandsAreTaken) {
  type wide;
  for (int axis = 0; axis < 1000; ++axis) wide.sizes.push_back(axis % 3 == 0 ? unknown : dim(2));
  const std::vector<type> operands(100, wide);
  const auto inferred = broadcast_shapes(rule_of("sound"), operands);
  EXPECT_EQ(std::get<type>(inferred).sizes.size(), 1000U);
  EXPECT_EQ(std::get<type>(broadcast_shapes(rule_of("mlir"), operands)), wide);
}

}  // namespace
