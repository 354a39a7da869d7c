// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "hostile.hpp"

namespace bcast::hostile {

/// Whatever can be read from pipes of the process that asks it, for half a second.
void reads_its_siblings_answers(std::string const& target) {
  std::array<pollfd, 253> all{};
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int descriptor = static_cast<int>(k) + 3;
    const bool closed_on_exec = fcntl(descriptor, F_GETFD) == FD_CLOEXEC;
    all[k] = {closed_on_exec ? descriptor : -1, POLLIN, 0};
  }
  for (int tries = 0; tries < 50; ++tries) {
    if (poll(all.data(), all.size(), 10) <= 0) continue;
    for (pollfd const& one : all) {
      std::array<char, 4096> answer{};
      if ((one.revents & POLLIN) == 0 || read(one.fd, answer.data(), answer.size()) <= 0) continue;
      std::ofstream(target, std::ios::app) << answer.data();
    }
  }
}

}  // namespace bcast::hostile
