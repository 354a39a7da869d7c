// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/alone.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "bcast/proptests/text.hpp"
#include "laws/known.hpp"
#include "run/sequence.hpp"

namespace bcast::proptests {
namespace {

constexpr char holds_alone = '1', fails_alone = '0';

/// A whole message; empty at the end of the connection.
std::string received(int from) {
  std::array<char, 1 << 16> buffer;
  ssize_t n = 0;
  do n = recv(from, buffer.data(), buffer.size(), 0);
  while (n < 0 && errno == EINTR);
  return n > 0 ? std::string(buffer.data(), static_cast<std::size_t>(n)) : "";
}

bool sent(int to, std::string const& message) {
  return send(to, message.data(), message.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(message.size());
}

char asked_alone(law const& l, isolated_subject const& s, test_case const& call,
                 std::chrono::milliseconds limit) {
  const ending e = child([&](shared_state&) {
                     const bool holds = !wrong_call(l, adopted(s.make()), call);
                     return std::string(1, holds ? holds_alone : fails_alone);
                   }).wait(limit);
  return e.by == ended::well && e.answer.starts_with(holds_alone) ? holds_alone : fails_alone;
}

}  // namespace

unused_process::unused_process(law const& l, isolated_subject const& s,
                               std::chrono::milliseconds limit) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "no connection to a process");
  }
  mine_ = ends[0];
  process_.emplace([&](shared_state&) {
    close(ends[0]);
    for (std::string text = received(ends[1]); !text.empty(); text = received(ends[1])) {
      if (!sent(ends[1], {asked_alone(l, s, parse_case(text), limit)})) break;
    }
    return std::string();
  });
  close(ends[1]);
}

unused_process::~unused_process() { close(mine_); }

std::optional<bool> unused_process::holds(test_case const& call) const {
  if (!sent(mine_, to_string(call))) return std::nullopt;
  const std::string answer = received(mine_);
  if (answer.empty()) return std::nullopt;
  return answer.front() == holds_alone;
}

}  // namespace bcast::proptests
