// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include "hostile.hpp"

namespace bcast::hostile {

/// Every byte of memory that is shared with another process, but for what it shares with the
/// process that asks, and with the processes that it starts.
void writes_into_its_siblings_memory(std::string const& target) {
  std::ifstream maps("/proc/self/maps");
  int shared = 0;
  for (std::string line; std::getline(maps, line);) {
    shared += line.find("rw-s") != std::string::npos && line.find("/dev/zero") != std::string::npos
                  ? 1
                  : 0;
  }
  constexpr int own = 2;
  if (shared > own) std::ofstream(target, std::ios::app) << shared << " are shared\n";
}

}  // namespace bcast::hostile
