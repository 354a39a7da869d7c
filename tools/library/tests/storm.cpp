// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the C interface from several threads at once, while a signal comes every millisecond and
// the library is loaded and unloaded: storm SECONDS LIBRARY. Those with known answers are tried
// alone first; the others are drawn, as the fuzz target draws them. Without a sanitizer there are
// children of fork() too, which begin while other threads are inside a call.
#include <dlfcn.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include "bcast/bcast.h"

/// Of capi_fuzz.cpp: asks one call that these bytes describe, and aborts if the answer is wrong.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

// The sanitizers' own locks stay closed in such a child.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool forks = false;
#else
constexpr bool forks = true;
#endif

using sizes = std::vector<std::int64_t>;

constexpr std::array rules{"array_api", "sonnx",   "sonnx@2026-01", "xla",
                           "sound",     "mlir@19", "mlir",          "mlir zero=other"};

/// [rows, columns] + [columns], of a size for one thread or for several.
bool adds(std::int64_t rows, std::int64_t columns) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(rows * columns), 1),
      row(static_cast<std::size_t>(columns)), sum(all.size());
  std::iota(row.begin(), row.end(), 0);
  sizes whole{rows, columns}, last{columns};
  const std::array operands{bcast_tensor{all.data(), 1, 0, 2, 0, 32, 1, whole.data(), nullptr, 0},
                            bcast_tensor{row.data(), 1, 0, 1, 0, 32, 1, last.data(), nullptr, 0}};
  bcast_tensor out{sum.data(), 1, 0, 2, 0, 32, 1, whole.data(), nullptr, 0};
  bcast_reason why{};
  if (bcast_apply("add", 2, operands.data(), &out, &why) != BCAST_OK) return false;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    if (sum[k] != 1 + row[k % row.size()]) return false;
  }
  return true;
}

bool repeats() {
  std::array<std::int16_t, 3> row{1, 2, 3};
  std::array<std::int16_t, 6> copy{}, reference{};
  sizes last{3}, whole{2, 3};
  const bcast_tensor operand{row.data(), 1, 0, 1, 0, 16, 1, last.data(), nullptr, 0};
  bcast_tensor out{copy.data(), 1, 0, 2, 0, 16, 1, whole.data(), nullptr, 0};
  bcast_tensor slow{reference.data(), 1, 0, 2, 0, 16, 1, whole.data(), nullptr, 0};
  return bcast_apply("copy", 1, &operand, &out, nullptr) == BCAST_OK &&
         bcast_reference_copy(&operand, &slow, nullptr) == BCAST_OK && copy == reference &&
         copy == std::array<std::int16_t, 6>{1, 2, 3, 1, 2, 3};
}

bool speaks(char const* rule) {
  const sizes a{8, 1, 6, 1}, b{7, 1, 5}, c{4};
  const std::array good{bcast_dims{4, a.data(), nullptr, nullptr},
                        bcast_dims{3, b.data(), nullptr, nullptr}};
  const std::array bad{good[1], bcast_dims{1, c.data(), nullptr, nullptr}};
  sizes shape(4);
  bcast_dims_out out{4, 0, shape.data(), nullptr, nullptr};
  bcast_reason why{};
  if (bcast_broadcast_shapes(rule, 2, bad.data(), nullptr, &out, &why) != BCAST_REJECT)
    return false;
  if (std::strlen(why.text) == 0 || std::strlen(why.tag) == 0) return false;
  std::array<char, 4096> text{};
  std::size_t length = 0;
  if (bcast_explain(rule, 2, bad.data(), nullptr, text.data(), text.size(), &length, &why) !=
          BCAST_REJECT ||
      length == 0) {
    return false;
  }
  // XLA takes equal ranks only, unless it is told which dimensions an operand has. The verifier
  // does not have SONNX's newer edition.
  const std::string_view name = rule;
  const bool joins = name != "xla", verifies = joins && name != "sonnx@2026-01";
  if (bcast_broadcast_shapes(rule, 2, good.data(), nullptr, &out, &why) !=
      (joins ? BCAST_OK : BCAST_REJECT)) {
    return false;
  }
  const sizes expected{8, 7, 6, 5};
  const bcast_dims result{4, expected.data(), nullptr, nullptr};
  return (!joins || shape == expected) &&
         (!verifies || bcast_verify(rule, 2, good.data(), &result, &why) == BCAST_OK);
}

/// Whether all answers are right, the `k`th time.
bool answers(std::size_t k, std::int64_t rows) {
  std::size_t count = 0;
  return speaks(rules[k % rules.size()]) && repeats() && adds(rows, 64) &&
         bcast_subjects(BCAST_ABI, &count) != nullptr && count > 1;
}

std::atomic<std::uint64_t> signals_taken{0}, calls{0};
void take(int) { ++signals_taken; }

/// Asks a drawn call, or all functions about what is known.
bool ask(std::mt19937_64& random) {
  ++calls;
  if (random() % 64 == 0) return answers(random(), random() % 2 == 0 ? 3 : 4096);
  std::array<std::uint8_t, 160> bytes{};
  for (std::uint8_t& one : bytes) one = static_cast<std::uint8_t>(random());
  LLVMFuzzerTestOneInput(bytes.data(), random() % bytes.size());
  return true;
}

/// Whether the library answers after it was loaded again.
bool loads(char const* file) {
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  const auto subjects =
      reinterpret_cast<decltype(&bcast_subjects)>(dlsym(library, "bcast_subjects"));
  std::size_t count = 0;
  const bool answers = subjects != nullptr && subjects(BCAST_ABI, &count) != nullptr && count > 1;
  dlclose(library);
  return answers;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  for (std::size_t k = 0; k < rules.size(); ++k) {
    if (!answers(k, 3) || !answers(k, 4096)) return std::fprintf(stderr, "%s\n", rules[k]) + 1;
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
  struct sigaction every {};
  every.sa_handler = take;
  every.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &every, nullptr);
  const itimerval millisecond{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &millisecond, nullptr);
  const std::uint64_t seed = std::random_device{}();
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        std::mt19937_64 random(seed + t);
        while (std::chrono::steady_clock::now() < until) wrong += ask(random) ? 0 : 1;
      });
    }
    std::mt19937_64 random(seed - 1);
    for (int k = 0; std::chrono::steady_clock::now() < until; ++k) {
      wrong += loads(argv[2]) ? 0 : 1;
      const pid_t child = forks && k % 8 == 0 ? fork() : -1;
      if (child == 0) {
        std::signal(SIGALRM, SIG_DFL);
        alarm(60);  // rather than to hang with a lock that nobody opens
        bool right = answers(static_cast<std::size_t>(k), 3);
        for (int asked = 0; asked < 20; ++asked) right = ask(random) && right;
        _exit(right ? 0 : 1);
      }
      int status = 0;
      if (child > 0) waitpid(child, &status, 0);
      wrong += status == 0 && ask(random) ? 0 : 1;
    }
  }
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  std::printf("seed %llu, %llu calls, %llu signals, %d wrong\n",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(calls),
              static_cast<unsigned long long>(signals_taken), wrong.load());
  return wrong == 0 ? 0 : 1;
}
