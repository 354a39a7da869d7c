// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <fstream>

#include "hostile.hpp"

namespace bcast::hostile {

/// Those of a program with the bit of another user, and those of an administrator.
void gains_privileges(std::string const& target) {
  const bool may = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
  const bool mounts = mount("none", "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0;
  if (may || mounts) std::ofstream(target, std::ios::app) << "privileges\n";
}

}  // namespace bcast::hostile
