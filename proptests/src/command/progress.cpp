// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace bcast::proptests {

progress::progress(std::uint64_t planned) : planned_(planned) {}

progress::~progress() { std::fputs("\r\x1b[K", stderr); }

void progress::add(std::uint64_t n) {
  done_ += n;
  const clock::time_point now = clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done_) / std::max(seconds, 1e-3);
  const double left =
      static_cast<double>(planned_ - std::min(done_, planned_)) / std::max(rate, 1.0);
  const std::string line =
      fmt::format("\r\x1b[K{:3.0f} %  {} of {} cases, {:.0f} a second, {:.0f} s left",
                  100.0 * static_cast<double>(done_) / static_cast<double>(planned_), done_,
                  planned_, rate, left);
  std::fputs(line.c_str(), stderr);
}

}  // namespace bcast::proptests
