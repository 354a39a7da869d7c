// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "workload.hpp"

namespace bcast::engine::bench {

/// A workload to run with given operands, result and number of threads.
struct task {
  workload const& what;
  storage const& where;
  int threads;

  template <class T>
  T const* operand(std::size_t k) const {
    return reinterpret_cast<T const*>(where.operands[k].data());
  }
  template <class T>
  T* result() const {
    return reinterpret_cast<T*>(where.result.data());
  }
};

/// One way to run a task.
struct entrant {
  std::string variant;                  ///< empty where its contestant has one way only
  std::function<void()> once;           ///< leaves the result in the task's storage
  std::function<double(long)> seconds;  ///< that so many runs take
};

enum class role { ours, limit, hand, library };

std::string_view to_string(role r);

/// A participant that runs workloads. What it prepares must not outlive the contestant or the task.
class contestant {
 public:
  virtual ~contestant() = default;

  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual role plays() const = 0;

  /// The ways in which the contestant can run the task; none if it cannot.
  virtual std::vector<entrant> prepare(task const& t) = 0;
};

/// An entrant that calls `f`. The clock measures a loop into which f is inlined. The compiler
/// cannot see f's state in that loop.
template <class F>
entrant in_process(std::string variant, F f) {
  return {std::move(variant), f, [f](long n) mutable {
            auto* held = &f;
            benchmark::DoNotOptimize(held);
            const auto begin = std::chrono::steady_clock::now();
            for (long i = 0; i < n; ++i) {
              f();
              benchmark::ClobberMemory();
            }
            const auto end = std::chrono::steady_clock::now();
            return std::chrono::duration<double>(end - begin).count();
          }};
}

/// A contestant, or the reason why it is missing.
struct invitation {
  std::string name;
  role plays;
  std::unique_ptr<contestant> who;
  std::string absent;
};

std::unique_ptr<contestant> make_bcast();
std::unique_ptr<contestant> make_limit();
std::unique_ptr<contestant> make_hand();

/// bcast, the limit, and every peer that the program knows. `python` runs the peers that need
/// Python; if it is empty, they are left out.
std::vector<invitation> invite(std::string const& python);

}  // namespace bcast::engine::bench
