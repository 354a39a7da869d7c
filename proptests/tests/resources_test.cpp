// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <new>
#include <vector>

#include "bcast/optimized/operation.hpp"
#include "bcast/optimized/transform.hpp"

namespace {

std::atomic<long> allocations = 0;
std::atomic<bool> refuse = false;

void* allocate(std::size_t bytes) {
  ++allocations;
  if (refuse) throw std::bad_alloc();
  void* const p = std::malloc(bytes);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace bcast::optimized;

long threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

const auto plus = [](float a, float b) { return a + b; };

// First in this file: later a worker of TBB may be there already.
TEST(Resources, WhereOneThreadIsAllowedNoneIsMade) {
  const std::int64_t n = 1 << 22;
  std::vector<float> z(n), x(n, 1.0F), y(1, 2.0F);
  const view<float> to(z.data(), shape{n});
  const view<float const> a(x.data(), shape{n}), b(y.data(), shape{1});
  const long before = threads();
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    transform(plus, to, a, b);
  }
  tbb::task_arena(1).execute([&] { transform(plus, to, a, b); });
  EXPECT_EQ(threads(), before);
  EXPECT_EQ(z.back(), 3.0F);
}

TEST(Resources, ACallAllocatesNothing) {
  for (shape const& sizes : {shape{2, 3}, shape{4, 1, 2, 100, 3}}) {
    std::vector<float> z(3000), x(3000, 1.0F), y(3000, 2.0F);
    const view<float> to(z.data(), sizes);
    const view<float const> a(x.data(), sizes), b(y.data(), shape{3});
    const operand operands[]{operand_of(a), operand_of(b)};
    const operation add = operation::named("add").value();
    const auto call = prepare(plus, to, a, b);
    apply(add, target_of(to), operands);
    const long before = allocations;
    transform(plus, to, a, b);
    call();
    apply(add, target_of(to), operands);
    EXPECT_EQ(allocations, before);
  }
}

TEST(Resources, AnAllocationThatIsRefusedIsReported) {
  const shape sizes{2, 3, 2, 3, 2, 3, 2, 3, 2, 3};  // of a rank that a plan has to allocate for
  std::vector<float> z(7776, -1.0F), x(7776, 1.0F), y(1, 2.0F);
  const view<float> to(z.data(), sizes);
  const view<float const> a(x.data(), sizes), b(y.data(), shape{});
  refuse = true;
  bool reported = false;
  try {
    transform(plus, to, a, b);
  } catch (std::bad_alloc const&) {
    reported = true;
  }
  refuse = false;
  EXPECT_TRUE(reported);
  EXPECT_EQ(z, std::vector<float>(7776, -1.0F));
}

}  // namespace
