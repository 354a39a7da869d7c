// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/transform.hpp"

namespace engine_threads_test {
namespace {

using namespace bcast::engine;

/// Keeps the caller's thread from computing everything, for a second at most.
class with_another_thread {
 public:
  void operator()() {
    if (std::this_thread::get_id() != caller_) {
      joined_ = true;
    } else {
      while (!joined_ && threads() > 1 && std::chrono::steady_clock::now() < until_) {
        std::this_thread::yield();
      }
    }
  }

 private:
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point until_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::atomic<bool> joined_{false};
};

// Of an odd number of rows of two tiles, the second of two threads begins with a narrower tile.
// What is gathered for that one is too short for the next. The thread's memory has another number
// left from the round before.
TEST(EngineThreads, AThreadThatBeginsWithinARowGathersTheNextOneWhole) {
  const std::int64_t rows = 19;
  for (int round = 0; round < 6; ++round) {
    const std::int64_t tile = 1024 << round % 3, columns = tile / 8 * 15;
    const shape all{rows, columns};
    std::vector<float> z(static_cast<std::size_t>(rows * columns)), x(z.size());
    std::iota(x.begin(), x.end(), 0.0F);
    const auto alone = static_cast<float>(1000 + round);
    const view<float const> whole(x.data(), all), row(x.data(), shape{columns});
    with_another_thread together;
    const auto f = [&](float a, float b, float c, float d) {
      together();
      return a + b + c - d;
    };
    transform(f, view<float>(z.data(), all), view<float const>(&alone, shape{}), row, whole, whole);
    for (std::size_t k = 0; k < z.size(); ++k) {
      ASSERT_EQ(z[k], alone + x[k % static_cast<std::size_t>(columns)]) << columns;
    }
  }
}

}  // namespace
}  // namespace engine_threads_test
