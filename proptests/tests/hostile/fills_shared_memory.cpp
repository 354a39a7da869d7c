// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <vector>

#include "hostile.hpp"

namespace bcast::hostile {

/// In files that have names, and are neither in its folder nor mapped; each is shorter than a file
/// may be.
void fills_shared_memory(std::string const& target) {
  constexpr int files = 16, parts = 32;  // a test must end
  const std::vector<std::byte> part(1 << 20);
  for (int k = 0; k < files; ++k) {
    const std::string name = "/dev/shm/" + name_of(target) + std::to_string(k);
    const int file = open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    for (int n = 0; n < parts && write(file, part.data(), part.size()) > 0; ++n) {
    }
  }
  sleep(60);  // its memory is looked at now and then
}

}  // namespace bcast::hostile
