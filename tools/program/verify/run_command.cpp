// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/run_command.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstddef>
#include <optional>
#include <thread>

#include "process/descriptor.hpp"
#include "process/group.hpp"

namespace bcast::program {
namespace {

/// Reads what is there, and keeps `most` bytes of all. False if there was more.
bool read_some(proptests::descriptor& from, std::string& text, std::size_t most) {
  std::array<char, 1 << 16> part;  // filled by read
  const ssize_t n = read(from.number(), part.data(), part.size());
  if (n == 0) from.close();
  if (n <= 0) return true;
  const auto all = static_cast<std::size_t>(n);
  const std::size_t kept = std::min(all, most - text.size());
  text.append(part.data(), kept);
  return kept == all;
}

}  // namespace

command_result run_command(std::string const& command, double limit) {
  using clock = std::chrono::steady_clock;
  constexpr std::size_t most = std::size_t{1} << 30, most_errors = std::size_t{1} << 20;
  const auto until = clock::now() + std::chrono::duration_cast<clock::duration>(
                                        std::chrono::duration<double>(limit));
  proptests::both_ends output, errors;
  proptests::process_group process([&] {
    output.write.become(STDOUT_FILENO);
    errors.write.become(STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  });
  output.write.close();
  errors.write.close();
  command_result ran;
  const auto left = [&] {
    return std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
  };
  while (ran.why.empty() && (output.read.is_open() || errors.read.is_open())) {
    std::array both{pollfd{output.read.number(), POLLIN, 0},
                    pollfd{errors.read.number(), POLLIN, 0}};
    const int ready =
        poll(both.data(), both.size(), static_cast<int>(std::clamp<long>(left(), 0, INT_MAX)));
    if (ready == 0) ran.why = "it does not end in time (--limit)";
    if (ready <= 0) continue;
    if (both[0].revents != 0 && !read_some(output.read, ran.output, most)) {
      ran.why = "it prints more than 1 GiB";
    }
    if (both[1].revents != 0) read_some(errors.read, ran.errors, most_errors);
  }
  std::optional<int> status = process.ended();
  for (; ran.why.empty() && !status; status = process.ended()) {
    if (left() <= 0) ran.why = "it does not end in time (--limit)";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (status) ran.status = *status;
  return ran;
}

}  // namespace bcast::program
