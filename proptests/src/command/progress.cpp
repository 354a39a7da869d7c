// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "support/no_sigpipe.hpp"

namespace bcast::proptests {

namespace {

progress::place standard_error() {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return {terminal, std::chrono::milliseconds(terminal ? 100 : 10'000),
          [](std::string const& text) {
            const no_sigpipe quiet;
            std::fputs(text.c_str(), stderr);
          }};
}

}  // namespace

progress::progress(std::uint64_t planned, double most)
    : progress(planned, most, standard_error()) {}

progress::progress(std::uint64_t planned, double most, place to)
    : to_(std::move(to)), planned_(planned), most_(most) {}

progress::~progress() {
  if (to_.terminal) to_.write("\r\x1b[K");
}

std::string progress::line(double seconds) const {
  const double rate = static_cast<double>(done_) / std::max(seconds, 1e-3);
  if (planned_ == 0) return fmt::format("{} cases, {:.0f} a second", done_, rate);
  const double left =
      static_cast<double>(planned_ - std::min(done_, planned_)) / std::max(rate, 1.0);
  return fmt::format("{:3.0f} %  {} of {} cases, {:.0f} a second, {:.0f} s left",
                     100.0 * static_cast<double>(done_) / static_cast<double>(planned_), done_,
                     planned_, rate, std::clamp(most_ - seconds, 0.0, left));
}

void progress::add(std::uint64_t n) {
  done_ += n;
  const clock::time_point now = clock::now();
  if (now - shown_ < to_.between) return;
  shown_ = now;
  const std::string text = line(std::chrono::duration<double>(now - start_).count());
  to_.write(to_.terminal ? "\r\x1b[K" + text : text + "\n");
}

}  // namespace bcast::proptests
