// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "hostile.hpp"

namespace bcast::hostile {

/// By whichever descriptors it was given: reads, writes, cuts and moves the position, which every
/// process that has the file shares.
void changes_its_callers_files(std::string const&) {
  for (int descriptor = 0; descriptor < 64; ++descriptor) {
    struct stat file {};
    if (fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) continue;
    std::array<char, 64> some{};
    ssize_t done = read(descriptor, some.data(), some.size());
    done += ftruncate(descriptor, 0);
    done += write(descriptor, "x", 1);
    if (done > 0) lseek(descriptor, off_t{1} << 44, SEEK_SET);
  }
}

}  // namespace bcast::hostile
