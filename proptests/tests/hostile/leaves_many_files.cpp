// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "hostile.hpp"

namespace bcast::hostile {

/// So many that it takes a while to remove them. In a replay it takes longer than replays may.
void leaves_many_files(std::string const&) {
  char const* const own = std::getenv("TMPDIR");
  if (own == nullptr || chdir(own) != 0) return;
  constexpr int count = 5000;
  for (int k = 0; k < count; ++k) {
    const int file = open(std::to_string(k).c_str(), O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
  }
  std::ifstream command("/proc/" + std::to_string(asking_process()) + "/cmdline");
  const std::string words{std::istreambuf_iterator<char>(command), {}};
  if (words.find("--case") == std::string::npos) return;
  std::this_thread::sleep_for(std::chrono::seconds(3));
}

}  // namespace bcast::hostile
