// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drawn calls of the C interface, those of the fuzz target, from several threads at once, while a
// signal comes every millisecond and the library is loaded and unloaded: storm SECONDS LIBRARY.
// Without a sanitizer there are children of fork() too.
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
#include <random>
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

std::atomic<std::uint64_t> signals_taken{0}, calls{0};
void take(int) { ++signals_taken; }

void ask(std::mt19937_64& random) {
  std::array<std::uint8_t, 160> bytes{};
  for (std::uint8_t& one : bytes) one = static_cast<std::uint8_t>(random());
  LLVMFuzzerTestOneInput(bytes.data(), random() % bytes.size());
  ++calls;
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
        while (std::chrono::steady_clock::now() < until) ask(random);
      });
    }
    std::mt19937_64 random(seed - 1);
    for (int k = 0; std::chrono::steady_clock::now() < until; ++k) {
      wrong += loads(argv[2]) ? 0 : 1;
      const pid_t child = forks && k % 8 == 0 ? fork() : -1;
      if (child == 0) {
        std::signal(SIGALRM, SIG_DFL);
        alarm(60);  // rather than to hang with a lock that nobody opens
        for (int asked = 0; asked < 20; ++asked) ask(random);
        _exit(0);
      }
      int status = 0;
      if (child > 0) waitpid(child, &status, 0);
      wrong += status == 0 ? 0 : 1;
      ask(random);
    }
  }
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  std::printf("seed %llu, %llu calls, %llu signals, %d wrong\n",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(calls),
              static_cast<unsigned long long>(signals_taken), wrong.load());
  return wrong == 0 ? 0 : 1;
}
