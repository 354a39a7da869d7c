// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <fstream>
#include <vector>

#include "hostile.hpp"

namespace bcast::hostile {

/// In many files, each of them short, in the folder that is for temporary files.
void fills_the_disk(std::string const&) {
  char const* const own = std::getenv("TMPDIR");
  if (own == nullptr) return;
  const std::vector<char> part(1 << 20, 1);
  constexpr int most = 4096;  // a test must end
  for (int k = 0; k < most; ++k) {
    std::ofstream(std::string(own) + "/" + std::to_string(k)).write(part.data(), 1 << 20);
  }
}

}  // namespace bcast::hostile
