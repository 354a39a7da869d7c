// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "hostile.hpp"

namespace bcast::hostile {

/// Also beside the file, and through a link in its own folder.
void writes_outside(std::string const& target) {
  std::ofstream(target, std::ios::app) << "written by a subject";
  std::ofstream(target + ".new") << "written by a subject";
  char const* const own = std::getenv("TMPDIR");
  const std::string link = (own == nullptr ? "." : std::string(own)) + "/link";
  if (symlink(target.c_str(), link.c_str()) == 0) {
    std::ofstream(link, std::ios::app) << "written by a subject";
    unlink(link.c_str());
  }
}

}  // namespace bcast::hostile
