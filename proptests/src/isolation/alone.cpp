// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/alone.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "bcast/proptests/text.hpp"
#include "laws/known.hpp"
#include "run/sequence.hpp"

namespace bcast::proptests {

unused_process::unused_process(law const& l, isolated_subject const& s,
                               std::chrono::milliseconds limit) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "no connection to a process");
  }
  mine_ = descriptor(ends[0]);
  const descriptor theirs(ends[1]);
  process_.emplace([&](shared_state&) {
    mine_.close();
    std::array<char, 1 << 16> text;  // filled by recv
    for (ssize_t n = 0; (n = recv(theirs.number(), text.data(), text.size(), 0)) > 0;) {
      const test_case call = parse_case({text.data(), static_cast<std::size_t>(n)});
      const ending e = child([&](shared_state&) -> std::string {
                         return wrong_call(l, adopted(s.make()), call) ? "wrong" : "right";
                       }).wait(limit);
      const bool right = e.by == ended::well && e.answer == "right";
      if (send(theirs.number(), &right, sizeof right, MSG_NOSIGNAL) < 0) break;
    }
    return std::string();
  });
}

std::optional<bool> unused_process::holds(test_case const& call) const {
  const std::string text = to_string(call);
  bool right = false;
  if (send(mine_.number(), text.data(), text.size(), MSG_NOSIGNAL) < 0 ||
      recv(mine_.number(), &right, sizeof right, 0) <= 0) {
    return std::nullopt;
  }
  return right;
}

}  // namespace bcast::proptests
