// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "isolation/groups.hpp"

namespace bcast::proptests {
namespace {

std::atomic<bool> watched{false};
std::atomic<int> first{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

void end(int which) {
  int none = 0;
  const bool told = watched && (which == SIGINT || which == SIGTERM) &&
                    first.compare_exchange_strong(none, which);
  kill_groups();
  if (told) return;
  constexpr int interrupted = 130;
  if (which == SIGINT) std::_Exit(interrupted);
  std::signal(which, SIG_DFL);
  std::raise(which);
}

}  // namespace

void take_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : ending_signals()) std::signal(signal, end);
}

interruption::interruption() { watched = true; }

interruption::~interruption() { watched = false; }

int interruption::arrived() { return first; }

}  // namespace bcast::proptests
