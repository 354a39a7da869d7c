// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/landlock.hpp"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace bcast::proptests::landlock {
namespace {

// The same on every architecture.
constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr unsigned ask_version = 1;
constexpr int path_beneath = 1;

constexpr std::uint64_t write_file = 1U << 1, remove_folder = 1U << 4, remove_file = 1U << 5,
                        make_device = 1U << 6, make_folder = 1U << 7, make_file = 1U << 8,
                        make_socket = 1U << 9, make_pipe = 1U << 10, make_block = 1U << 11,
                        make_link = 1U << 12, move = 1U << 13, truncate = 1U << 14;
constexpr std::uint64_t signals_of_others = 1U << 1;

/// struct landlock_ruleset_attr; an older kernel is given fewer members.
struct ruleset {
  std::uint64_t files = 0, network = 0, scoped = 0;
};

/// struct landlock_path_beneath_attr
struct [[gnu::packed]] beneath {
  std::uint64_t allowed;
  std::int32_t parent;
};

/// What counts as writing. Whoever may not move a file to another folder in version 1 may never.
std::uint64_t writing(int version) {
  std::uint64_t all = write_file | remove_folder | remove_file | make_device | make_folder |
                      make_file | make_socket | make_pipe | make_block | make_link;
  if (version >= 2) all |= move;
  if (version >= 3) all |= truncate;
  return all;
}

void allow(int rules, char const* path, std::uint64_t writing) {
  const int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  struct stat there {};
  if (fstat(parent, &there) == 0) {
    // A rule about a file may not name rights to what is in folders.
    const std::uint64_t possible = S_ISDIR(there.st_mode) ? writing : write_file;
    const beneath rule{possible, parent};
    syscall(add_rule, rules, path_beneath, &rule, 0U);
  }
  close(parent);
}

}  // namespace

int version() {
  const long told = syscall(create_ruleset, nullptr, std::size_t{0}, ask_version);
  return told < 0 ? 0 : static_cast<int>(told);
}

int rules(std::string const& folder) {
  const int known = version();
  if (known < 1) return -1;
  ruleset all;
  all.files = writing(known);
  std::size_t size = sizeof all.files;
  if (known >= 6) {
    all.scoped = signals_of_others;
    size = sizeof all;
  }
  const auto made = static_cast<int>(syscall(create_ruleset, &all, size, 0U));
  if (made < 0) return -1;
  fcntl(made, F_SETFD, FD_CLOEXEC);
  if (!folder.empty()) allow(made, folder.c_str(), all.files);
  // Threads and processes share memory there; a library that cannot may refuse to start.
  allow(made, "/dev/shm", all.files & ~(make_device | make_block));
  for (char const* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
                             "/dev/kfd", "/dev/dxg"}) {
    allow(made, device, write_file);
  }
  for (char const* devices : {"/dev/dri", "/dev/accel", "/dev/infiniband"}) {
    allow(made, devices, write_file);
  }
  glob_t graphics{};
  if (glob("/dev/nvidia*", 0, nullptr, &graphics) == 0) {
    for (std::size_t k = 0; k < graphics.gl_pathc; ++k) {
      allow(made, graphics.gl_pathv[k], write_file);
    }
  }
  globfree(&graphics);
  return made;
}

bool restrict_to(int rules) { return rules >= 0 && syscall(restrict_self, rules, 0U) == 0; }

}  // namespace bcast::proptests::landlock
