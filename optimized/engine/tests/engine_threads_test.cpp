// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/transform.hpp"

namespace engine_threads_test {

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

// Rows of three elements are merged, 336 at a time, and the second row of each step of the outer
// loop has fewer. The second of two threads begins with such a row. What is gathered for it is too
// short for the next. The thread's memory has other numbers left from the round before.
TEST(EngineThreads, AThreadThatBeginsWithAShorterRowGathersTheNextOneWhole) {
  float first = 0;
  for (std::int64_t steps = 31; steps <= 41; steps += 2) {
    for (std::int64_t second : {1, 100, 236}) {
      const shape all{steps, 336 + second, 3};
      std::vector<float> z(static_cast<std::size_t>(all[0] * all[1] * all[2]));
      // A gap keeps the outer loop apart.
      const layout apart{all, {3 * all[1] + 1, 3, 1}};
      const std::vector<float> x(z.size() + static_cast<std::size_t>(steps), 1.0F);
      const std::array row{++first, ++first, ++first};
      with_another_thread together;
      const auto f = [&](float a, float b) {
        together();
        return a + b;
      };
      transform(f, view<float>(z.data(), all), view<float const>(row.data(), shape{3}),
                view<float const>(x.data(), apart));
      for (std::size_t k = 0; k < z.size(); ++k) {
        ASSERT_EQ(z[k], row[k % 3] + 1) << to_string(all) << " at " << k;
      }
    }
  }
}

/// Adds 1 to so many elements that several threads share them.
void add_to_many(std::vector<float>& all) {
  const auto n = static_cast<std::int64_t>(all.size());
  const view<float> z(all.data(), shape{n});
  transform([](float x) { return x + 1; }, z, view<float const>(all.data(), shape{n}));
}

constexpr std::size_t many = std::size_t{1} << 22;

// A sanitizer sees what is used after its end.
TEST(EngineThreads, AThreadThatEndsMayStillCall) {
  static pthread_key_t key;
  ASSERT_EQ(pthread_key_create(
                &key, [](void* all) { add_to_many(*static_cast<std::vector<float>*>(all)); }),
            0);
  std::vector<float> all(many);
  std::thread([&] {
    pthread_setspecific(key, &all);
    add_to_many(all);
  }).join();
  pthread_key_delete(key);
  for (const float x : all) ASSERT_EQ(x, 2);
}

}  // namespace engine_threads_test
