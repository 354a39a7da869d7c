// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

namespace bcast::proptests {
namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

}  // namespace

replaced_file::replaced_file(std::filesystem::path target, std::optional<mode_t> permissions)
    : target_(std::move(target)) {
  std::random_device random;
  constexpr int tries = 16;
  for (int k = 0; to_ < 0; ++k) {
    unfinished_ = target_.parent_path() / fmt::format(".bcast.{:08x}{:08x}", random(), random());
    to_ = open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (to_ < 0 && (errno != EEXIST || k == tries)) fail();
  }
  if (!permissions || fchmod(to_, *permissions) == 0) return;
  const int why = errno;
  close(to_);
  unlink(unfinished_.c_str());
  errno = why;
  fail();
}

replaced_file::~replaced_file() {
  if (to_ >= 0) close(to_);
  if (!unfinished_.empty()) unlink(unfinished_.c_str());
}

void replaced_file::commit(std::string_view text) {
  write_whole(to_, text);
  // The last error of a disk may come only now.
  if (close(std::exchange(to_, -1)) != 0) fail();
  if (rename(unfinished_.c_str(), target_.c_str()) != 0) fail();
  unfinished_.clear();
}

void write_whole(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace bcast::proptests
